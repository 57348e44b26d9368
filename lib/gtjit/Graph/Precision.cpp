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
#include "gtjit/Graph/Promotion.h"

#include <unordered_map>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Rewriting {
public:
  explicit Rewriting(DType precision) : precision(precision) {}
  NodeRef rewrite(const NodeRef &root);

private:
  /// What stays as it is, but for its type: memory, and numbers with what is
  /// computed from numbers alone.
  static bool isSource(const Node &node) {
    return node.memory() || node.inputs.empty() || node.weak;
  }
  NodeRef rewritten(const NodeRef &node);
  NodeRef source(const NodeRef &node) const;
  NodeRef copy(const Node &node) const;
  NodeRef accumulated(NodeRef sum) const;

  DType precision;
  std::unordered_map<const Node *, NodeRef> done;
};

NodeRef Rewriting::rewrite(const NodeRef &root) {
  std::vector<std::pair<NodeRef, unsigned>> path{{root, 0}};
  while (!path.empty()) {
    auto &[node, next] = path.back();
    if (!isSource(*node) && next < node->inputs.size()) {
      const NodeRef &input = node->inputs[next++];
      if (!done.contains(input.get()))
        path.push_back({input, 0});
      continue;
    }
    if (!done.contains(node.get()))
      done.emplace(node.get(), rewritten(node));
    path.pop_back();
  }
  return done.at(root.get());
}

NodeRef Rewriting::rewritten(const NodeRef &node) {
  if (isSource(*node))
    return isFloat(node->dtype) ? source(node) : node;
  bool isConversion = node->op == OpCode::Point && node->point == PointOp::Cast;
  if (isConversion && isFloat(node->dtype) && isFloat(node->inputs[0]->dtype))
    return done.at(node->inputs[0].get());
  bool isSame = !isFloat(node->dtype) || node->dtype == precision;
  for (const NodeRef &input : node->inputs)
    isSame = isSame && done.at(input.get()).get() == input.get();
  return isSame ? node : copy(*node);
}

/// A number takes the value that was written, not the one rounded to the type
/// of what it met.
NodeRef Rewriting::source(const NodeRef &node) const {
  const NodeRef &value = node->written ? node->written : node;
  return converted(value, precision, node->line);
}

/// The same operation on the rewritten operands.
NodeRef Rewriting::copy(const Node &node) const {
  NodeRef result(new Node);
  result->op = node.op;
  result->dtype = isFloat(node.dtype) ? precision : node.dtype;
  result->lanes = node.lanes;
  result->symbolic = node.symbolic;
  result->reduce = node.reduce;
  result->use = node.use;
  result->point = node.point;
  result->runtime = node.runtime;
  result->domain = node.domain;
  result->compute = node.compute;
  result->line = node.line;
  result->dim = node.dim;
  result->offset = node.offset;
  result->name = node.name;
  result->reduced = node.reduced;
  if (node.unslicedDomain)
    result->unslicedDomain = std::make_unique<Domain>(*node.unslicedDomain);
  if (node.slice)
    result->slice = std::make_unique<SymbolicSlice>(*node.slice);
  for (const NodeRef &input : node.inputs)
    result->inputs.push_back(done.at(input.get()));
  bool isAccumulated = node.op == OpCode::Reduce && node.reduce != ReduceKind::Min &&
                       node.reduce != ReduceKind::Max && isFloat(node.dtype);
  return isAccumulated && itemsize(precision) == 2 ? accumulated(std::move(result)) : result;
}

/// A sum of two-byte floats is made in f32 and rounded at its end.
NodeRef Rewriting::accumulated(NodeRef sum) const {
  sum->dtype = DType::F32;
  sum->inputs[0] = buildCast(sum->inputs[0], DType::F32, sum->line);
  return buildCast(sum, precision, sum->line);
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
