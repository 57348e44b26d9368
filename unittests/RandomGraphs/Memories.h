//===- Memories.h - The storages of a scenario ------------------*- C++ -*-===//
//
// Makes owned and foreign storages of a scenario's specifications with the
// same values on every runtime.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_MEMORIES_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_MEMORIES_H

#include "Scenario.h"

namespace gtjit::randomgraphs {

/// Foreign memory with guard cells around and between the elements.
struct ForeignMemory {
  DType dtype = DType::F64;
  std::vector<std::byte> bytes;
};

/// A storage of that specification, values from its seed. Foreign memory is
/// put into `foreign`, which must outlive the storage and not move its bytes.
Storage makeStorage(Runtime &runtime, const StorageSpec &spec, ForeignMemory &foreign);

/// The same foreign memory as a storage that does not know of this one.
Storage wrappedAgain(Runtime &runtime, const Storage &storage);

/// Writes some elements of the storage through its host view.
void writeSome(Storage &storage, std::uint64_t seed);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_MEMORIES_H
