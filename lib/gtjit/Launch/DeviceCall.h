//===- DeviceCall.h - Compiled programs on a device -------------*- C++ -*-===//
//
// Runs a program's kernels on a device, on copies of the memory that they use: what they
// read is copied there first, and what they have written is copied back.
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

/// Runs all kernels on the runtime's device and waits for them. `leases`: of the storages, by
/// argument, held. True if a kernel reported. Throws as Binding does, and DeviceError; then
/// memory of the host is as it was.
bool runOnDevice(Runtime::State &runtime, const Arguments &arguments,
                 const CompiledProgram &compiled, const LeaseGroup &leases,
                 const std::vector<WrittenPart> &written, ProgramProfile *profile = nullptr);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_DEVICECALL_H
