//===- Blueprint.cpp - A storage that has no memory yet -------------------===//
//
// Options, presets and halos become domains, orders and alignment.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Blueprint.h"

#include "gtjit/Error.h"
#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/HaloWidths.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit::detail {

namespace {

std::vector<std::int64_t> alignedIndexOf(const Blueprint &blueprint, const StorageOptions &options,
                                         SourceLine line) {
  std::vector<std::int64_t> index;
  if (options.aligned_index.empty()) {
    for (const HaloWidth &width : blueprint.halo)
      index.push_back(width.lo);
    return index;
  }
  if (options.aligned_index.size() != blueprint.whole.ndim())
    throw ValueError(line, "expected an aligned_index with " +
                               std::to_string(blueprint.whole.ndim()) + " entries, got " +
                               std::to_string(options.aligned_index.size()));
  for (std::size_t d = 0; d < blueprint.whole.ndim(); ++d) {
    std::int64_t entry = options.aligned_index[d], extent = blueprint.whole[d].size(line);
    if (entry < 0 || (entry >= extent && entry != 0))
      throw ValueError(line, "aligned_index " + std::to_string(entry) + " in " +
                                 std::string(blueprint.whole[d].dim.name()) + " is not one of " +
                                 std::to_string(extent) + " points");
    index.push_back(entry);
  }
  return index;
}

/// Order, alignment and runtime; domains and halo are there.
void applyOptions(Blueprint &blueprint, DType type, const StorageOptions &options,
                  std::string_view presetName, SourceLine line) {
  const Preset &preset = presetNamed(options.preset.empty() ? presetName : options.preset, line);
  blueprint.runtime = &(options.runtime ? *options.runtime : Runtime::current()).get();
  blueprint.order = orderOf(blueprint.whole, options.layout, preset, line);
  if (options.alignment < 0)
    throw ValueError(line, "expected an alignment of at least 1 element, got " +
                               std::to_string(options.alignment));
  auto item = static_cast<std::int64_t>(itemsize(type));
  blueprint.alignment = options.alignment ? options.alignment
                                          : std::max<std::int64_t>(1, preset.alignmentBytes / item);
  blueprint.alignedIndex = alignedIndexOf(blueprint, options, line);
}

/// The dimensions of a storage made from a shape.
std::vector<Dimension> shapeDims(std::size_t count, const StorageOptions &options,
                                 SourceLine line) {
  if (options.dims.empty()) {
    std::vector<Dimension> dims = {gtjit::I, gtjit::J, gtjit::K};
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, 3)),
               dims.end());
    for (std::size_t d = 3; d < count; ++d)
      dims.push_back(Dimension("D" + std::to_string(d)));
    return dims;
  }
  if (options.dims.size() != count)
    throw ValueError(line, "expected " + std::to_string(count) + " dims for a shape of " +
                               std::to_string(count) + " extents, got " +
                               std::to_string(options.dims.size()));
  return std::vector<Dimension>(options.dims.begin(), options.dims.end());
}

Domain domainOfShape(Shape shape, const StorageOptions &options, SourceLine line) {
  std::vector<Dimension> dims = shapeDims(shape.size(), options, line);
  std::vector<NamedRange> ranges;
  for (std::int64_t extent : shape) {
    Dimension dim = dims[ranges.size()];
    if (extent < 0)
      throw ValueError(line, "expected extents of at least 0, got " + std::to_string(extent) +
                                 " in " + std::string(dim.name()));
    if (extent == infinity)
      throw MemoryError(line, "an extent of " + std::to_string(extent) + " in " +
                                  std::string(dim.name()) + " is too large");
    ranges.push_back({dim, Range(0, extent)});
  }
  return Domain(std::span<const NamedRange>(ranges), line);
}

} // namespace

Blueprint blueprintOf(const Domain &domain, DType type, const StorageOptions &options,
                      std::string_view preset, SourceLine line) {
  if (!options.dims.empty())
    throw ValueError(line, "dims are for storages made from a shape; the domain " +
                               toString(domain) + " names its own");
  Blueprint blueprint;
  blueprint.compute = domain;
  blueprint.halo = haloWidths(options.halo, domain, line);
  extentsOf(domain, line);
  for (std::size_t d = 0; d < domain.ndim(); ++d) {
    const NamedRange &range = domain[d];
    Range whole(saturatingAdd(range.range.lo(), -blueprint.halo[d].lo),
                saturatingAdd(range.range.hi(), blueprint.halo[d].hi));
    blueprint.whole = blueprint.whole.with({range.dim, whole});
  }
  applyOptions(blueprint, type, options, preset, line);
  return blueprint;
}

Blueprint blueprintOf(Shape shape, DType type, const StorageOptions &options, SourceLine line) {
  Domain extents = domainOfShape(shape, options, line);
  Blueprint blueprint;
  blueprint.halo = haloWidths(options.halo, extents, line);
  withoutHalo(extents, blueprint.halo, line); // the check that the halo fits
  for (std::size_t d = 0; d < extents.ndim(); ++d) {
    std::int64_t lo = blueprint.halo[d].lo, hi = blueprint.halo[d].hi;
    Range whole = extents[d].range - lo;
    blueprint.whole = blueprint.whole.with({extents[d].dim, whole});
    blueprint.compute =
        blueprint.compute.with({extents[d].dim, Range(0, whole.empty() ? 0 : whole.hi() - hi)});
  }
  applyOptions(blueprint, type, options, "C", line);
  return blueprint;
}

Storage storageOf(const Blueprint &blueprint, ArrayView view, SourceLine line) {
  Ref<StorageState> state(new StorageState);
  state->runtime = blueprint.runtime;
  retain(blueprint.runtime);
  state->buffer = BufferRef(new Buffer);
  state->buffer->setBlock(view.block);
  view.block = BlockRef();
  state->buffer->layout = view;
  state->layout = std::move(view);
  state->compute = blueprint.compute;
  state->halo = blueprint.halo;
  state->alignment = blueprint.alignment;
  state->alignedIndex = blueprint.alignedIndex;
  state->line = line;
  return Storage(std::move(state));
}

} // namespace gtjit::detail
