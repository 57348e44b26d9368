//===- StridedCopy.h - Loops that move elements -----------------*- C++ -*-===//
//
// The one loop nest that copies, fills, mirrors and repeats elements. Knows
// addresses and strides alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_STRIDEDCOPY_H
#define GTJIT_MEMORY_STRIDEDCOPY_H

#include "gtjit/detail/Sequence.h"

#include <cstddef>
#include <cstdint>

namespace gtjit::detail {

/// One loop: how often, and how far each side moves, in bytes. A `from` of 0
/// repeats an element, a negative one walks backwards.
struct StridedLoop {
  std::int64_t extent;
  std::int64_t to;
  std::int64_t from;
};
using StridedLoops = Sequence<StridedLoop, 6>;

/// A copy of elements of 1, 2, 4, 8 or 16 bytes over the product of loops, in an
/// order of its own; a loop of extent 0 copies nothing. Both sides are aligned
/// to the element (to 8 of 16 bytes) and do not overlap.
class StridedCopy {
public:
  StridedCopy(std::byte *to, const std::byte *from, const StridedLoops &given,
              std::size_t itemsize);

  std::int64_t bytes() const { return size; }
  void run() const { run(loops, to, from); }
  /// One of `parts` of about the same size; together, in any order, they are all.
  void run(std::int64_t part, std::int64_t parts) const;

private:
  void run(const StridedLoops &part, std::byte *to, const std::byte *from) const;

  std::byte *to;
  const std::byte *from;
  StridedLoops loops; ///< slow to fast where it is written, without those of one iteration
  std::int64_t item;
  std::int64_t size;
};

/// The whole copy by the calling thread. Returns the number of bytes written.
inline std::int64_t copyStrided(std::byte *to, const std::byte *from, const StridedLoops &loops,
                                std::size_t itemsize) {
  StridedCopy copy(to, from, loops, itemsize);
  copy.run();
  return copy.bytes();
}

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_STRIDEDCOPY_H
