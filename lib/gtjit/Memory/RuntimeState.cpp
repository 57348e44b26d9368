//===- RuntimeState.cpp - Life of a runtime's parts, and what they note ---===//
//
// Who holds memory holds the parts of its runtime, and notes copies there. What the
// parts are is known above.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/RuntimeState.h"

#include "gtjit/Memory/SyncRecord.h"
#include "gtjit/Types/DomainText.h"

#include <cstdio>

namespace gtjit {

static constexpr std::size_t kCopiesRemembered = 64;

void detail::retain(Runtime::State *state) noexcept {
  state->references.fetch_add(1, std::memory_order_relaxed);
}

void detail::release(Runtime::State *state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete state;
}

/// Tells the log, and appends to one of the lists for explain().
static void note(Runtime::State &state, std::deque<std::string> &list, std::string text) {
  if (state.log)
    std::fprintf(stderr, "gtjit: %s\n", text.c_str());
  std::lock_guard lock(state.copiesMutex);
  if (list.size() == kCopiesRemembered)
    list.pop_front();
  list.push_back(std::move(text));
}

void detail::logCopy(Runtime::State &state, std::string text) {
  note(state, state.copyLog, std::move(text));
}

/// " at model.cpp:12"; nothing without a line.
static std::string atLine(SourceLine line) {
  return line.line ? " at " + detail::toString(line) : std::string();
}

void detail::noteTransfer(Runtime::State &state, Transfer direction, std::size_t bytes,
                          SourceLine line) {
  bool isToDevice = direction == Transfer::ToDevice;
  AtomicCounters &now = state.counters;
  (isToDevice ? now.bytesToDevice : now.bytesFromDevice) += static_cast<std::int64_t>(bytes);
  ++(isToDevice ? now.copiesToDevice : now.copiesFromDevice);
  if (state.transferListener)
    state.transferListener->copied(direction, bytes, line);
  note(state, state.transferLog,
       "copied " + std::to_string(bytes) + " bytes " + (isToDevice ? "to" : "from") +
           " the device" + atLine(line));
}

std::string detail::transferText(const Runtime::State &state) {
  const AtomicCounters &now = state.counters;
  std::int64_t count = now.copiesToDevice;
  return std::to_string(count) + (count == 1 ? " copy of " : " copies of ") +
         std::to_string(now.bytesToDevice) + " bytes to the device, " +
         std::to_string(now.copiesFromDevice) + " of " + std::to_string(now.bytesFromDevice) +
         " bytes from it";
}

void detail::noteLoss(Runtime::State &state, const char *side, std::size_t bytes, SourceLine line) {
  note(state, state.transferLog,
       "lost what the " + std::string(side) + " alone had of " + std::to_string(bytes) + " bytes" +
           atLine(line));
}

} // namespace gtjit
