//===- ImportValues.cpp - Arrays into and out of storages -----------------===//
//
// Strided copies between a storage and an array of a file.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/ImportValues.h"

#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Storage/Memory.h"

namespace gtjit::detail {

/// An array in C order as a view.
static ArrayView arrayView(Runtime::State &runtime, const Domain &part, DType type,
                           std::byte *values) {
  ArrayView view;
  auto bytes = static_cast<std::size_t>(part.size()) * itemsize(type);
  view.block = foreignBlock(runtime, values, bytes, {});
  view.dtype = type;
  view.domain = part;
  view.strides.assign(part.ndim(), 1);
  for (std::size_t d = part.ndim(); d-- > 1;)
    view.strides[d - 1] = view.strides[d] * part[d].range.size();
  return view;
}

void importValues(const Storage &storage, const Domain &part, const std::byte *values) {
  if (part.empty())
    return;
  StorageState &state = stateOf(storage, {});
  prepareWrite(state, part, false, {});
  ArrayView array =
      arrayView(*state.runtime, part, storage.dtype(), const_cast<std::byte *>(values));
  copyElements(array, state.view(), part);
}

void exportValues(const Storage &storage, const Domain &part, std::byte *values) {
  if (part.empty())
    return;
  StorageState &state = stateOf(storage, {});
  copyElements(state.view(), arrayView(*state.runtime, part, storage.dtype(), values), part);
}

} // namespace gtjit::detail
