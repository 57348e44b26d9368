//===- Reductions.cpp - Reductions of arrays ------------------------------===//

#include "gtjit/Array/ResultForm.h"
#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"

#include <optional>

namespace gtjit::array {

using namespace detail;

Dims Axis::of(const Array &array, SourceLine line) const {
  Dims own = array.dims();
  if (kind == Kind::All)
    return own;
  std::vector<Dimension> taken(names.begin(), names.end());
  auto count = static_cast<std::int64_t>(own.size());
  for (std::int64_t position : positions) {
    if (position < -count || position >= count)
      throw ValueError(line, "expected an axis in [" + std::to_string(-count) + "," +
                                 std::to_string(count) + "), got " + std::to_string(position));
    taken.push_back(own.begin()[position < 0 ? position + count : position]);
  }
  for (std::size_t n = 0; n < taken.size(); ++n) {
    if (!own.contains(taken[n]))
      throw ValueError(line, "expected axes of the array, got " + std::string(taken[n].name()));
    for (std::size_t m = 0; m < n; ++m)
      if (taken[m] == taken[n])
        throw ValueError(line, "axis " + std::string(taken[n].name()) + " is named twice");
  }
  return Dims(taken);
}

namespace {

/// A reduction of fields, and how an initial value joins it.
struct Kind {
  const char *called;
  Field (*reduce)(Arg, const Dims &);
  std::optional<PointOp> join; ///< none: there is no initial value
  bool needsPoints = false;    ///< or an initial value
};

void check(const Operand &a, const Dims &dims, const Kind &kind, const ReduceOptions &options) {
  std::string start = "'" + std::string(kind.called) + "'";
  bool hasInitial = options.initial.get() != nullptr;
  if (hasInitial && !kind.join)
    throw ValueError(a.line, start + " has no initial value");
  if (hasInitial && options.initial.ndim() != 0)
    throw ValueError(a.line, start + ": expected an initial value without dimensions, got " +
                                 std::to_string(options.initial.ndim()));
  if (!kind.needsPoints || hasInitial)
    return;
  for (Dimension dim : dims)
    if (stateOf(a.array, a.line).form.find(dim)->extent == 0)
      throw ValueError(a.line, start + " over no points in " + std::string(dim.name()) +
                                   ": give an initial value");
}

/// The result with the dimensions that it was reduced over, of one point each.
Array withOnePoint(const Array &result, const ArrayForm &before, const Dims &dims,
                   SourceLine line) {
  ArrayForm form = before;
  Dims all(before.slowToFast);
  Field values = gtjit::broadcast(Arg(result.field(line), line), all);
  for (ArrayAxis &axis : form.axes)
    if (dims.contains(axis.dim)) {
      axis = {axis.dim, 1, {}, 0};
      values = values.at(Region(axis.dim(0, 1), line), line);
    }
  return makeArray(std::move(form), std::move(values));
}

Array reduced(const Operand &a, const Axis &axis, const ReduceOptions &options, const Kind &kind) {
  ArrayState &state = stateOf(a.array, a.line);
  Dims dims = axis.of(a.array, a.line);
  check(a, dims, kind, options);
  Field values = state.field(a.line);
  Array result =
      makeArray(without(state.form, dims), kind.reduce(Arg(std::move(values), a.line), dims));
  if (options.initial.get()) {
    Operand initial(options.initial, a.line), rest(result, a.line);
    result = applyArray(*kind.join, {&initial, &rest});
  }
  return options.keepdims ? withOnePoint(result, state.form, dims, a.line) : result;
}

/// Values as any() and all() see them.
Operand asBool(const Operand &a) {
  return a.array.dtype() == Bool ? a : Operand(astype(a, Bool), a.line);
}

/// Values that are averaged or multiplied: bools are the numbers 0 and 1.
Operand asNumber(const Operand &a) {
  return a.array.dtype() == Bool ? Operand(astype(a, I64), a.line) : a;
}

} // namespace

Array sum(Operand a, const Axis &axis, const ReduceOptions &options) {
  return reduced(a, axis, options, {"sum", gtjit::sum, PointOp::Add});
}
Array prod(Operand a, const Axis &axis, const ReduceOptions &options) {
  return reduced(asNumber(a), axis, options, {"prod", gtjit::prod, PointOp::Mul});
}
Array amin(Operand a, const Axis &axis, const ReduceOptions &options) {
  if (a.array.dtype() == Bool)
    return reduced(a, axis, options, {"amin", gtjit::all, PointOp::And, true});
  return reduced(a, axis, options, {"amin", gtjit::min, PointOp::Min, true});
}
Array amax(Operand a, const Axis &axis, const ReduceOptions &options) {
  if (a.array.dtype() == Bool)
    return reduced(a, axis, options, {"amax", gtjit::any, PointOp::Or, true});
  return reduced(a, axis, options, {"amax", gtjit::max, PointOp::Max, true});
}
Array any(Operand a, const Axis &axis, const ReduceOptions &options) {
  return reduced(asBool(a), axis, options, {"any", gtjit::any, PointOp::Or});
}
Array all(Operand a, const Axis &axis, const ReduceOptions &options) {
  return reduced(asBool(a), axis, options, {"all", gtjit::all, PointOp::And});
}
Array mean(Operand a, const Axis &axis, const ReduceOptions &options) {
  return reduced(asNumber(a), axis, options, {"mean", gtjit::mean, {}});
}

} // namespace gtjit::array
