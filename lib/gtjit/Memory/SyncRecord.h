//===- SyncRecord.h - What a SyncState handle refers to ---------*- C++ -*-===//
//
// Three states of memory that is on the host and on a device, and the one table of what
// every event does to them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_SYNCRECORD_H
#define GTJIT_MEMORY_SYNCRECORD_H

#include "gtjit/SyncState.h"

#include <atomic>

namespace gtjit::detail {

/// Changed by the DeviceCopy that has it alone, in a Use of its context.
struct SyncRecord {
  std::atomic<long> references{0};
  std::atomic<SyncState::State> state{SyncState::State::Clean};
};

/// What happens to the memory. Accesses stand in front of their effect: what they need is
/// brought first.
enum class SyncEvent : std::uint8_t {
  HostRead,
  DeviceRead,
  HostWrite,   ///< of a part, or of what is read, too
  DeviceWrite, ///< likewise
  HostOverwrite,
  DeviceOverwrite,
  SetHostModified,
  SetDeviceModified,
  SetSynchronized,
  HostToDevice,
  HostToDeviceForced,
  DeviceToHost,
  DeviceToHostForced,
  Synchronize,
};

enum class Transfer : std::uint8_t { None, ToDevice, ToHost };

struct Transition {
  SyncState::State next;
  Transfer transfer = Transfer::None; ///< before it
  bool loses = false;                 ///< values that one side alone had
};
Transition transitionOf(SyncEvent event, SyncState::State state);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_SYNCRECORD_H
