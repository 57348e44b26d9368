//===- DeviceAccess.h - Addresses on the device -----------------*- C++ -*-===//
//
// What those get who order their own work there.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_DEVICEACCESS_H
#define GTJIT_STORAGE_DEVICEACCESS_H

#include "gtjit/Storage.h"

namespace gtjit::detail {

/// Storage::device_data() without its wait: the memory has the newest values once the runtime's
/// stream has come to what was asked for.
void *deviceAddress(const Storage &storage, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_DEVICEACCESS_H
