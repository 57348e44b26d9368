//===- GridShape.cpp - Grids of threads for loops -------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/GridShape.h"

#include "gtabi/ThreadArgs.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace gtjit::detail {

/// Threads of a block, and of one whose threads need more registers: with these the 65,536
/// registers of a processor, as many on all chips from sm_70 on, serve 32 and up to 255 a thread
/// with several blocks each. In between are those with several points each.
static constexpr std::int64_t kThreads = 256, kRowThreads = 128, kColumnThreads = 64;
/// Threads side by side along the fastest loop where there is another one: two warps, which
/// read whole lines, on all chips.
static constexpr std::int64_t kWidest = 64;
/// Blocks of a grid along its first axis, and along the others, on all chips.
static constexpr std::int64_t kMostBlocks[] = {INT32_MAX, 65535, 65535};

/// The axis of a grid that a loop is along.
static std::size_t axisOf(std::size_t loop, std::size_t loops) {
  return std::min<std::size_t>(loops - 1 - loop, 2);
}

/// The least power of two that is no less than `extent`, or `most`, one itself.
static std::int64_t powerFor(std::int64_t extent, std::int64_t most) {
  return extent >= most
             ? most
             : static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(extent)));
}

static std::int64_t extentAt(std::span<const std::uint64_t> words, std::size_t loop) {
  return static_cast<std::int64_t>(words[2 * loop + 1] - words[2 * loop]);
}

static std::int64_t quotientUp(std::int64_t a, std::int64_t b) { return (a - 1) / b + 1; }

/// Whether threads go through another dimension, or look at other ranges, and need more registers.
static bool hasColumns(const gtabi::KernelInfo &info) { return info.loopDims < info.bounds.count; }

GridShape shapeGrid(std::span<const std::uint64_t> words, const gtabi::KernelInfo &info) {
  GridShape grid;
  std::size_t loops = words.size() / 2;
  std::int64_t extents[3] = {1, 1, 1};
  const std::int64_t points[3] = {info.pointsX, info.pointsY, 1}; // of a thread
  for (std::size_t loop = 0; loop < loops; ++loop) {
    std::size_t axis = axisOf(loop, loops);
    extents[axis] =
        saturatingProduct(extents[axis], quotientUp(extentAt(words, loop), points[axis]));
  }
  std::int64_t threads = hasColumns(info)                  ? kColumnThreads
                         : info.pointsX * info.pointsY > 1 ? kRowThreads
                                                           : kThreads;
  std::int64_t width = powerFor(extents[0], extents[1] == 1 ? threads : std::min(threads, kWidest));
  std::int64_t widths[3] = {width, powerFor(extents[1], threads / width), 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t blocks = quotientUp(extents[axis], widths[axis]);
    grid.shape.block[axis] = static_cast<unsigned>(widths[axis]);
    grid.shape.grid[axis] = static_cast<unsigned>(blocks);
    for (std::size_t loop = 0; loop < loops && blocks > kMostBlocks[axis]; ++loop)
      if (axisOf(loop, loops) == axis &&
          (!grid.tooLong || extentAt(words, loop) > extentAt(words, *grid.tooLong)))
        grid.tooLong = loop;
  }
  return grid;
}

/// Threads of a block where few of them reduce together, for as many neighbours as that gives.
static constexpr std::int64_t kThreadsOfNeighbours = 128;

TogetherShape shapeTogether(std::span<const std::uint64_t> words, const gtabi::KernelInfo &info,
                            std::int64_t points, std::int64_t values) {
  constexpr auto kMost = static_cast<std::int64_t>(gtabi::kMostTogether);
  std::size_t loops = words.size() / 2;
  std::int64_t last = loops == 0 ? 1 : extentAt(words, loops - 1);
  std::int64_t lanes = values == 0 ? info.blockLanes : 1;
  if (values == 0)
    values = points == 0 ? 1 : quotientUp(points, info.blockPoints);
  // Neighbours side by side reach neighbouring elements, unless lanes do.
  bool isLong = lanes > 1 && points > kMost;
  std::int64_t columns = isLong ? 1 : powerFor(last, std::min<std::int64_t>(32, kMost / lanes));
  std::int64_t threads = lanes * powerFor(values, kMost / columns / lanes);
  if (lanes == 1)
    columns = std::max(columns, powerFor(last, kThreadsOfNeighbours / threads));
  TogetherShape shape;
  shape.shares = static_cast<std::uint64_t>(quotientUp(values, threads / lanes));
  shape.groups = static_cast<std::uint64_t>(quotientUp(last, columns));
  auto blocks = saturatingProduct(static_cast<std::int64_t>(shape.shares),
                                  static_cast<std::int64_t>(shape.groups));
  for (std::size_t loop = 0; loop + 1 < loops; ++loop)
    blocks = saturatingProduct(blocks, extentAt(words, loop));
  LaunchShape &launch = shape.grid.shape;
  launch.block[0] = static_cast<unsigned>(columns);
  launch.block[1] = static_cast<unsigned>(threads);
  launch.grid[0] = static_cast<unsigned>(blocks);
  for (std::size_t loop = 0; loop < loops && blocks > kMostBlocks[0]; ++loop)
    if (std::optional<std::size_t> &longest = shape.grid.tooLong;
        !longest || extentAt(words, loop) > extentAt(words, *longest))
      longest = loop;
  return shape;
}

std::optional<LaunchShape> launchShapeOf(const ImageView &image, const gtabi::KernelInfo &info,
                                         const gtabi::Bounds *bounds) {
  std::vector<std::uint64_t> words;
  for (std::uint32_t loop : image.boundsUses(info.bounds).first(info.loopDims)) {
    if (extentOf(bounds[loop]) == 0)
      return std::nullopt;
    words.push_back(static_cast<std::uint64_t>(bounds[loop].lo));
    words.push_back(static_cast<std::uint64_t>(bounds[loop].hi));
  }
  if (info.partials != 0)
    return shapeTogether(words, info,
                         extentOf(bounds[image.boundsUses(info.bounds)[info.loopDims]]),
                         /*values=*/0)
        .grid.shape;
  return shapeGrid(words, info).shape;
}

} // namespace gtjit::detail
