//===- ResultLayout.cpp - Where a result's values would lie ---------------===//
//
// A result takes the stride order of the memory that it is made from.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Storage/Layout.h"

#include <algorithm>
#include <unordered_set>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Calls `visit` on the leaves and evaluated nodes below `root` in operand
/// order until it returns false.
template <class Visit> void forEachLeaf(const Node &root, Visit visit) {
  std::vector<const Node *> pending{&root};
  std::unordered_set<const Node *> seen;
  while (!pending.empty()) {
    const Node *node = pending.back();
    pending.pop_back();
    if (const ArrayView *memory = node->memory()) {
      if (!visit(*memory))
        return;
      continue;
    }
    if (node->inputs.size() > 1 && !seen.insert(node).second)
      continue;
    for (std::size_t n = node->inputs.size(); n-- > 0;)
      pending.push_back(node->inputs[n].get());
  }
}

bool holds(const std::vector<Dimension> &list, Dimension dim) {
  return std::find(list.begin(), list.end(), dim) != list.end();
}

/// Puts those dimensions of a leaf that are in `domain` and not yet in `order`
/// in front of it, slower than all others.
void addSlower(std::vector<Dimension> &order, const ArrayView &leaf, const Domain &domain) {
  std::vector<Dimension> slower;
  for (unsigned position : leaf.strideOrder()) {
    Dimension dim = leaf.domain[static_cast<std::size_t>(position)].dim;
    if (domain.has(dim) && !holds(order, dim))
      slower.push_back(dim);
  }
  order.insert(order.begin(), slower.begin(), slower.end());
}

} // namespace

std::vector<Dimension> detail::resultOrder(const Node &node) {
  auto lock = lockGraph(node);
  std::vector<Dimension> order;
  bool complete = false;
  forEachLeaf(node, [&](const ArrayView &leaf) {
    std::vector<Dimension> own;
    addSlower(own, leaf, node.domain);
    complete = own.size() == node.domain.ndim();
    if (complete)
      order = own;
    else
      addSlower(order, leaf, node.domain);
    return !complete;
  });
  std::vector<Dimension> missing;
  for (std::size_t position : cpuOrder(node.domain))
    if (!holds(order, node.domain[position].dim))
      missing.push_back(node.domain[position].dim);
  order.insert(order.begin(), missing.begin(), missing.end());
  return order;
}

ArrayView detail::plannedView(const Node &node) {
  ArrayView view;
  view.dtype = node.dtype;
  view.domain = node.domain;
  view.strides.resize(node.domain.ndim());
  std::vector<Dimension> order = resultOrder(node);
  std::int64_t stride = 1;
  for (std::size_t n = order.size(); n-- > 0;)
    for (std::size_t d = 0; d < node.domain.ndim(); ++d) {
      if (!(node.domain[d].dim == order[n]))
        continue;
      view.strides[d] = stride;
      Range range = node.domain[d].range;
      stride *= range.isFinite() && !range.empty() ? range.size() : 1;
    }
  return view;
}
