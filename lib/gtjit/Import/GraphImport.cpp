//===- GraphImport.cpp - Graphs from programs in text ---------------------===//
//
// Nodes as the text says, stores as assignments.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/GraphImport.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Operations/Number.h"
#include "gtjit/Operations/Reduce.h"
#include "gtjit/Runtime/Evaluate.h"

#include <algorithm>
#include <array>

namespace gtjit::detail {

Field importScalar(DType type, std::uint64_t bits, std::string_view name, SourceLine line) {
  NodeRef node(new NumberNode(type, bits, line));
  node->name = name;
  return Field(std::move(node));
}

/// The operation of this name; throws ValueError.
static PointOp pointOpNamed(std::string_view mnemonic, SourceLine line) {
  static constexpr PointOp all[] = {
#define GTJIT_POINT_OP(NAME, ...) PointOp::NAME,
#include "gtjit-generated/PointOperations.inc"
  };
  for (PointOp op : all)
    if (pointOpInfo(op).mnemonic == mnemonic)
      return op;
  throw ValueError(line, "there is no operation 'gt." + std::string(mnemonic) + "' on fields");
}

static NodeRef buildOperation(PointOp op, std::span<const Field> operands, DType type,
                              SourceLine line) {
  if (op == PointOp::Cast && operands.size() == 1)
    return buildCast(operands[0].ref(), type, line);
  std::vector<Operand> inputs;
  for (const Field &operand : operands)
    inputs.push_back({operand.ref(), line});
  return buildPoint(op, inputs);
}

Field importPoint(std::string_view mnemonic, std::span<const Field> operands, DType type,
                  SourceLine line) {
  PointOp op = pointOpNamed(mnemonic, line);
  if (operands.size() != pointOpInfo(op).arity)
    throw ValueError(line, "'gt." + std::string(mnemonic) + "' takes " +
                               std::to_string(pointOpInfo(op).arity) + " operands, got " +
                               std::to_string(operands.size()));
  NodeRef node = buildOperation(op, operands, type, line);
  if (node->dtype != type)
    throw TypeError(line, "'gt." + std::string(mnemonic) + "' gives " +
                              std::string(name(node->dtype)) + " here, expected " +
                              std::string(name(type)));
  return Field(std::move(node));
}

static ReduceKind reduceKindNamed(std::string_view name, SourceLine line) {
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Min, ReduceKind::Max, ReduceKind::Prod,
                          ReduceKind::Any, ReduceKind::All})
    if (nameOf(kind) == name)
      return kind;
  throw ValueError(line, "there is no reduction '" + std::string(name) + "'");
}

Field importReduce(const Field &field, std::string_view kind, std::span<const NamedRange> ranges,
                   bool lanes, SourceLine line) {
  Field part = field.at(Region(Domain(ranges, line), line), line);
  ReducedDims order;
  order.lanes = lanes;
  for (const NamedRange &range : ranges)
    order.dims.push_back(range.dim);
  return Field(
      NodeRef(new ReduceNode(part.ref(), reduceKindNamed(kind, line), std::move(order), line)));
}

Field importIndex(Dimension dim, SourceLine line) { return Field(buildIndex(dim, line)); }

void importStores(std::span<const ImportedStore> stores) {
  std::vector<Assignment> assignments;
  for (const ImportedStore &store : stores)
    assignments.push_back({store.target, store.region, store.value.ref(), store.line});
  assign(std::move(assignments));
}

} // namespace gtjit::detail
