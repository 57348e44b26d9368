//===- BoundedReads.cpp - Fields read within bounds only ------------------===//
//
//   %0 = index I : i64                %0 = index I : i64
//   %1 = mul %0, 2 : i64              %1 = mul %0, 2 : i64
//   %2 = at %u, %1 [I] : f64   ->     %2 = max %1, 0 : i64
//                                     %3 = min %2, 9 : i64
//                                     %4 = at %u, %3 [I] : f64
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/BoundedReads.h"

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

static NodeRef limited(const NodeRef &values, PointOp op, std::int64_t end, SourceLine line) {
  Operand operands[] = {{values, line},
                        {buildNumber(DType::I64, static_cast<std::uint64_t>(end), line), line}};
  return buildPoint(op, operands);
}

/// Of i64, which holds the ends of every range.
static NodeRef clipped(const NodeRef &values, Range range, SourceLine line) {
  NodeRef least = limited(buildCast(values, DType::I64, line), PointOp::Max, range.lo(), line);
  return limited(least, PointOp::Min, range.hi() - 1, line);
}

/// What stands for the values of a field that has no point to read them from. No number: it may
/// be read as an index in turn.
static NodeRef zerosOn(const Node &node) {
  NodeRef zero = buildCast(buildNumber(DType::I64, 0, node.line), node.dtype, node.line);
  Dimension gathered = node.gathered().front();
  if (node.domain.ndim() == 0)
    return buildPin(buildBroadcast(zero, {gathered}, node.line), gathered(0), node.line);
  return buildSlice(buildBroadcast(zero, node.domain.dims(), node.line), node.domain, {},
                    node.line);
}

NodeRef BoundedReads::of(const NodeRef &root) {
  auto inputCount = [](const Node &node) { return node.memory() ? 0 : node.inputs.size(); };
  return rewrite(root, done, inputCount, [&](const NodeRef &node) { return made(node); });
}

NodeRef BoundedReads::made(const NodeRef &node) const {
  if (node->memory())
    return node;
  NodeRef copy;
  for (std::size_t n = 0; n < node->inputs.size(); ++n) {
    NodeRef input = done.at(node->inputs[n].get());
    if (node->isChecked(n)) {
      Range allowed = *node->allowedValues(n);
      if (allowed.empty())
        return zerosOn(*node);
      input = clipped(input, allowed, node->line);
    }
    if (input.get() == node->inputs[n].get())
      continue;
    if (!copy)
      copy = node->clone();
    copy->inputs[n] = std::move(input);
  }
  return copy ? copy : node;
}

} // namespace gtjit::detail
