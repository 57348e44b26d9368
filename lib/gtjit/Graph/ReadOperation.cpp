//===- ReadOperation.cpp - Nodes from text --------------------------------===//
//
// Names of operations and who reads them; any other name is that of an operation of
// the table, or none.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/ReadOperation.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Written.h"

#include <algorithm>

namespace gtjit::detail {

namespace {

struct Reader {
  std::string_view name;
  Nodes (*read)(const Written &);
  UnknownRange unknownRange = UnknownRange::Refused;
  bool namesOperandType = false; ///< its text has no type of a result
};

constexpr Reader readers[] = {
    {"at", readAt},
    {"broadcast", readBroadcast},
    {"call", readCall},
    {"call_arrays", readArrayCall},
    {"concat", readPieces},
    {"concat_fields", readConcat},
    {"concat_where", readPieces},
    {"constant", readConstant},
    {"count", readCount, UnknownRange::Refused, true},
    {"find_extreme", readExtreme},
    {"gather", readGather},
    {"halo", readHalo},
    {"index", readIndex},
    {"interior", readInterior},
    {"part", readPart},
    {"pin", readPin},
    {"reduce", readReduce, UnknownRange::Common},
    {"reduce_dims", readReduceDims},
    {"remap", readRemap, UnknownRange::AllOfFirst},
    {"rename", readRename},
    {"roll", readRoll},
    {"scan", readScan, UnknownRange::Common},
    {"scan_dim", readScan},
    {"set", readSet},
    {"shift", readShift},
    {"shift_by", readShiftBy},
    {"slice", readSlice},
};
constexpr Reader pointReader{"", readPoint};

const Reader &readerOf(std::string_view name) {
  const auto *found = std::find_if(std::begin(readers), std::end(readers),
                                   [&](const Reader &reader) { return reader.name == name; });
  return found == std::end(readers) ? pointReader : *found;
}

} // namespace

UnknownRange unknownRangeOf(std::string_view operation) { return readerOf(operation).unknownRange; }

std::vector<NodeRef> readOperation(const WrittenOperation &operation,
                                   std::span<const NodeRef> operands) {
  const Reader &reader = readerOf(operation.name);
  Nodes nodes = reader.read({operation, operands});
  NodeRef &first = nodes.front();
  if (!reader.namesOperandType && first->dtype != operation.type)
    throw TypeError(operation.line, "'gt." + operation.name + "' gives " +
                                        std::string(name(first->dtype)) + " here, expected " +
                                        std::string(name(operation.type)));
  if (!operation.label.empty())
    first = buildNamed(std::move(first), operation.label);
  return nodes;
}

void Written::refuse(const std::string &what) const {
  throw ValueError(text.line, "'gt." + text.name + "' " + what);
}

void Written::expectOperands(std::size_t count) const {
  if (operands.size() != count)
    refuse("takes " + std::to_string(count) + (count == 1 ? " operand" : " operands") + ", got " +
           std::to_string(operands.size()));
}

const NodeRef &Written::operand() const {
  expectOperands(1);
  return operands[0];
}

std::vector<Operand> Written::operandsWithLines() const {
  std::vector<Operand> result;
  for (const NodeRef &operand : operands)
    result.push_back({operand, text.line});
  return result;
}

std::vector<Dimension> Written::dims() const {
  std::vector<Dimension> result;
  for (const WrittenEntry &entry : text.entries)
    result.push_back(entry.dim);
  return result;
}

Region Written::region() const {
  std::vector<Region::Item> items;
  for (const WrittenEntry &entry : text.entries)
    if (entry.slice.isIndex)
      items.push_back(entry.dim(entry.slice.start));
    else
      items.push_back(entry.dim(entry.range()));
  return Region(items, text.line);
}

NodeRef Written::moved(NodeRef (*build)(const NodeRef &, Shift, SourceLine)) const {
  NodeRef node = operand();
  for (const WrittenEntry &entry : text.entries)
    if (entry.offset != 0)
      node = build(node, {entry.dim, entry.offset}, line());
  return node;
}

ReduceKind Written::reduceKind() const {
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Min, ReduceKind::Max, ReduceKind::Prod,
                          ReduceKind::Any, ReduceKind::All})
    if (nameOf(kind) == text.word)
      return kind;
  refuse("has no kind '" + text.word + "'");
}

} // namespace gtjit::detail
