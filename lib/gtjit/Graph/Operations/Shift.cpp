//===- Shift.cpp - The value some points away -----------------------------===//
//
// Shifts of shifts become one, so that f(I + 1)(I - 1) is f.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Shift.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/KnownTypes.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"

using namespace gtjit;
using namespace gtjit::detail;

/// "I + 1".
static std::string offsetText(std::string_view dim, std::int64_t offset) {
  std::uint64_t size = offset < 0 ? 0 - static_cast<std::uint64_t>(offset) : std::uint64_t(offset);
  return std::string(dim) + (offset < 0 ? " - " : " + ") + std::to_string(size);
}

ShiftNode::ShiftNode(const NodeRef &input, Shift shift, SourceLine line)
    : ViewOf(input, line), dim(shift.dim), offset(shift.offset) {
  std::int64_t back = saturatingNegate(offset);
  domain = input->domain.translated(dim, back);
  if (unslicedDomain)
    *unslicedDomain = unslicedDomain->translated(dim, back);
  moveValidity(*this, shift.dim,
               [&](const NodeRef &valid) { return buildShift(valid, shift, line); });
}

static NodeRef makeShift(NodeRef input, Shift shift, SourceLine line) {
  return lookedUp(
      viewQuestion(kShiftQuestion, *input, shift.dim, shift.offset),
      [&](const NodeType &type) {
        return NodeRef(new ShiftNode(type, std::move(input), shift, line));
      },
      [&] { return NodeRef(new ShiftNode(input, shift, line)); });
}

static void requireDimension(const Node &input, Shift shift, SourceLine line) {
  if (!input.domain.has(shift.dim))
    throw ValueError(line, "a shift in " + std::string(shift.dim.name()) + " of " +
                               describe(input) + ", which has no such dimension");
}

/// Joins the shift with those that the input is made by: each dimension is there once.
static NodeRef joinShift(const NodeRef &input, Shift shift, SourceLine line) {
  Sequence<NodeRef, 4> above;
  NodeRef node = input;
  NodeRef below = inputBelow<ShiftNode>(*node);
  while (below && !(as<ShiftNode>(*node)->dim == shift.dim)) {
    above.push_back(node);
    node = below;
    below = inputBelow<ShiftNode>(*node);
  }
  if (!below)
    return shift.offset == 0 ? input : makeShift(input, shift, line);
  std::int64_t offset = saturatingAdd(as<ShiftNode>(*node)->offset, shift.offset);
  NodeRef result = offset == 0 ? below : makeShift(below, {shift.dim, offset}, line);
  for (std::size_t n = above.size(); n-- > 0;) {
    const ShiftNode &other = *as<ShiftNode>(*above[n]);
    result = makeShift(result, {other.dim, other.offset}, other.line);
  }
  return result;
}

/// Whether some of the shifts that the node is made by may be of the dimension. Those that only the
/// caller refers to, or what that alone does, nobody evaluates from then on: the count is read
/// before anything that an evaluation changes.
static bool mayJoin(const Node &node, Dimension dim) {
  const auto *shift = as<ShiftNode>(node);
  while (shift && !(shift->dim == dim)) {
    if (shift->references.load(std::memory_order_acquire) != 1)
      return true;
    if (shift->memory())
      return false;
    shift = as<ShiftNode>(*shift->inputs[0]);
  }
  return shift;
}

NodeRef detail::buildShifts(NodeRef input, std::span<const Shift> shifts, SourceLine line) {
  for (Shift shift : shifts) {
    requireDimension(*input, shift, line);
    if (mayJoin(*input, shift.dim))
      input = joinShift(input, shift, line);
    else if (shift.offset != 0)
      input = makeShift(std::move(input), shift, line);
  }
  return input;
}

NodeRef detail::buildShift(const NodeRef &input, Shift shift, SourceLine line) {
  return buildShifts(input, {&shift, 1}, line);
}

Domain ShiftNode::reads(std::size_t n, const Domain &box) const {
  return projected(box.translated(dim, offset), inputs[n]->domain);
}

void ShiftNode::flatten(Flattening &to) const {
  to.key().dimension(dim);
  to.key().signedNumber(offset);
}

void ShiftNode::print(OperationText &text) const {
  text.define(text.result(), "shift " + text.inputs()[0].name + " [" +
                                 offsetText(text.dimension(dim), offset) +
                                 "] : " + text.result().type);
}

std::vector<reference::Grid> ShiftNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid values = *on.inputs[0];
  values.box = values.box.translated(dim, -offset);
  return {values};
}

std::string ShiftNode::shape(std::span<const std::string> operands) const {
  return operands[0] + "(" + offsetText(dim.name(), offset) + ")";
}

NodeRef ShiftNode::rebuild(const Rebuilding &on) const {
  return buildShift(on.inputs[0], {dim, offset}, line);
}

Nodes detail::readShift(const Written &written) { return {written.moved(buildShift)}; }
