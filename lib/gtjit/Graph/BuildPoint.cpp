//===- BuildPoint.cpp - Numbers and point operations ----------------------===//
//
// Makes nodes for numbers and for the operations of the table: conversions
// where promotion demands them, then the intersection of domains.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Types/Elements.h"

#include <bit>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

NodeRef number(DType type, std::uint64_t bits, SourceLine line) {
  NodeRef node(new Node);
  node->dtype = type;
  node->scalarBits = bits;
  node->line = line;
  return node;
}

template <class T> bool holds(DType from, std::uint64_t bits) {
  return from == DType::I64 ? std::in_range<T>(std::bit_cast<std::int64_t>(bits))
                            : std::in_range<T>(bits);
}

/// Of the integer types, as Node::fits.
std::uint8_t typesThatHold(DType from, std::uint64_t bits) {
  unsigned result = 0;
  for (DType type = DType::I8; type <= DType::U64; type = DType(unsigned(type) + 1))
    withType(type, [&]<class T>(T *) {
      if constexpr (std::integral<T> && !std::is_same_v<T, bool>)
        result |= unsigned(holds<T>(from, bits)) << fitBit(type);
    });
  return static_cast<std::uint8_t>(result);
}

NodeRef weakNumber(DType type, std::uint64_t bits, SourceLine line) {
  NodeRef node = number(type, bits, line);
  node->weak = true;
  if (isInteger(type))
    node->fits = typesThatHold(type, bits);
  return node;
}

/// A value of weak integers is one of them if it is only chosen; what is
/// computed of them may be any i64, and is no longer weak.
void inferWeakness(Node &node, bool weak) {
  node.weak = weak;
  if (!weak || !isInteger(node.dtype))
    return;
  node.weak = pointOpInfo(node.point).rule == TypeRule::Select;
  for (const NodeRef &input : node.inputs)
    if (isInteger(input->dtype))
      node.fits &= input->fits;
}

/// Neighbours of one kind at a time: two local dimensions in one result are
/// an error.
void checkLocalDimensions(const Node &node) {
  const NamedRange *first = nullptr;
  for (const NamedRange &range : node.domain) {
    if (range.dim.kind() != DimensionKind::Local)
      continue;
    if (first)
      throw ValueError(node.line,
                       "the result of '" + std::string(pointOpInfo(node.point).spelling) +
                           "' would have two local dimensions, " + std::string(first->dim.name()) +
                           " and " + std::string(range.dim.name()));
    first = &range;
  }
}

/// Takes the operands into a node and gives it their domain and runtime.
NodeRef pointNode(PointOp op, std::span<Operand> operands) {
  NodeRef node(new Node);
  node->op = OpCode::Point;
  node->point = op;
  node->line = operands.back().line;
  node->domain = operands[0].node->domain;
  node->compute = operands[0].node->compute;
  node->runtime = operands[0].node->runtime;
  node->symbolic = operands[0].node->symbolic;
  for (Operand &operand : operands.subspan(1)) {
    intersectWith(node->domain, operand.node->domain);
    intersectWith(node->compute, operand.node->compute);
    node->symbolic |= operand.node->symbolic;
    Runtime::State *other = operand.node->runtime;
    if (other && node->runtime && other != node->runtime)
      throw ValueError(node->line, "the operands of '" + std::string(pointOpInfo(op).spelling) +
                                       "' belong to different runtimes");
    if (other)
      node->runtime = other;
  }
  checkLocalDimensions(*node);
  for (Operand &operand : operands)
    node->inputs.push_back(std::move(operand.node));
  return node;
}

} // namespace

NodeRef detail::makeScalar(bool value, SourceLine line) {
  return weakNumber(DType::Bool, value, line);
}
NodeRef detail::makeScalar(std::int64_t value, SourceLine line) {
  return weakNumber(DType::I64, std::bit_cast<std::uint64_t>(value), line);
}
NodeRef detail::makeScalar(std::uint64_t value, SourceLine line) {
  return weakNumber(value > INT64_MAX ? DType::U64 : DType::I64, value, line);
}
NodeRef detail::makeScalar(double value, SourceLine line) {
  return weakNumber(DType::F64, std::bit_cast<std::uint64_t>(value), line);
}

NodeRef detail::buildPoint(PointOp op, std::span<Operand> operands) {
  OperationTypes types = operationTypes(op, operands);
  bool isSelect = pointOpInfo(op).rule == TypeRule::Select;
  for (Operand &operand : operands.subspan(isSelect ? 1 : 0))
    operand.node = converted(std::move(operand.node), types.operands, operand.line);
  NodeRef node = pointNode(op, operands);
  node->dtype = types.result;
  inferWeakness(*node, types.weak);
  return node;
}

NodeRef detail::buildNumber(DType type, std::uint64_t bits, SourceLine line) {
  return weakNumber(type, bits, line);
}

NodeRef detail::buildCast(const NodeRef &input, DType type, SourceLine line) {
  if (input->dtype == type && !input->weak)
    return input;
  if (input->dtype == type && input->op == OpCode::Scalar)
    return number(type, input->scalarBits, line);
  if (isComplex(input->dtype) && !isComplex(type))
    throw DTypeError(line, "'astype' of " + describe(*input) + " from " +
                               std::string(name(input->dtype)) + " to " + std::string(name(type)) +
                               ": complex values do not become real");
  Operand operand{input, line};
  NodeRef node = pointNode(PointOp::Cast, {&operand, 1});
  node->dtype = type;
  return node;
}
