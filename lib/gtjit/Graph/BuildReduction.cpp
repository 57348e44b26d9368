//===- BuildReduction.cpp - Reductions -------------------------------------===//
//
// A reduction goes dimension by dimension, fastest first, in the stride order
// of its operand; the order is fixed when the expression is written.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

const char *spelling(ReduceKind kind) {
  return kind == ReduceKind::Sum ? "sum" : kind == ReduceKind::Min ? "min" : "max";
}

/// The range of one reduced dimension, or an error.
void checkReduced(const Node &input, ReduceKind kind, Dimension dim, SourceLine line) {
  std::string what = std::string("'") + spelling(kind) + "' over " + std::string(dim.name()) +
                     " of " + describe(input);
  if (!input.domain.has(dim))
    throw ValueError(line, what + ", which has no such dimension");
  if (!input.symbolic && !input.domain[dim].isFinite())
    throw ValueError(line, what + ", which is infinite: " + toString(dim(input.domain[dim])) +
                               "; slice it");
}

} // namespace

NodeRef detail::buildReduce(const NodeRef &input, ReduceKind kind, const Dims *dims,
                            SourceLine line) {
  Dims all = input->domain.dims();
  const Dims &chosen = dims ? *dims : all;
  for (const Dimension *dim = chosen.begin(); dim != chosen.end(); ++dim) {
    checkReduced(*input, kind, *dim, line);
    if (std::find(chosen.begin(), dim, *dim) != dim)
      throw ValueError(line, std::string("'") + spelling(kind) + "' names " +
                                 std::string(dim->name()) + " twice");
  }
  if (kind != ReduceKind::Sum && input->dtype == DType::Bool)
    throw DTypeError(line, std::string("'") + spelling(kind) + "' of " + describe(*input) +
                               " (bool): it needs numbers; convert with astype");
  bool isFloatSum = kind == ReduceKind::Sum && isFloat(input->dtype);
  NodeRef operand =
      kind == ReduceKind::Sum && !isFloatSum ? buildCast(input, DType::I64, line) : input;
  if (chosen.size() == 0)
    return operand;

  NodeRef node(new Node);
  node->op = OpCode::Reduce;
  node->reduce = kind;
  node->dtype = operand->dtype;
  node->weak = operand->weak;
  node->symbolic = operand->symbolic;
  node->runtime = operand->runtime;
  node->domain = operand->domain;
  node->compute = operand->compute;
  node->line = line;
  std::vector<Dimension> order = resultOrder(*operand);
  for (std::size_t n = order.size(); n-- > 0;)
    if (chosen.contains(order[n]))
      node->reduced.push_back(order[n]);
  node->lanes = node->reduced.front() == order.back();
  for (Dimension dim : node->reduced) {
    node->domain = node->domain.without(dim);
    node->compute = node->compute.without(dim);
  }
  node->inputs.push_back(operand);
  return node;
}
