//===- FieldPart.cpp - Parts of fields, and other values in them ----------===//
//
// Slices by coordinates and by position, each of which knows the field that it is
// a part of.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/MappedDimension.h"
#include "gtjit/Graph/Operations/Concat.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

Field Field::operator[](const Region &region) const {
  return Field(buildAbsolute(nodeOf(*this, region.line()), region, region.line()));
}

FieldPart Field::at(const Region &region, SourceLine line) const {
  return {buildAbsolute(nodeOf(*this, line), region, line), *this,
          FieldPart::Regions(Items<Region::Item>(region.begin(), region.size()))};
}

FieldPart Field::rel(std::initializer_list<RelativeItem> items, SourceLine line) const {
  const NodeRef &own = nodeOf(*this, line);
  if (Dims dims = allDims(own->domain); dims.size() != own->domain.ndim())
    return ReorderedField(*this, dims).rel(items, line);
  return {buildRelative(own, {items.begin(), items.size()}, line), *this, FieldPart::Slices(items)};
}

FieldPart ReorderedField::rel(std::initializer_list<RelativeItem> items, SourceLine line) const {
  const NodeRef &own = nodeOf(field, line);
  std::size_t ellipses = 0;
  for (const RelativeItem &item : items)
    ellipses += item.isEllipsis;
  if (ellipses > 1 || items.size() - ellipses > dims.size())
    throw IndexError(line, "expected at most " + std::to_string(dims.size()) +
                               " entries and one ellipsis in a slice by at_dims, got " +
                               std::to_string(items.size()));
  std::vector<RelativeItem> ordered(own->domain.ndim(), RelativeItem(Slice()));
  const Dimension *dim = dims.begin();
  for (const RelativeItem &item : items) {
    if (item.isEllipsis) {
      dim += dims.size() - (items.size() - 1);
      continue;
    }
    for (std::size_t d = 0; d < ordered.size(); ++d)
      if (own->domain[d].dim == *dim)
        ordered[d] = item;
    ++dim;
  }
  return {buildRelative(own, ordered, line), field,
          FieldPart::Slices(Items<RelativeItem>(ordered))};
}

namespace {

/// The points of a slice with one range a dimension: an index is a range of one.
RelativeItem pointsOf(const Slice &slice) {
  if (!slice.isIndex)
    return slice;
  return Slice(slice.start, slice.start == -1 ? Slice::none : slice.start + 1);
}

/// Points of a field, as a part of it in some dimensions.
struct Selected {
  NodeRef part;
  std::vector<Dimension> dims;
};

Selected selectRegion(const NodeRef &whole, std::span<const Region::Item> region, SourceLine line) {
  Selected result;
  std::vector<Region::Item> ranges;
  for (const Region::Item &item : region) {
    result.dims.push_back(item.dim);
    ranges.push_back(item.dim(item.range));
  }
  result.part = buildAbsolute(whole, Region(ranges, line), line);
  return result;
}

Selected selectSlices(const NodeRef &whole, std::span<const RelativeItem> slices, SourceLine line) {
  Selected result;
  std::vector<RelativeItem> ranges;
  for (const Slice &slice : expandSlices(whole->domain, slices, line)) {
    if (slice.isIndex || slice.start != Slice::none || slice.stop != Slice::none)
      result.dims.push_back(whole->domain[ranges.size()].dim);
    ranges.push_back(pointsOf(slice));
  }
  result.part = buildRelative(whole, ranges, line);
  return result;
}

} // namespace

Field FieldPart::set(Arg value) const {
  SourceLine line = value.line;
  const NodeRef &whole = nodeOf(all, line);
  Selected selected =
      region.empty() ? selectSlices(whole, slices, line) : selectRegion(whole, region, line);
  if (selected.dims.empty())
    for (const NamedRange &range : whole->domain)
      selected.dims.push_back(range.dim);
  if (selected.dims.empty())
    throw ValueError(line, "'set' of a part of " + describe(*whole) + ", which has no dimensions");
  return Field(
      buildSet({whole, line}, selected.part, std::move(selected.dims), {takeNode(value), line}));
}
