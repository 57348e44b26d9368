//===- StridedCopy.cpp - Loops that move elements -------------------------===//
//
// Loops are sorted by the stride of what is written and merged where both
// sides are contiguous; the innermost three are those of a body that fits
// their strides. Where the two sides are contiguous in different loops both
// are tiled.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/StridedCopy.h"

#include "gtjit/Memory/CopyBodies.h"

#include <algorithm>
#include <cstdlib>

namespace gtjit::detail {

/// Slow to fast; loops of one iteration dropped, mergeable ones merged.
static StridedLoops normalized(const StridedLoops &given) {
  StridedLoops loops;
  for (const StridedLoop &loop : given) {
    if (loop.extent == 1)
      continue;
    loops.push_back(loop);
    for (std::size_t n = loops.size() - 1; n > 0; --n) {
      if (std::abs(loops[n - 1].to) >= std::abs(loops[n].to))
        break;
      std::swap(loops[n - 1], loops[n]);
    }
  }
  for (std::size_t n = loops.size(); n-- > 1;) {
    StridedLoop &outer = loops[n - 1];
    const StridedLoop &inner = loops[n];
    if (outer.to != inner.to * inner.extent || outer.from != inner.from * inner.extent)
      continue;
    outer = {outer.extent * inner.extent, inner.to, inner.from};
    loops.erase(n);
  }
  return loops;
}

StridedCopy::StridedCopy(std::byte *to, const std::byte *from, const StridedLoops &given,
                         std::size_t itemsize)
    : to(to), from(from), loops(normalized(given)), item(static_cast<std::int64_t>(itemsize)),
      size(item) {
  for (const StridedLoop &loop : loops)
    size *= loop.extent;
}

/// The number of the loop in which the source is contiguous, if it is not the
/// last; else how many there are.
static std::size_t findAcross(const StridedLoops &loops, std::int64_t item) {
  if (loops.empty() || std::abs(loops.back().from) <= item)
    return loops.size();
  std::size_t n = 0;
  while (n < loops.size() && std::abs(loops[n].from) != item)
    ++n;
  return n;
}

void StridedCopy::run(const StridedLoops &part, std::byte *target, const std::byte *source) const {
  if (size == 0)
    return;
  StridedLoops outer = part;
  StridedLoop inner[3] = {{1, 0, 0}, {1, 0, 0}, {1, item, item}};
  std::size_t across = findAcross(outer, item);
  CopyBody body;
  if (across != outer.size()) {
    inner[2] = outer.back();
    inner[1] = outer[across];
    outer.erase(outer.size() - 1);
    outer.erase(across);
    body = tiledBody(item);
  } else {
    for (std::size_t n = 3; n > 0 && !outer.empty(); outer.erase(outer.size() - 1))
      inner[--n] = outer.back();
    body = rowBody(inner[2], item);
  }
  Sequence<std::int64_t, 6> index;
  index.assign(outer.size(), 0);
  for (;;) {
    body(target, source, inner, item);
    std::size_t n = outer.size();
    while (n > 0 && ++index[n - 1] == outer[n - 1].extent) {
      --n;
      index[n] = 0;
      target -= outer[n].to * (outer[n].extent - 1);
      source -= outer[n].from * (outer[n].extent - 1);
    }
    if (n == 0)
      return;
    target += outer[n - 1].to;
    source += outer[n - 1].from;
  }
}

void StridedCopy::run(std::int64_t part, std::int64_t parts) const {
  // The slowest loop that has enough iterations, else the longest.
  std::size_t cut = 0;
  for (std::size_t n = 1; n < loops.size() && loops[cut].extent < parts; ++n)
    if (loops[n].extent > loops[cut].extent)
      cut = n;
  if (loops.empty())
    return part == 0 ? run() : void();
  StridedLoops own = loops;
  std::int64_t extent = loops[cut].extent;
  std::int64_t first = extent * part / parts, last = extent * (part + 1) / parts;
  own[cut].extent = last - first;
  if (first < last)
    run(own, to + first * own[cut].to, from + first * own[cut].from);
}

} // namespace gtjit::detail
