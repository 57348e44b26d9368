//===- Functions.cpp - Operators and functions on fields ------------------===//
//
// From operands to builders. Nodes are taken out of the operands, so that the
// graph alone holds them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Functions.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/NumberArithmetic.h"

#include <algorithm>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// A weak number of the value of an operation on numbers. Powers are
/// operations on operations.
NodeRef foldedNumber(NodeRef node) {
  for (std::size_t n = 0; n < node->inputs.size(); ++n)
    if (as<PointNode>(*node->inputs[n]))
      node->inputs[n] = foldedNumber(node->inputs[n]);
  return buildNumber(node->dtype, reference::numberOf(*as<PointNode>(*node)), node->line);
}

bool isWeakNumber(const Operand &operand) {
  return operand.node->weak && as<NumberNode>(*operand.node);
}

/// Operand `n` of some. The line word by word, as it was just written.
Operand take(Arg &operand, PointOp op, std::size_t n, std::size_t count) {
  const SourceLine &line = operand.line;
  if (!operand.field.get()) [[unlikely]]
    (void)takeNode(operand, pointOpInfo(op).spelling, n, count); // throws
  return {takeNode(operand), {line.file, line.line, line.column}};
}

} // namespace

namespace gtjit::detail {
/// A point operation on the operands' fields, which are taken out of them; of
/// numbers alone it is a number.
template <std::size_t Count> static Field applyPoint(PointOp op, Arg *const (&operands)[Count]) {
  auto apply = [&]<std::size_t... Number>(std::index_sequence<Number...>) {
    Operand taken[] = {take(*operands[Number], op, Number, Count)...};
    bool areNumbers = (isWeakNumber(taken[Number]) && ...);
    NodeRef node = op == PointOp::Pow ? buildPower(taken) : buildWritten(op, taken);
    if (areNumbers && as<PointNode>(*node))
      node = foldedNumber(std::move(node));
    return written(std::move(node));
  };
  return apply(std::make_index_sequence<Count>());
}
} // namespace gtjit::detail

#include "gtjit-generated/PointFunctionDefinitions.inc"

Field gtjit::astype(Arg field, DType type) {
  return written(buildCast(takeNode(field), type, field.line));
}
Field gtjit::withPrecision(Arg field, DType type) {
  return Field(buildPrecision(takeNode(field), type, field.line));
}
Field gtjit::broadcast(Arg field, const Dims &dims) {
  return Field(buildBroadcast(takeNode(field), dims, field.line));
}

Field gtjit::index(Dimension dim, SourceLine line) { return Field(buildIndex(dim, line)); }
Field gtjit::coordinate(Dimension dim, double origin, double spacing, SourceLine line) {
  Arg number(astype(Arg(index(dim, line), line), DType::F64), line);
  if (spacing != 1.0)
    number = Arg(Arg(spacing, line) * std::move(number), line);
  return origin == 0.0 ? number.field : Arg(origin, line) + std::move(number);
}
Field gtjit::clip(Arg field, Arg low, Arg high) {
  SourceLine line = field.line;
  auto called = [](Field part) {
    if (as<PointNode>(*part.get()))
      static_cast<PointNode *>(part.get())->function = "clip";
    return part;
  };
  return called(min(Arg(called(max(std::move(field), std::move(low))), line), std::move(high)));
}

#define GTJIT_REDUCTION(NAME, KIND)                                                                \
  Field gtjit::NAME(Arg field) {                                                                   \
    NodeRef node = takeNode(field, #NAME, 0, 1);                                                   \
    return written(buildReduce(node, ReduceKind::KIND, nullptr, field.line));                      \
  }                                                                                                \
  Field gtjit::NAME(Arg field, const Dims &dims) {                                                 \
    NodeRef node = takeNode(field, #NAME, 0, 1);                                                   \
    return written(buildReduce(node, ReduceKind::KIND, &dims, field.line));                        \
  }
GTJIT_REDUCTION(sum, Sum)
GTJIT_REDUCTION(prod, Prod)
GTJIT_REDUCTION(min, Min)
GTJIT_REDUCTION(max, Max)
GTJIT_REDUCTION(any, Any)
GTJIT_REDUCTION(all, All)
#undef GTJIT_REDUCTION

Field gtjit::mean(Arg field) { return written(buildMean(takeNode(field), nullptr, field.line)); }
Field gtjit::mean(Arg field, const Dims &dims) {
  return written(buildMean(takeNode(field), &dims, field.line));
}

void detail::findExtreme(Arg &field, bool least, detail::Items<Dimension> dims,
                         Field *coordinates) {
  ReduceKind kind = least ? ReduceKind::Min : ReduceKind::Max;
  for (NodeRef &node : buildExtremeIndex(takeNode(field), kind, Dims(dims), field.line))
    *coordinates++ = Field(std::move(node));
}

Sequence<Field> detail::findExtreme(Arg &field, bool least) {
  ReduceKind kind = least ? ReduceKind::Min : ReduceKind::Max;
  NodeRef input = takeNode(field);
  Sequence<Field> coordinates;
  for (NodeRef &node : buildExtremeIndex(input, kind, allDims(input->domain), field.line))
    coordinates.push_back(Field(std::move(node)));
  return coordinates;
}

Field gtjit::argmin(Arg field, Dimension dim) {
  Field coordinate;
  findExtreme(field, true, {&dim, 1}, &coordinate);
  return coordinate;
}
Sequence<Field> gtjit::argmin(Arg field) { return findExtreme(field, true); }
Field gtjit::argmax(Arg field, Dimension dim) {
  Field coordinate;
  findExtreme(field, false, {&dim, 1}, &coordinate);
  return coordinate;
}
Sequence<Field> gtjit::argmax(Arg field) { return findExtreme(field, false); }
