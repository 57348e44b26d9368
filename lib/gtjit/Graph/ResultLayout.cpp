//===- ResultLayout.cpp - Where a result's values would lie ---------------===//
//
// A result takes the stride order of the memory that it is made from.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Memory/Layout.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <unordered_map>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

using DimOrder = std::vector<Dimension>;

bool holds(const DimOrder &list, Dimension dim) {
  return std::find(list.begin(), list.end(), dim) != list.end();
}

bool hasAll(const Domain &domain, const Domain &wanted) {
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const NamedRange &range) { return domain.has(range.dim); });
}

bool isOnePoint(const NamedRange &range) { // or none
  return range.range.isFinite() && range.range.size() <= 1;
}

bool hasTwoPoints(const Domain &domain) { // dimensions of one point
  return std::count_if(domain.begin(), domain.end(), isOnePoint) > 1;
}

/// The first operand that has all dimensions of its user, which has its order from there; null if
/// there is none.
const Node *wholeOperand(const Node &user) {
  for (const NodeRef &input : user.inputs)
    if (hasAll(input->domain, user.domain))
      return input.get();
  return nullptr;
}

/// The orders of nodes, operands before their users. Nodes remember theirs, so that it is found
/// once: it stays as it is when they or their operands are evaluated.
class Orders {
public:
  /// The dimensions of `node` in its order.
  DimOrder of(const Node &node);

private:
  /// A node that waits for the order of the operand that has all its dimensions, or of all.
  struct Waiting {
    const Node *node;
    const Node *whole;
  };
  void wantOperands(const Waiting &next);
  void make(const Waiting &next);
  DimOrder makeOfAll(const Node &node) const;
  bool isKnown(const Node &node) const;
  DimOrder recall(const Node &node) const;
  void remember(const Node &node, DimOrder order);

  std::vector<Waiting> waiting;
  std::unordered_map<const Node *, DimOrder> large; ///< of nodes with more dimensions than fit
};

/// Positions of dimensions that fit into Node::order, four bits each.
constexpr std::size_t mostRemembered = 16;

} // namespace

/// Adds what `order` lacks of `other`: behind the dimension that is the next slower one in `other`,
/// or before all, if none there is one of `order`.
static void merge(DimOrder &order, const DimOrder &other) {
  auto place = order.begin();
  for (Dimension dim : other) {
    auto known = std::find(order.begin(), order.end(), dim);
    if (known == order.end())
      known = order.insert(place, dim);
    place = known + 1;
  }
}

/// The dimensions of `order` that `node` has. Those of one point that lie side by side are in
/// canonical order: in dense memory they have one stride, which tells none.
static DimOrder restricted(DimOrder order, const Node &node) {
  std::erase_if(order, [&](Dimension dim) { return !node.domain.has(dim); });
  auto isPoint = [&](Dimension dim) { return isOnePoint(dim(node.domain[dim])); };
  for (auto first = order.begin(); first != order.end();) {
    auto end = std::find_if_not(first, order.end(), isPoint);
    std::sort(first, end);
    first = std::find_if(end, order.end(), isPoint);
  }
  return order;
}

static DimOrder orderOfMemory(const ArrayView &memory, const Node &node) {
  DimOrder order;
  order.reserve(memory.domain.ndim());
  for (unsigned position : memory.strideOrder())
    order.push_back(memory.domain[position].dim);
  return restricted(std::move(order), node);
}

bool Orders::isKnown(const Node &node) const {
  return node.order.load(std::memory_order_relaxed) != 0 || node.memory() ||
         node.domain.ndim() < 2 || (!large.empty() && large.count(&node));
}

DimOrder Orders::recall(const Node &node) const {
  if (const ArrayView *memory = node.memory())
    return orderOfMemory(*memory, node);
  if (auto found = large.find(&node); found != large.end())
    return found->second;
  std::uint64_t positions = node.order.load(std::memory_order_relaxed);
  DimOrder order;
  order.reserve(node.domain.ndim());
  for (std::size_t n = 0; n < node.domain.ndim(); ++n)
    order.push_back(node.domain[positions >> 4 * n & 15].dim);
  return order;
}

void Orders::remember(const Node &node, DimOrder order) {
  if (order.size() > mostRemembered) {
    large.emplace(&node, std::move(order));
    return;
  }
  std::uint64_t positions = 0;
  for (std::size_t n = 0; n < order.size(); ++n)
    for (std::uint64_t position = 0; position < node.domain.ndim(); ++position)
      if (node.domain[position].dim == order[n])
        positions |= position << 4 * n;
  node.order.store(positions, std::memory_order_relaxed);
}

DimOrder Orders::of(const Node &node) {
  if (!isKnown(node))
    waiting.push_back({&node, wholeOperand(node)});
  while (!waiting.empty()) {
    Waiting next = waiting.back();
    std::size_t before = waiting.size();
    wantOperands(next);
    if (waiting.size() > before)
      continue;
    make(next);
    waiting.pop_back();
  }
  return recall(node);
}

void Orders::wantOperands(const Waiting &next) {
  auto want = [&](const Node &operand) {
    if (!isKnown(operand))
      waiting.push_back({&operand, wholeOperand(operand)});
  };
  if (next.whole)
    return want(*next.whole);
  for (const NodeRef &input : next.node->inputs)
    want(*input);
}

void Orders::make(const Waiting &next) {
  const Node &node = *next.node;
  std::uint64_t handed = next.whole ? next.whole->order.load(std::memory_order_relaxed) : 0;
  bool isSame = handed != 0 && !next.whole->memory() &&
                node.domain.ndim() == next.whole->domain.ndim() && !hasTwoPoints(node.domain);
  if (isSame)
    node.order.store(handed, std::memory_order_relaxed);
  else
    remember(node, restricted(next.whole ? recall(*next.whole) : makeOfAll(node), node));
}

/// The order of a node none of whose operands has all dimensions.
DimOrder Orders::makeOfAll(const Node &node) const {
  std::vector<DimOrder> orders;
  for (const NodeRef &input : node.inputs)
    orders.push_back(recall(*input));
  DimOrder order = node.ordered(orders);
  if (!order.empty())
    return order;
  for (std::size_t n = 0; n < orders.size(); ++n) {
    const NodeRef &input = node.inputs[n];
    DimOrder own = std::move(orders[n]);
    std::erase_if(own, [&](Dimension dim) {
      return !node.domain.has(dim) || !input->domain.rangeOr(dim).isFinite();
    });
    merge(order, own);
  }
  DimOrder missing;
  for (std::size_t position : cpuOrder(node.domain))
    if (!holds(order, node.domain[position].dim))
      missing.push_back(node.domain[position].dim);
  order.insert(order.begin(), missing.begin(), missing.end());
  return order;
}

std::vector<Dimension> detail::resultOrder(const Node &node) {
  auto lock = lockGraph(node);
  return Orders().of(node);
}

ArrayView detail::plannedView(const Node &node) {
  ArrayView view;
  view.dtype = node.dtype;
  view.domain = node.domain;
  view.strides.assign(node.domain.ndim(), 0);
  std::vector<Dimension> order = resultOrder(node);
  std::int64_t stride = 1;
  for (std::size_t n = order.size(); n-- > 0;)
    for (std::size_t d = 0; d < node.domain.ndim(); ++d) {
      if (!(node.domain[d].dim == order[n]))
        continue;
      view.strides[d] = stride;
      Range range = node.domain[d].range;
      stride = saturatingProduct(stride, range.isFinite() && !range.empty() ? range.size() : 1);
    }
  return view;
}
