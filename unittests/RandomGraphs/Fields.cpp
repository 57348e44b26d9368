//===- Fields.cpp - From expressions to fields ----------------------------===//

#include "Fields.h"

#include "Externals.h"

#include "gtjit/Boundary.h"
#include "gtjit/Functions.h"
#include "gtjit/Rename.h"
#include "gtjit/Statistics.h"
#include "gtjit/Tuple.h"
#include "gtjit/Vmap.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

Arg randomgraphs::argument(const Operand &operand, const std::vector<Field> &fields) {
  if (operand.variable >= 0)
    return Arg(fields[static_cast<std::size_t>(operand.variable)]);
  const Literal &number = operand.number;
  if (number.dtype == DType::F64)
    return Arg(number.floating);
  if (number.dtype == DType::U64)
    return Arg(static_cast<std::uint64_t>(number.integer));
  return number.dtype == DType::Bool ? Arg(number.integer != 0) : Arg(number.integer);
}

namespace {

/// What `apply` makes of the field, written as a function of fields that vmap maps.
template <class Apply> Field overMembers(const Expression &e, const Field &field, Apply apply) {
  return e.mapped.empty() ? apply(field) : vmap(apply, e.mapped[0])(field);
}

/// The element of tuples that is the expression; `make` makes a tuple of tuples of it.
template <class Make> Field elementOf(Make make) { return std::get<1>(std::get<0>(make())); }
template <class A, class B> auto nested(const A &one, const B &two) {
  return std::tuple(std::pair(two, one), one);
}

Field point(const Expression &e, const std::vector<Field> &fields) {
  std::vector<Arg> given;
  std::vector<detail::Operand> operands;
  for (const Operand &operand : e.operands) {
    given.push_back(argument(operand, fields));
    operands.push_back({given.back().field.ref(), SourceLine::here()});
  }
  if (!e.inTuple) {
    Field result(detail::buildPoint(e.op, operands));
    return e.placing == detail::Placing::Root     ? result.compute_root()
           : e.placing == detail::Placing::Inline ? result.compute_inline()
                                                  : result;
  }
  const Field &a = given[1].field, &b = given[2].field;
  return elementOf([&] { return where(given[0], nested(a, b), nested(b, a)); });
}

Field called(const Expression &e, const std::vector<Field> &fields) {
  std::vector<Arg> given;
  for (const Operand &operand : e.operands)
    given.push_back(argument(operand, fields));
  return externalFunctions()[e.function].call(given);
}

Field slice(const Expression &e, const Field &field) {
  const std::vector<Region::Item> &items = e.region;
  if (items.size() == 2)
    return field.at({items[0], items[1]});
  if (items.size() == 3)
    return field.at({items[0], items[1], items[2]});
  Field result = field; // one at a time; each selects on its own
  for (const Region::Item &item : items)
    result = result.at({item});
  return result;
}

Field relative(const Expression &e, const Field &field) {
  const std::vector<RelativeItem> &items = e.items;
  if (e.mapped.empty())
    return Field(detail::buildRelative(field.ref(), items, SourceLine::here()));
  return overMembers(e, field, [&](const Field &own) -> Field {
    if (items.size() == 1)
      return own.rel({items[0]});
    return items.size() == 2 ? own.rel({items[0], items[1]})
                             : own.rel({items[0], items[1], items[2]});
  });
}

Field shift(const Expression &e, const Field &field) {
  const std::vector<Shift> &shifts = e.shifts;
  if (e.atOnce)
    return shifts.size() == 1 ? field.premap({shifts[0]}) : field.premap({shifts[0], shifts[1]});
  if (shifts.size() == 2)
    return field(shifts[0], shifts[1]);
  return shifts.size() == 3 ? field(shifts[0], shifts[1], shifts[2]) : field(shifts[0]);
}

Field concatWhere(const Expression &e, const std::vector<Field> &fields) {
  Condition condition = e.boxes[0];
  for (const Domain &box : e.boxes)
    condition = condition | box;
  Arg a = argument(e.operands[0], fields), b = argument(e.operands[1], fields);
  if (!e.inTuple)
    return concat_where(condition, a, b);
  return elementOf(
      [&] { return concat_where(condition, nested(a.field, a.field), nested(b.field, b.field)); });
}

Field halo(const Expression &e, const Field &field) {
  const std::vector<HaloFill> &fills = e.fills;
  if (fills.size() == 1)
    return withHalo(field, e.width, fills[0]);
  return fills.size() == 2 ? withHalo(field, e.width, fills[0], fills[1])
                           : withHalo(field, e.width, fills[0], fills[1], fills[2]);
}

/// A reduction of all dimensions or some, of all points or those of a mask.
template <class Reduce>
Field reduceWith(const Expression &e, const Field &field, const std::optional<Arg> &mask,
                 Reduce reduce) {
  Dims dims{std::span<const Dimension>(e.dims)};
  if (mask)
    return e.all ? reduce(field, Where(*mask)) : reduce(field, dims, Where(*mask));
  return e.all ? reduce(field) : reduce(field, dims);
}

Field place(const Expression &e, const Field &field, detail::ReduceKind kind) {
  if (e.all)
    return kind == detail::ReduceKind::Min ? argmin(field).back() : argmax(field).back();
  Dims dims{std::span<const Dimension>(e.dims)};
  return Field(detail::buildExtremeIndex(field.ref(), kind, dims, SourceLine::here()).back());
}

Field reduced(const Expression &e, const Field &field, const std::optional<Arg> &mask) {
  auto with = [&](auto reduce) { return reduceWith(e, field, mask, reduce); };
  switch (e.reduce) {
  case Reduction::Sum:
    return with([](const auto &...of) { return sum(of...); });
  case Reduction::Min:
    return with([](const auto &...of) { return min(of...); });
  case Reduction::Max:
    return with([](const auto &...of) { return max(of...); });
  case Reduction::Prod:
    return with([](const auto &...of) { return prod(of...); });
  case Reduction::Any:
    return with([](const auto &...of) { return any(of...); });
  case Reduction::All:
    return with([](const auto &...of) { return all(of...); });
  case Reduction::Mean:
    return with([](const auto &...of) { return mean(of...); });
  case Reduction::Var:
    return with([&](const auto &...of) { return var(of..., e.ddof); });
  case Reduction::StdDev:
    return with([&](const auto &...of) { return stddev(of..., e.ddof); });
  case Reduction::ArgMin:
    return place(e, field, detail::ReduceKind::Min);
  default:
    return place(e, field, detail::ReduceKind::Max);
  }
}

} // namespace

Field randomgraphs::made(const Expression &e, const std::vector<Field> &fields) {
  if (e.make == Make::Index)
    return index(e.dims[0]);
  if (e.make == Make::Coordinate)
    return coordinate(e.dims[0], e.operands[0].number.floating, e.operands[1].number.floating);
  Arg first = argument(e.operands[0], fields);
  const Field &field = first.field;
  switch (e.make) {
  case Make::Point:
    return point(e, fields);
  case Make::Call:
    return called(e, fields);
  case Make::Cast:
    return e.inTuple ? elementOf([&] { return astype(nested(field, field), e.dtype); })
                     : astype(first, e.dtype);
  case Make::Precision:
    return withPrecision(first, e.dtype);
  case Make::Shift:
    return shift(e, field);
  case Make::Slice:
    return slice(e, field);
  case Make::Relative:
    return relative(e, field);
  case Make::Interior:
    return field[interior];
  case Make::Halo:
    return halo(e, field);
  case Make::Gather:
    return gathered(e, field);
  case Make::ShiftBy:
    return shiftedBy(e, field);
  case Make::At:
    return at(e, field);
  case Make::Half:
    return staggered(e, field);
  case Make::Neighbors:
  case Make::Listed:
    return overNeighbors(e, field);
  case Make::Scan:
    return scanned(e, fields);
  case Make::Running:
  case Make::FirstMatch:
    return running(e, fields);
  case Make::Broadcast:
    return broadcast(first, Dims(std::span(e.dims)));
  case Make::ConcatWhere:
    return concatWhere(e, fields);
  case Make::Concat: {
    std::vector<Field> parts;
    for (const Operand &operand : e.operands)
      parts.push_back(argument(operand, fields).field);
    return concat(parts);
  }
  case Make::Roll:
    return roll(first, e.shifts[0].offset, e.shifts[0].dim);
  case Make::Rename:
    return rename(first, {{e.dims[0], e.dims[1]}});
  case Make::Set:
    return field.at(Region(e.region)).set(argument(e.operands[1], fields));
  default:
    break;
  }
  std::optional<Arg> mask;
  if (e.operands.size() > 1)
    mask = argument(e.operands[1], fields);
  return overMembers(e, field, [&](const Field &own) { return reduced(e, own, mask); });
}
