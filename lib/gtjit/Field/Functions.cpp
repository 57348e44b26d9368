//===- Functions.cpp - Operators and functions on fields ------------------===//
//
// From operands to builders. Nodes are taken out of the operands, so that the
// graph alone holds them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Functions.h"

#include "gtjit/Field/FieldNode.h"

#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace gtjit::detail {
/// The operation on the operands' fields, which are taken out of them.
static Field applyPoint(PointOp op, std::initializer_list<Arg *> operands) {
  Operand taken[NodeInputs::capacity];
  std::size_t count = 0;
  for (Arg *operand : operands)
    taken[count++] = {takeNode(*operand), operand->line};
  return Field(buildPoint(op, {taken, count}));
}
} // namespace gtjit::detail

#include "gtjit-generated/PointFunctionDefinitions.inc"

Field gtjit::astype(Arg field, DType type) {
  return Field(buildCast(takeNode(field), type, field.line));
}
Field gtjit::withPrecision(Arg field, DType type) {
  return Field(buildPrecision(takeNode(field), type, field.line));
}
Field gtjit::broadcast(Arg field, const Dims &dims) {
  return Field(buildBroadcast(takeNode(field), dims, field.line));
}

Field gtjit::sum(Arg field) {
  return Field(buildReduce(takeNode(field), ReduceKind::Sum, nullptr, field.line));
}
Field gtjit::sum(Arg field, const Dims &dims) {
  return Field(buildReduce(takeNode(field), ReduceKind::Sum, &dims, field.line));
}
Field gtjit::min(Arg field) {
  return Field(buildReduce(takeNode(field), ReduceKind::Min, nullptr, field.line));
}
Field gtjit::min(Arg field, const Dims &dims) {
  return Field(buildReduce(takeNode(field), ReduceKind::Min, &dims, field.line));
}
Field gtjit::max(Arg field) {
  return Field(buildReduce(takeNode(field), ReduceKind::Max, nullptr, field.line));
}
Field gtjit::max(Arg field, const Dims &dims) {
  return Field(buildReduce(takeNode(field), ReduceKind::Max, &dims, field.line));
}
