//===- Neighbors.cpp - Reductions over neighbours -------------------------===//
//
// where(the neighbour is there, value, what the reduction starts with), reduced.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Neighbors.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

std::string_view detail::neighborReductionName(ReduceKind kind) {
  constexpr std::string_view names[] = {"neighbor_sum",  "min_over", "max_over",
                                        "neighbor_prod", "any_over", "all_over"};
  return names[static_cast<unsigned>(kind)];
}

namespace {

/// The local dimension to reduce over, or an error.
Dimension axisOf(const Node &input, std::string_view called, std::optional<Dimension> axis,
                 SourceLine line) {
  auto what = [&] { return "'" + std::string(called) + "' of " + describe(input); };
  if (axis) {
    if (axis->kind() != DimensionKind::Local)
      throw ValueError(line, what() + " over " + std::string(axis->name()) +
                                 ", which is no local dimension");
    if (!input.domain.has(*axis))
      throw ValueError(line, what() + " over " + std::string(axis->name()) +
                                 ", which has no such dimension");
    return *axis;
  }
  for (const NamedRange &range : input.domain) {
    if (range.dim.kind() != DimensionKind::Local)
      continue;
    if (axis)
      throw ValueError(line, what() + " has two local dimensions, " + std::string(axis->name()) +
                                 " and " + std::string(range.dim.name()) + ": name one");
    axis = range.dim;
  }
  if (!axis)
    throw ValueError(line,
                     what() + ", which has no local dimension: " + toString(input.domain.dims()));
  return *axis;
}

NodeRef chosen(const NodeRef &valid, const NodeRef &value, const NodeRef &otherwise,
               SourceLine line) {
  Operand operands[] = {{valid, line}, {value, line}, {otherwise, line}};
  return buildPoint(PointOp::Where, operands);
}

/// The input with what is missing along `dim` replaced.
NodeRef withIdentity(NodeRef input, ReduceKind kind, Dimension dim, SourceLine line) {
  if (std::shared_ptr<const std::vector<NodeRef>> validity = input->validity)
    for (const NodeRef &valid : *validity)
      if (valid->domain.has(dim))
        input = chosen(valid, input, buildStart(kind, input->dtype, line), line);
  return input;
}

} // namespace

NodeRef detail::buildInNeighborOrder(const NodeRef &input, ReduceKind kind, Dimension dim,
                                     SourceLine line) {
  checkReducedDims(*input, neighborReductionName(kind), dim, line);
  NodeRef node(new ReduceNode(input, kind, {{dim}, /*lanes=*/false}, line));
  static_cast<ReduceNode &>(*node).ofNeighbors = true;
  return node;
}

NodeRef detail::buildNeighborReduce(const NodeRef &input, ReduceKind kind,
                                    std::optional<Dimension> axis, SourceLine line) {
  std::string_view called = neighborReductionName(kind);
  Dimension dim = axisOf(*input, called, axis, line);
  checkReducedType(*input, called, kind, line);
  DType type = accumulatedType(kind, input->dtype);
  NodeRef values = type == input->dtype ? input : buildCast(input, type, line);
  NodeRef result = buildInNeighborOrder(withIdentity(values, kind, dim, line), kind, dim, line);
  return isFloat(input->dtype) && type != input->dtype ? buildCast(result, input->dtype, line)
                                                       : result;
}

NodeRef detail::buildNeighborMean(const NodeRef &input, std::optional<Dimension> axis,
                                  SourceLine line) {
  Dimension dim = axisOf(*input, "mean_over", axis, line);
  checkReducedType(*input, "mean_over", ReduceKind::Sum, line);
  DType type = dividedType(input->dtype);
  NodeRef values = converted(input, type, line);
  NodeRef sum = buildInNeighborOrder(withIdentity(values, ReduceKind::Sum, dim, line),
                                     ReduceKind::Sum, dim, line);
  // Ones where there is a neighbour.
  NodeRef one = buildNumber(DType::I64, 1, line), count = NodeRef(), there = NodeRef();
  if (input->validity)
    for (const NodeRef &valid : *input->validity)
      if (valid->domain.has(dim))
        there = there ? buildBoth(there, valid, line) : valid;
  Dims dims(dim);
  if (there)
    count = buildInNeighborOrder(buildCast(there, DType::I64, line), ReduceKind::Sum, dim, line);
  else
    count = buildCount(input, dims, line);
  Operand quotient[] = {{sum, line}, {there ? buildCast(count, type, line) : count, line}};
  return converted(buildPoint(PointOp::Div, quotient), meanType(input->dtype), line);
}
