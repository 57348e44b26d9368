//===- DomainCheck.h - Operands of different grids --------------*- C++ -*-===//
//
// The check of domains, which users ask for: an operation is defined where all
// operands are, and nobody says so if that is less than was meant.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_DOMAINCHECK_H
#define GTJIT_GRAPH_DOMAINCHECK_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/CheckScope.h"

#include <span>

namespace gtjit::detail {

void compareOperandDomains(const Node &node, std::span<const Dimension> except);
/// If the check is in force, throws DomainError for two operands of `node` with
/// different compute domains in a dimension that both have, but for those of `except`,
/// unless one was shifted or sliced, or may have been before it was evaluated.
inline void checkOperandDomains(const Node &node, std::span<const Dimension> except = {}) {
  if (node.runtime && !node.symbolic && checkInForce(node.runtime->options.check) == Check::Domains)
    compareOperandDomains(node, except);
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_DOMAINCHECK_H
