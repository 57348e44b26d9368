//===- BuildView.cpp - Shifts, slices, broadcasts, names ------------------===//
//
// Nodes that read other points of their input and compute nothing. Shifts of
// shifts and slices of slices become one, so that f(I + 1)(I - 1) is f.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Types/DomainText.h"

#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// A node that reads `input`, with the input's type and domain.
NodeRef viewNode(OpCode op, const NodeRef &input, SourceLine line) {
  NodeRef node(new Node);
  node->op = op;
  node->dtype = input->dtype;
  node->weak = input->weak;
  node->fits = input->fits;
  node->symbolic = input->symbolic;
  node->runtime = input->runtime;
  node->domain = input->domain;
  node->compute = input->compute;
  if (input->unslicedDomain)
    node->unslicedDomain = std::make_unique<Domain>(*input->unslicedDomain);
  node->inputs.push_back(input);
  node->line = line;
  return node;
}

/// The input of a node of this kind that nothing else names; null if it has
/// another kind, a name, or let its input go.
NodeRef inputBelow(const Node &node, OpCode op) {
  if (node.op != op || !node.name.empty())
    return NodeRef();
  auto lock = lockGraph(node);
  return node.memory() ? NodeRef() : node.inputs[0];
}

NodeRef shiftNode(const NodeRef &input, Shift shift, SourceLine line) {
  NodeRef node = viewNode(OpCode::Shift, input, line);
  node->dim = shift.dim;
  node->offset = shift.offset;
  node->domain = input->domain.translated(shift.dim, saturatingNegate(shift.offset));
  if (node->unslicedDomain)
    *node->unslicedDomain =
        node->unslicedDomain->translated(shift.dim, saturatingNegate(shift.offset));
  return node;
}

/// The input at one coordinate of a dimension, which disappears.
NodeRef pinNode(const NodeRef &input, NamedIndex index, SourceLine line) {
  NodeRef node = viewNode(OpCode::Pin, input, line);
  node->dim = index.dim;
  node->offset = index.index;
  node->domain = input->domain.without(index.dim);
  node->compute = input->compute.without(index.dim);
  if (node->unslicedDomain)
    *node->unslicedDomain = node->unslicedDomain->without(index.dim);
  return node;
}

} // namespace

NodeRef detail::buildShift(const NodeRef &input, Shift shift, SourceLine line) {
  if (!input->domain.has(shift.dim))
    throw ValueError(line, "a shift in " + std::string(shift.dim.name()) + " of " +
                               describe(*input) + ", which has no such dimension");
  // A chain of shifts has each dimension once: join the one of this dimension.
  Sequence<NodeRef, 4> above;
  NodeRef node = input;
  NodeRef below = inputBelow(*node, OpCode::Shift);
  while (below && !(node->dim == shift.dim)) {
    above.push_back(node);
    node = below;
    below = inputBelow(*node, OpCode::Shift);
  }
  if (!below)
    return shift.offset == 0 ? input : shiftNode(input, shift, line);
  std::int64_t offset = saturatingAdd(node->offset, shift.offset);
  NodeRef result = offset == 0 ? below : shiftNode(below, {shift.dim, offset}, line);
  for (std::size_t n = above.size(); n-- > 0;)
    result = shiftNode(result, {above[n]->dim, above[n]->offset}, above[n]->line);
  return result;
}

NodeRef detail::buildIndex(Dimension dim, SourceLine line) {
  NodeRef node(new Node);
  node->op = OpCode::Index;
  node->dtype = DType::I64;
  node->dim = dim;
  node->domain = node->compute = Domain{dim(Range::all())};
  node->line = line;
  return node;
}

NodeRef detail::buildSlice(const NodeRef &input, const Domain &domain,
                           std::span<const NamedIndex> indices, SourceLine line) {
  NodeRef result = input;
  for (NamedIndex index : indices)
    result = pinNode(result, index, line);
  Domain part = domain.canonical();
  if (part == result->domain)
    return result;
  std::unique_ptr<Domain> unsliced = std::make_unique<Domain>(result->extended());
  if (NodeRef below = inputBelow(*result, OpCode::Slice))
    result = below;
  result = viewNode(OpCode::Slice, result, line);
  result->domain = part;
  result->unslicedDomain = std::move(unsliced);
  return result;
}

NodeRef detail::buildBroadcast(const NodeRef &input, const Dims &dims, SourceLine line) {
  Domain infinite;
  for (Dimension dim : dims) {
    if (infinite.has(dim))
      throw ValueError(line, "broadcast names " + std::string(dim.name()) + " twice");
    infinite = infinite.with(dim(Range::all()));
  }
  infinite = infinite.canonical();
  for (const NamedRange &range : input->domain)
    if (!dims.contains(range.dim))
      throw ValueError(line, "broadcast of " + describe(*input) + " to " + toString(dims) +
                                 " would drop " + std::string(range.dim.name()));
  if (dims.size() == input->domain.ndim())
    return input;
  NodeRef node = viewNode(OpCode::Broadcast, input, line);
  intersectWith(node->domain, infinite);
  intersectWith(node->compute, infinite);
  if (node->unslicedDomain)
    intersectWith(*node->unslicedDomain, infinite);
  return node;
}

NodeRef detail::buildNamed(NodeRef input, std::string_view name) {
  bool shared = input->references.load(std::memory_order_acquire) > 1;
  NodeRef node = shared ? viewNode(OpCode::Broadcast, input, input->line) : std::move(input);
  node->name = name;
  return node;
}
