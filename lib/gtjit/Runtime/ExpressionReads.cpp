//===- ExpressionReads.cpp - What stored expressions read -----------------===//
//
// Counting references and propagating boxes over the graphs of stores.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/ExpressionReads.h"

#include "gtjit/Runtime/ViewOverlap.h"

#include <algorithm>

namespace gtjit::detail {

/// Leaves and evaluated nodes are where a walk ends.
static bool isMemory(const Node &node) {
  return node.op == OpCode::Leaf || node.value.load(std::memory_order_acquire);
}

ExpressionReads::ExpressionReads(const std::vector<StoreRequest> &stores) : stores(stores) {
  for (const StoreRequest &store : stores)
    collect(store.value.get());
  for (std::size_t n = 0; n < order.size(); ++n)
    if (!isMemory(*order[n].node))
      for (const NodeRef &input : order[n].node->inputs)
        ++order[places.at(input.get())].edges;
  for (const StoreRequest &store : stores)
    ++order[places.at(store.value.get())].edges;
  findOutside();
  extents.resize(stores.size());
}

void ExpressionReads::collect(const Node *root) {
  struct Step {
    const Node *node;
    std::size_t next;
  };
  static constexpr std::size_t kUnnumbered = ~std::size_t{0};
  std::vector<Step> path;
  auto enter = [&](const Node *node) {
    if (places.emplace(node, kUnnumbered).second)
      path.push_back({node, 0});
  };
  enter(root);
  while (!path.empty()) {
    Step &step = path.back();
    const Node *node = step.node;
    if (!isMemory(*node) && step.next < node->inputs.size()) {
      enter(node->inputs[step.next++].get());
      continue;
    }
    places[node] = order.size();
    order.push_back({node});
    path.pop_back();
  }
}

void ExpressionReads::findOutside() {
  for (std::size_t n = order.size(); n-- > 0;) {
    Place &place = order[n];
    const Node &node = *place.node;
    long cached = node.leaf ? node.leaf->cached : 0;
    if (node.references.load() > cached + place.edges)
      place.outside = true;
    if (place.outside && !isMemory(node))
      for (const NodeRef &input : node.inputs)
        order[places.at(input.get())].outside = true;
  }
}

bool ExpressionReads::neededOutside(const Node &leaf) const {
  return order[places.at(&leaf)].outside;
}

/// What `node` reads of its operand `input` where `box` of itself is needed.
static Domain boxOfInput(const Node &node, const Node &input, const Domain &box) {
  Domain result;
  for (const NamedRange &whole : input.domain) {
    Range range = box.rangeOr(whole.dim);
    if (node.op == OpCode::Shift && node.dim == whole.dim)
      range = range + node.offset;
    else if (node.op == OpCode::Pin && node.dim == whole.dim)
      range = Range(node.offset, node.offset + 1);
    else if (node.op == OpCode::Reduce &&
             std::find(node.reduced.begin(), node.reduced.end(), whole.dim) != node.reduced.end())
      range = whole.range;
    result = result.with({whole.dim, range});
  }
  return result;
}

static bool keepsPoints(const Node &node) {
  return node.op == OpCode::Point || node.op == OpCode::Slice || node.op == OpCode::Broadcast ||
         (node.op == OpCode::Shift && node.offset == 0);
}

static Domain hullOf(const Domain &a, const Domain &b) {
  Domain result;
  for (const NamedRange &range : a)
    result = result.with({range.dim, hull(range.range, b.rangeOr(range.dim))});
  return result;
}

const std::vector<ExpressionReads::Extent> &ExpressionReads::extentsOf(std::size_t store) {
  std::vector<Extent> &result = extents[store];
  if (!result.empty())
    return result;
  result.resize(order.size());
  std::size_t root = places.at(stores[store].value.get());
  result[root] = {stores[store].region, true, true};
  for (std::size_t n = root + 1; n-- > 0;) {
    const Node &node = *order[n].node;
    if (!result[n].used || isMemory(node))
      continue;
    for (const NodeRef &input : node.inputs) {
      Extent &extent = result[places.at(input.get())];
      Domain box = boxOfInput(node, *input, result[n].box);
      extent.box = extent.used ? hullOf(extent.box, box) : box;
      extent.ownPoint &= result[n].ownPoint && keepsPoints(node);
      extent.used = true;
    }
  }
  return result;
}

bool ExpressionReads::conflicts(const Node &leaf, std::size_t writer) {
  const ArrayView *evaluated = leaf.value.load(std::memory_order_acquire);
  const ArrayView &view = evaluated ? *evaluated : leaf.leaf->view;
  const StoreRequest &write = stores[writer];
  std::size_t place = places.at(&leaf);
  for (std::size_t store = 0; store < stores.size(); ++store) {
    const Extent &extent = extentsOf(store)[place];
    if (!extent.used)
      continue;
    if (store == writer && extent.ownPoint && sameAddresses(view, write.target))
      continue;
    if (mayOverlap(view, extent.box, write.target, write.region))
      return true;
  }
  return false;
}

} // namespace gtjit::detail
