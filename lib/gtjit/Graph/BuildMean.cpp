//===- BuildMean.cpp - Means ----------------------------------------------===//
//
// A sum and a division, in a type that holds both.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Promotion.h"

using namespace gtjit;
using namespace gtjit::detail;

NodeRef detail::buildMean(const NodeRef &operand, const Dims *dims, SourceLine line) {
  const Dims chosen = dims ? *dims : allDims(operand->domain);
  NodeRef input = withEnds(operand, chosen);
  checkReducedDims(*input, "mean", chosen, line);
  checkReducedType(*input, "mean", ReduceKind::Sum, line);
  NodeRef values = converted(input, dividedType(input->dtype), line);
  if (chosen.size() != 0) {
    NodeRef count = buildCount(input, chosen, line);
    Operand quotient[] = {{buildMeanSum(values, chosen, line), line}, {count, line}};
    values = buildPoint(PointOp::Div, quotient);
  }
  return converted(values, meanType(input->dtype), line);
}
