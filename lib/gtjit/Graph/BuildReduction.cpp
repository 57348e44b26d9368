//===- BuildReduction.cpp - Reductions -------------------------------------===//
//
// A reduction goes dimension by dimension, fastest first, in the stride order
// of its operand; the order is fixed when the expression is written. Means and
// the places of extremes are made of reductions and point operations.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The range of one reduced dimension, or an error.
void checkReduced(const Node &input, std::string_view spelling, Dimension dim, SourceLine line) {
  std::string what =
      "'" + std::string(spelling) + "' over " + std::string(dim.name()) + " of " + describe(input);
  if (!input.domain.has(dim))
    throw ValueError(line, what + ", which has no such dimension");
  if (!input.symbolic && !input.domain[dim].isFinite())
    throw ValueError(line, what + ", which is infinite: " + toString(dim(input.domain[dim])) +
                               "; slice it");
}

void checkDims(const Node &input, std::string_view spelling, const Dims &dims, SourceLine line) {
  for (const Dimension *dim = dims.begin(); dim != dims.end(); ++dim) {
    checkReduced(input, spelling, *dim, line);
    if (std::find(dims.begin(), dim, *dim) != dim)
      throw ValueError(line, "'" + std::string(spelling) + "' names " + std::string(dim->name()) +
                                 " twice");
  }
}

[[noreturn]] void refuse(const Node &input, std::string_view spelling, const char *reason,
                         SourceLine line) {
  throw DTypeError(line, "'" + std::string(spelling) + "' of " + describe(input) + " (" +
                             std::string(name(input.dtype)) + "): " + reason);
}

/// Throws unless the values are of a type that the kind reduces.
void checkType(const Node &input, std::string_view spelling, ReduceKind kind, SourceLine line) {
  bool wantsBools = kind == ReduceKind::Any || kind == ReduceKind::All;
  bool takesBools = wantsBools || kind == ReduceKind::Sum || kind == ReduceKind::Prod;
  if (wantsBools && input.dtype != DType::Bool)
    refuse(input, spelling, "it needs bools; compare, or convert with astype", line);
  if (!takesBools && input.dtype == DType::Bool)
    refuse(input, spelling, "it needs numbers; convert with astype", line);
  if (isComplex(input.dtype))
    refuse(input, spelling, "complex values are only stored, moved and converted to each other",
           line);
}

/// Throws unless there is a least or greatest value over the dimensions.
void checkHasPoints(const Node &input, std::string_view spelling, const Dims &dims,
                    SourceLine line) {
  std::string what = "'" + std::string(spelling) + "' ";
  if (dims.size() == 0)
    throw ValueError(line, what + "of " + describe(input) + " over no dimension");
  for (Dimension dim : dims)
    if (!input.symbolic && input.domain[dim].empty())
      throw ValueError(line, what + "over " + std::string(dim.name()) + " of " + describe(input) +
                                 ", which has no points there");
}

/// What sums and products are made in; other kinds keep the type.
DType accumulatedType(ReduceKind kind, DType type) {
  if (kind != ReduceKind::Sum && kind != ReduceKind::Prod)
    return type;
  if (type == DType::F16 || type == DType::BF16)
    return DType::F32;
  if (isFloat(type))
    return type;
  return isUnsigned(type) ? DType::U64 : DType::I64;
}

/// The reduction itself, of checked dimensions and without a conversion.
NodeRef reduceNode(const NodeRef &operand, ReduceKind kind, const Dims &dims, SourceLine line) {
  NodeRef node(new Node);
  node->op = OpCode::Reduce;
  node->reduce = kind;
  node->dtype = operand->dtype;
  node->weak = operand->weak && !isInteger(operand->dtype);
  node->symbolic = operand->symbolic;
  node->runtime = operand->runtime;
  node->domain = operand->domain;
  node->compute = operand->compute;
  node->line = line;
  std::vector<Dimension> order = resultOrder(*operand);
  for (std::size_t n = order.size(); n-- > 0;)
    if (dims.contains(order[n]))
      node->reduced.push_back(order[n]);
  node->lanes = node->reduced.front() == order.back();
  for (Dimension dim : node->reduced) {
    node->domain = node->domain.without(dim);
    node->compute = node->compute.without(dim);
  }
  node->inputs.push_back(operand);
  return node;
}

NodeRef apply(PointOp op, NodeRef a, NodeRef b, SourceLine line) {
  Operand operands[] = {{std::move(a), line}, {std::move(b), line}};
  return buildPoint(op, operands);
}

} // namespace

std::string_view detail::nameOf(ReduceKind kind) {
  static constexpr std::string_view names[] = {"sum", "min", "max", "prod", "any", "all"};
  return names[static_cast<unsigned>(kind)];
}

NodeRef detail::buildReduce(const NodeRef &input, ReduceKind kind, const Dims *dims,
                            SourceLine line) {
  const Dims chosen = dims ? *dims : input->domain.dims();
  checkDims(*input, nameOf(kind), chosen, line);
  checkType(*input, nameOf(kind), kind, line);
  DType type = accumulatedType(kind, input->dtype);
  NodeRef result = type == input->dtype ? input : buildCast(input, type, line);
  if (chosen.size() != 0)
    result = reduceNode(result, kind, chosen, line);
  return isFloat(input->dtype) && type != input->dtype ? buildCast(result, input->dtype, line)
                                                       : result;
}

NodeRef detail::buildReduceFor(ReduceUse use, const NodeRef &input, ReduceKind kind,
                               const Dims &dims, SourceLine line) {
  std::string spelling = use == ReduceUse::Mean
                             ? "mean"
                             : (use == ReduceUse::Place ? "arg" : "") + std::string(nameOf(kind));
  checkDims(*input, spelling, dims, line);
  checkType(*input, spelling, kind, line);
  if (use == ReduceUse::Place)
    checkHasPoints(*input, spelling, dims, line);
  NodeRef result = reduceNode(input, kind, dims, line);
  result->use = use;
  return result;
}

NodeRef detail::buildMean(const NodeRef &input, const Dims *dims, SourceLine line) {
  const Dims chosen = dims ? *dims : input->domain.dims();
  checkDims(*input, "mean", chosen, line);
  checkType(*input, "mean", ReduceKind::Sum, line);
  bool isTwoByte = input->dtype == DType::F16 || input->dtype == DType::BF16;
  DType type = isTwoByte ? DType::F32 : isFloat(input->dtype) ? input->dtype : DType::F64;
  NodeRef values = type == input->dtype ? input : buildCast(input, type, line);
  if (chosen.size() != 0) {
    NodeRef count = buildCount(input, &chosen, line);
    values =
        apply(PointOp::Div, buildReduceFor(ReduceUse::Mean, values, ReduceKind::Sum, chosen, line),
              count, line);
  }
  return isTwoByte ? buildCast(values, input->dtype, line) : values;
}

std::vector<NodeRef> detail::buildExtremeIndex(const NodeRef &input, ReduceKind kind,
                                               const Dims &dims, SourceLine line) {
  NodeRef extreme = buildReduceFor(ReduceUse::Place, input, kind, dims, line);
  NodeRef isHit = apply(PointOp::Eq, input, extreme, line);
  if (isFloat(input->dtype)) // the extreme is NaN if there is one, and equals nothing
    isHit = apply(PointOp::Or, isHit, apply(PointOp::Ne, input, input, line), line);
  std::vector<NodeRef> coordinates;
  for (Dimension dim : dims) {
    NodeRef index = buildIndex(dim, line);
    Operand choice[] = {
        {isHit, line}, {index, line}, {makeScalar(std::int64_t{INT64_MAX}, line), line}};
    coordinates.push_back(
        reduceNode(buildPoint(PointOp::Where, choice), ReduceKind::Min, dims, line));
    isHit = apply(PointOp::And, isHit, apply(PointOp::Eq, index, coordinates.back(), line), line);
  }
  return coordinates;
}
