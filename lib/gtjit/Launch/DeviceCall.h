//===- DeviceCall.h - Compiled programs on a device -------------*- C++ -*-===//
//
// Gives a program's kernels to a device, with copies of the memory that it does not reach: what
// they read is copied there first, and what they have written comes back when the host asks.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_DEVICECALL_H
#define GTJIT_LAUNCH_DEVICECALL_H

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Graph/Arguments.h"
#include "gtjit/Memory/Lease.h"

#include <vector>

namespace gtjit::detail {

struct ProgramProfile; // Observe/Profile.h

/// What a program writes of a storage argument.
struct WrittenPart {
  std::size_t storage;
  const Domain *region; ///< in the storage's dimensions; null: all of it
};

/// What is to be known of a program's kernels beside their arguments.
struct DeviceTask {
  std::vector<WrittenPart> written;
  ProgramProfile *profile = nullptr; ///< where they are counted, or null
  bool mayReport = false;            ///< they were made to look for something
};

/// Starts all kernels on the runtime's device. Waits for them if they may report, are counted,
/// or if others may use their memory as soon as the call is over: memory of the host's that is
/// not the library's, and of the device's unless the stream is the host application's.
/// `leases`: of the storages, by argument, held. True if a kernel reported. Throws as Binding
/// does, and DeviceError; then memory of the host is as it was.
bool runOnDevice(Runtime::State &runtime, const Arguments &arguments,
                 const CompiledProgram &compiled, const LeaseGroup &leases, const DeviceTask &task);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_DEVICECALL_H
