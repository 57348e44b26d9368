//===- BoundArguments.h - Ranges and strides of a call ----------*- C++ -*-===//
//
// What is known of a program's kernels before it is known where memory is: the bounds
// of all ranges, the strides of storages and temporaries. Plain data in an arena.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_BOUNDARGUMENTS_H
#define GTJIT_LAUNCH_BOUNDARGUMENTS_H

#include "gtjit/Graph/Arguments.h"
#include "gtjit/Kernel/ImageView.h"
#include "gtjit/Launch/Arena.h"

namespace gtjit::detail {

/// A storage or temporary as kernels reach it.
struct BoundStorage {
  gtabi::StorageAddress *address; ///< with strides, the origin to be set
  std::int64_t firstToOrigin;     ///< bytes from the first element to coordinate 0; wraps

  std::int64_t stride(std::size_t dim) const {
    return reinterpret_cast<const std::int64_t *>(address + 1)[dim];
  }
  /// Coordinate 0 may lie far outside of the memory: no pointer of the language.
  std::uint64_t originOf(std::uint64_t first) const {
    return first + static_cast<std::uint64_t>(firstToOrigin);
  }
  void setFirst(std::uint64_t first) {
    address->origin = reinterpret_cast<std::byte *>(originOf(first));
  }
  void setFirst(const std::byte *first) { setFirst(reinterpret_cast<std::uintptr_t>(first)); }
  /// The first element, of a storage on the host.
  std::byte *first() const {
    return reinterpret_cast<std::byte *>(reinterpret_cast<std::uintptr_t>(address->origin) -
                                         static_cast<std::uintptr_t>(firstToOrigin));
  }
};

/// Elements of a storage; INT64_MAX for more than can be counted.
std::int64_t elementsOf(const ArrayView &storage);

struct BoundArguments {
  /// Throws CompileError if the image does not fit the arguments, MemoryError for a temporary
  /// whose size has no representation.
  BoundArguments(const ImageView &image, const Arguments &arguments, Arena &arena);

  gtabi::Bounds *bounds;           ///< of the image's table
  BoundStorage *storages;          ///< by argument
  BoundStorage *temporaries;       ///< of the image
  std::size_t *bytesOfTemporaries; ///< of each
  const void **imports;            ///< as KernelArgs has them

private:
  void bindStorages(const ImageView &image, const Arguments &arguments, Arena &arena);
  void bindTemporaries(const ImageView &image, SourceLine line, Arena &arena);
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_BOUNDARGUMENTS_H
