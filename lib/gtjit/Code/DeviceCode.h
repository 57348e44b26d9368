//===- DeviceCode.h - PTX as a device runs it -------------------*- C++ -*-===//
//
// The driver makes machine code of PTX, which takes it longer than the compiler took for the
// PTX. What it has made is kept on disk, for this chip and this driver.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_DEVICECODE_H
#define GTJIT_CODE_DEVICECODE_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Runtime.h"

#include <memory>
#include <span>

namespace gtjit::detail {

/// The code of a text on the runtime's device: from the disk if it was made before, else by the
/// driver. `kernels`: as DeviceModule has them. In a Use. Throws DeviceError for a text that the
/// driver refuses.
std::shared_ptr<const DeviceModule> loadDeviceCode(const Runtime::State &runtime, const char *ptx,
                                                   std::span<const char *const> kernels,
                                                   SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_CODE_DEVICECODE_H
