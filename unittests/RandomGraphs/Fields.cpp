//===- Fields.cpp - From expressions to fields ----------------------------===//

#include "Fields.h"

#include "Random.h"
#include "Tables.h"

#include "gtjit/Boundary.h"
#include "gtjit/Functions.h"
#include "gtjit/Graph/Operations/Neighbors.h"
#include "gtjit/Rename.h"

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

/// A value at a point computed of two others. Oracle/compare.py has the same ways.
Field combined(std::size_t choice, const Field &a, const Field &b) {
  if (a.dtype() == DType::Bool)
    return choice == 0 ? a ^ b : choice == 1 ? a & b : a | !b;
  switch (choice) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return min(a, b);
  case 4:
    return where(a < b, b, a + 1);
  case 5:
    return max(a, 2 * b);
  case 6:
    return sqrt(abs(a)) / b;
  default:
    return a * 0.5 + b;
  }
}

/// What is carried on: computed of the values of a point, as the seed says.
std::vector<detail::NodeRef> bodyOf(const Expression &e, std::span<const detail::NodeRef> given) {
  std::vector<Field> values(given.begin(), given.end());
  for (const ScanStep &step : scanSteps(e, given.size(), values[0].dtype()))
    values.push_back(combined(step.choice, values[step.left], values[step.right]));
  std::vector<detail::NodeRef> results;
  for (unsigned n = 0; n < e.carried; ++n)
    results.push_back(values[values.size() - 1 - n].ref());
  return results;
}

Field scanned(const Expression &e, const std::vector<Field> &fields) {
  SourceLine line = SourceLine::here();
  Range points = e.region.empty() ? Range::all() : e.region[0].range;
  detail::ScanRequest request{e.dims[0], points, e.backward, {}, {}, line};
  Field start = argument(e.operands.back(), fields).field;
  if (e.operands.back().variable < 0)
    start = astype(start, argument(e.operands[0], fields).field.dtype());
  request.initials.assign(e.carried, detail::Operand{start.ref(), line});
  for (std::size_t n = 0; n + 1 < e.operands.size(); ++n)
    request.inputs.push_back({argument(e.operands[n], fields).field.ref(), line});
  auto results = detail::buildScan(
      request, [&](std::span<const detail::NodeRef> given) { return bodyOf(e, given); });
  Field first(results.front()), last(results.back());
  return e.carried == 1 ? first : first.dtype() == DType::Bool ? first ^ last : max(first, last);
}

} // namespace

std::vector<ScanStep> randomgraphs::scanSteps(const Expression &e, std::size_t given, DType type) {
  Random random(e.body);
  std::vector<ScanStep> steps;
  std::size_t count = random.between(static_cast<std::int64_t>(e.carried), 5);
  for (std::size_t n = 0; n < count; ++n) {
    std::size_t left = random.below(given + n), right = random.below(given + n);
    std::size_t choice = type != DType::Bool ? random.below(isFloat(type) ? 8 : 6)
                         : random.chance(40) ? 0
                         : random.chance(50) ? 1
                                             : 2;
    steps.push_back({left, right, choice});
  }
  return steps;
}

Field randomgraphs::made(const Expression &e, const std::vector<Field> &fields) {
  if (e.make == Make::Index)
    return index(e.dims[0]);
  if (e.make == Make::Scan)
    return scanned(e, fields);
  Arg first = argument(e.operands[0], fields);
  switch (e.make) {
  case Make::Point: {
    std::vector<detail::Operand> operands;
    for (const Operand &operand : e.operands)
      operands.push_back({argument(operand, fields).field.ref(), SourceLine::here()});
    return Field(detail::buildPoint(e.op, operands));
  }
  case Make::Cast:
    return astype(first, e.dtype);
  case Make::Precision:
    return withPrecision(first, e.dtype);
  case Make::Shift:
    if (e.shifts.size() == 2)
      return first.field(e.shifts[0], e.shifts[1]);
    if (e.shifts.size() == 3)
      return first.field(e.shifts[0], e.shifts[1], e.shifts[2]);
    return first.field(e.shifts[0]);
  case Make::Slice: {
    const std::vector<Region::Item> &items = e.region;
    if (items.size() == 2)
      return first.field.at({items[0], items[1]});
    if (items.size() == 3)
      return first.field.at({items[0], items[1], items[2]});
    Field result = first.field; // one at a time; each selects on its own
    for (const Region::Item &item : items)
      result = result.at({item});
    return result;
  }
  case Make::Relative:
    return Field(detail::buildRelative(first.field.ref(), e.items, SourceLine::here()));
  case Make::Gather:
    return first.field(connectivityOf(e.table));
  case Make::ShiftBy: {
    Field offsets = connectivityOf(e.table).table();
    if (e.all)
      offsets = (offsets + 3) - 3;
    OffsetBounds bounds{e.table.image.lo(), e.table.image.hi() - 1};
    return first.field(as_offset(e.table.to, offsets, bounds));
  }
  case Make::Half: {
    auto offset = static_cast<double>(e.shifts[0].offset);
    return first.field(HalfShift{e.dims[0], offset + (isStaggered(e.dims[0]) ? 0.5 : -0.5)});
  }
  case Make::Neighbors:
    if (e.reduce == Reduction::Mean)
      return mean_over(first, e.dims[0]);
    return Field(detail::buildNeighborReduce(first.field.ref(),
                                             static_cast<detail::ReduceKind>(e.reduce), e.dims[0],
                                             SourceLine::here()));
  case Make::Broadcast:
    return broadcast(first, Dims(std::span(e.dims)));
  case Make::ConcatWhere: {
    Condition condition = e.boxes[0];
    for (const Domain &box : e.boxes)
      condition = condition | box;
    return concat_where(condition, first, argument(e.operands[1], fields));
  }
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
    return first.field.at(Region(e.region)).set(argument(e.operands[1], fields));
  default:
    break;
  }
  Dims dims = e.all ? first.field.dims() : Dims(std::span<const Dimension>(e.dims));
  auto kind = static_cast<detail::ReduceKind>(e.reduce);
  switch (e.reduce) {
  case Reduction::Mean:
    return e.all ? mean(first) : mean(first, dims);
  case Reduction::ArgMin:
  case Reduction::ArgMax:
    kind = e.reduce == Reduction::ArgMin ? detail::ReduceKind::Min : detail::ReduceKind::Max;
    return Field(
        detail::buildExtremeIndex(first.field.ref(), kind, dims, SourceLine::here()).back());
  default:
    return Field(
        detail::buildReduce(first.field.ref(), kind, e.all ? nullptr : &dims, SourceLine::here()));
  }
}
