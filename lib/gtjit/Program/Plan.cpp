//===- Plan.cpp - Calls that differ by addresses alone --------------------===//
//
// Frames of a plan: one for every call that runs at the same time.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/Plan.h"

namespace gtjit::detail {

Frame *Plan::takeFrame(Runtime::State &runtime) {
  if (Frame *frame = spare.exchange(nullptr, std::memory_order_acquire))
    return frame;
  {
    std::lock_guard lock(mutex);
    if (!others.empty()) {
      Frame *frame = others.back().release();
      others.pop_back();
      return frame;
    }
    others.reserve(others.capacity() + 1); // giveBack needs no memory
  }
  return new Frame(runtime, graph, *compiled);
}

void Plan::giveBack(Frame *frame) noexcept {
  for (BlockRef &block : frame->blocks)
    block = BlockRef();
  Frame *empty = nullptr;
  if (spare.compare_exchange_strong(empty, frame, std::memory_order_release))
    return;
  std::lock_guard lock(mutex);
  others.emplace_back(frame);
}

} // namespace gtjit::detail
