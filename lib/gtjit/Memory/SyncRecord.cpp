//===- SyncRecord.cpp - What a SyncState handle refers to -----------------===//
//
// The table, and the handle.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/SyncRecord.h"

#include "gtjit/Error.h"

#include <string>

namespace gtjit {

namespace detail {

Transition transitionOf(SyncEvent event, SyncState::State state) {
  static constexpr SyncState::State C = SYNC_CLEAN, H = SYNC_HOST_DIRTY, D = SYNC_DEVICE_DIRTY;
  static constexpr Transfer down = Transfer::ToDevice, up = Transfer::ToHost;
  static constexpr Transfer none = Transfer::None;
  // In the order of SyncEvent, and of the states: clean, host dirty, device dirty. Asked for
  // the direction in which nothing is new, a copy leaves what the other side alone has.
  static constexpr Transition table[][3] = {
      {{C}, {H}, {C, up}},               // HostRead
      {{C}, {C, down}, {D}},             // DeviceRead
      {{H}, {H}, {H, up}},               // HostWrite
      {{D}, {D, down}, {D}},             // DeviceWrite
      {{H}, {H}, {H}},                   // HostOverwrite
      {{D}, {D}, {D}},                   // DeviceOverwrite
      {{H}, {H}, {H, none, true}},       // SetHostModified
      {{D}, {D, none, true}, {D}},       // SetDeviceModified
      {{C}, {C}, {C}},                   // SetSynchronized
      {{C}, {C, down}, {D}},             // HostToDevice
      {{C, down}, {C, down}, {C, down}}, // HostToDeviceForced
      {{C}, {H}, {C, up}},               // DeviceToHost
      {{C, up}, {C, up}, {C, up}},       // DeviceToHostForced
      {{C}, {C, down}, {C, up}},         // Synchronize
  };
  static_assert(std::size(table) == static_cast<std::size_t>(SyncEvent::Synchronize) + 1);
  return table[static_cast<std::size_t>(event)][static_cast<std::size_t>(state)];
}

void retain(SyncRecord *record) noexcept {
  record->references.fetch_add(1, std::memory_order_relaxed);
}

void release(SyncRecord *record) noexcept {
  if (record->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete record;
}

} // namespace detail

SyncState::SyncState(State state, SourceLine line) {
  if (state < State::Clean || state > State::DeviceDirty)
    throw ValueError(line, "expected a sync state of 0, 1 or 2, got " +
                               std::to_string(static_cast<std::int32_t>(state)));
  record = detail::Ref<detail::SyncRecord>(new detail::SyncRecord);
  record->state = state;
}

SyncState::SyncState(detail::Ref<detail::SyncRecord> shared) : record(std::move(shared)) {}

SyncState::State SyncState::state(SourceLine line) const {
  if (!record.get())
    throw ValueError(line, "expected a sync state, got an empty handle");
  return record->state.load();
}

} // namespace gtjit
