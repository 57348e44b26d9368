//===- KernelGroup.cpp - Kernels that run tile by tile --------------------===//
//
// What makes a group is read off the image, and how tiles are run.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/KernelGroup.h"

#include "gtjit/Kernel/CallKernel.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/SharedPass.h"
#include "gtjit/Launch/StrictFloatingPoint.h"

#include <algorithm>

namespace gtjit::detail {

/// Kernels of a group: each looks at all tiles, also where it has nothing to do.
static constexpr std::size_t kMostMembers = 64;

/// The only storage that a kernel of parallel loops writes, if it does not read it;
/// else null.
static const gtabi::StorageUse *onlyWritten(const ImageView &image,
                                            const gtabi::KernelInfo &kernel) {
  const gtabi::StorageUse *written = nullptr;
  for (const gtabi::StorageUse &use : image.storages(kernel.storages)) {
    if (use.isWritten && (written || use.isRead))
      return nullptr;
    if (use.isWritten)
      written = &use;
  }
  bool isPlain = !kernel.hasFold && kernel.orders.count == 0 && kernel.loopDims > 0 &&
                 kernel.acrossLoop == kernel.loopDims;
  return isPlain ? written : nullptr;
}

static bool isSame(const gtabi::StorageUse &a, const gtabi::StorageUse &b) {
  return a.index == b.index && a.isTemporary == b.isTemporary;
}

std::size_t countParts(const ImageView &image, std::size_t first) {
  std::span<const gtabi::KernelInfo> kernels = image.kernels().subspan(first);
  const gtabi::StorageUse *written = onlyWritten(image, kernels.front());
  if (!written)
    return 1;
  std::size_t count = 1;
  for (; count < std::min(kernels.size(), kMostMembers); ++count) {
    const gtabi::StorageUse *next = onlyWritten(image, kernels[count]);
    if (!next || !isSame(*next, *written) || kernels[count].loopDims != kernels.front().loopDims)
      break;
  }
  return count;
}

void runTiles(const KernelCall &call, void *scratch, std::int64_t first, std::int64_t last) {
  StrictFloatingPoint strict;
  gtabi::KernelArgs args = call.args;
  args.scratch = scratch;
  std::int64_t tiles = (last - first) * call.tilesInOrder;
  if (call.tiles == 1 && tiles == 1) {
    callKernel(call.kernel, &args, args.bounds);
  } else {
    for (TileWalk walk(call.tiling, first); tiles > 0; --tiles, walk.next())
      callKernel(call.kernel, &args, walk.tile());
  }
  if (args.streams)
    _mm_sfence();
}

/// What a tile and the loops of a kernel have in common; false if that is nothing. `places`: the
/// tile's loops that they are, null for those of the same number.
static bool intersect(const gtabi::Bounds *tile, const Tiling &kernel, const std::uint32_t *places,
                      gtabi::Bounds *spans) {
  for (std::size_t d = 0; d < kernel.depth; ++d) {
    std::size_t place = places ? places[d] : d;
    spans[d] = place == kNoLoop ? kernel.loops[d] : intersection(tile[place], kernel.loops[d]);
    if (isEmpty(spans[d]))
      return false;
  }
  return true;
}

void runTiles(const KernelGroup &group, void *scratch, std::int64_t first, std::int64_t last) {
  StrictFloatingPoint strict;
  Sequence<gtabi::Bounds, 8> spans;
  std::size_t depth = group.tiling.depth;
  for (std::size_t n = 0; n < group.count; ++n)
    depth = std::max(depth, group.calls[n].tiling.depth);
  for (std::size_t d = 0; d < depth; ++d)
    spans.push_back({});
  bool streams = false;
  TileWalk walk(group.tiling, first);
  for (std::int64_t n = first; n < last; ++n, walk.next())
    for (std::size_t member = 0; member < group.count; ++member) {
      const KernelCall &call = group.calls[member];
      const std::uint32_t *places = group.loops ? group.loops[member] : nullptr;
      if (call.tiles == 0 || !intersect(walk.tile(), call.tiling, places, spans.begin()))
        continue;
      gtabi::KernelArgs args = call.args;
      args.scratch = scratch;
      callKernel(call.kernel, &args, spans.data());
      streams |= args.streams != 0;
    }
  if (streams)
    _mm_sfence();
}

} // namespace gtjit::detail
