//===- SyncState.h - Which of two memories is current -----------*- C++ -*-===//
//
// A storage with memory on the host and on a device, kept in step by the library,
// knows which of the two has values that the other lacks.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_SYNCSTATE_H
#define GTJIT_SYNCSTATE_H

#include "gtjit/SourceLine.h"
#include "gtjit/detail/Ref.h"

#include <cstdint>

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
struct SyncRecord;
void retain(SyncRecord *record) noexcept;
void release(SyncRecord *record) noexcept;
} // namespace detail

/// A handle; copies, all views of a storage, and storages that were made with it share one
/// state. Two handles are equal if they do.
class SyncState {
public:
  enum class State : std::int32_t {
    Clean = 0,       ///< both have all values
    HostDirty = 1,   ///< the host has values that the device lacks
    DeviceDirty = 2, ///< the device has values that the host lacks
  };
  /// No state.
  SyncState() = default;
  /// A new one, for memory that as_storage() wraps. Throws ValueError for a number that is
  /// none of the three.
  SyncState(State state, SourceLine line = SourceLine::here());
  explicit SyncState(detail::Ref<detail::SyncRecord> shared);

  /// Throws ValueError for an empty handle.
  State state(SourceLine line = SourceLine::here()) const;
  explicit operator bool() const { return record.get() != nullptr; }
  friend bool operator==(const SyncState &a, const SyncState &b) {
    return a.record.get() == b.record.get();
  }
  const detail::Ref<detail::SyncRecord> &shared() const { return record; }

private:
  detail::Ref<detail::SyncRecord> record;
};

inline constexpr SyncState::State SYNC_CLEAN = SyncState::State::Clean;
inline constexpr SyncState::State SYNC_HOST_DIRTY = SyncState::State::HostDirty;
inline constexpr SyncState::State SYNC_DEVICE_DIRTY = SyncState::State::DeviceDirty;

} // namespace gtjit

#endif // GTJIT_SYNCSTATE_H
