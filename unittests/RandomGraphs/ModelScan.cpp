//===- ModelScan.cpp - Types and domains of scans -------------------------===//

#include "Model.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// What is carried has the types that are named, or all has that of the first operand.
std::optional<Variable> Model::inferScan(const Expression &e, Variable result) const {
  Dimension dim = e.dims[0];
  const DType only = result.dtype;
  bool isOfOne = e.types.empty();
  if (result.weak || isComplex(only) || std::any_of(e.types.begin(), e.types.end(), isComplex))
    return std::nullopt;
  result.neverNaN = false;
  result.grid = std::nullopt;
  std::optional<Range> points;
  if (!e.region.empty())
    points = e.region[0].range;
  Domain domain;
  for (const Operand &operand : e.operands) {
    bool isInitial = &operand == &e.operands.back();
    if (operand.variable < 0) {
      if (!isInitial)
        return std::nullopt;
      continue;
    }
    const Variable &info = variableInfos[static_cast<std::size_t>(operand.variable)];
    bool has = info.domain.has(dim);
    if ((isOfOne ? info.dtype != only : isComplex(info.dtype)) || info.weak || (isInitial && has) ||
        (has && points && !info.domain[dim].contains(*points)))
      return std::nullopt;
    domain = domain & info.domain;
    take(result, info);
  }
  if (points)
    domain = domain.with(dim(*points));
  if (!domain.has(dim) || !domain[dim].isFinite())
    return std::nullopt;
  result.domain = domain.canonical();
  if (!isOfOne)
    result.dtype = e.types[0];
  return result;
}
