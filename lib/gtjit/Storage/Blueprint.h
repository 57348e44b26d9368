//===- Blueprint.h - A storage that has no memory yet -----------*- C++ -*-===//
//
// What the options of a storage mean for a domain or a shape, checked.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_BLUEPRINT_H
#define GTJIT_STORAGE_BLUEPRINT_H

#include "gtjit/Storage/Layout.h"
#include "gtjit/Storage/Memory.h"

namespace gtjit::detail {

/// Everything about a storage but its memory. Vectors are by position in
/// `whole`.
struct Blueprint {
  Runtime::State *runtime = nullptr;
  Domain whole; ///< halo included
  Domain compute;
  std::vector<HaloWidth> halo;
  Order order;
  std::int64_t alignment = 1; ///< elements
  std::vector<std::int64_t> alignedIndex;
};

/// For a storage whose compute domain is `domain`; `preset` counts if the
/// options name none. Throws ValueError, LayoutError.
Blueprint blueprintOf(const Domain &domain, DType type, const StorageOptions &options,
                      std::string_view preset, SourceLine line);
/// For a storage of these extents, halo included; index 0 is the first compute
/// point. Throws ValueError, LayoutError.
Blueprint blueprintOf(Shape shape, DType type, const StorageOptions &options, SourceLine line);

/// The storage of a view of all its elements; a fresh buffer.
Storage storageOf(const Blueprint &blueprint, ArrayView view, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_BLUEPRINT_H
