//===- Foreign.h - Memory that somebody else laid out -----------*- C++ -*-===//
//
// Strides and addresses of foreign memory, checked.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_FOREIGN_H
#define GTJIT_STORAGE_FOREIGN_H

#include "gtjit/Creation.h"
#include "gtjit/Storage/Blueprint.h"

namespace gtjit::detail {

/// Strides in elements, from bytes. Throws ValueError for a wrong number of
/// them, LayoutError for one that is no multiple of the element.
Strides elementStrides(DType type, const Domain &whole, std::span<const std::int64_t> bytes,
                       SourceLine line);
/// Memory of somebody else's, on one side or on both.
struct ForeignMemory {
  void *host = nullptr; ///< the first element
  KeepAlive hostOwner = {};
  void *device = nullptr; ///< likewise
  KeepAlive deviceOwner = {};
  SyncState state = {}; ///< none: what follows from what is there
};
/// Its view as the blueprint's kind asks for, in a block of its own; of a software-managed one
/// what is not there is made. Throws ValueError if there is no memory of that kind, LayoutError
/// for an address that is no multiple of the element, MemoryError for strides beyond the
/// address space.
ArrayView foreignView(const Blueprint &blueprint, ForeignMemory memory, Strides strides,
                      SourceLine line);
/// Foreign memory is as it is: an alignment that is asked for is checked, in
/// elements or, if it is given as `alignment_size`, in bytes. LayoutError.
void checkAlignment(const Blueprint &blueprint, const ArrayView &view,
                    const StorageOptions &options, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_FOREIGN_H
