//===- DeviceChoice.h - Host or device? -------------------------*- C++ -*-===//
//
// Where an evaluation runs on a runtime that has a device, and which kind of memory its
// results get: what the kinds of the storages involved, and their states, say. The rules
// are those of docs/Devices.md.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_DEVICECHOICE_H
#define GTJIT_EVALUATE_DEVICECHOICE_H

#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Graph/Stores.h"

#include <vector>

namespace gtjit::detail {

/// Whether kernels of the stores run on the runtime's device. A call of a program, whose code
/// is `loaded`, runs where the program does. Throws TypeError for storages of the host alone
/// with storages of the device alone, and, for a call where the runtime is strict,
/// NoSuchBufferError. Under the graph mutex.
bool runsOnDevice(const Runtime::State &runtime, const std::vector<StoreRequest> &stores,
                  const CodeSource *loaded);

/// Whether the device has what is newest of memory that it has; not of the host's own.
bool isCurrentOnDevice(const Block &block);

/// The kind of memory that the values of a node are put into. Under the graph mutex.
StorageKind kindOfValues(const Runtime::State &runtime, const NodeRef &node);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_DEVICECHOICE_H
