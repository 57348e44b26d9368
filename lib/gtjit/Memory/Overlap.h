//===- Overlap.h - Do views share elements? ---------------------*- C++ -*-===//
//
// The one answer to whether writing here changes what is read there: from
// addresses, strides and extents, whatever blocks the views belong to, since
// memory may be wrapped several times.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_OVERLAP_H
#define GTJIT_MEMORY_OVERLAP_H

#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// Bytes from the first to behind the last element of a view in the address space of
/// the host, be there memory or not.
struct HostSpan {
  std::uintptr_t lo, hi;
};
/// Of a view whose first element is at `first`; it has elements.
HostSpan spanOf(const ArrayView &view, std::uintptr_t first);
/// Whether the elements of a view fill its span.
bool isDense(const ArrayView &view, HostSpan span);

/// True if two points of the view have the same address. Exact, but for strides
/// so entangled that a bounded search does not find out: those overlap.
bool overlapsItself(const ArrayView &view);

/// Elements of a block: those of `view`, whose first point lies `offset` bytes
/// from its start, at the points of `part`. A part holds all points in
/// dimensions that it lacks, and nothing outside of its view.
struct Footprint {
  const ArrayView &view; ///< its own block and offset do not count
  const Block &block;
  std::int64_t offset;
  const Domain &part;
};

/// True if an element of one shares a byte with an element of the other.
/// Exact, as above.
bool mayOverlap(const Footprint &a, const Footprint &b);
inline bool mayOverlap(const ArrayView &a, const Domain &partOfA, const ArrayView &b,
                       const Domain &partOfB) {
  return mayOverlap(Footprint{a, *a.block, a.offset, partOfA},
                    Footprint{b, *b.block, b.offset, partOfB});
}

/// True if the blocks have a byte in common: what differs here does not
/// overlap, at the price of a comparison.
inline bool shareMemory(const Block &a, const Block &b) {
  return &a == &b || (a.address() < b.address() + b.bytes && b.address() < a.address() + a.bytes);
}

/// True if coordinates mean the same elements of one block in both views, as far as each has
/// them, and others mean others, unless both have the same points.
bool isSameArray(const ArrayView &a, const ArrayView &b);

/// Of views of one array, that of the points of both and of what lies between them.
ArrayView hullOf(const ArrayView &a, const ArrayView &b);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_OVERLAP_H
