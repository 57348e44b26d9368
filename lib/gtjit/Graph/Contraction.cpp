//===- Contraction.cpp - Products that are added --------------------------===//
//
// A sum or difference of a product is rounded once where the user asks for it:
//
//   %2 = mul %0, %1 : f64             %2 = mul %0, %1 : f64
//   %3 = add %2, %4 : f64      ->     %3 = fma %0, %1, %4 : f64
//   %5 = sub %4, %2 : f64             %5 = fma -%0, %1, %4 : f64
//
// The rule looks at the expression as it is written, at one operation and its two
// operands: who else uses the product, what is evaluated together and what a kernel
// keeps decide nothing, and so no bit depends on them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/ContractInForce.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

bool isSum(PointOp op) { return op == PointOp::Add || op == PointOp::Sub; }

/// A product as the user wrote it, of the type of its sum; a power is none. What has been
/// evaluated has been rounded.
bool isProduct(const Node &node, DType type) {
  const auto *point = as<PointNode>(node);
  return point && point->op == PointOp::Mul && !point->function && node.dtype == type &&
         !node.memory();
}

NodeRef negated(const NodeRef &node, SourceLine line) {
  Operand operand{node, line};
  return buildPoint(PointOp::Neg, {&operand, 1});
}

/// The sum or difference with its first operand that is a product fused; itself if there
/// is none.
NodeRef fused(NodeRef node) {
  if (!isFloat(node->dtype))
    return node;
  bool isFirst = isProduct(*node->inputs[0], node->dtype);
  if (!isFirst && !isProduct(*node->inputs[1], node->dtype))
    return node;
  const Node &product = *node->inputs[isFirst ? 0 : 1];
  NodeRef factor = product.inputs[0], rest = node->inputs[isFirst ? 1 : 0];
  if (as<PointNode>(*node)->op == PointOp::Sub) {
    NodeRef &changed = isFirst ? rest : factor;
    changed = negated(changed, node->line);
  }
  Operand operands[] = {{factor, node->line}, {product.inputs[1], node->line}, {rest, node->line}};
  return buildPoint(PointOp::Fma, operands);
}

} // namespace

NodeRef detail::buildWritten(PointOp op, std::span<Operand> operands) {
  NodeRef node = buildPoint(op, operands);
  if (!isSum(op) || !contractInForce(node->runtime && node->runtime->options.contract))
    return node;
  auto lock = lockGraph(*node);
  return fused(std::move(node));
}
