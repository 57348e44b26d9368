//===- Slice.cpp - A part of a field --------------------------------------===//
//
// Slices of slices become one. A slice of a field whose domain is not known yet,
// an argument of a callable, keeps what the user wrote: positions and
// coordinates are found in a call.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Operations/Readers.h"
#include "gtjit/Operations/View.h"
#include "gtjit/Types/Selection.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// What the user wrote: by position or by coordinate.
struct Selected {
  std::vector<RelativeItem> relative;
  std::vector<Region::Item> absolute; ///< if `relative` is empty
};

struct SliceNode final : ViewOf<SliceNode> {
  static constexpr std::string_view operationName = "slice";
  Selected selected; ///< of a symbolic input, else empty

  SliceNode(const NodeRef &input, const Domain &part, SourceLine line) : ViewOf(input, line) {
    domain = part;
  }
  SliceNode() = default;
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
  NodeRef rebuild(const Rebuilding &on) const override;
  void save(ByteWriter &to) const override;
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
    sliceAbsolute(input->domain, Region(selected.absolute), indices, line);
  else
    sliceRelative(spacious(input->domain), selected.relative, indices, line);
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
  if (!selected.relative.empty())
    return buildRelative(input, selected.relative, line);
  if (!selected.absolute.empty())
    return buildAbsolute(input, Region(selected.absolute), line);
  return buildSlice(input, domain, {}, line);
}

void SliceNode::save(ByteWriter &to) const {
  to.number(selected.relative.size());
  for (const RelativeItem &item : selected.relative) {
    to.signedNumber(item.slice.start);
    to.signedNumber(item.slice.stop);
    to.signedNumber(item.slice.step);
    to.number(item.slice.isIndex * 2u + item.isEllipsis);
  }
  to.number(selected.absolute.size());
  for (const Region::Item &item : selected.absolute) {
    write(to, item.dim);
    write(to, item.range);
    to.number(item.isIndex);
  }
  bool isSymbolic = !selected.relative.empty() || !selected.absolute.empty();
  write(to, isSymbolic ? Domain() : domain);
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
  if (!input->symbolic) {
    Domain part = sliceRelative(input->domain, items, indices, line);
    return buildSlice(input, part, indices, line);
  }
  sliceRelative(spacious(input->domain), items, indices, line);
  Domain part = input->domain;
  for (const NamedIndex &index : indices)
    part = part.without(index.dim);
  return items.empty() ? input
                       : symbolicSlice(input, part, {{items.begin(), items.end()}, {}}, line);
}

NodeRef detail::buildAbsolute(const NodeRef &input, const Region &region, SourceLine line) {
  Sequence<NamedIndex> indices;
  Domain part = sliceAbsolute(input->domain, region, indices, line);
  if (!input->symbolic)
    return buildSlice(input, part, indices, line);
  return region.size() == 0
             ? input
             : symbolicSlice(input, part, {{}, {region.begin(), region.end()}}, line);
}

ReadOperation detail::readSlice(ByteReader &from) {
  auto *slice = new SliceNode;
  NodeRef node(slice);
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Slice part;
    part.start = from.signedNumber();
    part.stop = from.signedNumber();
    part.step = from.signedNumber();
    std::uint64_t flags = from.below(4);
    part.isIndex = flags & 2;
    RelativeItem item(part);
    item.isEllipsis = flags & 1;
    slice->selected.relative.push_back(item);
  }
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    Dimension dim = readDimension(from);
    Region::Item item(dim(readRange(from)));
    item.isIndex = from.below(2);
    item.index = item.range.lo();
    slice->selected.absolute.push_back(item);
  }
  node->domain = readDomain(from);
  return {node, 1};
}
