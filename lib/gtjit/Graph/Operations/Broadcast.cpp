//===- Broadcast.cpp - More dimensions, other names -----------------------===//
//
// A field with dimensions that it does not depend on; with none of them more,
// the same field under another name.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/View.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct BroadcastNode final : ViewOf<BroadcastNode> {
  static constexpr std::string_view operationName = "broadcast";

  BroadcastNode(const NodeRef &input, SourceLine line) : ViewOf(input, line) {}
  bool isItsInput() const override { return domain.ndim() == inputs[0]->domain.ndim(); }
  void flatten(Flattening &to) const override {
    to.key().number(domain.ndim());
    for (const NamedRange &range : domain)
      to.key().dimension(range.dim);
  }
  void print(OperationText &text) const override {
    const TextValue &input = text.inputs()[0], &result = text.result();
    text.define(result, "broadcast " + input.name + " : " + input.type + " -> " + result.type);
  }
  std::string shape(std::span<const std::string> operands) const override {
    return operands[0] + " on " + toString(domain.dims());
  }
  NodeRef rebuild(const Rebuilding &on) const override { // also another name for the same value
    return buildBroadcast(on.inputs[0], domain.dims(), line);
  }
};

} // namespace

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
  NodeRef node(new BroadcastNode(input, line));
  node->domain.intersect(infinite);
  node->compute.intersect(infinite);
  if (node->unslicedDomain)
    intersectWith(*node->unslicedDomain, infinite);
  checkTwins(node->domain, line);
  return node;
}

NodeRef detail::buildNamed(NodeRef input, std::string_view name) {
  bool shared = input->references.load(std::memory_order_acquire) > 1;
  NodeRef node = shared ? NodeRef(new BroadcastNode(input, input->line)) : std::move(input);
  node->name = name;
  return node;
}

Nodes detail::readBroadcast(const Written &written) {
  return {buildBroadcast(written.operand(), Dims(written.text.typeDims), written.line())};
}
