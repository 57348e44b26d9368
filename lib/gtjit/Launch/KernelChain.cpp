//===- KernelChain.cpp - Kernels that run slab by slab --------------------===//
//
// Each range of tiles has windows of its own, so that threads share nothing. At the ends of a tile
// what its neighbours compute as well is computed again.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/KernelChain.h"

#include "gtjit/Kernel/CallKernel.h"
#include "gtjit/Launch/StrictFloatingPoint.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <xmmintrin.h>

namespace gtjit::detail {

/// Lines of a row that is worth a call of its own up to the first whole line.
static constexpr std::int64_t kLongRow = 24;

/// Words of eight bytes of a window's address.
static std::size_t addressWords(const KernelChain &chain) {
  return sizeof(gtabi::StorageAddress) / sizeof(std::int64_t) + chain.tiling.depth;
}

namespace {

/// A chain on one thread. All that it needs lies in its scratch memory: nothing fails on the way.
class ChainRun {
public:
  ChainRun(const KernelChain &chain, std::byte *scratch);
  void run(const gtabi::Bounds *tile);

private:
  template <class T> T *take(std::size_t count) {
    auto *taken = reinterpret_cast<T *>(next);
    next += count * sizeof(T);
    return taken;
  }
  gtabi::Bounds grown(std::size_t loop, const gtabi::Bounds *tile, gtabi::Bounds all,
                      Growth growth) const;
  void placeWindow(std::size_t window, std::int64_t slab, const gtabi::Bounds *tile);
  void slide(const ChainWindow &window) const;
  void call(std::size_t member);
  bool findRegion(std::size_t member, const gtabi::Bounds *tile, gtabi::Bounds *region) const;

  const KernelChain &chain;
  std::byte *scratch;
  std::byte *next;
  gtabi::StorageAddress **addresses; ///< by window
  gtabi::KernelArgs *arguments;      ///< by member
  gtabi::Bounds *regions;            ///< by member and loop
  gtabi::Bounds *spans;              ///< of a call
};

} // namespace

std::size_t chainTableBytes(const KernelChain &chain) {
  std::size_t address = addressWords(chain) * sizeof(std::int64_t);
  std::size_t bytes = chain.windowCount * (sizeof(gtabi::StorageAddress *) + address) +
                      chain.count * sizeof(gtabi::KernelArgs) +
                      (chain.count + 1) * chain.tiling.depth * sizeof(gtabi::Bounds);
  for (std::size_t n = 0; n < chain.count; ++n)
    bytes += chain.members[n].storages * sizeof(gtabi::StorageAddress *);
  return bytes;
}

ChainRun::ChainRun(const KernelChain &chain, std::byte *scratch)
    : chain(chain), scratch(scratch), next(scratch),
      addresses(take<gtabi::StorageAddress *>(chain.windowCount)),
      arguments(take<gtabi::KernelArgs>(chain.count)),
      regions(take<gtabi::Bounds>(chain.count * chain.tiling.depth)),
      spans(take<gtabi::Bounds>(chain.tiling.depth)) {
  for (std::size_t n = 0; n < chain.windowCount; ++n) {
    addresses[n] =
        reinterpret_cast<gtabi::StorageAddress *>(take<std::int64_t>(addressWords(chain)));
    std::copy_n(chain.windows[n].strides, chain.tiling.depth,
                reinterpret_cast<std::int64_t *>(addresses[n] + 1));
  }
  for (std::size_t n = 0; n < chain.count; ++n) {
    const ChainMember &member = chain.members[n];
    auto **storages = take<const gtabi::StorageAddress *>(member.storages);
    for (std::uint32_t storage = 0; storage < member.storages; ++storage)
      storages[storage] = member.windows[storage] == kNoWindow ? member.call->args.storages[storage]
                                                               : addresses[member.windows[storage]];
    arguments[n] = member.call->args;
    arguments[n].storages = storages;
    arguments[n].scratch = scratch + chain.windowBytes;
  }
}

/// The tile with what is needed around it, as far as there is any of `all`: up to its end at the
/// ends of all tiles.
gtabi::Bounds ChainRun::grown(std::size_t loop, const gtabi::Bounds *tile, gtabi::Bounds all,
                              Growth growth) const {
  gtabi::Bounds own = tile[loop], hull = chain.tiling.loops[loop];
  return {own.lo == hull.lo ? all.lo : std::max(all.lo, own.lo - growth.lower),
          own.hi == hull.hi ? all.hi : std::min(all.hi, own.hi + growth.upper)};
}

/// What a member computes of a tile; false if that is nothing.
bool ChainRun::findRegion(std::size_t member, const gtabi::Bounds *tile,
                          gtabi::Bounds *region) const {
  bool isEmpty = false;
  for (std::size_t loop = 0; loop < chain.tiling.depth; ++loop) {
    region[loop] = grown(loop, tile, chain.members[member].call->tiling.loops[loop],
                         chain.members[member].growth[loop]);
    isEmpty |= region[loop].lo >= region[loop].hi;
  }
  return !isEmpty;
}

/// The last coordinate up to `coordinate` of the row loop at which lines begin that hold so many
/// points.
static std::int64_t lineBefore(const KernelChain &chain, std::int64_t coordinate,
                               std::int64_t points) {
  std::int64_t beyond = (coordinate - chain.tiling.loops[chain.tiling.depth - 1].lo) % points;
  return coordinate - beyond - (beyond < 0 ? points : 0);
}

/// Lets kernels find the window for the slab that begins at `slab`.
void ChainRun::placeWindow(std::size_t number, std::int64_t slab, const gtabi::Bounds *tile) {
  const ChainWindow &window = chain.windows[number];
  auto origin = reinterpret_cast<std::uintptr_t>(scratch + window.offset);
  for (std::size_t loop = 0; loop < chain.tiling.depth; ++loop) {
    std::int64_t stride = window.strides[loop], first = slab - window.behind;
    if (loop != chain.slabLoop) {
      first = grown(loop, tile, window.bounds[loop], window.growth[loop]).lo;
      if (loop + 1 == chain.tiling.depth)
        first = lineBefore(chain, first, gtabi::kScratchAlignment / stride);
    }
    origin -= static_cast<std::uintptr_t>(first) * static_cast<std::uintptr_t>(stride);
  }
  addresses[number]->origin = reinterpret_cast<std::byte *>(origin);
}

/// What the next slab needs of a window goes to its beginning.
void ChainRun::slide(const ChainWindow &window) const {
  std::byte *first = scratch + window.offset;
  std::int64_t stride = window.strides[chain.slabLoop];
  std::memmove(first, first + chain.slab * stride,
               static_cast<std::size_t>((window.behind - window.lag) * stride));
}

/// Runs a member on `spans`. Vectors of long rows begin where lines do: what a kernel further back
/// reads at the same point lies in one line then.
void ChainRun::call(std::size_t number) {
  const ChainMember &member = chain.members[number];
  gtabi::Bounds &row = spans[chain.tiling.depth - 1];
  if (member.linePoints != 0 && row.hi - row.lo >= kLongRow * member.linePoints) {
    std::int64_t line = lineBefore(chain, row.lo + member.linePoints - 1, member.linePoints);
    if (line != row.lo) {
      std::int64_t last = std::exchange(row.hi, line);
      callKernel(member.call->kernel, &arguments[number], spans);
      row = {line, last};
    }
  }
  callKernel(member.call->kernel, &arguments[number], spans);
}

void ChainRun::run(const gtabi::Bounds *tile) {
  std::size_t depth = chain.tiling.depth, slabLoop = chain.slabLoop;
  std::int64_t first = INT64_MAX, last = INT64_MIN;
  for (std::size_t n = 0; n < chain.count; ++n) {
    gtabi::Bounds *region = regions + n * depth;
    if (findRegion(n, tile, region)) {
      first = std::min(first, region[slabLoop].lo + chain.members[n].lag);
      last = std::max(last, region[slabLoop].hi + chain.members[n].lag);
    } else {
      region[slabLoop] = {0, 0};
    }
  }
  for (std::int64_t slab = first; slab < last; slab += chain.slab) {
    for (std::size_t n = 0; n < chain.windowCount; ++n)
      placeWindow(n, slab, tile);
    for (std::size_t n = 0; n < chain.count; ++n) {
      std::copy_n(regions + n * depth, depth, spans);
      gtabi::Bounds &span = spans[slabLoop];
      std::int64_t from = slab - chain.members[n].lag;
      span = {std::max(span.lo, from), std::min(span.hi, from + chain.slab)};
      if (span.lo < span.hi)
        call(n);
    }
    if (last - slab > chain.slab)
      for (std::size_t n = 0; n < chain.windowCount; ++n)
        slide(chain.windows[n]);
  }
}

void runTiles(const KernelChain &chain, void *scratch, std::int64_t first, std::int64_t last) {
  StrictFloatingPoint strict;
  ChainRun run(chain, static_cast<std::byte *>(scratch));
  for (TileWalk walk(chain.tiling, first); first < last; ++first, walk.next())
    run.run(walk.tile());
  _mm_sfence();
}

} // namespace gtjit::detail
