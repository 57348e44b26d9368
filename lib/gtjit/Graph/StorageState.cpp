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
#include "gtjit/Types/Selection.h"

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

Ref<StorageState> derived(const StorageState &mine) {
  Ref<StorageState> state(new StorageState);
  state->runtime = mine.runtime;
  retain(mine.runtime);
  state->buffer = mine.buffer;
  state->layout = mine.layout;
  state->taken = mine.taken;
  state->ownCoordinates = mine.ownCoordinates;
  state->access = mine.access;
  state->name = mine.name;
  state->line = mine.line;
  return state;
}

void pin(StorageState &state, const Sequence<NamedIndex> &indices) {
  for (const NamedIndex &index : indices) {
    state.layout = state.layout.pinnedAt(positionOf(state.layout.domain, index.dim), index.index);
    if (!state.ownCoordinates)
      state.taken.push_back(index);
  }
}

void addHalo(StorageState &state, const NamedRange &range, HaloWidth width) {
  // A part within the halo alone is all halo, on one side.
  width.lo = std::min(width.lo, range.range.size());
  width.hi = std::min(width.hi, range.range.size() - width.lo);
  state.halo.push_back(width);
  state.alignedIndex.push_back(width.lo);
  state.compute = state.compute.with(
      {range.dim, Range(range.range.lo() + width.lo, range.range.hi() - width.hi)});
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
