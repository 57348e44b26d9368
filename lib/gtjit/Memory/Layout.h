//===- Layout.h - Where the elements of a storage lie -----------*- C++ -*-===//
//
// From layouts to strides: order of dimensions, padding, alignment.
// Allocates nothing and knows of no block.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_LAYOUT_H
#define GTJIT_MEMORY_LAYOUT_H

#include "gtjit/Storage.h"
#include "gtjit/Types/DenseStrides.h"

#include <vector>

namespace gtjit::detail {

/// Positions of dimensions from the largest to the smallest stride.
using Order = std::vector<unsigned>;

/// The order of the preset "cpu".
Order cpuOrder(const Domain &domain);
/// The order that the layout asks for; C order for the kind Preset. Throws
/// LayoutError if its ranks are not a permutation, or its names lack one.
Order orderOf(const Dims &dims, const Layout &layout, SourceLine line);

/// Where the elements lie, relative to a block's base.
struct MemoryPlan {
  Strides strides;            ///< by position
  std::int64_t offset = 0;    ///< bytes from the base to the first element
  std::size_t bytes = 0;      ///< of the block
  std::size_t alignment = 64; ///< of the base, in bytes
};

/// Dense memory of these extents. With `alignment` above 1 (elements) the rows
/// of the fastest dimension are padded to a multiple of it and the element at
/// `alignedIndex` lies at a multiple of it. Throws MemoryError if the size has
/// no representation.
MemoryPlan planMemory(DType type, const std::vector<std::int64_t> &extents, const Order &slowToFast,
                      std::int64_t alignment, const std::vector<std::int64_t> &alignedIndex,
                      SourceLine line);

/// Throws ValueError for coordinates so far away that what kernels compute from
/// them would overflow.
void checkCoordinates(const NamedRange &range, SourceLine line);
void checkCoordinate(const NamedIndex &index, SourceLine line);
/// Extents of a finite domain; throws ValueError for an infinite one, and as
/// checkCoordinates.
std::vector<std::int64_t> extentsOf(const Domain &domain, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_LAYOUT_H
