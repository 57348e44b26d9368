//===- Fields.cpp - From expressions to fields ----------------------------===//

#include "Fields.h"

#include "Tables.h"

#include "gtjit/Functions.h"
#include "gtjit/Graph/Operations/Neighbors.h"

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

Field randomgraphs::made(const Expression &e, const std::vector<Field> &fields) {
  if (e.make == Make::Index)
    return index(e.dims[0]);
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
  case Make::Neighbors:
    if (e.reduce == Reduction::Mean)
      return mean_over(first, e.dims[0]);
    return Field(detail::buildNeighborReduce(first.field.ref(),
                                             static_cast<detail::ReduceKind>(e.reduce), e.dims[0],
                                             SourceLine::here()));
  case Make::Broadcast:
    return broadcast(first, Dims(std::span(e.dims)));
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
