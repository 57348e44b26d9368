//===- BuildPoint.cpp - Numbers and point operations ----------------------===//
//
// Makes nodes for numbers and for the operations of the table: conversions
// where promotion demands them, then the intersection of domains.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Graph/Promotion.h"

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

NodeRef weakNumber(DType type, std::uint64_t bits, SourceLine line) {
  NodeRef node = number(type, bits, line);
  node->weak = true;
  return node;
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
  node->weak = types.weak;
  return node;
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
