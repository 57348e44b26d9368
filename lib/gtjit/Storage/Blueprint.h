//===- Blueprint.h - A storage that has no memory yet -----------*- C++ -*-===//
//
// The one place where a storage's parameters are found: in the options, in the
// preset that they name, in the data, in the default, in this order.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_BLUEPRINT_H
#define GTJIT_STORAGE_BLUEPRINT_H

#include "gtjit/Memory/Layout.h"
#include "gtjit/Memory/Memory.h"

#include <optional>

namespace gtjit::detail {

/// Everything about a storage but its memory. Vectors are by position in
/// `whole`.
struct Blueprint {
  Runtime::State *runtime = nullptr;
  StorageKind kind = StorageKind::CPU;
  DType dtype = F64;
  Domain whole; ///< halo included
  Domain compute;
  std::vector<HaloWidth> halo;
  Order order;
  std::int64_t alignment = 1; ///< elements
  std::vector<std::int64_t> alignedIndex;
  bool nontemporal = false;
};

/// What data that a storage is made from say about it.
struct DataFacts {
  DType dtype = F64;
  std::vector<std::int64_t> extents; ///< halo included
  Order order;
  bool isOnDevice = false;
  StorageState *storage = nullptr; ///< knows domain, halo, alignment and kind too

  StorageKind kind() const;
};

/// For a storage whose compute domain is `domain`. `type` is what an argument
/// says. Throws ValueError, LayoutError, TypeError, DeviceError.
Blueprint blueprintOf(const Domain &domain, ElementTypeName type, const StorageOptions &options,
                      SourceLine line);
/// For a storage of these extents, halo included; index 0 is the first compute
/// point.
Blueprint blueprintOf(std::span<const std::int64_t> shape, ElementTypeName type,
                      const StorageOptions &options, SourceLine line);
/// For a storage of the data's extents.
Blueprint blueprintOf(const DataFacts &data, const StorageOptions &options, SourceLine line);

/// The extents that a shape gives to `dims`: it may name extents of all of I,
/// J, K where only some are there. Throws ValueError for a wrong number.
std::vector<std::int64_t> extentsOfShape(std::span<const std::int64_t> shape, const Dims &dims,
                                         SourceLine line);

/// The facts of a storage: its domain, type, order of strides.
DataFacts factsOf(StorageState &storage);

/// Fresh memory, values undefined.
Storage allocate(const Blueprint &blueprint, SourceLine line);
/// The storage of a view of all its elements; a fresh buffer.
Storage storageOf(const Blueprint &blueprint, ArrayView view, SourceLine line);
/// A storage over an existing view, for results.
Storage makeStorage(Runtime::State &runtime, ArrayView view, const Domain &compute,
                    SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_BLUEPRINT_H
