//===- BoundArguments.cpp - Ranges and strides of a call ------------------===//
//
// See the header. No lock, and for small programs no allocation.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/BoundArguments.h"

#include "gtjit/Error.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

namespace gtjit::detail {

std::int64_t elementsOf(const ArrayView &storage) { return finitePoints(storage.domain); }

static constexpr std::int64_t kRowAlignment = 64;

static gtabi::StorageAddress *takeAddress(Arena &arena, std::size_t rank) {
  auto *address = static_cast<gtabi::StorageAddress *>(
      arena.bytes(sizeof(gtabi::StorageAddress) + rank * sizeof(std::int64_t)));
  address->origin = nullptr; // no memory yet
  return address;
}

/// Strides in bytes and the distance from the first point to coordinate 0 wrap:
/// addresses that do not exist are no one's.
static std::int64_t wrappingProduct(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// Writes the strides of a view, dimensions slow to fast; no address. Returns how
/// many bytes behind its first element coordinate 0 is.
static std::int64_t describeView(const ArrayView &view, const unsigned *order,
                                 gtabi::StorageAddress *address) {
  auto *strides = reinterpret_cast<std::int64_t *>(address + 1);
  auto bytes = static_cast<std::int64_t>(itemsize(view.dtype));
  std::uint64_t toOrigin = 0;
  address->origin = nullptr;
  for (std::size_t position = 0; position < view.strides.size(); ++position) {
    std::size_t d = order[position];
    strides[position] = wrappingProduct(view.strides[d], bytes);
    toOrigin -=
        static_cast<std::uint64_t>(wrappingProduct(view.domain[d].range.lo(), strides[position]));
  }
  return static_cast<std::int64_t>(toOrigin);
}

[[noreturn]] static void throwMismatch(SourceLine line) {
  throw CompileError(line, "the image of this evaluation takes other arguments than it has");
}

/// Whether a storage is what the image was made for.
static bool fits(const gtabi::StorageArgument &wanted, const ArrayView &given,
                 const unsigned *order) {
  std::size_t rank = given.strides.size();
  return static_cast<DType>(wanted.type) == given.dtype && wanted.rank == rank &&
         (!wanted.isUnit || given.strides[order[rank - 1]] == 1);
}

BoundArguments::BoundArguments(const ImageView &image, const Arguments &arguments, Arena &arena) {
  const gtabi::ImageHeader &header = image.header();
  if (image.arguments().size() != arguments.storages.size() ||
      header.scalarCount != arguments.scalars.size() ||
      header.rangeCount != arguments.ranges.size())
    throwMismatch(arguments.line);
  auto *ranges = arena.take<gtabi::Bounds>(arguments.ranges.size());
  for (std::size_t n = 0; n < arguments.ranges.size(); ++n)
    ranges[n] = {arguments.ranges[n].range.lo(), arguments.ranges[n].range.hi()};
  bounds = arena.take<gtabi::Bounds>(image.bounds().size());
  evaluateBounds(image, ranges, bounds);
  bindStorages(image, arguments, arena);
  bindTemporaries(image, arguments.line, arena);
  imports = arena.take<const void *>(image.imports().size());
  if (!bindImports(image, arguments.imports, imports))
    throwMismatch(arguments.line);
}

void BoundArguments::bindStorages(const ImageView &image, const Arguments &arguments,
                                  Arena &arena) {
  storages = arena.take<BoundStorage>(arguments.storages.size());
  const unsigned *order = arguments.strideOrder.begin();
  for (std::size_t n = 0; n < arguments.storages.size(); ++n) {
    const ArrayView &view = arguments.storages[n];
    if (!fits(image.arguments()[n], view, order))
      throwMismatch(arguments.line);
    storages[n].address = takeAddress(arena, view.strides.size());
    storages[n].firstToOrigin = describeView(view, order, storages[n].address);
    order += view.strides.size();
  }
}

void BoundArguments::bindTemporaries(const ImageView &image, SourceLine line, Arena &arena) {
  std::span<const gtabi::TemporaryInfo> infos = image.temporaries();
  temporaries = arena.take<BoundStorage>(infos.size());
  bytesOfTemporaries = arena.take<std::size_t>(infos.size());
  for (std::size_t n = 0; n < infos.size(); ++n) {
    std::span<const std::uint32_t> dims = image.boundsUses(infos[n].bounds);
    std::size_t rank = dims.size();
    gtabi::StorageAddress *address = takeAddress(arena, rank);
    auto *strides = reinterpret_cast<std::int64_t *>(address + 1);
    auto *sizes = arena.take<std::int64_t>(rank);
    auto type = static_cast<DType>(infos[n].type);
    auto bytes = static_cast<std::int64_t>(itemsize(type));
    for (std::size_t d = 0; d < rank; ++d)
      sizes[d] = extentOf(bounds[dims[d]]);
    std::span<const std::int64_t> extents(sizes, rank);
    std::optional<std::int64_t> elements =
        denseStrides(type, extents, {}, kRowAlignment / bytes, strides);
    if (!elements)
      throwTooLarge(type, extents, line);
    bytesOfTemporaries[n] = static_cast<std::size_t>(*elements * bytes);
    std::uint64_t toOrigin = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      strides[d] *= bytes;
      toOrigin -= static_cast<std::uint64_t>(wrappingProduct(bounds[dims[d]].lo, strides[d]));
    }
    temporaries[n] = {address, static_cast<std::int64_t>(toOrigin)};
  }
}

} // namespace gtjit::detail
