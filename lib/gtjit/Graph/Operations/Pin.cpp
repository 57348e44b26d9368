//===- Pin.cpp - A field at one coordinate of a dimension -----------------===//
//
// The dimension disappears. The coordinate is a run-time argument of kernels.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/KnownTypes.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/View.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/Selection.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct PinNode final : ViewOf<PinNode> {
  static constexpr std::string_view operationName = "pin";
  NamedIndex at;

  PinNode(const NodeRef &input, NamedIndex index, SourceLine line);
  PinNode(const NodeType &type, NodeRef input, NamedIndex index, SourceLine line)
      : ViewOf(type, std::move(input), line), at(index) {}
  NamedRange range() const { return at.dim(at.index, saturatingAdd(at.index, 1)); }
  Domain reads(std::size_t n, const Domain &box) const override {
    return projected(box.with(range()), inputs[n]->domain);
  }
  bool readsOwnPoint() const override { return false; }
  std::optional<ArrayView> partOf(const ArrayView &input) const override {
    return input.pinnedAt(positionOf(input.domain, at.dim), at.index);
  }
  void flatten(Flattening &to) const override {
    to.key().dimension(at.dim);
    to.useRange(range());
  }
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override {
    return operands[0] + " at an index of " + std::string(at.dim.name());
  }
  NodeRef rebuild(const Rebuilding &on) const override {
    return buildAbsolute(on.inputs[0], Region(at), line);
  }
};

PinNode::PinNode(const NodeRef &input, NamedIndex index, SourceLine line)
    : ViewOf(input, line), at(index) {
  domain = input->domain.without(at.dim);
  compute = input->compute.without(at.dim);
  if (unslicedDomain)
    *unslicedDomain = unslicedDomain->without(at.dim);
  moveValidity(*this, at.dim, [&](const NodeRef &valid) { return buildPin(valid, at, line); });
}

void PinNode::print(OperationText &text) const {
  const TextValue &input = text.inputs()[0], &result = text.result(), &range = text.ranges()[0];
  text.define(result, "pin " + input.name + " at " + range.name + " : " + input.type + ", " +
                          range.type + " -> " + result.type);
}

void PinNode::printRecorded(OperationText &text) const {
  text.define(text.result(), "part " + text.inputs()[0].name + " [" + text.dimension(at.dim) +
                                 " at " + std::to_string(at.index) +
                                 "] : " + text.inputs()[0].type + " -> " + text.result().type);
}

std::vector<reference::Grid> PinNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid values = *on.inputs[0];
  for (std::size_t d = 0; d < values.box.ndim(); ++d)
    if (values.box[d].dim == at.dim) {
      values.first += (at.index - values.box[d].range.lo()) * values.strides[d];
      values.strides.erase(values.strides.begin() + static_cast<std::ptrdiff_t>(d));
      values.box = values.box.without(at.dim);
      break;
    }
  return {values};
}

} // namespace

NodeRef detail::buildPin(NodeRef input, NamedIndex index, SourceLine line) {
  return lookedUp(
      viewQuestion(kPinQuestion, *input, index.dim),
      [&](const NodeType &type) {
        return NodeRef(new PinNode(type, std::move(input), index, line));
      },
      [&] { return NodeRef(new PinNode(input, index, line)); });
}

/// At the lower end of a range plus an offset.
Nodes detail::readPin(const Written &written) {
  const WrittenEntry &at = written.text.entries.at(0);
  Range range = at.range();
  if (at.offset == 0 ? range.size() != 1 : at.offset >= range.size())
    written.refuse(
        "needs " +
        (at.offset == 0 ? "one point" : "more than " + std::to_string(at.offset) + " points") +
        " of " + std::string(at.dim.name()) + ", got " + std::to_string(range.size()));
  Region region(at.dim(range.lo() + at.offset), written.line());
  return {buildAbsolute(written.operand(), region, written.line())};
}
