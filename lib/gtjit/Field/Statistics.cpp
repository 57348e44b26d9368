//===- Statistics.cpp - Variances, and reductions under a mask ------------===//
//
// A reduction under a mask is one of all points, where those outside have the
// value that it starts with; a mean divides by the number of points inside.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Statistics.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/Operations/Reduce.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// A reduction of what the user named, on the line of the call.
class Statistic {
public:
  Statistic(const char *function, Arg &given, const Dims *dims, Where *points = nullptr)
      : line(given.line), function(function), field(takeNode(given)) {
    if (points)
      mask = boolsOf(*points);
    chosen = dims ? *dims : allDims(taken().get()->domain);
    field = Field(withEnds(field.ref(), chosen));
    if (points)
      mask = Field(withEnds(mask.ref(), chosen));
  }

  Field reduced(ReduceKind kind) const;
  Field mean() const;
  Field var(std::int64_t ddof) const;
  Field stddev(std::int64_t ddof) const { return sqrt(at(var(ddof))); }

private:
  Arg at(const Field &operand) const { return Arg(operand, line); }
  Field boolsOf(Where &points) const;
  Field astype(const Field &values, DType type) const { return gtjit::astype(at(values), type); }
  /// The values, those outside of the mask replaced.
  Field inside(const Field &values, const Field &outside) const {
    return mask.get() ? where(at(mask), at(values), at(outside)) : values;
  }
  /// The values where they count; only its domain is of use.
  Field taken() const { return inside(field, field); }
  Field sum(const Field &values) const { return gtjit::sum(at(values), chosen); }
  /// The number of points that count, less `ddof` and not negative, in `type`.
  Field count(DType type, std::int64_t ddof) const;
  DType type() const { return meanType(field.dtype(line)); }
  DType wideType() const { return dividedType(field.dtype(line)); }
  Field meanOf(const Field &values, std::int64_t ddof) const {
    Field zero(0.0, line);
    return sum(inside(values, zero)) / at(count(wideType(), ddof));
  }

  SourceLine line;
  const char *function;
  Field field, mask; ///< mask: empty if all points count
  Dims chosen;
};

Field Statistic::boolsOf(Where &points) const {
  Field bools(takeNode(points.mask));
  if (bools.dtype(points.mask.line) != DType::Bool)
    throw DTypeError(points.mask.line,
                     "the mask of '" + std::string(function) + "' is " + describe(*bools.get()) +
                         " (" + std::string(name(bools.dtype(line))) + "), expected a bool field");
  return bools;
}

Field Statistic::reduced(ReduceKind kind) const {
  checkReducedDims(*taken().get(), function, chosen, line);
  checkReducedType(*field.get(), function, kind, line);
  // Bools are added as what their sum is, which has a number to start with.
  bool adds = kind == ReduceKind::Sum || kind == ReduceKind::Prod;
  DType type = field.dtype(line);
  bool isCounted = adds && type == DType::Bool;
  Field values = isCounted ? astype(field, accumulatedType(kind, type)) : field;
  Field start(buildStart(kind, type, line));
  return Field(buildReduce(inside(values, start).ref(), kind, &chosen, line));
}

Field Statistic::count(DType type, std::int64_t ddof) const {
  Field points;
  if (mask.get()) {
    const Node &values = *field.get(), &bools = *mask.get();
    bool isOnSamePoints = !values.symbolic && !bools.symbolic && values.domain == bools.domain;
    points = sum(isOnSamePoints ? mask : ((at(field) == at(field)) | Arg(true, line)) & at(mask));
  } else {
    points = Field(buildCount(field.ref(), chosen, line));
  }
  if (ddof)
    points = max(at(points) - Arg(ddof, line), Arg(0, line));
  return astype(points, type);
}

Field Statistic::mean() const {
  checkReducedDims(*taken().get(), function, chosen, line);
  checkReducedType(*field.get(), function, ReduceKind::Sum, line);
  return astype(meanOf(astype(field, wideType()), 0), type());
}

Field Statistic::var(std::int64_t ddof) const {
  if (ddof < 0)
    throw ValueError(line, "'" + std::string(function) + "' with a ddof of " +
                               std::to_string(ddof) + ", which is negative");
  checkReducedDims(*taken().get(), function, chosen, line);
  checkReducedType(*field.get(), function, ReduceKind::Sum, line);
  Field values = astype(field, wideType());
  Field distance = at(values) - at(meanOf(values, 0));
  return astype(meanOf(at(distance) * at(distance), ddof), type());
}

} // namespace

#define GTJIT_MASKED_REDUCTION(NAME, KIND)                                                         \
  Field gtjit::NAME(Arg field, Where points) {                                                     \
    return Statistic(#NAME, field, nullptr, &points).reduced(ReduceKind::KIND);                    \
  }                                                                                                \
  Field gtjit::NAME(Arg field, const Dims &dims, Where points) {                                   \
    return Statistic(#NAME, field, &dims, &points).reduced(ReduceKind::KIND);                      \
  }
GTJIT_MASKED_REDUCTION(sum, Sum)
GTJIT_MASKED_REDUCTION(prod, Prod)
GTJIT_MASKED_REDUCTION(min, Min)
GTJIT_MASKED_REDUCTION(max, Max)
GTJIT_MASKED_REDUCTION(any, Any)
GTJIT_MASKED_REDUCTION(all, All)
#undef GTJIT_MASKED_REDUCTION

Field gtjit::mean(Arg field, Where points) {
  return Statistic("mean", field, nullptr, &points).mean();
}
Field gtjit::mean(Arg field, const Dims &dims, Where points) {
  return Statistic("mean", field, &dims, &points).mean();
}

Field gtjit::var(Arg field, std::int64_t ddof) {
  return Statistic("var", field, nullptr).var(ddof);
}
Field gtjit::var(Arg field, const Dims &dims, std::int64_t ddof) {
  return Statistic("var", field, &dims).var(ddof);
}
Field gtjit::var(Arg field, Where points, std::int64_t ddof) {
  return Statistic("var", field, nullptr, &points).var(ddof);
}
Field gtjit::var(Arg field, const Dims &dims, Where points, std::int64_t ddof) {
  return Statistic("var", field, &dims, &points).var(ddof);
}

Field gtjit::stddev(Arg field, std::int64_t ddof) {
  return Statistic("stddev", field, nullptr).stddev(ddof);
}
Field gtjit::stddev(Arg field, const Dims &dims, std::int64_t ddof) {
  return Statistic("stddev", field, &dims).stddev(ddof);
}
Field gtjit::stddev(Arg field, Where points, std::int64_t ddof) {
  return Statistic("stddev", field, nullptr, &points).stddev(ddof);
}
Field gtjit::stddev(Arg field, const Dims &dims, Where points, std::int64_t ddof) {
  return Statistic("stddev", field, &dims, &points).stddev(ddof);
}
