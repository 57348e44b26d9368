//===- StridedCopy.h - Loops that move elements -----------------*- C++ -*-===//
//
// The one loop nest that copies, fills, mirrors and repeats elements. Knows
// addresses and strides alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_STRIDEDCOPY_H
#define GTJIT_MEMORY_STRIDEDCOPY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gtjit::detail {

/// One loop: how often, and how far each side moves, in bytes. A `from` of 0
/// repeats an element, a negative one walks backwards.
struct StridedLoop {
  std::int64_t extent;
  std::int64_t to;
  std::int64_t from;
};

/// Copies elements of 1, 2, 4, 8 or 16 bytes over the product of the loops, in an
/// order of its own; a loop of extent 0 copies nothing. Both sides are aligned
/// to the element (to 8 of 16 bytes) and do not overlap. Returns the number of bytes written.
std::int64_t copyStrided(std::byte *to, const std::byte *from, std::vector<StridedLoop> loops,
                         std::size_t itemsize);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_STRIDEDCOPY_H
