//===- ModelReductions.cpp - Types and domains of reductions --------------===//

#include "Model.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

static bool findsPlace(Reduction reduction) {
  return reduction == Reduction::ArgMin || reduction == Reduction::ArgMax;
}
static bool isStatistic(Reduction reduction) {
  return reduction == Reduction::Var || reduction == Reduction::StdDev;
}

static DType reducedType(Reduction reduction, DType dtype) {
  if (findsPlace(reduction))
    return I64;
  if (reduction == Reduction::Mean || isStatistic(reduction))
    return isFloat(dtype) ? dtype : F64;
  bool adds = reduction == Reduction::Sum || reduction == Reduction::Prod;
  return !adds || isFloat(dtype) ? dtype : isUnsigned(dtype) ? U64 : I64;
}

std::optional<Variable> Model::inferReduce(const Expression &e, int self, Variable result) const {
  OperationId id = idOf(e.reduce);
  if (result.weak || !Coverage::isPossible(id, result.dtype))
    return std::nullopt;
  if (e.operands.size() > 1) { // a mask
    const Variable &mask = operandInfo(e, 1);
    if (mask.dtype != DType::Bool || mask.weak || findsPlace(e.reduce))
      return std::nullopt;
    take(result, mask);
    result.domain = (result.domain & mask.domain).canonical();
    if (hasTwins(result.domain) || joinsLocalDimensions(e, result.domain))
      return std::nullopt;
  }
  for (auto &[variable, occurrence] : result.operations)
    occurrence.traits |= bit(Trait::Reduced);
  result.operations[self] = {id, result.dtype, result.traits};
  std::vector<Dimension> dims = e.dims;
  if (e.all)
    for (const NamedRange &range : result.domain)
      if (std::find(e.mapped.begin(), e.mapped.end(), range.dim) == e.mapped.end())
        dims.push_back(range.dim);
  if (findsPlace(e.reduce) && dims.empty())
    return std::nullopt;
  for (Dimension dim : dims) {
    if (!result.domain.has(dim) || !result.domain[dim].isFinite() ||
        (findsPlace(e.reduce) && result.domain[dim].empty()))
      return std::nullopt;
    result.domain = result.domain.without(dim);
  }
  result.dtype = reducedType(e.reduce, result.dtype);
  result.traits |= bit(Trait::Reduced);
  result.neverNaN = false;
  return result;
}

/// Whether neighbours of the type are joined in that way.
static bool joins(Reduction reduction, const Variable &neighbors) {
  return reduction != Reduction::Prod && !findsPlace(reduction) && !isStatistic(reduction) &&
         !neighbors.weak && Coverage::isPossible(idOf(reduction), neighbors.dtype);
}

std::optional<Variable> Model::inferNeighbors(const Expression &e, Variable result) {
  Dimension dim = e.dims[0];
  if (!joins(e.reduce, result) || !result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  result.domain = result.domain.without(dim);
  result.dtype = reducedType(e.reduce, result.dtype);
  result.neverNaN = false;
  return result;
}

/// Each neighbour is the field moved by one entry of the list.
std::optional<Variable> Model::inferListed(const Expression &e, const Variable &from) {
  if (!joins(e.reduce, from))
    return std::nullopt;
  Variable result = from;
  result.dtype = reducedType(e.reduce, from.dtype);
  result.neverNaN = false;
  result.domain = Domain();
  result.grid.emplace();
  auto add = [&](const std::optional<Variable> &neighbor) {
    if (!neighbor)
      return false;
    result.domain = (result.domain & neighbor->domain).canonical();
    take(result, *neighbor);
    return true;
  };
  bool isDefined = !e.tables.empty() || !e.shifts.empty();
  for (const TableSpec &table : e.tables) {
    Expression gather;
    gather.tables = {table};
    isDefined = isDefined && add(inferGather(gather, from));
  }
  for (Shift shift : e.shifts) {
    Expression one = e;
    one.shifts = {shift};
    isDefined = isDefined && add(e.dims.empty() ? inferShift(one, from) : inferHalf(one, from));
  }
  return isDefined ? std::optional(result) : std::nullopt;
}

/// A result so far at each point.
std::optional<Variable> Model::inferRunning(const Expression &e, Variable result) {
  Dimension dim = e.dims[0];
  bool isKnown = e.reduce == Reduction::Sum || e.reduce == Reduction::Prod ||
                 e.reduce == Reduction::Min || e.reduce == Reduction::Max;
  if (!isKnown || result.weak || !Coverage::isPossible(idOf(e.reduce), result.dtype) ||
      !result.domain.has(dim))
    return std::nullopt;
  if (!e.region.empty()) {
    if (!result.domain[dim].contains(e.region[0].range))
      return std::nullopt;
    result.domain = result.domain.with(dim(e.region[0].range));
  }
  if (!result.domain[dim].isFinite())
    return std::nullopt;
  result.dtype = reducedType(e.reduce, result.dtype);
  result.grid = std::nullopt;
  result.neverNaN = false;
  return result;
}

/// Of bools, a field and what is there before they are true.
std::optional<Variable> Model::inferFirstMatch(const Expression &e, Variable result) const {
  Dimension dim = e.dims[0];
  const Variable &field = operandInfo(e, 1);
  if (result.dtype != DType::Bool || result.weak || field.weak || isComplex(field.dtype))
    return std::nullopt;
  take(result, field);
  result.domain = (result.domain & field.domain).canonical();
  if (int otherwise = e.operands[2].variable; otherwise >= 0) {
    const Variable &start = operandInfo(e, 2);
    if (start.dtype != field.dtype || start.weak || start.domain.has(dim))
      return std::nullopt;
    take(result, start);
    result.domain = (result.domain & start.domain).canonical();
  } else if (!takesNumber(field.dtype, e.operands[2].number)) {
    return std::nullopt;
  }
  if (!result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  result.dtype = field.dtype;
  result.grid = std::nullopt;
  result.neverNaN = false;
  return result;
}
