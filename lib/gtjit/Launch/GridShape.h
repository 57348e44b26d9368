//===- GridShape.h - Grids of threads for loops -----------------*- C++ -*-===//
//
// How many blocks and threads run the points of a kernel's loops: the fastest loop along x,
// the next one along y, all others along z (gtabi/ThreadArgs.h).
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_GRIDSHAPE_H
#define GTJIT_LAUNCH_GRIDSHAPE_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Kernel/ImageView.h"

#include <optional>
#include <span>

namespace gtjit::detail {

struct GridShape {
  LaunchShape shape;
  /// The longest of the loops along an axis that a grid has no room for: they are to be cut.
  std::optional<std::size_t> tooLong;
};

/// `words`: lo and hi of each loop of the kernel `info`, slow to fast, none empty.
GridShape shapeGrid(std::span<const std::uint64_t> words, const gtabi::KernelInfo &info);

/// A launch of a kernel whose threads reduce together (gtabi/ThreadArgs.h).
struct TogetherShape {
  GridShape grid;
  std::uint64_t shares; ///< of each result
  std::uint64_t groups; ///< of neighbouring results along the last loop
};

/// `words` as above. `points`: of the reduced range, in blocks as `info` says; or `values`, if
/// that is not 0, that an earlier launch has left of each result.
TogetherShape shapeTogether(std::span<const std::uint64_t> words, const gtabi::KernelInfo &info,
                            std::int64_t points, std::int64_t values);

/// The shape for all points of a kernel, with `bounds` of the image; nothing if it has none.
std::optional<LaunchShape> launchShapeOf(const ImageView &image, const gtabi::KernelInfo &info,
                                         const gtabi::Bounds *bounds);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_GRIDSHAPE_H
