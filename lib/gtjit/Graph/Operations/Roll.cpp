//===- Roll.cpp - A field moved around its domain -------------------------===//
//
// Two shifts of the field as one: two copies of contiguous memory. How far the second
// one is moved depends on the size of the domain, which nobody knows of an argument of
// a callable; there a node says what is asked for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Roll.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Concat.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct RollNode final : NodeOf<RollNode> {
  static constexpr std::string_view operationName = "roll";
  Shift by;

  RollNode(const NodeRef &field, Shift by, SourceLine at) : by(by) {
    dtype = field->dtype;
    symbolic = true;
    runtime = field->runtime;
    domain = field->domain;
    compute = field->compute;
    line = at;
    addInput(field);
  }
  NodeKind kind() const override { return NodeKind::View; }
  void printRecorded(OperationText &text) const override {
    std::string offset = std::to_string(by.offset);
    text.define(text.result(), "roll " + text.inputs()[0].name + " [" + text.dimension(by.dim) +
                                   (by.offset < 0 ? " - " + offset.substr(1) : " + " + offset) +
                                   "] : " + text.result().type);
  }
  NodeRef rebuild(const Rebuilding &on) const override;
};

} // namespace

/// The range of the field, which must have ends; of an argument, for kernels that are
/// made before a call, some range.
static Range rangeOf(const Node &field, Shift by, SourceLine line) {
  auto start = [&] { return "'roll' of " + describe(field) + " in " + std::string(by.dim.name()); };
  if (!field.domain.has(by.dim))
    throw ValueError(line, start() + ", which it lacks");
  Range range = field.symbolic ? Range(0, 2) : field.domain[by.dim];
  if (!range.isFinite())
    throw ValueError(line, start() + ": the field has no end, " + toString(by.dim(range)));
  return range;
}

static NodeRef rolled(const NodeRef &field, Shift by, Range range, SourceLine line) {
  if (range.empty())
    return field;
  std::int64_t size = range.size(), first = (by.offset % size + size) % size;
  std::vector<Operand> parts = {{buildShift(field, {by.dim, -first}, line), line}};
  std::vector<ConcatPiece> pieces = {{0, Domain(by.dim(range.lo() + first, range.hi()))}};
  if (first != 0) {
    parts.push_back({buildShift(field, {by.dim, size - first}, line), line});
    pieces.push_back({1, Domain(by.dim(range.lo(), range.lo() + first))});
  }
  NodeRef result = buildPieces(std::move(parts), std::move(pieces), line);
  result->compute = field->compute;
  return result;
}

/// For kernels, also if the field is an argument still.
NodeRef RollNode::rebuild(const Rebuilding &on) const {
  NodeRef field = withEnds(on.inputs[0], {by.dim});
  return rolled(field, by, rangeOf(*field, by, line), line);
}

NodeRef detail::buildRoll(const NodeRef &given, Shift by, SourceLine line) {
  NodeRef field = withEnds(given, {by.dim});
  Range range = rangeOf(*field, by, line);
  return field->symbolic ? NodeRef(new RollNode(field, by, line)) : rolled(field, by, range, line);
}

Nodes detail::readRoll(const Written &written) { return {written.moved(buildRoll)}; }
