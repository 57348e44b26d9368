//===- Reduce.cpp - One value of those along dimensions -------------------===//
//
// The order of a reduction is fixed when the expression is written. Kernels for
// any strides take the order alone that the bits depend on.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Reduce.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Neighbors.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/Reduction.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The range of one reduced dimension, or an error.
void checkReduced(const Node &input, std::string_view spelling, Dimension dim, SourceLine line) {
  auto what = [&] {
    return "'" + std::string(spelling) + "' over " + std::string(dim.name()) + " of " +
           describe(input);
  };
  if (!input.domain.has(dim))
    throw ValueError(line, what() + ", which has no such dimension");
  if (!input.symbolic && !input.domain[dim].isFinite())
    throw ValueError(line, what() + ", which is infinite: " + toString(dim(input.domain[dim])) +
                               "; slice it");
}

[[noreturn]] void refuse(const Node &input, std::string_view spelling, const char *reason,
                         SourceLine line) {
  DTypeError error(line, "'" + std::string(spelling) + "' of " + describe(input) + " (" +
                             std::string(name(input.dtype)) + "): " + reason);
  if (isComplex(input.dtype))
    adviseComplex(error);
  throw error;
}

/// Points that are joined where the result is read, and the dimensions that have them: the
/// components of vectors and tensors.
constexpr std::int64_t mostShort = 16;
constexpr std::size_t mostShortDims = 4;

NodeRef reduceNode(const NodeRef &operand, ReduceKind kind, const Dims &dims, SourceLine line) {
  return NodeRef(new ReduceNode(operand, kind, reducedDims(*operand, dims), line));
}

} // namespace

DType detail::accumulatedType(ReduceKind kind, DType type) {
  if (kind != ReduceKind::Sum && kind != ReduceKind::Prod)
    return type;
  if (type == DType::F16 || type == DType::BF16)
    return DType::F32;
  if (isFloat(type))
    return type;
  return isUnsigned(type) ? DType::U64 : DType::I64;
}

DType detail::meanType(DType type) { return isFloat(type) ? type : DType::F64; }
DType detail::dividedType(DType type) { return accumulatedType(ReduceKind::Sum, meanType(type)); }

NodeRef detail::buildStart(ReduceKind kind, DType type, SourceLine line) {
  bool isGreatest = kind == ReduceKind::Min || kind == ReduceKind::All;
  if (kind == ReduceKind::Sum || kind == ReduceKind::Prod)
    return buildNumber(DType::I64, kind == ReduceKind::Prod, line);
  if (type == DType::Bool)
    return buildNumber(DType::Bool, isGreatest, line);
  if (isFloat(type))
    return buildNumber(DType::F64, std::bit_cast<std::uint64_t>(isGreatest ? HUGE_VAL : -HUGE_VAL),
                       line);
  std::uint64_t bits = 0;
  withType(type, [&]<class T>(T *) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::integral<T>)
      storeValue<T>(reinterpret_cast<std::byte *>(&bits),
                    isGreatest ? Limits::max() : Limits::min());
  });
  return NodeRef(new NumberNode(type, bits, line));
}

void detail::checkReducedDims(const Node &input, std::string_view spelling, const Dims &dims,
                              SourceLine line) {
  for (const Dimension *dim = dims.begin(); dim != dims.end(); ++dim) {
    checkReduced(input, spelling, *dim, line);
    if (std::find(dims.begin(), dim, *dim) != dim)
      throw ValueError(line, "'" + std::string(spelling) + "' names " + std::string(dim->name()) +
                                 " twice");
  }
}

void detail::checkReducedType(const Node &input, std::string_view spelling, ReduceKind kind,
                              SourceLine line) {
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

ReducedDims detail::reducedDims(const Node &operand, const Dims &dims) {
  ReducedDims result;
  std::vector<Dimension> order = resultOrder(operand);
  result.dims.reserve(dims.size());
  for (std::size_t n = order.size(); n-- > 0;)
    if (dims.contains(order[n]))
      result.dims.push_back(order[n]);
  result.lanes = result.dims.front() == order.back();
  return result;
}

std::string ReducedDims::text(const Domain &domain) const {
  std::string list;
  for (Dimension dim : dims)
    list += (list.empty() ? "" : " x ") + toString(dim(domain[dim]));
  return list;
}

void ReducedDims::flatten(Flattening &to, const Domain &domain, ReduceKind kind,
                          bool isOrderFree) const {
  bool isFree = to.anyStrides() && isOrderFree;
  to.key().byte(static_cast<unsigned>(kind) * 2 + (lanes && !isFree));
  to.key().number(dims.size());
  auto list = [&](std::span<const Dimension> listed) {
    for (Dimension dim : listed) {
      to.key().dimension(dim);
      to.useSharedRange(dim(domain[dim])); // what goes over the same points may share a kernel
    }
  };
  if (!isFree)
    return list(dims);
  std::vector<Dimension> sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  list(sorted);
}

Domain ReducedDims::reads(const Domain &domain, Domain box) const {
  for (Dimension dim : dims)
    box = box.with(dim(domain[dim]));
  return projected(box, domain);
}

void ReducedDims::infer(Node &node, const NodeRef &operand, SourceLine line) const {
  node.symbolic = operand->symbolic;
  node.runtime = operand->runtime;
  if (dims.size() < operand->domain.ndim()) {
    node.domain = operand->domain;
    node.compute = operand->compute;
    for (Dimension dim : dims) {
      node.domain = node.domain.without(dim);
      node.compute = node.compute.without(dim);
    }
  }
  keepValidity(node, *operand, dims);
  node.addInput(operand);
  node.line = line;
}

ReduceNode::ReduceNode(const NodeRef &operand, ReduceKind combine, ReducedDims order,
                       SourceLine line)
    : combine(combine), order(std::move(order)) {
  dtype = operand->dtype;
  weak = operand->weak && !isInteger(operand->dtype);
  this->order.infer(*this, operand, line);
}

NodeRef detail::buildReduce(const NodeRef &operand, ReduceKind kind, const Dims *dims,
                            SourceLine line) {
  const Dims chosen = dims ? *dims : allDims(operand->domain);
  NodeRef input = withEnds(operand, chosen);
  checkReducedDims(*input, nameOf(kind), chosen, line);
  checkReducedType(*input, nameOf(kind), kind, line);
  DType type = accumulatedType(kind, input->dtype);
  NodeRef result = type == input->dtype ? input : buildCast(input, type, line);
  if (chosen.size() != 0)
    result = reduceNode(result, kind, chosen, line);
  return isFloat(input->dtype) && type != input->dtype ? buildCast(result, input->dtype, line)
                                                       : result;
}

NodeRef detail::buildMeanSum(const NodeRef &operand, const Dims &dims, SourceLine line) {
  NodeRef input = withEnds(operand, dims);
  checkReducedDims(*input, "mean", dims, line);
  checkReducedType(*input, "mean", ReduceKind::Sum, line);
  NodeRef sum = reduceNode(input, ReduceKind::Sum, dims, line);
  static_cast<ReduceNode &>(*sum).ofMean = true;
  return sum;
}

Domain ReduceNode::reads(std::size_t n, const Domain &box) const {
  return order.reads(inputs[n]->domain, box);
}

std::string_view ReduceNode::called() const {
  return ofNeighbors ? neighborReductionName(combine) : spelling();
}

std::size_t ReduceNode::unrolledDims() const {
  const Domain &domain = inputs[0]->domain;
  if (ofNeighbors)
    return domain[order.dims[0]].size() <= mostUnrolled;
  std::size_t count = 0;
  std::int64_t points = 1;
  for (Dimension dim : order.dims) {
    points = saturatingProduct(points, domain[dim].size());
    if (points > mostShort || points == 0 || count == mostShortDims)
      break;
    ++count;
  }
  return count < domain.ndim() ? count : 0; // of few points in all the number may change each time
}

/// Throws MemoryError if a result is of more points than can be counted.
static void checkCountable(const Node &input, std::span<const Dimension> dims, SourceLine line) {
  std::vector<std::int64_t> extents;
  std::int64_t points = 1;
  for (Dimension dim : dims)
    if (Range range = input.domain[dim]; range.isFinite()) {
      extents.push_back(range.size());
      points = saturatingProduct(points, range.size());
    }
  if (points == INT64_MAX)
    throwTooLarge(input.dtype, extents, line);
}

void ReduceNode::flatten(Flattening &to) const {
  checkCountable(*inputs[0], order.dims, line);
  order.flatten(to, inputs[0]->domain, combine, !dependsOnStrides());
  std::size_t unrolled = to.anyStrides() ? 0 : unrolledDims();
  to.key().number(unrolled);
  for (std::size_t n = 0; n < unrolled; ++n)
    to.key().number(static_cast<std::uint64_t>(inputs[0]->domain[order.dims[n]].size()));
}

/// One operation for each dimension whose points are counted, and one for all others.
void ReduceNode::print(OperationText &text) const {
  TextValue operand = text.inputs()[0];
  std::span<const TextValue> ranges = text.ranges();
  Domain left = inputs[0]->domain;
  auto reduce = [&](std::span<const TextValue> over, const std::string &how) {
    bool isLast = over.size() == ranges.size();
    TextValue result = isLast ? text.result() : text.fresh(spelling(), text.fieldType(left, dtype));
    text.define(result, "reduce " + std::string(nameOf(combine)) + " " + operand.name + " over " +
                            namesOf(over) + how + " : " + operand.type + ", " + typesOf(over) +
                            " -> " + result.type);
    operand = result;
    ranges = ranges.subspan(over.size());
  };
  bool lanes = order.lanes && !(text.anyStrides() && !dependsOnStrides());
  std::size_t unrolled = text.anyStrides() ? 0 : unrolledDims();
  for (std::size_t n = 0; n < unrolled; ++n) {
    std::string width = " width " + std::to_string(left[order.dims[n]].size());
    left = left.without(order.dims[n]);
    reduce(ranges.first(1), (lanes && n == 0 ? " lanes" : "") + width);
  }
  if (!ranges.empty())
    reduce(ranges, lanes && unrolled == 0 ? " lanes" : "");
}

void ReduceNode::printRecorded(OperationText &text) const {
  std::string called = ofMean ? "mean" : ofNeighbors ? std::string(this->called()) : "";
  text.define(text.result(), "reduce_dims " + std::string(nameOf(combine)) + " " +
                                 text.inputs()[0].name + " over " +
                                 dimensionList(text, order.dims) +
                                 (called.empty() ? " : " : " {gt.called = \"" + called + "\"} : ") +
                                 text.inputs()[0].type + " -> " + text.result().type);
}

std::vector<reference::Grid> ReduceNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid values = *on.inputs[0];
  Domain box = reads(0, on.points);
  for (std::size_t n = 0; n < order.dims.size(); ++n) {
    Dimension dim = order.dims[n];
    box = box.without(dim);
    bool lanes = n == 0 && order.lanes;
    values = reference::reduceDimension(values, {dim, inputs[0]->domain[dim], combine, lanes, line},
                                        box);
  }
  return {values};
}

std::string ReduceNode::shape(std::span<const std::string> operands) const {
  std::string text = std::string(spelling()) + " of " + operands[0] + " over";
  for (Dimension dim : order.dims)
    text += " " + std::string(dim.name());
  return text + (order.lanes ? "" : ", not contiguous");
}

std::string ReduceNode::computation(std::span<const std::string>) const {
  return std::string(spelling()) + " over " + order.text(inputs[0]->domain);
}

NodeRef ReduceNode::rebuild(const Rebuilding &on) const {
  Dims dims(order.dims);
  if (ofNeighbors)
    return buildInNeighborOrder(on.inputs[0], combine, order.dims[0], line);
  return ofMean ? buildMeanSum(on.inputs[0], dims, line)
                : buildReduce(on.inputs[0], combine, &dims, line);
}

/// In the order of the text, where the operand is defined.
Nodes detail::readReduce(const Written &written) {
  NodeRef part = buildAbsolute(written.operand(), written.region(), written.line());
  ReducedDims order{written.dims(), written.text.lanes};
  ReduceKind kind = written.reduceKind();
  if (written.text.width)
    if (std::int64_t points = part->domain[order.dims[0]].size(); points != *written.text.width)
      written.refuse("has a width of " + std::to_string(*written.text.width) + ", got a range of " +
                     std::to_string(points) + " points");
  bool lanes = order.lanes;
  Dimension first = order.dims[0];
  NodeRef node(new ReduceNode(part, kind, std::move(order), written.line()));
  bool hasWidth = static_cast<ReduceNode &>(*node).unrolledDims() != 0; // by itself
  if (written.text.width && !lanes && !hasWidth)
    return {buildInNeighborOrder(part, kind, first, written.line())};
  return {std::move(node)};
}

Nodes detail::readReduceDims(const Written &written) {
  const NodeRef &input = written.operand();
  ReduceKind kind = written.reduceKind();
  Dims dims(written.dims());
  std::string_view called = written.text.called ? written.text.called : "";
  if (called == "mean")
    return {buildMeanSum(input, dims, written.line())};
  if (dims.size() == 1 && called == neighborReductionName(kind))
    return {buildInNeighborOrder(input, kind, *dims.begin(), written.line())};
  return {buildReduce(input, kind, &dims, written.line())};
}
