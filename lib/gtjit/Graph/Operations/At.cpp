//===- At.cpp - The value at indices that are computed --------------------===//
//
// To kernels a remap by indices that are computed where they are used.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/At.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/KnownTypes.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Remap.h"
#include "gtjit/Graph/Operations/ShiftBy.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Graph/ValueBounds.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/Gather.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// "'u' at K of 'n'".
std::string subject(const Node &field, Dimension dim, const Node &indices) {
  return describe(field) + " at " + std::string(dim.name()) + " of " + describe(indices);
}

/// The indices as i32 or i64. Throws DTypeError unless they are integers.
NodeRef asIndices(const Node &field, const AtIndex &at, SourceLine line) {
  const Node &indices = *at.indices;
  if (!isInteger(indices.dtype)) {
    DTypeError error(line, subject(field, at.to, indices) + " (" +
                               std::string(gtjit::name(indices.dtype)) + "): indices are integers");
    adviseDivision(error, indices);
    throw error;
  }
  if (indices.dtype == DType::I32 || indices.dtype == DType::I64)
    return at.indices;
  bool isShort = itemsize(indices.dtype) < itemsize(DType::I32);
  return buildSigned(at.indices, isShort ? DType::I32 : DType::I64, line);
}

/// Throws ValueError.
void checkDimensions(const Node &field, std::span<const AtIndex> indices, SourceLine line) {
  for (std::size_t n = 0; n < indices.size(); ++n) {
    const AtIndex &at = indices[n];
    auto what = [&] { return subject(field, at.to, *at.indices); };
    if (!field.domain.has(at.to))
      throw ValueError(line, what() + ": it lacks " + std::string(at.to.name()) + ", it has " +
                                 toString(field.domain.dims()));
    for (const AtIndex &other : indices.first(n))
      if (other.to == at.to)
        throw ValueError(line, what() + ": " + std::string(at.to.name()) + " is replaced twice");
    Range range = field.domain[at.to];
    if (!field.symbolic && !range.isFinite())
      throw ValueError(line, what() + ": it has no end in " + std::string(at.to.name()) +
                                 ", it is defined on " + toString(at.to(range)));
    Runtime::State *own = field.runtime, *another = at.indices->runtime;
    if (own && another && own != another)
      throw ValueError(line, what() + ": they belong to different runtimes");
  }
}

/// What the field hands on is taken at the same indices; what the indices do is added.
void inferValidity(AtNode &node, const Node &field) {
  std::vector<AtIndex> indices;
  for (std::size_t n = 0; field.validity && n < node.dims.size(); ++n)
    indices.push_back({node.dims[n], node.inputs[n + 1]});
  std::vector<NodeRef> fields = validityAt(field, std::span<const AtIndex>(indices),
                                           [&](const NodeRef &valid, std::span<const AtIndex> own) {
                                             return buildAt(valid, own, node.line);
                                           });
  if (!fields.empty())
    addValidity(node, fields);
  for (const NodeRef &input : std::span<const NodeRef>(node.inputs).subspan(1))
    if (input->validity)
      addValidity(node, *input->validity);
}

} // namespace

/// What is asked about a node that replaces one dimension or two; of no number for others.
static TypeQuestion questionOf(const Node &field, std::span<const AtIndex> indices) {
  KnownTypes *types = indices.size() <= 2 ? KnownTypes::ofThread() : nullptr;
  if (!types)
    return {};
  const AtIndex &at = indices.front(), &other = indices.back();
  TypeQuestion question{kAtQuestion, types->numberOf(field), types->numberOf(*at.indices),
                        reinterpret_cast<std::uintptr_t>(at.to.identity())};
  bool isAsked = question.second != 0;
  if (indices.size() == 2) {
    std::uint32_t dims = types->numberOf(at.to, other.to);
    question.operation += dims;
    question.third = types->numberOf(*other.indices);
    isAsked &= dims != 0 && question.third != 0;
  }
  return isAsked ? question : TypeQuestion();
}

/// The type of a node that has its inputs.
static NodeType typeOf(const AtNode &at) {
  const Node &field = *at.inputs[0];
  NodeType type = field;
  Domain domain = field.domain, compute = field.compute;
  for (Dimension dim : at.dims) {
    domain = std::move(domain).without(dim);
    compute = std::move(compute).without(dim);
  }
  for (const NodeRef &indices : std::span<const NodeRef>(at.inputs).subspan(1)) {
    type.symbolic |= indices->symbolic;
    type.runtime = type.runtime ? type.runtime : indices->runtime;
    intersectWith(domain, indices->domain);
    intersectWith(compute, indices->compute);
  }
  type.domain = std::move(domain);
  type.compute = std::move(compute);
  return type;
}

/// Of a type that the thread knows, or that is found out and told.
static NodeRef makeAt(const NodeRef &field, std::span<const AtIndex> given, SourceLine line) {
  TypeQuestion question = questionOf(*field, given);
  KnownResult known = question.first ? KnownTypes::ofThread()->find(question) : KnownResult();
  if (!known.type)
    checkDimensions(*field, given, line);
  auto *at = new AtNode;
  NodeRef node(at);
  if (known.type) { // which what makes indices of integers may take the place of
    static_cast<NodeType &>(*at) = *known.type;
    at->typeNumber.store(known.number, std::memory_order_relaxed);
  }
  at->line = line;
  at->addInput(field);
  at->dims.reserve(given.size());
  for (const AtIndex &each : given) {
    at->dims.push_back(each.to);
    at->addInput(asIndices(*field, each, line));
  }
  if (known.type)
    return node;
  static_cast<NodeType &>(*at) = typeOf(*at);
  checkTwins(at->domain, line);
  inferValidity(*at, *field);
  if (question.first)
    KnownTypes::ofThread()->tell(question, *at, at->dtype, /*areOperands=*/true);
  return node;
}

NodeRef detail::buildAt(const NodeRef &field, std::span<const AtIndex> given, SourceLine line) {
  if (given.empty())
    return field;
  NodeRef node = makeAt(field, given, line);
  auto &at = static_cast<AtNode &>(*node);
  at.replaced.reserve(given.size());
  for (std::size_t n = 0; n < given.size(); ++n) {
    Range image = field->domain[at.dims[n]];
    bool isWithin = !at.symbolic && boundsOf(*at.inputs[n + 1], at.domain).isWithin(image);
    at.replaced.push_back({image, !isWithin});
  }
  checkOperandDomains(at, at.dims);
  return node;
}

Domain AtNode::reads(std::size_t n, const Domain &box) const {
  Domain result = projected(box, inputs[n]->domain);
  for (std::size_t own = 0; n == 0 && own < dims.size(); ++own)
    result = std::move(result).with(dims[own](replaced[own].image));
  return result;
}

std::vector<Dimension> AtNode::ordered(std::span<const std::vector<Dimension>> inputOrders) const {
  return orderAmongTables(domain, dims, inputOrders);
}

std::optional<Range> AtNode::allowedValues(std::size_t n) const {
  return n > 0 ? std::optional(replaced[n - 1].image) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void AtNode::flatten(Flattening &to) const {
  to.key().number(dims.size());
  for (std::size_t n = 0; n < dims.size(); ++n) {
    to.key().dimension(dims[n]);
    to.useRange(dims[n](replaced[n].image));
  }
  if (std::any_of(replaced.begin(), replaced.end(),
                  [](const Replaced &own) { return own.isChecked; }))
    to.checkValues();
}

void AtNode::print(OperationText &text) const { printRemap(text, text.inputs().subspan(1)); }

void AtNode::printRecorded(OperationText &text) const {
  std::string list;
  for (Dimension dim : dims)
    list += (list.empty() ? "" : ", ") + text.dimension(dim);
  text.define(text.result(), "at " + namesOf(text.inputs()) + " [" + list + "] : (" +
                                 typesOf(text.inputs()) + ") -> " + text.result().type);
}

std::string AtNode::shape(std::span<const std::string> operands) const {
  std::string list;
  for (std::size_t n = 0; n < dims.size(); ++n)
    list += (n == 0 ? "" : ", ") + std::string(dims[n].name()) + "(" + operands[n + 1] + ")";
  return operands[0] + ".at({" + list + "})";
}

NodeRef AtNode::rebuild(const Rebuilding &on) const {
  std::vector<AtIndex> indices;
  for (std::size_t n = 0; n < dims.size(); ++n)
    indices.push_back({dims[n], on.inputs[n + 1]});
  return buildAt(on.inputs[0], indices, line);
}

Nodes detail::readAt(const Written &written) {
  std::vector<Dimension> dims = written.dims();
  written.expectOperands(dims.size() + 1);
  std::vector<AtIndex> indices;
  for (std::size_t n = 0; n < dims.size(); ++n)
    indices.push_back({dims[n], written.operands[n + 1]});
  return {buildAt(written.operands[0], indices, written.line())};
}

//===----------------------------------------------------------------------===//
// Reference
//===----------------------------------------------------------------------===//

void AtNode::check(std::size_t n, const reference::Grid &indices, const Domain &box) const {
  Range image = replaced[n - 1].image;
  reference::forEachIndex(indices, box, [&](std::int64_t number, std::int64_t index) {
    if (image.contains(index))
      return true;
    std::string place = positionText(box, reference::coordinatesOf(box, number));
    Dimension dim = dims[n - 1];
    throw IndexOutOfBounds(line, subject(*inputs[0], dim, *inputs[n]) + ": the index" +
                                     (place.empty() ? "" : " at " + place) + " is " +
                                     std::to_string(index) + ", not in " + toString(dim(image)));
  });
}

/// Indices outside of the field, where nothing can be read, are told by the evaluation.
std::vector<Domain> AtNode::pointsReadAt(const Domain &box,
                                         std::span<const reference::Grid> indices) const {
  std::vector<Domain> found(static_cast<std::size_t>(box.size()));
  for (std::size_t number = 0; number < found.size(); ++number)
    found[number] =
        projected(reference::pointOf(box, static_cast<std::int64_t>(number)), inputs[0]->domain);
  for (std::size_t n = 0; n < dims.size(); ++n)
    reference::forEachIndex(indices[n], box, [&](std::int64_t number, std::int64_t index) {
      Domain &field = found[static_cast<std::size_t>(number)];
      field = field.with(
          dims[n](replaced[n].image.contains(index) ? Range(index, index + 1) : Range()));
      return true;
    });
  std::erase_if(found, [](const Domain &field) { return field.empty(); });
  return found;
}

std::vector<reference::Grid> AtNode::evaluate(const reference::Evaluated &on) const {
  std::vector<reference::Replacement> by;
  for (std::size_t n = 0; n < dims.size(); ++n) {
    const reference::Grid &indices = *on.inputs[n + 1];
    check(n + 1, indices, projected(on.points, inputs[n + 1]->domain));
    by.push_back({dims[n], &indices});
  }
  return {reference::gather(*on.inputs[0], by, on.points, line)};
}
