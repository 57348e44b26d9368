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

/// Whether two domains have the same dimensions, and of one point the same.
bool haveSamePoints(const Domain &a, const Domain &b) {
  return a.ndim() == b.ndim() && std::all_of(a.begin(), a.end(), [&](const NamedRange &range) {
           return b.has(range.dim) && isOnePoint(range) == isOnePoint(range.dim(b[range.dim]));
         });
}

/// Where a node has its order from.
struct Source {
  const Node *node;
  /// Nodes on the way with dimensions of one point whose order evaluating them would not keep, from
  /// the user on.
  std::vector<const Node *> rearranging;
};

/// Follows the first operand that has all dimensions of its user, down to
/// memory or to a node without such an operand; the order of `node` is what
/// `node` has of the order found there.
Source sourceOf(const Node *node) {
  Source source{node, {}};
  while (!source.node->memory()) {
    const Node &user = *source.node;
    auto whole = std::find_if(user.inputs.begin(), user.inputs.end(), [&](const NodeRef &input) {
      return hasAll(input->domain, user.domain);
    });
    if (whole == user.inputs.end())
      break;
    bool isKnown = !source.rearranging.empty() &&
                   haveSamePoints(source.rearranging.back()->domain, user.domain);
    if (!isKnown && hasTwoPoints(user.domain))
      source.rearranging.push_back(&user);
    source.node = whole->get();
  }
  return source;
}

/// The orders of nodes, operands before their users.
class Orders {
public:
  /// The dimensions of `node` in its order.
  DimOrder of(const Node &node);

private:
  /// Puts the sources of operands that are not known on the list.
  bool knowsOperands(const Node &node, std::vector<const Node *> &pending) const;
  DimOrder make(const Node &node) const;

  std::unordered_map<const Node *, DimOrder> known; ///< of sources
};

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

/// The order of `node`, of that of its source.
static DimOrder handedOn(DimOrder order, const Source &source, const Node &node) {
  for (std::size_t n = source.rearranging.size(); n-- > 0;)
    order = restricted(std::move(order), *source.rearranging[n]);
  return restricted(std::move(order), node);
}

DimOrder Orders::of(const Node &node) {
  Source source = sourceOf(&node);
  if (source.node->memory())
    return handedOn(make(*source.node), source, node);
  std::vector<const Node *> pending{source.node};
  while (!pending.empty()) {
    const Node *next = pending.back();
    if (known.count(next)) {
      pending.pop_back();
    } else if (knowsOperands(*next, pending)) {
      known.emplace(next, make(*next));
      pending.pop_back();
    }
  }
  return handedOn(known.at(source.node), source, node);
}

bool Orders::knowsOperands(const Node &node, std::vector<const Node *> &pending) const {
  std::size_t before = pending.size();
  if (!node.memory())
    for (const NodeRef &input : node.inputs)
      if (const Node *source = sourceOf(input.get()).node; !known.count(source))
        pending.push_back(source);
  return pending.size() == before;
}

DimOrder Orders::make(const Node &node) const {
  DimOrder order;
  if (const ArrayView *memory = node.memory()) {
    order.reserve(memory->domain.ndim());
    for (unsigned position : memory->strideOrder())
      order.push_back(memory->domain[position].dim);
    return restricted(std::move(order), node);
  }
  std::vector<DimOrder> orders;
  for (const NodeRef &input : node.inputs) {
    Source source = sourceOf(input.get());
    orders.push_back(handedOn(known.at(source.node), source, *input));
  }
  if (order = node.ordered(orders); !order.empty())
    return restricted(std::move(order), node);
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
  return restricted(std::move(order), node);
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
