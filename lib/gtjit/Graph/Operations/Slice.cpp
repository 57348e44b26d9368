//===- Slice.cpp - A part of a field --------------------------------------===//
//
// Slices of slices become one. A slice of a field whose domain is not known yet,
// an argument of a callable, keeps what the user wrote: positions and
// coordinates are found in a call.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/View.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/Selection.h"

#include <optional>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// What the user wrote: by position, by coordinate, or `interior`.
struct Selected {
  std::vector<RelativeItem> relative; ///< one for each dimension of the input, in its order
  std::vector<Dimension> dims;        ///< of the input, if `relative` is not empty
  std::vector<Region::Item> absolute; ///< if `relative` is empty
  bool isInterior = false;            ///< then both are empty
};

struct SliceNode final : ViewOf<SliceNode> {
  static constexpr std::string_view operationName = "slice";
  Selected selected; ///< of a symbolic input, else empty

  SliceNode(const NodeRef &input, const Domain &part, SourceLine line) : ViewOf(input, line) {
    domain = part;
  }
  bool isItsInput() const override { return true; }
  bool isPart() const override { return true; }
  /// What lies outside is not there, whoever asks for it.
  Domain reads(std::size_t n, const Domain &box) const override {
    return projected(box & domain, inputs[n]->domain);
  }
  std::optional<ArrayView> partOf(const ArrayView &input) const override {
    return input.restricted(domain);
  }
  std::string shape(std::span<const std::string> operands) const override { return operands[0]; }
  void printRecorded(OperationText &text) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// The same dimensions with ranges in which every position of a slice lies:
/// what selects in it shows how many dimensions are left.
Domain spacious(const Domain &domain) {
  constexpr std::int64_t far = std::int64_t{1} << 62;
  Domain result;
  for (const NamedRange &range : domain)
    result = result.with(range.dim(-far, far));
  return result;
}

/// A slice of a symbolic input, which has ranges of `part` in the dimensions
/// that are left.
NodeRef symbolicSlice(const NodeRef &input, const Domain &part, Selected selected,
                      SourceLine line) {
  auto *slice = new SliceNode(input, part.canonical(), line);
  NodeRef node(slice);
  node->unslicedDomain.reset();
  node->compute = projected(input->compute, node->domain);
  slice->selected = std::move(selected);
  return node;
}

/// What a slice of a symbolic input leaves, at any coordinates: for kernels,
/// which have them as arguments.
NodeRef withoutPinned(const NodeRef &input, const Selected &selected, SourceLine line) {
  Sequence<NamedIndex> indices;
  if (selected.relative.empty())
    (void)sliceAbsolute(input->domain, Region(selected.absolute), indices, line);
  else
    (void)sliceRelative(spacious(input->domain), selected.relative, indices, line);
  Domain part = input->domain;
  for (NamedIndex &index : indices) {
    index.index = 0;
    part = part.without(index.dim);
  }
  return buildSlice(input, part, indices, line);
}

/// A slice of an argument's value as the user wrote it, of a capture's value
/// as it was found at the trace.
NodeRef SliceNode::rebuild(const Rebuilding &on) const {
  const NodeRef &input = on.inputs[0];
  if (input->symbolic)
    return withoutPinned(input, selected, line);
  if (selected.isInterior)
    return buildInterior(input, line);
  if (!selected.relative.empty())
    return buildRelative(input, selected.relative, line);
  if (!selected.absolute.empty())
    return buildAbsolute(input, Region(selected.absolute), line);
  return buildSlice(input, domain, {}, line);
}

/// "I from 1 to -1", "I at 3"; an end that is `none` is left out.
std::string entryText(const std::string &dim, const Slice &slice) {
  std::string start = " " + std::to_string(slice.start);
  if (slice.isIndex)
    return dim + " at" + start;
  return dim + (slice.start == Slice::none ? "" : " from" + start) +
         (slice.stop == Slice::none ? "" : " to " + std::to_string(slice.stop));
}

/// A part by coordinates as an entry.
Slice entryOf(const Region::Item &item) {
  if (item.isIndex)
    return Slice(item.index);
  return {item.range.lo() == -unbounded ? Slice::none : item.range.lo(),
          item.range.hi() == unbounded ? Slice::none : item.range.hi()};
}

void SliceNode::printRecorded(OperationText &text) const {
  const TextValue &input = text.inputs()[0], &result = text.result();
  if (selected.isInterior)
    return text.define(result, "interior " + input.name + " : " + input.type);
  Region written(selected.absolute, line);
  const Region region = written.size() == 0 ? Region(domain, line) : written;
  std::string list;
  auto add = [&](Dimension dim, const Slice &slice) {
    list += (list.empty() ? "" : ", ") + entryText(text.dimension(dim), slice);
  };
  for (std::size_t n = 0; n < selected.dims.size(); ++n)
    add(selected.dims[n], selected.relative[n].slice);
  if (selected.relative.empty())
    for (const Region::Item &item : region)
      add(item.dim, entryOf(item));
  text.define(result, (selected.relative.empty() ? "part " : "slice ") + input.name + " [" + list +
                          "] : " + input.type + " -> " + result.type);
}

} // namespace

NodeRef detail::buildSlice(const NodeRef &input, const Domain &domain,
                           std::span<const NamedIndex> indices, SourceLine line) {
  NodeRef result = input;
  for (NamedIndex index : indices)
    result = buildPin(result, index, line);
  Domain part = domain.canonical();
  if (part == result->domain)
    return result;
  auto unsliced = std::make_unique<Domain>(result->extended());
  if (NodeRef below = inputBelow<SliceNode>(*result))
    result = below;
  result = NodeRef(new SliceNode(result, part, line));
  result->unslicedDomain = std::move(unsliced);
  return result;
}

NodeRef detail::buildRelative(const NodeRef &input, std::span<const RelativeItem> items,
                              SourceLine line) {
  Sequence<NamedIndex> indices;
  auto selected = [&](const Domain &domain) {
    return selectedOf([&] { return describe(*input); },
                      [&] { return sliceRelative(domain, items, indices, line); });
  };
  if (!input->symbolic) {
    Domain part = selected(input->domain);
    return buildSlice(input, part, indices, line);
  }
  (void)selected(spacious(input->domain));
  Domain part = input->domain;
  for (const NamedIndex &index : indices)
    part = part.without(index.dim);
  if (items.empty() || input->domain.ndim() == 0)
    return input;
  Selected recorded;
  for (const Slice &slice : expandSlices(input->domain, items, line))
    recorded.relative.emplace_back(slice);
  for (const NamedRange &range : input->domain)
    recorded.dims.push_back(range.dim);
  return symbolicSlice(input, part, std::move(recorded), line);
}

/// What the region takes if that is one point of a dimension, and the input has it.
static std::optional<NamedIndex> onePoint(const Node &input, const Region &region) {
  if (region.size() != 1 || !region.begin()->isIndex || input.symbolic)
    return std::nullopt;
  const Region::Item &item = *region.begin();
  bool isThere = input.domain.has(item.dim) && input.domain[item.dim].contains(item.index);
  return isThere ? std::optional(NamedIndex{item.dim, item.index}) : std::nullopt;
}

NodeRef detail::buildAbsolute(const NodeRef &input, const Region &region, SourceLine line) {
  if (std::optional<NamedIndex> at = onePoint(*input, region))
    return buildPin(input, *at, line);
  Sequence<NamedIndex> indices;
  Domain part = selectedOf([&] { return describe(*input); },
                           [&] { return sliceAbsolute(input->domain, region, indices, line); });
  if (!input->symbolic)
    return buildSlice(input, part, indices, line);
  return region.size() == 0
             ? input
             : symbolicSlice(input, part, {{}, {}, {region.begin(), region.end()}}, line);
}

NodeRef detail::buildInterior(const NodeRef &input, SourceLine line) {
  if (!input->symbolic)
    return buildSlice(input, projected(input->compute & input->domain, input->domain), {}, line);
  return input->domain.ndim() == 0 ? input
                                   : symbolicSlice(input, input->domain, {{}, {}, {}, true}, line);
}

Nodes detail::readPart(const Written &written) {
  return {buildAbsolute(written.operand(), written.region(), written.line())};
}

Nodes detail::readInterior(const Written &written) {
  return {buildInterior(written.operand(), written.line())};
}

/// Dimensions that it does not list are kept whole.
Nodes detail::readSlice(const Written &written) {
  const NodeRef &input = written.operand();
  std::vector<RelativeItem> items(input->domain.ndim(), RelativeItem(Slice()));
  for (const WrittenEntry &entry : written.text.entries) {
    if (!input->domain.has(entry.dim))
      written.refuse("in " + std::string(entry.dim.name()) + " of " + describe(*input) +
                     ", which has no such dimension");
    items[positionOf(input->domain, entry.dim)] = entry.slice;
  }
  return {buildRelative(input, items, written.line())};
}
