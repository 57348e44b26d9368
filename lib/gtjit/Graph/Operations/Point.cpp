//===- Point.cpp - An operation of the table at every point ---------------===//
//
// Conversions where promotion demands them, then the intersection of domains.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Point.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/KnownTypes.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Count.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/PointRows.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>
#include <cctype>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// A value of weak integers is one of them if it is only chosen; what is
/// computed of them may be any i64, and is no longer weak.
void inferWeakness(PointNode &node) {
  node.weak = true;
  if (!isInteger(node.dtype))
    return;
  node.weak = node.info().rule == TypeRule::Select;
  for (const NodeRef &input : node.inputs)
    if (isInteger(input->dtype))
      node.fits &= input->fits;
}

/// Neighbours of one kind at a time: two local dimensions that no operand has
/// together are an error. `operands`: the first one lacks a dimension of the node.
void checkLocalDimensions(const Node &node, std::string_view spelling,
                          std::span<const Operand> operands) {
  auto isLocal = [](const NamedRange &range) { return range.dim.kind() == DimensionKind::Local; };
  const NamedRange *first = std::find_if(node.domain.begin(), node.domain.end(), isLocal);
  if (first == node.domain.end())
    return;
  const NamedRange *second = std::find_if(first + 1, node.domain.end(), isLocal);
  if (second == node.domain.end())
    return;
  auto hasAll = [&](const Operand &operand) {
    return std::all_of(first, node.domain.end(), [&](const NamedRange &range) {
      return !isLocal(range) || operand.node->domain.has(range.dim);
    });
  };
  if (std::any_of(operands.begin(), operands.end(), hasAll))
    return;
  throw ValueError(
      node.line, "the result of '" + std::string(spelling) + "' would have two local dimensions, " +
                     std::string(first->dim.name()) + " and " + std::string(second->dim.name()));
}

[[noreturn]] void throwRuntimes(const Node &node) {
  throw ValueError(node.line, "the operands of '" + std::string(node.spelling()) +
                                  "' belong to different runtimes");
}

NodeRef pointNode(PointOp op, std::span<Operand> operands) {
  NodeRef node(new PointNode(op, *operands[0].node));
  takeOperands(*node, operands);
  return node;
}

/// Takes the operands' nodes, and the line of the last.
[[gnu::always_inline]] inline void takeInputs(Node &node, std::span<Operand> operands) {
  node.line = operands.back().line;
  for (Operand &operand : operands)
    node.addInput(std::move(operand.node));
}

/// Converts the operands, but for the condition of a choice.
void convert(PointOp op, std::span<Operand> operands, DType type) {
  bool isSelect = pointOpInfo(op).rule == TypeRule::Select;
  for (Operand &operand : operands.subspan(isSelect ? 1 : 0))
    if (operand.node->dtype != type)
      operand.node = converted(std::move(operand.node), type, operand.line);
}

/// The operation whose result has a type that is known.
[[gnu::always_inline]] inline NodeRef knownPoint(PointOp op, std::span<Operand> operands,
                                                 const KnownResult &known) {
  NodeRef node(new PointNode(op, *known.type));
  node->typeNumber.store(known.number, std::memory_order_relaxed);
  if (!known.areOperands)
    convert(op, operands, known.operands);
  takeInputs(*node, operands);
  checkOperandDomains(*node);
  return node;
}

/// What is asked about an operation; of no operation if an operand has no number.
[[gnu::always_inline]] inline TypeQuestion questionOf(KnownTypes &types, std::uint64_t operation,
                                                      std::span<const Operand> operands) {
  TypeQuestion question{operation, types.numberOf(*operands[0].node), 0, 0};
  bool isAsked = question.first != 0;
  if (operands.size() > 1)
    isAsked &= (question.second = types.numberOf(*operands[1].node)) != 0;
  if (operands.size() > 2)
    isAsked &= (question.third = types.numberOf(*operands[2].node)) != 0;
  if (!isAsked)
    question.operation = 0;
  return question;
}

/// Finds out what the result is.
NodeRef newPoint(PointOp op, std::span<Operand> operands, OperationTypes types) {
  convert(op, operands, types.operands);
  NodeRef node = pointNode(op, operands);
  node->dtype = types.result;
  if (types.weak)
    inferWeakness(static_cast<PointNode &>(*node));
  checkOperandDomains(*node);
  return node;
}

} // namespace

void detail::takeOperands(Node &node, std::span<Operand> operands, bool isOfSeveralKinds) {
  std::size_t ownDims = node.domain.ndim();
  node.line = operands.back().line; // of errors
  for (Operand &operand : operands.subspan(1)) {
    const Node &other = *operand.node;
    node.domain.intersect(other.domain);
    node.compute.intersect(other.compute);
    node.symbolic |= other.symbolic;
    if (other.runtime && node.runtime && other.runtime != node.runtime)
      throwRuntimes(node);
    if (other.runtime)
      node.runtime = other.runtime;
    if (other.validity && other.validity != node.validity)
      addValidity(node, *other.validity);
  }
  if (node.domain.ndim() > ownDims) {
    if (!isOfSeveralKinds)
      checkLocalDimensions(node, node.spelling(), operands);
    checkTwins(node.domain, node.line);
  }
  takeInputs(node, operands);
}

NodeRef detail::buildBoth(const NodeRef &valid, const NodeRef &other, SourceLine line) {
  Operand operands[] = {{valid, line}, {other, line}};
  NodeRef node(new PointNode(PointOp::And, *valid));
  takeOperands(*node, operands, /*isOfSeveralKinds=*/true);
  node->dtype = DType::Bool;
  return node;
}

NodeRef detail::buildPoint(PointOp op, std::span<Operand> operands) {
  KnownTypes *types = KnownTypes::ofThread();
  TypeQuestion question{};
  if (types) {
    question = questionOf(*types, kPointQuestion + static_cast<unsigned>(op), operands);
    if (KnownResult known = types->find(question); known.type)
      return knownPoint(op, operands, known);
  }
  OperationTypes found = operationTypes(op, operands);
  bool areOperands = std::ranges::all_of(
      operands, [&](const Operand &operand) { return operand.node->dtype == found.operands; });
  NodeRef node = newPoint(op, operands, found);
  if (question.operation)
    types->tell(question, *node, found.operands, areOperands);
  return node;
}

NodeRef detail::buildCast(const NodeRef &input, DType type, SourceLine line) {
  if (input->dtype == type && !input->weak)
    return input;
  if (const auto *number = as<NumberNode>(*input); number && number->dtype == type)
    return NodeRef(new NumberNode(type, number->bits, line));
  if (isComplex(input->dtype) && !isComplex(type)) {
    DTypeError error(line, "'astype' of " + describe(*input) + " from " +
                               std::string(name(input->dtype)) + " to " + std::string(name(type)) +
                               ": complex values do not become real");
    adviseComplex(error);
    throw error;
  }
  auto takeInput = [&](NodeRef node) {
    Operand operand{input, line};
    takeInputs(*node, {&operand, 1});
    return node;
  };
  KnownTypes *types = KnownTypes::ofThread();
  TypeQuestion question{kCastQuestion + static_cast<unsigned>(type),
                        types ? types->numberOf(*input) : 0, 0, 0};
  return lookedUp(
      question,
      [&](const NodeType &known) {
        return takeInput(NodeRef(new PointNode(PointOp::Cast, known)));
      },
      [&] {
        NodeRef node = takeInput(NodeRef(new PointNode(PointOp::Cast, *input)));
        node->dtype = type;
        return node;
      });
}

/// One of several results of a call, which the mark is of.
static NodeRef placedResult(const NodeRef &input, Placing placing) {
  NodeRef call = buildPlaced(input->inputs[0], placing);
  if (call == input->inputs[0])
    return input;
  NodeRef node = input->clone();
  node->inputs[0] = std::move(call);
  return node;
}

NodeRef detail::buildPlaced(const NodeRef &input, Placing placing) {
  auto lock = lockGraph(*input);
  if (input->memory() || input->domain.ndim() == 0)
    return input;
  if (as<ResultNode>(*input))
    return placedResult(input, placing);
  const auto *call = as<CallNode>(*input);
  if ((!call && !as<PointNode>(*input)) || (call && call->prototype().effects))
    return input; // calls with effects are kept, and another one would be one more call
  NodeRef node = input->clone();
  Placing &own =
      call ? static_cast<CallNode &>(*node).placing : static_cast<PointNode &>(*node).placing;
  if (own == placing)
    return input;
  own = placing;
  return node;
}

std::string_view detail::nameOf(Placing placing) {
  return placing == Placing::Root ? "materialise" : placing == Placing::Inline ? "inline" : "";
}

std::string detail::placementText(Placing placing) {
  if (placing == Placing::Chosen)
    return {};
  return "gt.placement = #gt.placement<" + std::string(nameOf(placing)) + ">";
}

Placing detail::placingOf(std::string_view name) {
  for (Placing placing : {Placing::Inline, Placing::Root})
    if (name == nameOf(placing))
      return placing;
  return Placing::Chosen;
}

void PointNode::flatten(Flattening &to) const { to.key().number(keyNumber()); }

std::string PointNode::textWith(OperationText &text, bool withCalled) const {
  std::string attributes;
  if (withCalled && function)
    attributes = "gt.called = \"" + std::string(function) + "\"";
  if (placing != Placing::Chosen)
    attributes += (attributes.empty() ? "" : ", ") + placementText(placing);
  if (!attributes.empty())
    attributes = " {" + attributes + "}";
  return std::string(info().mnemonic) + " " + namesOf(text.inputs()) + attributes + " : (" +
         typesOf(text.inputs()) + ") -> " + text.result().type;
}

void PointNode::print(OperationText &text) const {
  text.define(text.result(), textWith(text, /*withCalled=*/false));
}

void PointNode::printRecorded(OperationText &text) const {
  text.define(text.result(), textWith(text, /*withCalled=*/true));
}

std::vector<reference::Grid> PointNode::evaluate(const reference::Evaluated &on) const {
  using namespace reference;
  Grid result = makeGrid(dtype, on.points, line);
  computePoints(op, on.inputs, result, on.points, line);
  return {result};
}

/// As C++ writes it: "1 / 0", "sqrt(-1)".
std::string PointNode::shape(std::span<const std::string> operands) const {
  std::string text(spelling());
  bool isOperator = !std::isalpha(static_cast<unsigned char>(text.front()));
  if (isOperator && operands.size() == 2)
    return operands[0] + " " + text + " " + operands[1];
  if (isOperator && operands.size() == 1)
    return text + operands[0];
  return NodeOf::shape(operands);
}

/// A number of points is a number still where it is converted.
NodeRef PointNode::rebuild(const Rebuilding &on) const {
  if (isCast() && as<CountNode>(*on.recorded[0]))
    return converted(on.inputs[0], dtype, line);
  if (isCast())
    return buildPlaced(buildCast(on.inputs[0], dtype, line), placing);
  detail::Operand operands[mostOperands];
  for (std::size_t n = 0; n < on.inputs.size(); ++n)
    operands[n] = {on.inputs[n], line};
  NodeRef node = buildPoint(op, {operands, on.inputs.size()});
  auto &point = static_cast<PointNode &>(*node);
  point.function = function;
  point.placing = placing;
  return node;
}

/// The operation of this name.
static PointOp pointOpOf(const Written &written) {
  static constexpr PointOp all[] = {
#define GTJIT_POINT_OP(NAME, ...) PointOp::NAME,
#include "gtjit-generated/PointOperations.inc"
  };
  for (PointOp op : all)
    if (pointOpInfo(op).mnemonic == written.text.name)
      return op;
  written.refuse("is no operation on fields");
}

Nodes detail::readPoint(const Written &written) {
  PointOp op = pointOpOf(written);
  written.expectOperands(pointOpInfo(op).arity);
  std::vector<Operand> inputs = written.operandsWithLines();
  bool isCast = op == PointOp::Cast;
  NodeRef node = isCast ? buildCast(written.operand(), written.text.type, written.line())
                        : buildPoint(op, inputs);
  if (written.text.called && !isCast)
    static_cast<PointNode &>(*node).function = written.text.called;
  if (Placing placing = placingOf(written.text.placement); placing != Placing::Chosen)
    node = buildPlaced(node, placing);
  return {node};
}
