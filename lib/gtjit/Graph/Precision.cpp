//===- Precision.cpp - Computing in another float type --------------------===//
//
// A pending graph once more, with every float value in one type:
//
//   %0 = leaf u : f32                 %0 = leaf u : f32
//   %1 = 0.1 : f32                    %1 = cast %0 : f64
//   %2 = mul %0, %1 : f32      ->     %2 = 0.1 : f64
//   %3 = cast %2 : f64                %3 = mul %1, %2 : f64
//   %4 = exp %3 : f64                 %4 = exp %3 : f64
//
// The given graph stays as it is. No walk recurses.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/ArrayCall.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Graph/Operations/Scan.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Graph/Rewrite.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Rewriting {
public:
  explicit Rewriting(DType precision) : precision(precision) {}
  NodeRef rewrite(const NodeRef &root);

private:
  /// What stays as it is, but for its type: memory, what functions on whole arrays give,
  /// and numbers with what is computed from numbers alone.
  static bool isSource(const Node &node) {
    return node.memory() || node.inputs.empty() || node.weak || arrayCallOf(node);
  }
  /// The quotient that ends a mean.
  static bool isMean(const Node &node) {
    const auto *point = as<PointNode>(node);
    const auto *sum =
        point && point->op == PointOp::Div ? as<ReduceNode>(*node.inputs[0]) : nullptr;
    return sum && sum->ofMean;
  }
  /// How many of a node's operands change. The number of points of a mean of
  /// two-byte floats may have no such value.
  std::size_t rewrittenInputs(const Node &node) const {
    return itemsize(precision) == 2 && isMean(node) ? 1 : node.inputs.size();
  }
  NodeRef rewritten(const NodeRef &node);
  NodeRef source(const NodeRef &node) const;
  NodeRef copy(const Node &node) const;
  NodeRef called(const CallNode &call) const;
  NodeRef accumulated(NodeRef sum) const;
  NodeRef mean(NodeRef quotient, const NodeRef &count) const;

  DType precision;
  RewrittenNodes done;
};

NodeRef Rewriting::rewrite(const NodeRef &root) {
  auto inputCount = [&](const Node &node) { return isSource(node) ? 0 : rewrittenInputs(node); };
  return detail::rewrite(root, done, inputCount,
                         [&](const NodeRef &node) { return rewritten(node); });
}

NodeRef Rewriting::rewritten(const NodeRef &node) {
  if (isSource(*node))
    return isFloat(node->dtype) ? source(node) : node;
  const auto *point = as<PointNode>(*node);
  if (point && point->isCast() && isFloat(node->dtype) && isFloat(node->inputs[0]->dtype))
    return done.at(node->inputs[0].get());
  bool isSame = (!isFloat(node->dtype) || node->dtype == precision) && !as<ScanNode>(*node);
  for (const NodeRef &input : node->inputs)
    isSame = isSame && done.at(input.get()).get() == input.get();
  return isSame ? node : copy(*node);
}

/// A number takes the value that was written, not the one rounded to the type
/// of what it met.
NodeRef Rewriting::source(const NodeRef &node) const {
  const auto *number = as<NumberNode>(*node);
  NodeRef weak = number ? weakNumberOf(*number) : NodeRef();
  return converted(weak ? std::move(weak) : node, precision, node->line);
}

/// The function has its types: its operands are converted, and its result unless it has several,
/// which are converted each.
NodeRef Rewriting::called(const CallNode &call) const {
  std::vector<Operand> operands;
  for (std::size_t n = 0; n < call.inputs.size(); ++n)
    operands.push_back(
        {buildCast(done.at(call.inputs[n].get()), call.prototype().operands[n], call.line),
         call.line});
  NodeRef node = buildCall(*call.function, operands, call.handled);
  bool isConverted = call.resultCount() == 1 && isFloat(node->dtype);
  return isConverted ? buildCast(node, precision, call.line) : node;
}

/// The same operation on the rewritten operands.
NodeRef Rewriting::copy(const Node &node) const {
  if (const auto *call = as<CallNode>(node))
    return called(*call);
  const auto *of = as<ResultNode>(node);
  if (const auto *call = of ? as<CallNode>(*node.inputs[0]) : nullptr) {
    NodeRef result = resultsOfCall(done.at(call))[of->number];
    return isFloat(result->dtype) ? buildCast(result, precision, node.line) : result;
  }
  NodeRef result = node.clone();
  result->dtype = isFloat(node.dtype) ? precision : node.dtype;
  for (std::size_t n = 0; n < rewrittenInputs(node); ++n)
    result->inputs[n] = done.at(node.inputs[n].get());
  if (as<ScanNode>(node))
    static_cast<ScanNode &>(*result).setPrecision(precision);
  const auto *reduction = as<ReduceNode>(node);
  bool isAccumulated = reduction && reduction->accumulates() && isFloat(node.dtype);
  if (itemsize(precision) != 2)
    return result;
  if (isAccumulated)
    return accumulated(std::move(result));
  return isMean(node) ? mean(std::move(result), node.inputs[1]) : result;
}

/// A sum of two-byte floats is made in f32 and rounded at its end, which that
/// of a mean does not have.
NodeRef Rewriting::accumulated(NodeRef sum) const {
  sum->dtype = DType::F32;
  sum->inputs[0] = buildCast(sum->inputs[0], DType::F32, sum->line);
  return as<ReduceNode>(*sum)->ofMean ? sum : buildCast(sum, precision, sum->line);
}

/// A mean of two-byte floats is rounded after the division. `count`: the number
/// of points as it was converted, in a callable by an operation.
NodeRef Rewriting::mean(NodeRef quotient, const NodeRef &count) const {
  const auto *number = as<NumberNode>(*count);
  NodeRef points = number ? weakNumberOf(*number) : NodeRef();
  if (!points)
    points = as<PointNode>(*count) ? count->inputs[0] : count;
  quotient->dtype = DType::F32;
  quotient->inputs[1] = converted(points, DType::F32, quotient->line);
  return buildCast(quotient, precision, quotient->line);
}

} // namespace

NodeRef detail::buildPrecision(const NodeRef &input, DType type, SourceLine line) {
  if (!isFloat(type))
    throw DTypeError(line, "'withPrecision' of " + describe(*input) +
                               ": expected f16, bf16, f32 or f64 to compute in, got " +
                               std::string(name(type)));
  auto lock = lockGraph(*input);
  return Rewriting(type).rewrite(input);
}
