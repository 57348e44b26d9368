//===- ShiftBy.cpp - The value some points away, point by point -----------===//
//
// To kernels a remap by indices that are computed where they are used.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/ShiftBy.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Remap.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/Gather.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Selection.h"

#include <limits>

using namespace gtjit;
using namespace gtjit::detail;

/// "as_offset in I of 'u'".
static std::string subject(const Node &field, Dimension dim) {
  return "as_offset in " + std::string(dim.name()) + " of " + describe(field);
}

static std::string boundsText(OffsetBounds bounds) {
  return std::to_string(bounds.least) + " to " + std::to_string(bounds.greatest);
}

/// What no i64 holds lies outside of all bounds, and is to stay there.
static NodeRef belowLargest(const NodeRef &offsets, SourceLine line) {
  constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
  if (offsets->dtype != DType::U64)
    return offsets;
  Operand least[] = {{offsets, line},
                     {buildNumber(DType::I64, std::uint64_t{kLargest}, line), line}};
  return buildPoint(PointOp::Min, least);
}

/// "as_offset in I by 'n'".
static std::string offsetsText(const Node &offsets, Dimension dim) {
  return "as_offset in " + std::string(dim.name()) + " by " + describe(offsets);
}

NodeRef detail::buildOffsetTerm(const NodeRef &offsets, Dimension dim, SourceLine line) {
  if (!isInteger(offsets->dtype)) {
    DTypeError error(line, offsetsText(*offsets, dim) + " (" +
                               std::string(gtjit::name(offsets->dtype)) +
                               "): offsets are integers");
    adviseDivision(error, *offsets);
    throw error;
  }
  return offsets->dtype == DType::I64 ? offsets : buildSigned(offsets, DType::I64, line);
}

NodeRef detail::buildSigned(const NodeRef &integers, DType type, SourceLine line) {
  NodeRef result = buildCast(belowLargest(integers, line), type, line);
  return integers->name.empty() ? result : buildNamed(std::move(result), integers->name);
}

NodeRef detail::buildOffsets(const NodeRef &offsets, Dimension dim, SourceLine line) {
  NodeRef result = buildOffsetTerm(offsets, dim, line);
  if (!offsets->domain.has(dim))
    throw ValueError(line, offsetsText(*offsets, dim) + ", which lacks " + std::string(dim.name()) +
                               ": " + toString(offsets->domain.dims()));
  return result;
}

/// Where all that the bounds allow to be read is there.
static Range definedOn(Range field, OffsetBounds bounds) {
  return (field - bounds.least) & (field - bounds.greatest);
}

/// What is read for some points.
static Range readFor(Range points, OffsetBounds bounds) {
  return points.empty() ? Range()
                        : Range(saturatingAdd(points.lo(), bounds.least),
                                saturatingAdd(points.hi(), bounds.greatest));
}

static void checkRequest(const Node &field, const ShiftByRequest &by, SourceLine line) {
  if (!field.domain.has(by.dim))
    throw ValueError(line,
                     subject(field, by.dim) + ", which lacks it: " + toString(field.domain.dims()));
  if (by.bounds.least > by.bounds.greatest)
    throw ValueError(line, subject(field, by.dim) + ": its bounds are " + boundsText(by.bounds) +
                               ", which no offset is within");
  Runtime::State *own = field.runtime, *other = by.offsets->runtime;
  if (own && other && own != other)
    throw ValueError(line, subject(field, by.dim) + ": it and " + describe(*by.offsets) +
                               " belong to different runtimes");
}

NodeRef detail::buildShiftBy(const NodeRef &field, const ShiftByRequest &by, SourceLine line) {
  checkRequest(*field, by, line);
  auto *shift = new ShiftByNode(by.dim, by.bounds);
  NodeRef node(shift);
  shift->line = line;
  shift->dtype = field->dtype;
  shift->weak = field->weak;
  shift->fits = field->fits;
  shift->symbolic = field->symbolic || by.offsets->symbolic;
  shift->runtime = field->runtime ? field->runtime : by.offsets->runtime;
  shift->addInput(field);
  shift->addInput(by.offsets);
  Range whole = field->domain[by.dim];
  shift->domain = field->domain.with(by.dim(definedOn(whole, by.bounds)));
  shift->domain.intersect(by.offsets->domain);
  shift->compute = field->compute.with(by.dim(Range::all()));
  shift->compute.intersect(by.offsets->compute);
  Range points = shift->domain[by.dim];
  if (!shift->symbolic && !points.isFinite())
    throw ValueError(line, subject(*field, by.dim) + " by " + describe(*by.offsets) +
                               ": neither has an end in " + std::string(by.dim.name()));
  shift->image = readFor(points, by.bounds) & whole;
  shift->validity = field->validity;
  moveValidity(*shift, by.dim, [&](const NodeRef &valid) { return buildShiftBy(valid, by, line); });
  if (by.offsets->validity)
    addValidity(*shift, *by.offsets->validity);
  return node;
}

/// A store of points where the result is not defined needs more than the image.
Domain ShiftByNode::reads(std::size_t n, const Domain &box) const {
  Domain own = projected(box, inputs[n]->domain);
  return n == 0 ? own.with(dim(hull(image, readFor(box[dim], bounds)))) : own;
}

std::vector<Dimension>
ShiftByNode::ordered(std::span<const std::vector<Dimension>> inputOrders) const {
  return orderAmongTables(domain, gathered(), inputOrders);
}

std::optional<Range> ShiftByNode::allowedValues(std::size_t n) const {
  return n == 1 ? std::optional(Range(bounds.least, saturatingAdd(bounds.greatest, 1)))
                : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void ShiftByNode::flatten(Flattening &to) const {
  to.key().dimension(dim);
  to.useRange(dim(image));
  to.checkValues();
}

void ShiftByNode::print(OperationText &text) const {
  const TextValue &offsets = text.inputs()[1];
  TextValue at = text.fresh("at", text.fieldType(Domain(dim(Range::all())), DType::I64));
  text.define(at, "index " + text.dimension(dim) + " : " + at.type);
  TextValue indices = text.fresh("indices", text.fieldType(inputs[1]->domain, DType::I64));
  text.define(indices, "add " + at.name + ", " + offsets.name + " : (" + at.type + ", " +
                           offsets.type + ") -> " + indices.type);
  printRemap(text, {&indices, 1});
}

void ShiftByNode::printRecorded(OperationText &text) const {
  text.define(text.result(), "shift_by " + namesOf(text.inputs()) + " [" + text.dimension(dim) +
                                 " from " + boundsText(bounds) + "] : (" + typesOf(text.inputs()) +
                                 ") -> " + text.result().type);
}

std::string ShiftByNode::shape(std::span<const std::string> operands) const {
  return operands[0] + "(" + std::string(dim.name()) + " + " + operands[1] + ")";
}

NodeRef ShiftByNode::rebuild(const Rebuilding &on) const {
  return buildShiftBy(on.inputs[0], {dim, on.inputs[1], bounds}, line);
}

//===----------------------------------------------------------------------===//
// Reference
//===----------------------------------------------------------------------===//

void ShiftByNode::check(std::size_t, const reference::Grid &offsets, const Domain &box) const {
  reference::forEachIndex(offsets, box, [&](std::int64_t number, std::int64_t offset) {
    if (offset >= bounds.least && offset <= bounds.greatest)
      return true;
    std::vector<std::int64_t> at = reference::coordinatesOf(box, number);
    std::int64_t to = saturatingAdd(at[positionOf(box, dim)], offset);
    throw IndexOutOfBounds(line, subject(*inputs[0], dim) + " by " + describe(*inputs[1]) +
                                     ": the offset at " + positionText(box, at) + " is " +
                                     std::to_string(offset) + ", to " + toString(dim(to)) +
                                     ", but its bounds are " + boundsText(bounds));
  });
}

/// Offsets out of their bounds, where nothing can be read, are told by the evaluation.
std::vector<Domain> ShiftByNode::pointsReadAt(const Domain &box,
                                              std::span<const reference::Grid> offsets) const {
  std::vector<Domain> found;
  reference::forEachIndex(offsets[0], box, [&](std::int64_t number, std::int64_t offset) {
    if (offset < bounds.least || offset > bounds.greatest)
      return true;
    Domain point = reference::pointOf(box, number);
    std::int64_t at = saturatingAdd(point[dim].lo(), offset);
    found.push_back(projected(point, inputs[0]->domain).with(dim(at, at + 1)));
    return true;
  });
  return found;
}

std::vector<reference::Grid> ShiftByNode::evaluate(const reference::Evaluated &on) const {
  using namespace reference;
  const Grid &offsets = *on.inputs[1];
  check(1, offsets, projected(on.points, inputs[1]->domain));
  Range points = on.points[dim];
  Grid coordinates = makeGrid(DType::I64, Domain(dim(points)), line);
  for (std::int64_t at = points.lo(); at < points.hi(); ++at)
    storeValue(coordinates.first + (at - points.lo()) * coordinates.strides[0], at);
  Grid indices = makeGrid(DType::I64, on.points, line);
  const reference::Operand operands[] = {operandOver(coordinates, on.points),
                                         operandOver(offsets, on.points),
                                         operandOver(indices, on.points)};
  forEachRow(on.points, operands, [](const Row &row) {
    for (std::int64_t p = 0; p < row.count; ++p) {
      auto at = [&](std::size_t n) { return row.first[n] + p * row.step[n]; };
      storeValue(at(2), loadValue<std::int64_t>(at(0)) + loadValue<std::int64_t>(at(1)));
    }
  });
  const Replacement by[] = {{dim, &indices}};
  return {gather(*on.inputs[0], by, on.points, line)};
}

Nodes detail::readShiftBy(const Written &written) {
  const std::vector<WrittenEntry> &entries = written.text.entries;
  if (written.operands.size() != 2 || entries.size() != 1)
    written.refuse("takes 2 operands and one dimension, got " +
                   std::to_string(written.operands.size()) + " and " +
                   std::to_string(entries.size()));
  Dimension dim = entries[0].dim;
  const Slice &bounds = entries[0].slice;
  NodeRef offsets = buildOffsets(written.operands[1], dim, written.line());
  return {buildShiftBy(written.operands[0], {dim, offsets, {bounds.start, bounds.stop}},
                       written.line())};
}
