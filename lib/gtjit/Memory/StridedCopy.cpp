//===- StridedCopy.cpp - Loops that move elements -------------------------===//
//
// Loops are sorted by the stride of what is written and merged where both
// sides are contiguous; the innermost is a memcpy or a typed loop. Where the
// two sides are contiguous in different loops both are tiled.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace gtjit::detail {

namespace {

/// Elements are moved as bits, whatever type they are accessed as elsewhere.
using Bits8 [[gnu::may_alias]] = std::uint8_t;
using Bits16 [[gnu::may_alias]] = std::uint16_t;
using Bits32 [[gnu::may_alias]] = std::uint32_t;
using Bits64 [[gnu::may_alias]] = std::uint64_t;
struct [[gnu::may_alias]] Bits128 {
  std::uint64_t low, high;
};

/// Slow to fast; loops of one iteration dropped, mergeable ones merged.
void normalize(std::vector<StridedLoop> &loops) {
  std::erase_if(loops, [](const StridedLoop &loop) { return loop.extent == 1; });
  std::stable_sort(loops.begin(), loops.end(), [](const StridedLoop &a, const StridedLoop &b) {
    return std::abs(a.to) > std::abs(b.to);
  });
  for (std::size_t n = loops.size(); n-- > 1;) {
    StridedLoop &outer = loops[n - 1];
    const StridedLoop &inner = loops[n];
    if (outer.to != inner.to * inner.extent || outer.from != inner.from * inner.extent)
      continue;
    outer = {outer.extent * inner.extent, inner.to, inner.from};
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(n));
  }
}

template <class Element>
void copyRow(std::byte *to, const std::byte *from, const StridedLoop &row) {
  for (std::int64_t i = 0; i < row.extent; ++i)
    *reinterpret_cast<Element *>(to + i * row.to) =
        *reinterpret_cast<const Element *>(from + i * row.from);
}

template <class Element> void fillRow(std::byte *to, const std::byte *from, std::int64_t count) {
  std::fill_n(reinterpret_cast<Element *>(to), count, *reinterpret_cast<const Element *>(from));
}

/// Calls run with a null pointer to the bits of an element of this size.
template <class Run> void withBits(std::size_t itemsize, Run run) {
  switch (itemsize) {
  case 1:
    return run(static_cast<Bits8 *>(nullptr));
  case 2:
    return run(static_cast<Bits16 *>(nullptr));
  case 4:
    return run(static_cast<Bits32 *>(nullptr));
  case 8:
    return run(static_cast<Bits64 *>(nullptr));
  case 16:
    return run(static_cast<Bits128 *>(nullptr));
  }
}

void runRow(std::byte *to, const std::byte *from, const StridedLoop &row, std::size_t itemsize) {
  auto item = static_cast<std::int64_t>(itemsize);
  if (row.to == item && row.from == item) {
    std::memcpy(to, from, static_cast<std::size_t>(row.extent) * itemsize);
    return;
  }
  withBits(itemsize, [&]<class Bits>(Bits *) {
    bool fill = row.to == item && row.from == 0;
    fill ? fillRow<Bits>(to, from, row.extent) : copyRow<Bits>(to, from, row);
  });
}

/// Calls body(to, from) for every iteration of the loops.
template <class Body>
void forEach(const std::vector<StridedLoop> &loops, std::byte *to, const std::byte *from,
             Body body) {
  std::vector<std::int64_t> index(loops.size());
  for (;;) {
    body(to, from);
    std::size_t n = loops.size();
    while (n > 0 && ++index[n - 1] == loops[n - 1].extent) {
      --n;
      index[n] = 0;
      to -= loops[n].to * (loops[n].extent - 1);
      from -= loops[n].from * (loops[n].extent - 1);
    }
    if (n == 0)
      return;
    to += loops[n - 1].to;
    from += loops[n - 1].from;
  }
}

/// The loop in which the source is contiguous, if it is not the row's.
std::vector<StridedLoop>::iterator findAcross(std::vector<StridedLoop> &loops,
                                              const StridedLoop &row, std::int64_t item) {
  if (std::abs(row.from) <= item)
    return loops.end();
  return std::find_if(loops.begin(), loops.end(),
                      [&](const StridedLoop &loop) { return std::abs(loop.from) == item; });
}

/// Two loops of which one is contiguous where it is written and the other
/// where it is read: in tiles of one cache line by eight. The side whose lines
/// lie farther apart, maybe all in one set of the cache, touches eight of them
/// and runs along each.
template <class Bits>
void copyTiles(std::byte *to, const std::byte *from, const StridedLoop &across,
               const StridedLoop &row) {
  constexpr std::int64_t line = 64 / sizeof(Bits);
  const bool farReads = std::abs(row.from) > std::abs(across.to);
  const std::int64_t rowTile = farReads ? line : 8 * line;
  const std::int64_t acrossTile = farReads ? 8 * line : line;
  for (std::int64_t a = 0; a < across.extent; a += acrossTile) {
    std::int64_t end = std::min(across.extent, a + acrossTile);
    for (std::int64_t r = 0; r < row.extent; r += rowTile) {
      StridedLoop part{std::min(rowTile, row.extent - r), row.to, row.from};
      for (std::int64_t n = a; n < end; ++n)
        copyRow<Bits>(to + n * across.to + r * row.to, from + n * across.from + r * row.from, part);
    }
  }
}

} // namespace

std::int64_t copyStrided(std::byte *to, const std::byte *from, std::vector<StridedLoop> loops,
                         std::size_t itemsize) {
  auto item = static_cast<std::int64_t>(itemsize);
  std::int64_t bytes = item;
  for (const StridedLoop &loop : loops)
    bytes *= loop.extent;
  if (bytes == 0)
    return 0;
  normalize(loops);
  StridedLoop row{1, item, item};
  if (!loops.empty()) {
    row = loops.back();
    loops.pop_back();
  }
  auto found = findAcross(loops, row, item);
  if (found == loops.end()) {
    forEach(loops, to, from,
            [&](std::byte *t, const std::byte *f) { runRow(t, f, row, itemsize); });
    return bytes;
  }
  StridedLoop across = *found;
  loops.erase(found);
  withBits(itemsize, [&]<class Bits>(Bits *) {
    forEach(loops, to, from,
            [&](std::byte *t, const std::byte *f) { copyTiles<Bits>(t, f, across, row); });
  });
  return bytes;
}

} // namespace gtjit::detail
