//===- ModelScan.cpp - Types and domains of scans -------------------------===//

#include "Model.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// All operands have the type of the first, which the body keeps.
std::optional<Variable> Model::inferScan(const Expression &e, Variable result) const {
  Dimension dim = e.dims[0];
  if (result.weak || isComplex(result.dtype))
    return std::nullopt;
  result.neverNaN = false;
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
    if (info.dtype != result.dtype || info.weak || (isInitial && has) ||
        (has && points && !info.domain[dim].contains(*points)))
      return std::nullopt;
    domain = domain & info.domain;
    result.traits |= info.traits;
    result.operations.insert(info.operations.begin(), info.operations.end());
    result.buffers.insert(info.buffers.begin(), info.buffers.end());
  }
  if (points)
    domain = domain.with(dim(*points));
  if (!domain.has(dim) || !domain[dim].isFinite())
    return std::nullopt;
  result.domain = domain.canonical();
  return result;
}
