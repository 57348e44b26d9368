//===- Remap.cpp - A field at the indices of tables -----------------------===//
//
// Where it is defined the inverse images of the tables tell. A missing neighbour
// is read at the least index that the others have: some value, which a reduction
// over neighbours leaves out.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Remap.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/InverseImage.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/At.h"
#include "gtjit/Graph/Operations/Index.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/Gather.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

bool isReplaced(std::span<const RemapTable> tables, Dimension dim) {
  return std::any_of(tables.begin(), tables.end(),
                     [&](const RemapTable &table) { return table.to == dim; });
}

/// "a remap of 'u'".
std::string subject(const Node &input) { return "a remap of " + describe(input); }

/// Emits the errors of dimensions; those of indices come with the images.
void checkDimensions(const Node &input, std::span<const RemapTable> tables, SourceLine line) {
  for (std::size_t n = 0; n < tables.size(); ++n) {
    const RemapTable &table = tables[n];
    std::string to(table.to.name());
    if (!input.domain.has(table.to))
      throw ValueError(line, subject(input) + " from " + to +
                                 ", which it lacks: " + toString(input.domain.dims()));
    if (isReplaced(tables.first(n), table.to))
      throw ValueError(line, subject(input) + " replaces " + to + " twice");
    for (const NamedRange &range : table.indices->domain) {
      bool isOwn = range.dim == table.to; // indices along what they replace
      if (!isOwn && isReplaced(tables, range.dim))
        throw ValueError(line, subject(input) + ": the table " + describe(*table.indices) +
                                   " reads " + std::string(range.dim.name()) +
                                   ", which another one replaces");
      if (!isOwn && range.dim.kind() == DimensionKind::Local && input.domain.has(range.dim))
        throw ValueError(line, subject(input) + " by " + describe(*table.indices) + ": " +
                                   std::string(range.dim.name()) +
                                   " would appear twice; name the table's dimension anew, "
                                   "wrapDim(" +
                                   std::string(range.dim.name()) + ", 1)");
    }
  }
}

/// Takes the inputs into a node, with type, runtime and what is missing.
void takeInputs(RemapNode &node, const NodeRef &input, std::span<const RemapTable> tables) {
  node.dtype = input->dtype;
  node.weak = input->weak;
  node.fits = input->fits;
  node.runtime = input->runtime;
  node.symbolic = input->symbolic;
  node.addInput(input);
  for (const RemapTable &table : tables) {
    node.addInput(table.indices);
    node.symbolic |= table.indices->symbolic;
    Runtime::State *other = table.indices->runtime;
    if (other && node.runtime && other != node.runtime)
      throw ValueError(node.line, subject(*input) + ": it and " + describe(*table.indices) +
                                      " belong to different runtimes");
    if (other)
      node.runtime = other;
  }
}

/// Throws ValueError unless the table is memory, or a part of it: it is looked at.
void requireMemory(const Node &indices, const Node &input, SourceLine line) {
  if (!isInMemory(indices))
    throw ValueError(line, subject(input) + " by " + describe(indices) +
                               ", which is computed: evaluate it first");
}

/// Restricts the node to where the indices of a table are in the field.
void restrict(RemapNode &node, const NodeRef &input, const RemapTable &table) {
  RemapNode::Replaced replaced{table.to, table.skip, Range::all(), table.skip.has_value()};
  Domain part = table.indices->domain;
  if (!node.symbolic) {
    requireMemory(*table.indices, *input, node.line);
    InverseImage found =
        inverseImage({*table.indices, table.to, table.skip, input->domain[table.to]},
                     subject(*input), node.line);
    part = found.domain;
    replaced.image = found.image;
    replaced.hasSkips = found.hasSkips;
  }
  node.domain.intersect(part);
  node.compute.intersect(table.indices->compute);
  node.replaced.push_back(replaced);
  node.dims.push_back(table.to);
}

/// What the field hands on moves along; what the tables lack is added.
void inferValidity(RemapNode &node, const NodeRef &input, std::span<const RemapTable> tables) {
  std::vector<NodeRef> fields =
      validityAt(*input, tables, [&](const NodeRef &valid, std::span<const RemapTable> own) {
        return buildRemap(valid, own, node.line);
      });
  for (std::size_t n = 0; n < tables.size(); ++n)
    if (node.replaced[n].hasSkips)
      fields.push_back(buildValid(tables[n].indices, *tables[n].skip, node.line));
  if (!fields.empty())
    addValidity(node, fields);
}

} // namespace

void detail::checkTable(const Node &indices, Dimension to, SourceLine line) {
  if (indices.dtype == DType::I32 || indices.dtype == DType::I64)
    return;
  DTypeError error(line, "a table of indices of " + std::string(to.name()) + ": " +
                             describe(indices) + " holds " + std::string(name(indices.dtype)) +
                             ", expected i32 or i64");
  adviseDivision(error, indices);
  throw error;
}

NodeRef detail::buildRemap(const NodeRef &input, std::span<const RemapTable> tables,
                           SourceLine line) {
  if (tables.empty())
    return input;
  checkDimensions(*input, tables, line);
  auto *remap = new RemapNode;
  NodeRef node(remap);
  remap->line = line;
  takeInputs(*remap, input, tables);
  Domain kept;
  for (const NamedRange &range : input->domain)
    if (!isReplaced(tables, range.dim))
      kept = std::move(kept).with(range);
  remap->domain = std::move(kept);
  remap->compute = projected(input->compute, remap->domain);
  for (const RemapTable &table : tables)
    restrict(*remap, input, table);
  checkTwins(remap->domain, line);
  inferValidity(*remap, input, tables);
  checkOperandDomains(*remap, remap->dims);
  return node;
}

Domain RemapNode::reads(std::size_t n, const Domain &box) const {
  if (n > 0)
    return projected(box, inputs[n]->domain);
  Domain result = projected(box, inputs[0]->domain);
  for (const Replaced &own : replaced)
    result = result.with(own.dim(own.image));
  return result;
}

Domain RemapNode::needs(std::size_t n, const Domain &box) const {
  Domain result = reads(n, box);
  for (std::size_t own = 0; n == 0 && !symbolic && own < replaced.size(); ++own) {
    Range indices = indicesIn(*inputs[own + 1], box, replaced[own].skip);
    result = result.with(replaced[own].dim(hull(replaced[own].image, indices)));
  }
  return result;
}

/// What a table holds at a point of some dimensions, its own among them.
static std::int64_t indexAt(const Lease &table, const Domain &point) {
  std::vector<std::int64_t> at;
  for (const NamedRange &range : table.view().domain)
    at.push_back(point[range.dim].lo());
  return reference::loadIndex(table.view().dtype, table.at(at.data()));
}

std::vector<Domain> RemapNode::pointsRead(std::size_t n, const Domain &box) const {
  if (n > 0)
    return {reads(n, box)};
  constexpr std::int64_t kMostPoints = 4096;
  Domain points;
  std::vector<std::unique_ptr<Lease>> tables;
  for (const NodeRef &table : std::span(inputs.begin(), inputs.size()).subspan(1)) {
    for (const NamedRange &range : table->domain)
      points = points.with(range.dim(box.rangeOr(range.dim)));
    tables.push_back(std::make_unique<Lease>(*memoryOf(*table), Access::Read));
  }
  if (points.size() > kMostPoints)
    return {reads(0, box)};
  if (points.size() == 0)
    return {reads(0, box).with(replaced[0].dim(Range()))};
  std::vector<Domain> found;
  for (std::int64_t number = 0, count = points.size(); number < count; ++number) {
    Domain point = box;
    std::int64_t rest = number;
    for (const NamedRange &range : points) {
      std::int64_t at = range.range.lo() + rest % range.range.size();
      rest /= range.range.size();
      point = point.with(range.dim(at, at + 1));
    }
    Domain field = projected(point, inputs[0]->domain);
    for (std::size_t own = 0; own < replaced.size(); ++own) {
      std::int64_t index = indexAt(*tables[own], point);
      if (replaced[own].skip && index == *replaced[own].skip)
        index = replaced[own].image.lo();
      field = field.with(replaced[own].dim(index, index + 1));
    }
    found.push_back(std::move(field));
  }
  return found;
}

std::vector<Dimension>
detail::orderAmongTables(const Domain &domain, std::span<const Dimension> replaced,
                         std::span<const std::vector<Dimension>> inputOrders) {
  std::vector<Dimension> result;
  auto add = [&](Dimension dim) {
    if (domain.has(dim) && std::find(result.begin(), result.end(), dim) == result.end())
      result.push_back(dim);
  };
  for (Dimension dim : inputOrders[0]) {
    auto own = std::find(replaced.begin(), replaced.end(), dim);
    if (own == replaced.end())
      add(dim);
    else
      for (Dimension replacing : inputOrders[1 + static_cast<std::size_t>(own - replaced.begin())])
        add(replacing);
  }
  return result.size() == domain.ndim() ? result : std::vector<Dimension>();
}

std::vector<Dimension>
RemapNode::ordered(std::span<const std::vector<Dimension>> inputOrders) const {
  return orderAmongTables(domain, dims, inputOrders);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Bits of an index in the type of a table.
static std::uint64_t indexBits(DType type, std::int64_t index) {
  return type == DType::I32 ? static_cast<std::uint32_t>(index) : static_cast<std::uint64_t>(index);
}

void RemapNode::flatten(Flattening &to) const {
  to.key().number(replaced.size());
  for (std::size_t n = 0; n < replaced.size(); ++n) {
    const Replaced &own = replaced[n];
    bool skips = to.anyStrides() ? own.skip.has_value() : own.hasSkips;
    to.key().dimension(own.dim);
    to.key().byte(skips);
    to.useRange(own.dim(own.image));
    if (!skips)
      continue;
    to.key().signedNumber(*own.skip);
    DType type = inputs[n + 1]->dtype;
    to.useScalar(type, indexBits(type, own.image.lo()));
  }
}

/// The table with an index that can be read in place of those that stand for none.
TextValue RemapNode::safeIndices(OperationText &text, std::size_t n, std::size_t &scalar) const {
  const TextValue &table = text.inputs()[n + 1];
  const Replaced &own = replaced[n];
  if (!(text.anyStrides() ? own.skip.has_value() : own.hasSkips))
    return table;
  const Node &indices = *inputs[n + 1];
  TextValue skip = text.fresh("skip", indices.dtype == DType::I32 ? "i32" : "i64");
  text.define(skip, "constant " + std::to_string(*own.skip) + " : " + skip.type);
  TextValue valid = text.fresh("valid", text.fieldType(indices.domain, DType::Bool));
  text.define(valid, "ne " + table.name + ", " + skip.name + " : (" + table.type + ", " +
                         skip.type + ") -> " + valid.type);
  const TextValue &least = text.scalars()[scalar++];
  TextValue safe = text.fresh("safe", table.type);
  text.define(safe, "select " + valid.name + ", " + table.name + ", " + least.name + " : (" +
                        valid.type + ", " + table.type + ", " + least.type + ") -> " + safe.type);
  return safe;
}

void detail::printRemap(OperationText &text, std::span<const TextValue> indices) {
  const TextValue &field = text.inputs()[0], &result = text.result();
  text.define(result, "remap " + field.name + " by " + namesOf(indices) + " in " +
                          namesOf(text.ranges()) + " : " + field.type + " by " + typesOf(indices) +
                          " in " + typesOf(text.ranges()) + " -> " + result.type);
}

void RemapNode::print(OperationText &text) const {
  std::vector<TextValue> tables;
  std::size_t scalar = 0;
  for (std::size_t n = 0; n < replaced.size(); ++n)
    tables.push_back(safeIndices(text, n, scalar));
  printRemap(text, tables);
}

void RemapNode::printRecorded(OperationText &text) const {
  std::string list;
  std::vector<TextValue> inputs(text.inputs().begin(), text.inputs().end());
  for (const Replaced &own : replaced)
    list += (list.empty() ? "" : ", ") + text.dimension(own.dim) +
            (own.skip ? " skip " + std::to_string(*own.skip) : "");
  text.define(text.result(), "gather " + namesOf(inputs) + " [" + list + "] : (" + typesOf(inputs) +
                                 ") -> " + text.result().type);
}

std::string RemapNode::shape(std::span<const std::string> operands) const {
  std::string list;
  for (std::size_t n = 1; n < operands.size(); ++n)
    list += (n == 1 ? "" : ", ") + operands[n];
  return operands[0] + "(" + list + ")";
}

NodeRef RemapNode::rebuild(const Rebuilding &on) const {
  std::vector<RemapTable> tables;
  for (std::size_t n = 0; n < replaced.size(); ++n)
    tables.push_back({on.inputs[n + 1], replaced[n].dim, replaced[n].skip});
  return buildRemap(on.inputs[0], tables, line);
}

//===----------------------------------------------------------------------===//
// Reference
//===----------------------------------------------------------------------===//

std::vector<reference::Grid> RemapNode::evaluate(const reference::Evaluated &on) const {
  std::vector<reference::Replacement> by;
  for (std::size_t n = 0; n < replaced.size(); ++n)
    by.push_back({replaced[n].dim, on.inputs[n + 1], replaced[n].skip, replaced[n].image.lo()});
  return {reference::gather(*on.inputs[0], by, on.points, line)};
}

//===----------------------------------------------------------------------===//
// From text
//===----------------------------------------------------------------------===//

/// The tables of an operation, which replace the dimensions that it lists.
static std::vector<RemapTable> tablesOf(const Written &written) {
  const std::vector<WrittenEntry> &entries = written.text.entries;
  written.expectOperands(entries.size() + 1);
  std::vector<RemapTable> tables;
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const NodeRef &indices = written.operands[n + 1];
    checkTable(*indices, entries[n].dim, written.line());
    tables.push_back({indices, entries[n].dim, entries[n].skip});
  }
  return tables;
}

/// The offset of a table that is a coordinate and a number; none of another one.
static std::optional<std::int64_t> offsetOf(const Node &table) {
  if (as<IndexNode>(table))
    return 0;
  const auto *sum = as<PointNode>(table);
  if (!sum || sum->op != PointOp::Add || !as<IndexNode>(*sum->inputs[0]))
    return std::nullopt;
  const auto *number = as<NumberNode>(*sum->inputs[1]);
  return number ? std::optional(static_cast<std::int64_t>(number->bits)) : std::nullopt;
}

/// Whether the tables can be looked at when the node is made, and read nothing that another one
/// replaces.
static bool areTables(std::span<const RemapTable> tables) {
  return std::all_of(tables.begin(), tables.end(), [&](const RemapTable &table) {
    const Domain &positions = table.indices->domain;
    return isInMemory(*table.indices) &&
           std::all_of(positions.begin(), positions.end(), [&](const NamedRange &range) {
             return range.dim == table.to || !isReplaced(tables, range.dim);
           });
  });
}

/// In the ranges of the text. A coordinate in place of a table only gives a dimension another
/// name.
Nodes detail::readRemap(const Written &written) {
  std::vector<RemapTable> tables = tablesOf(written);
  SourceLine line = written.line();
  NodeRef part = buildAbsolute(written.operands[0], written.region(), line);
  if (tables.size() == 1 && !tables[0].indices->memory())
    if (auto offset = offsetOf(*tables[0].indices))
      return {buildRename(part, tables[0].to, tables[0].indices->domain[0].dim, *offset, line)};
  if (areTables(tables))
    return {buildRemap(part, tables, line)};
  std::vector<AtIndex> indices;
  for (const RemapTable &table : tables)
    indices.push_back({table.to, table.indices});
  return {buildAt(part, indices, line)};
}

Nodes detail::readGather(const Written &written) {
  return {buildRemap(written.operands[0], tablesOf(written), written.line())};
}
