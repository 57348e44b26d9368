//===- DomainCheck.cpp - Operands of different grids ----------------------===//
//
// A walk over what an operand is made of, which only who asks for it pays for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/DomainCheck.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <unordered_set>

namespace gtjit::detail {

/// Whether all values below the node lie where the user made them: nothing was
/// shifted or sliced, and all of that is known.
static bool isUnmoved(const Node &root) {
  std::vector<const Node *> open{&root};
  std::unordered_set<const Node *> seen;
  while (!open.empty()) {
    const Node &node = *open.back();
    open.pop_back();
    if (!seen.insert(&node).second)
      continue;
    bool isMade = node.kind() == NodeKind::Source;
    if (!isMade && (node.inputs.empty() || node.isPart() || !node.readsOwnPoint()))
      return false;
    for (const NodeRef &input : node.inputs)
      open.push_back(input.get());
  }
  return true;
}

/// The first dimension in which the compute domains of two nodes differ, or null.
static const NamedRange *difference(const Node &a, const Node &b,
                                    std::span<const Dimension> except) {
  for (const NamedRange &range : a.compute)
    if (std::ranges::find(except, range.dim) == except.end() && range.range.isFinite() &&
        b.compute.has(range.dim) && b.compute[range.dim].isFinite() &&
        b.compute[range.dim] != range.range)
      return &range;
  return nullptr;
}

static void compare(const Node &node, const Node &a, const Node &b,
                    std::span<const Dimension> except) {
  const NamedRange *range = difference(a, b, except);
  if (!range || !isUnmoved(a) || !isUnmoved(b))
    return;
  DomainError error(node.line, "the operands of '" + std::string(node.called()) +
                                   "' have different compute domains, " + toString(*range) +
                                   " of " + describe(a) + " and " +
                                   toString(range->dim(b.compute[range->dim])) + " of " +
                                   describe(b) + ", and neither was shifted or sliced");
  for (const Node *operand : {&a, &b})
    error.addNote(operand->line, describe(*operand) + " is made here");
  throw error;
}

void compareOperandDomains(const Node &node, std::span<const Dimension> except) {
  for (std::size_t n = 1; n < node.inputs.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      compare(node, *node.inputs[m], *node.inputs[n], except);
}

} // namespace gtjit::detail
