//===- ImportValues.cpp - Arrays into and out of storages -----------------===//
//
// Strided copies between a storage and an array of a file.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/ImportValues.h"

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/PlainArray.h"

namespace gtjit::detail {

void importValues(const Storage &storage, const Domain &part, const std::byte *values) {
  if (part.empty())
    return;
  StorageState &state = stateOf(storage, {});
  prepareWrite(state, part, false, {});
  auto *bytes = const_cast<std::byte *>(values); // only read
  copyElements(plainArray(*state.runtime, part, storage.dtype(), bytes), state.view(), part);
}

void exportValues(const Storage &storage, const Domain &part, std::byte *values) {
  if (part.empty())
    return;
  StorageState &state = stateOf(storage, {});
  copyElements(state.view(), plainArray(*state.runtime, part, storage.dtype(), values), part);
}

} // namespace gtjit::detail
