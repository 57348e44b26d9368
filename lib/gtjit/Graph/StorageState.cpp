//===- StorageState.cpp - What a Storage handle refers to -----------------===//
//
// Its life, and where and what it is.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/StorageState.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit::detail {

std::uint64_t nextShapeNumber() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void retain(StorageState *state) noexcept {
  state->references.fetch_add(1, std::memory_order_relaxed);
}

void release(StorageState *state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  Runtime::State *runtime = state->runtime;
  forgetLeaf(*state);
  delete state;
  release(runtime);
}

ArrayView StorageState::view() const { return buffer->view(layout); }

Domain StorageState::bufferRegion(const Domain &region) const {
  Domain result;
  for (const NamedRange &range : buffer->layout.domain) {
    Range part = !ownCoordinates && region.has(range.dim) ? region[range.dim] : Range();
    for (const NamedIndex &index : taken)
      if (index.dim == range.dim)
        part = Range(index.index, index.index + 1);
    result = result.with({range.dim, part});
  }
  return result;
}

std::string StorageState::describe() const {
  if (!name.empty())
    return "'" + name + "'";
  return "the " + std::string(gtjit::name(layout.dtype)) + " field " +
         (layout.domain.ndim() ? "on " + toString(layout.domain.dims()) : "without dimensions") +
         madeAt(line);
}

StorageState &stateOf(const Storage &storage, SourceLine line) {
  if (!storage.get())
    throw ValueError(line, "the storage is empty: a Storage that nothing was assigned to");
  return *storage.get();
}

void checkWritable(const StorageState &storage, const Domain &region, SourceLine line) {
  if (storage.access == WriteAccess::Any)
    return;
  if (storage.access == WriteAccess::ReadOnly)
    throw ValueError(line, "cannot write " + storage.describe() + ": its memory is read-only");
  if (region.empty() || !overlapsItself(storage.layout.restricted(region)))
    return;
  std::string strides;
  for (std::int64_t stride : storage.layout.strides)
    strides += (strides.empty() ? "" : ", ") +
               std::to_string(stride * static_cast<std::int64_t>(itemsize(storage.layout.dtype)));
  throw ValueError(line, "cannot write " + storage.describe() +
                             ": several of its points are one element (byte strides " + strides +
                             ")");
}

} // namespace gtjit::detail
