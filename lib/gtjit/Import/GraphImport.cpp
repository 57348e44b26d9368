//===- GraphImport.cpp - Graphs from programs in text ---------------------===//
//
// Nodes as the text says, by the builders that users' expressions go through;
// stores as assignments. The only place that names all operations of the text.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/GraphImport.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/InverseImage.h"
#include "gtjit/Graph/Operations/Concat.h"
#include "gtjit/Graph/Operations/Halo.h"
#include "gtjit/Graph/Operations/Neighbors.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Operations/Remap.h"
#include "gtjit/Graph/Operations/Roll.h"
#include "gtjit/Graph/Operations/ShiftBy.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace gtjit::detail {

const char *importText(std::string_view text) {
  static std::mutex mutex;
  static auto *texts = new std::set<std::string, std::less<>>; // outlives every error
  std::lock_guard lock(mutex);
  auto found = texts->find(text);
  return (found == texts->end() ? texts->emplace(text).first : found)->c_str();
}

Field importScalar(DType type, std::uint64_t bits, std::string_view name, SourceLine line) {
  NodeRef node(new NumberNode(type, bits, line));
  node->name = name;
  return Field(std::move(node));
}

namespace {

using Operands = std::span<const Field>;
using Nodes = std::vector<NodeRef>;

[[noreturn]] void refuse(const ImportedOperation &operation, const std::string &what) {
  throw ValueError(operation.line, "'gt." + operation.name + "' " + what);
}

const NodeRef &onlyOperand(const ImportedOperation &operation, Operands operands) {
  if (operands.size() != 1)
    refuse(operation, "takes 1 operand, got " + std::to_string(operands.size()));
  return operands[0].ref();
}

NodeRef importConstant(const ImportedOperation &operation, Operands) {
  return NodeRef(new NumberNode(operation.type, operation.bits, operation.line));
}

/// The operand, which `build` moves in one dimension after the other.
NodeRef importMoves(const ImportedOperation &operation, Operands operands,
                    NodeRef (*build)(const NodeRef &, Shift, SourceLine)) {
  NodeRef node = onlyOperand(operation, operands);
  for (std::size_t d = 0; d < operation.dims.size(); ++d)
    if (operation.offsets[d] != 0)
      node = build(node, {operation.dims[d], operation.offsets[d]}, operation.line);
  return node;
}

NodeRef importShift(const ImportedOperation &operation, Operands operands) {
  return importMoves(operation, operands, buildShift);
}

NodeRef importRoll(const ImportedOperation &operation, Operands operands) {
  return importMoves(operation, operands, buildRoll);
}

NodeRef importBroadcast(const ImportedOperation &operation, Operands operands) {
  return buildBroadcast(onlyOperand(operation, operands), Dims(operation.dims), operation.line);
}

NodeRef importIndex(const ImportedOperation &operation, Operands) {
  if (operation.dims.size() != 1)
    refuse(operation, "has one dimension, got " + std::to_string(operation.dims.size()));
  return buildIndex(operation.dims[0], operation.line);
}

NodeRef importPart(const ImportedOperation &operation, Operands operands) {
  return buildAbsolute(onlyOperand(operation, operands), Region(operation.part, operation.line),
                       operation.line);
}

NodeRef importInterior(const ImportedOperation &operation, Operands operands) {
  return buildInterior(onlyOperand(operation, operands), operation.line);
}

NodeRef importSlice(const ImportedOperation &operation, Operands operands) {
  const NodeRef &input = onlyOperand(operation, operands);
  std::vector<RelativeItem> items(input->domain.ndim(), RelativeItem(Slice()));
  for (std::size_t n = 0; n < operation.dims.size(); ++n) {
    std::size_t d = 0;
    while (d < items.size() && input->domain[d].dim != operation.dims[n])
      ++d;
    if (d == items.size())
      refuse(operation, "in " + std::string(operation.dims[n].name()) + " of " + describe(*input) +
                            ", which has no such dimension");
    items[d] = operation.slices[n];
  }
  return buildRelative(input, items, operation.line);
}

NodeRef importCount(const ImportedOperation &operation, Operands operands) {
  Dims dims(operation.dims);
  return buildCount(onlyOperand(operation, operands), dims, operation.line);
}

ReduceKind kindOf(const ImportedOperation &operation) {
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Min, ReduceKind::Max, ReduceKind::Prod,
                          ReduceKind::Any, ReduceKind::All})
    if (nameOf(kind) == operation.kind)
      return kind;
  refuse(operation, "has no kind '" + operation.kind + "'");
}

/// In the order of the text, where the operand is defined.
NodeRef importReduce(const ImportedOperation &operation, Operands operands) {
  NodeRef part = importPart(operation, operands);
  ReducedDims order;
  order.lanes = operation.lanes;
  for (const Region::Item &item : operation.part)
    order.dims.push_back(item.dim);
  if (!operation.width)
    return NodeRef(new ReduceNode(part, kindOf(operation), std::move(order), operation.line));
  if (std::int64_t points = part->domain[order.dims[0]].size(); points != *operation.width)
    refuse(operation, "has a width of " + std::to_string(*operation.width) + ", got a range of " +
                          std::to_string(points) + " points");
  return buildInNeighborOrder(part, kindOf(operation), order.dims[0], operation.line);
}

/// The tables of an operation, which replace `dims`.
std::vector<RemapTable> tablesOf(const ImportedOperation &operation, Operands operands,
                                 std::span<const Dimension> dims) {
  if (operands.size() != dims.size() + 1)
    refuse(operation, "takes " + std::to_string(dims.size() + 1) + " operands, got " +
                          std::to_string(operands.size()));
  std::vector<RemapTable> tables;
  for (std::size_t n = 0; n < dims.size(); ++n) {
    const NodeRef &indices = operands[n + 1].ref();
    checkTable(*indices, dims[n], operation.line);
    tables.push_back({indices, dims[n], std::nullopt});
  }
  return tables;
}

/// The offset of a table that is a coordinate and a number; none of another one.
std::optional<std::int64_t> offsetOf(const Node &table) {
  if (table.operation() == "index")
    return 0;
  const auto *sum = as<PointNode>(table);
  if (!sum || sum->op != PointOp::Add || sum->inputs[0]->operation() != "index")
    return std::nullopt;
  const auto *number = as<NumberNode>(*sum->inputs[1]);
  return number ? std::optional(static_cast<std::int64_t>(number->bits)) : std::nullopt;
}

/// In the ranges of the text. A table that is computed is evaluated first, but for
/// a coordinate, which only gives a dimension another name.
NodeRef importRemap(const ImportedOperation &operation, Operands operands) {
  std::vector<Dimension> dims;
  for (const Region::Item &item : operation.part)
    dims.push_back(item.dim);
  std::vector<RemapTable> tables = tablesOf(operation, operands, dims);
  NodeRef part =
      buildAbsolute(operands[0].ref(), Region(operation.part, operation.line), operation.line);
  if (tables.size() == 1 && !tables[0].indices->memory())
    if (auto offset = offsetOf(*tables[0].indices))
      return buildRename(part, dims[0], tables[0].indices->domain[0].dim, *offset, operation.line);
  for (const RemapTable &table : tables)
    if (!isInMemory(*table.indices))
      force({table.indices}, operation.line);
  return buildRemap(part, tables, operation.line);
}

NodeRef importRename(const ImportedOperation &operation, Operands operands) {
  if (operation.dims.size() != 2)
    refuse(operation, "names two dimensions, got " + std::to_string(operation.dims.size()));
  return buildRename(onlyOperand(operation, operands), operation.dims[0], operation.dims[1],
                     operation.offsets[0], operation.line);
}

NodeRef importGather(const ImportedOperation &operation, Operands operands) {
  std::vector<RemapTable> tables = tablesOf(operation, operands, operation.dims);
  for (std::size_t n = 0; n < tables.size(); ++n)
    if (operation.offsets[n] != noSkip)
      tables[n].skip = operation.offsets[n];
  return buildRemap(operands[0].ref(), tables, operation.line);
}

NodeRef importShiftBy(const ImportedOperation &operation, Operands operands) {
  if (operands.size() != 2 || operation.dims.size() != 1)
    refuse(operation, "takes 2 operands and one dimension, got " + std::to_string(operands.size()) +
                          " and " + std::to_string(operation.dims.size()));
  const Slice &bounds = operation.slices[0];
  Dimension dim = operation.dims[0];
  return buildShiftBy(
      operands[0].ref(),
      {dim, buildOffsets(operands[1].ref(), dim, operation.line), {bounds.start, bounds.stop}},
      operation.line);
}

NodeRef importReduceDims(const ImportedOperation &operation, Operands operands) {
  const NodeRef &input = onlyOperand(operation, operands);
  Dims dims(operation.dims);
  if (operation.called == "mean")
    return buildMeanSum(input, dims, operation.line);
  if (dims.size() == 1 && operation.called == neighborReductionName(kindOf(operation)))
    return buildInNeighborOrder(input, kindOf(operation), *dims.begin(), operation.line);
  return buildReduce(input, kindOf(operation), &dims, operation.line);
}

Nodes importExtreme(const ImportedOperation &operation, Operands operands) {
  ReduceKind kind = kindOf(operation);
  if (kind != ReduceKind::Min && kind != ReduceKind::Max)
    refuse(operation, "is of min or max, got " + operation.kind);
  return buildExtremeIndex(onlyOperand(operation, operands), kind, Dims(operation.dims),
                           operation.line);
}

/// The region's operations on the values at a point.
Nodes importBody(const ImportedOperation &scan, std::span<const NodeRef> arguments) {
  std::vector<Field> values(arguments.begin(), arguments.end());
  auto valueOf = [&](unsigned number) {
    if (number >= values.size())
      refuse(scan, "has a region that uses a value which it lacks");
    return values[number];
  };
  for (const ImportedStep &step : scan.body) {
    std::vector<Field> operands;
    for (unsigned operand : step.operands)
      operands.push_back(valueOf(operand));
    values.push_back(importOperation(step.operation, operands).front());
  }
  Nodes results;
  for (unsigned result : scan.yields)
    results.push_back(valueOf(result).ref());
  return results;
}

Nodes importScan(const ImportedOperation &operation, Operands operands) {
  if (operation.part.size() != 1 || operation.initials == 0 ||
      operation.initials > operands.size() || operation.yields.size() != operation.initials)
    refuse(operation, "has one dimension and a value for each of its initial ones");
  const Region::Item &along = operation.part[0];
  ScanRequest request{along.dim, along.range, operation.kind == "backward", {}, {}, operation.line};
  for (std::size_t n = 0; n < operands.size(); ++n)
    (n < operation.initials ? request.initials : request.inputs)
        .push_back({operands[n].ref(), operation.line});
  return buildScan(std::move(request), [&](std::span<const NodeRef> arguments) {
    return importBody(operation, arguments);
  });
}

std::vector<Operand> withLines(const ImportedOperation &operation, Operands operands) {
  std::vector<Operand> inputs;
  for (const Field &operand : operands)
    inputs.push_back({operand.ref(), operation.line});
  return inputs;
}

/// The ranges are listed part by part.
NodeRef importPieces(const ImportedOperation &operation, Operands operands) {
  if (operands.empty() || operation.part.empty() || operation.part.size() % operands.size() != 0)
    refuse(operation, "has " + std::to_string(operation.part.size()) + " ranges for " +
                          std::to_string(operands.size()) + " parts");
  std::size_t dims = operation.part.size() / operands.size();
  std::vector<ConcatPiece> pieces;
  for (unsigned n = 0; n < operands.size(); ++n) {
    Domain region;
    for (std::size_t d = 0; d < dims; ++d) {
      const Region::Item &item = operation.part[n * dims + d];
      if (!(item.dim == operation.part[d].dim) || region.has(item.dim))
        refuse(operation, "has ranges of other dimensions for part " + std::to_string(n));
      region = region.with(item.dim(item.range));
    }
    pieces.push_back({n, region});
  }
  return buildPieces(withLines(operation, operands), std::move(pieces), operation.line);
}

NodeRef importConcat(const ImportedOperation &operation, Operands operands) {
  std::vector<Operand> fields = withLines(operation, operands);
  return buildConcat(fields, operation.line);
}

NodeRef importSet(const ImportedOperation &operation, Operands operands) {
  if (operands.size() != 3)
    refuse(operation, "takes 3 operands, got " + std::to_string(operands.size()));
  for (Dimension dim : operation.dims)
    for (std::size_t n : {0, 2})
      if (!operands[n].ref()->domain.has(dim))
        refuse(operation, "in " + std::string(dim.name()) + " of " + describe(*operands[n].ref()) +
                              ", which has no such dimension");
  return buildSet({operands[0].ref(), operation.line}, operands[2].ref(), operation.dims,
                  {operands[1].ref(), operation.line});
}

NodeRef importHalo(const ImportedOperation &operation, Operands operands) {
  if (operation.dims.size() != 1 || operation.slices[0].isIndex)
    refuse(operation, "has one range, got " + std::to_string(operation.dims.size()));
  for (HaloKind kind :
       {HaloKind::Periodic, HaloKind::Mirror, HaloKind::Constant, HaloKind::Extend}) {
    if (nameOf(kind) != operation.kind)
      continue;
    std::size_t count = kind == HaloKind::Constant ? 2 : 1;
    if (operands.size() != count)
      refuse(operation, "takes " + std::to_string(count) + " operands, got " +
                            std::to_string(operands.size()));
    const Slice &reach = operation.slices[0];
    NodeRef value = count == 2 ? operands[1].ref() : NodeRef();
    return buildHalo(operands[0].ref(), {kind, operation.dims[0], -reach.start, reach.stop}, value,
                     operation.line);
  }
  refuse(operation, "has no kind '" + operation.kind + "'");
}

/// The operation of this name; throws ValueError.
PointOp pointOpOf(const ImportedOperation &operation) {
  static constexpr PointOp all[] = {
#define GTJIT_POINT_OP(NAME, ...) PointOp::NAME,
#include "gtjit-generated/PointOperations.inc"
  };
  for (PointOp op : all)
    if (pointOpInfo(op).mnemonic == operation.name)
      return op;
  refuse(operation, "is no operation on fields");
}

NodeRef importPoint(const ImportedOperation &operation, Operands operands) {
  PointOp op = pointOpOf(operation);
  if (operands.size() != pointOpInfo(op).arity)
    refuse(operation, "takes " + std::to_string(pointOpInfo(op).arity) + " operands, got " +
                          std::to_string(operands.size()));
  std::vector<Operand> inputs = withLines(operation, operands);
  NodeRef node = op == PointOp::Cast ? buildCast(inputs[0].node, operation.type, operation.line)
                                     : buildPoint(op, inputs);
  if (op != PointOp::Cast && !operation.called.empty())
    static_cast<PointNode &>(*node).function = importText(operation.called);
  for (Placing placing : {Placing::Inline, Placing::Root})
    if (operation.placement == nameOf(placing))
      node = buildPlaced(node, placing);
  return node;
}

Nodes buildResults(const ImportedOperation &operation, Operands operands) {
  using Import = NodeRef (*)(const ImportedOperation &, Operands);
  static constexpr std::pair<std::string_view, Import> imports[] = {
      {"constant", importConstant},
      {"shift", importShift},
      {"broadcast", importBroadcast},
      {"index", importIndex},
      {"part", importPart},
      {"slice", importSlice},
      {"count", importCount},
      {"reduce", importReduce},
      {"reduce_dims", importReduceDims},
      {"interior", importInterior},
      {"remap", importRemap},
      {"gather", importGather},
      {"concat", importPieces},
      {"concat_where", importPieces},
      {"concat_fields", importConcat},
      {"set", importSet},
      {"halo", importHalo},
      {"roll", importRoll},
      {"rename", importRename},
      {"shift_by", importShiftBy},
  };
  if (operation.name == "find_extreme")
    return importExtreme(operation, operands);
  if (operation.name == "scan" || operation.name == "scan_dim")
    return importScan(operation, operands);
  for (const auto &[name, import] : imports)
    if (name == operation.name)
      return {import(operation, operands)};
  return {importPoint(operation, operands)};
}

} // namespace

std::vector<Field> importOperation(const ImportedOperation &operation,
                                   std::span<const Field> operands) {
  Nodes nodes = buildResults(operation, operands);
  if (nodes.front()->dtype != operation.type)
    throw TypeError(operation.line, "'gt." + operation.name + "' gives " +
                                        std::string(name(nodes.front()->dtype)) +
                                        " here, expected " + std::string(name(operation.type)));
  if (!operation.label.empty())
    nodes.front() = buildNamed(std::move(nodes.front()), operation.label);
  std::vector<Field> results;
  for (NodeRef &node : nodes)
    results.emplace_back(std::move(node));
  return results;
}

void importStores(std::span<const ImportedStore> stores) {
  std::vector<Assignment> assignments;
  for (const ImportedStore &store : stores)
    assignments.push_back({store.target, store.region, store.value.ref(), store.line});
  assign(std::move(assignments));
}

} // namespace gtjit::detail
