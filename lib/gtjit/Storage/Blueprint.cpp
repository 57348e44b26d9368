//===- Blueprint.cpp - A storage that has no memory yet -------------------===//
//
// Options, presets, data and defaults become domains, orders and alignment.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Blueprint.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Axes.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/Presets.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/HaloWidths.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

namespace gtjit::detail {

namespace {

/// The parameters of one storage as they are being found.
struct Search {
  const StorageOptions &options;
  SourceLine line;
  Runtime::State *runtime;
  Preset named;    ///< what the options name, or nothing
  Preset fallback; ///< what counts if they name nothing
  const DataFacts *data = nullptr;

  Search(const StorageOptions &options, const DataFacts *data, bool fromDomain, SourceLine line)
      : options(options), line(line), runtime(runtimeOf(options, data)), data(data) {
    PresetTable &presets = *runtime->presets;
    if (!options.preset.empty())
      named = presets.find(options.preset, line);
    else if (!data)
      fallback = presets.find(fromDomain ? runtime->options.preset : "C", line);
  }

  static Runtime::State *runtimeOf(const StorageOptions &options, const DataFacts *data) {
    if (options.runtime)
      return &options.runtime->get();
    return data && data->storage ? data->storage->runtime : &Runtime::current().get();
  }
};

void checkNames(const StorageOptions &options, SourceLine line) {
  if (options.backend.given())
    throw TypeError(line, "the option 'backend' is called 'preset' ('defaults' in GridTools' "
                          "proposals)");
  if (options.default_origin.given())
    throw TypeError(line, "there is no option 'default_origin': 'halo' gives the domain, "
                          "'aligned_index' the aligned point");
}

/// The kind that a device and who manages it stand for.
StorageKind kindOfSearch(const Search &search) {
  const StorageOptions &options = search.options;
  NameOrNone device = options.device.given() ? options.device : search.named.device;
  if (!device.value().empty() && device.value() != "gpu")
    throw ValueError(search.line, "expected the device 'gpu' or none, got '" +
                                      std::string(device.value()) + "'");
  std::string_view managed = options.managed.value();
  if (!managed.empty() && managed != "gt4py" && managed != "cuda")
    throw ValueError(search.line, "expected managed to be 'gt4py', 'cuda' or none, got '" +
                                      std::string(managed) + "'");
  StorageKind known = search.data ? search.data->kind() : StorageKind::CPU;
  bool hasDevice = device.given() ? !device.value().empty() : known != StorageKind::CPU;
  if (!hasDevice)
    return StorageKind::CPU;
  bool isPresets = device.given() && !options.device.given();
  deviceOf(*search.runtime, search.line,
           isPresets ? ", which the preset '" + std::string(options.preset) + "' asks for" : "");
  if (!options.managed.given())
    return known == StorageKind::CPU ? StorageKind::SoftwareManagedGPU : known;
  return managed == "gt4py"  ? StorageKind::SoftwareManagedGPU
         : managed == "cuda" ? StorageKind::CudaManagedGPU
                             : StorageKind::GPU;
}

DType dtypeOfSearch(const Search &search, ElementTypeName type) {
  const ElementTypeName &option = search.options.dtype;
  if (type.given() && option.given() && type.value() != option.value())
    throw TypeError(search.line,
                    "the element type is given twice: " + std::string(name(type.value())) +
                        " and " + std::string(name(option.value())));
  if (type.given() || option.given())
    return type.given() ? type.value() : option.value();
  return search.data ? search.data->dtype : F64;
}

Order orderOfSearch(const Search &search, const Dims &dims) {
  using Kind = Layout::Kind;
  if (search.options.layout.kind != Kind::Preset)
    return orderOf(dims, search.options.layout, search.line);
  if (search.named.layout.kind != Kind::Preset)
    return orderOf(dims, search.named.layout, search.line);
  return search.data ? search.data->order : orderOf(dims, search.fallback.layout, search.line);
}

/// One number in elements from one, or from one a dimension.
std::int64_t elementsOf(const Alignment &alignment, const Order &order, SourceLine line) {
  const Sequence<std::int64_t> &entries = alignment.entries();
  for (std::int64_t entry : entries)
    if (entry < 1)
      throw ValueError(line,
                       "expected an alignment of at least 1 element, got " + std::to_string(entry));
  if (entries.size() == 1)
    return entries[0];
  if (entries.size() != order.size())
    throw ValueError(line, "expected an alignment for each of " + std::to_string(order.size()) +
                               " dimensions, got " + std::to_string(entries.size()));
  for (std::size_t n = 0; n + 1 < order.size(); ++n)
    if (entries[order[n]] != 1)
      throw ValueError(line, "expected an alignment of 1 but in the contiguous dimension, got " +
                                 std::to_string(entries[order[n]]));
  return entries[order.back()];
}

std::int64_t alignmentOfSearch(const Search &search, const Blueprint &blueprint) {
  const StorageOptions &options = search.options;
  auto item = static_cast<std::int64_t>(itemsize(blueprint.dtype));
  std::optional<std::int64_t> elements;
  if (options.alignment.given())
    elements = elementsOf(options.alignment, blueprint.order, search.line);
  if (options.alignment_size.given()) {
    std::int64_t other = elementsOf(options.alignment_size.value(), blueprint.order, search.line);
    if (elements && *elements != other)
      throw TypeError(search.line, "alignment and alignment_size are one parameter, got " +
                                       std::to_string(*elements) + " and " + std::to_string(other));
    elements = other;
  }
  if (elements)
    return *elements;
  for (const Preset *preset : {&search.named, &search.fallback}) {
    if (preset->alignment.given())
      return elementsOf(preset->alignment, blueprint.order, search.line);
    if (preset->alignmentBytes.given())
      return std::max<std::int64_t>(1, preset->alignmentBytes.value() / item);
  }
  return search.data && search.data->storage ? search.data->storage->alignment : 1;
}

std::vector<std::int64_t> alignedIndexOf(const Search &search, const Blueprint &blueprint) {
  const Sequence<std::int64_t> &given = search.options.aligned_index;
  std::size_t ndim = blueprint.whole.ndim();
  std::vector<std::int64_t> index;
  if (given.empty()) {
    if (search.data && search.data->storage)
      return search.data->storage->alignedIndex;
    for (const HaloWidth &width : blueprint.halo)
      index.push_back(width.lo);
    return index;
  }
  bool forSpace = isGivenForSpace(given.size(), blueprint.whole.dims());
  if (given.size() != ndim && !forSpace)
    throw ValueError(search.line, "expected an aligned_index with " + std::to_string(ndim) +
                                      " entries, got " + std::to_string(given.size()));
  for (std::size_t d = 0; d < ndim; ++d) {
    std::size_t place = d;
    for (std::size_t n = 0; forSpace && n < 3; ++n)
      if (spaceDimension(n) == blueprint.whole[d].dim)
        place = n;
    std::int64_t entry = given[place], extent = blueprint.whole[d].size(search.line);
    if (entry < 0 || (entry >= extent && entry != 0))
      throw ValueError(search.line, "aligned_index " + std::to_string(entry) + " in " +
                                        std::string(blueprint.whole[d].dim.name()) +
                                        " is not one of " + std::to_string(extent) + " points");
    index.push_back(entry);
  }
  return index;
}

/// Everything but the domains and the halo, which are there.
void finish(Blueprint &blueprint, const Search &search, ElementTypeName type) {
  checkNames(search.options, search.line);
  blueprint.kind = kindOfSearch(search);
  blueprint.runtime = search.runtime;
  blueprint.dtype = dtypeOfSearch(search, type);
  blueprint.order = orderOfSearch(search, blueprint.whole.dims());
  blueprint.alignment = alignmentOfSearch(search, blueprint);
  blueprint.alignedIndex = alignedIndexOf(search, blueprint);
  blueprint.nontemporal |= search.options.nontemporal;
}

/// The dimensions of a storage made from a shape.
std::vector<Dimension> shapeDims(std::size_t count, const StorageOptions &options,
                                 SourceLine line) {
  if (!options.dims.given()) {
    std::vector<Dimension> dims;
    for (std::size_t d = 0; d < count; ++d)
      dims.push_back(d < 3 ? spaceDimension(d) : dataDimension(std::to_string(d - 3), line));
    return dims;
  }
  std::vector<Dimension> dims(options.dims.begin(), options.dims.end());
  if (dims.size() != count && !isGivenForSpace(count, Dims(std::span<const Dimension>(dims))))
    throw ValueError(line, "expected " + std::to_string(count) + " dims for a shape of " +
                               std::to_string(count) + " extents, got " +
                               std::to_string(dims.size()));
  return dims;
}

std::int64_t checkedExtent(std::int64_t extent, Dimension dim, SourceLine line) {
  if (extent < 0)
    throw ValueError(line, "expected extents of at least 0, got " + std::to_string(extent) +
                               " in " + std::string(dim.name()));
  if (extent == unbounded)
    throw MemoryError(line, "an extent of " + std::to_string(extent) + " in " +
                                std::string(dim.name()) + " is too large");
  return extent;
}

Domain domainOfShape(std::span<const std::int64_t> shape, const StorageOptions &options,
                     SourceLine line) {
  std::vector<Dimension> dims = shapeDims(shape.size(), options, line);
  std::vector<NamedRange> ranges;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    std::size_t place = d;
    for (std::size_t n = 0; shape.size() > dims.size() && n < 3; ++n)
      if (spaceDimension(n) == dims[d])
        place = n;
    ranges.push_back({dims[d], Range(0, checkedExtent(shape[place], dims[d], line))});
  }
  return Domain(std::span<const NamedRange>(ranges), line);
}

void takeDomainOfShape(Blueprint &blueprint, const Domain &extents) {
  for (std::size_t d = 0; d < extents.ndim(); ++d) {
    std::int64_t lo = blueprint.halo[d].lo, hi = blueprint.halo[d].hi;
    Range whole = extents[d].range - lo;
    blueprint.whole = blueprint.whole.with({extents[d].dim, whole});
    blueprint.compute =
        blueprint.compute.with({extents[d].dim, Range(0, whole.empty() ? 0 : whole.hi() - hi)});
  }
}

/// Domains and halo of a storage like another one.
void takeDomainOfStorage(Blueprint &blueprint, const StorageState &storage,
                         const StorageOptions &options, SourceLine line) {
  blueprint.whole = storage.layout.domain;
  blueprint.compute = storage.compute;
  blueprint.halo = storage.halo;
  blueprint.nontemporal = storage.layout.nontemporal;
  if (options.dims.given()) {
    std::vector<Dimension> dims = shapeDims(blueprint.whole.ndim(), options, line);
    Domain whole, compute;
    for (std::size_t d = 0; d < dims.size(); ++d) {
      whole = whole.with({dims[d], blueprint.whole[d].range});
      compute = compute.with({dims[d], blueprint.compute[d].range});
    }
    blueprint.whole = whole;
    blueprint.compute = compute;
  }
  if (options.halo.entries().empty())
    return;
  blueprint.halo = haloWidths(options.halo, blueprint.whole, line);
  blueprint.compute = withoutHalo(blueprint.whole, blueprint.halo, line);
}

} // namespace

Blueprint blueprintOf(const Domain &domain, ElementTypeName type, const StorageOptions &options,
                      SourceLine line) {
  if (options.dims.given())
    throw ValueError(line, "dims are for storages made from a shape; the domain " +
                               toString(domain) + " names its own");
  if (!options.shape.empty())
    throw TypeError(line, "the shape is given twice: by the domain " + toString(domain) +
                              " and by the options");
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
  finish(blueprint, Search(options, nullptr, /*fromDomain=*/true, line), type);
  return blueprint;
}

Blueprint blueprintOf(std::span<const std::int64_t> shape, ElementTypeName type,
                      const StorageOptions &options, SourceLine line) {
  Domain extents = domainOfShape(shape, options, line);
  Blueprint blueprint;
  blueprint.halo = haloWidths(options.halo, extents, line);
  withoutHalo(extents, blueprint.halo, line); // the check that the halo fits
  takeDomainOfShape(blueprint, extents);
  finish(blueprint, Search(options, nullptr, /*fromDomain=*/false, line), type);
  return blueprint;
}

Blueprint blueprintOf(const DataFacts &data, const StorageOptions &options, SourceLine line) {
  Blueprint blueprint;
  if (data.storage) {
    takeDomainOfStorage(blueprint, *data.storage, options, line);
  } else {
    Domain extents = domainOfShape(data.extents, options, line);
    blueprint.halo = haloWidths(options.halo, extents, line);
    withoutHalo(extents, blueprint.halo, line);
    takeDomainOfShape(blueprint, extents);
  }
  finish(blueprint, Search(options, &data, /*fromDomain=*/false, line), {});
  return blueprint;
}

std::vector<std::int64_t> extentsOfShape(std::span<const std::int64_t> shape, const Dims &dims,
                                         SourceLine line) {
  StorageOptions options;
  options.dims = Axes(dims, line);
  return extentsOf(domainOfShape(shape, options, line), line);
}

StorageKind DataFacts::kind() const {
  if (storage)
    return storage->view().block->kind;
  return isOnDevice ? StorageKind::SoftwareManagedGPU : StorageKind::CPU;
}

DataFacts factsOf(StorageState &storage) {
  DataFacts facts;
  facts.dtype = storage.layout.dtype;
  for (const NamedRange &range : storage.layout.domain)
    facts.extents.push_back(range.range.size());
  Sequence<unsigned, 4> order = storage.layout.strideOrder();
  facts.order.assign(order.begin(), order.end());
  facts.storage = &storage;
  return facts;
}

Storage allocate(const Blueprint &blueprint, SourceLine line) {
  std::vector<std::int64_t> extents = extentsOf(blueprint.whole, line);
  MemoryPlan plan = planMemory(blueprint.dtype, extents, blueprint.order, blueprint.alignment,
                               blueprint.alignedIndex, line);
  ArrayView view;
  view.block = allocateBlock(*blueprint.runtime, blueprint.kind, plan.bytes, line, plan.alignment);
  view.block->elements = blueprint.whole.size();
  view.dtype = blueprint.dtype;
  view.domain = blueprint.whole;
  view.strides = std::move(plan.strides);
  view.offset = plan.offset;
  return storageOf(blueprint, std::move(view), line);
}

Storage storageOf(const Blueprint &blueprint, ArrayView view, SourceLine line) {
  Ref<StorageState> state(new StorageState);
  state->runtime = blueprint.runtime;
  retain(blueprint.runtime);
  state->buffer = BufferRef(new Buffer);
  state->buffer->setBlock(view.block);
  view.block = BlockRef();
  view.nontemporal = blueprint.nontemporal;
  state->buffer->layout = view;
  state->layout = std::move(view);
  state->compute = blueprint.compute;
  state->halo = blueprint.halo;
  state->alignment = blueprint.alignment;
  state->alignedIndex = blueprint.alignedIndex;
  state->line = line;
  if (state->buffer->block->foreign && overlapsItself(state->layout))
    state->access = WriteAccess::Overlap;
  return Storage(std::move(state));
}

/// True if rows are padded to 64 bytes and start there at `index`.
static bool isRowAligned(const ArrayView &view, const std::vector<std::int64_t> &index) {
  Sequence<unsigned, 4> order = view.strideOrder();
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  std::uintptr_t address = view.address();
  for (std::size_t n = 0; n < order.size(); ++n) {
    std::int64_t stride = view.strides[order[n]] * item;
    bool fastest = n + 1 == order.size();
    if (fastest ? stride != item : stride % 64 != 0)
      return false;
    address += static_cast<std::uintptr_t>(index[order[n]] * stride);
  }
  return !order.empty() && address % 64 == 0;
}

Storage makeStorage(Runtime::State &runtime, ArrayView view, const Domain &compute,
                    SourceLine line) {
  Blueprint blueprint;
  blueprint.runtime = &runtime;
  blueprint.kind = view.block->kind;
  blueprint.whole = view.domain;
  for (const NamedRange &range : view.domain) {
    Range inner = range.range & compute.rangeOr(range.dim);
    HaloWidth width(0, range.range.size());
    if (!inner.empty())
      width = HaloWidth(inner.lo() - range.range.lo(), range.range.hi() - inner.hi());
    blueprint.halo.push_back(width);
    blueprint.alignedIndex.push_back(width.lo);
    blueprint.compute = blueprint.compute.with({range.dim, inner});
  }
  if (isRowAligned(view, blueprint.alignedIndex))
    blueprint.alignment = 64 / static_cast<std::int64_t>(itemsize(view.dtype));
  return storageOf(blueprint, std::move(view), line);
}

} // namespace gtjit::detail
