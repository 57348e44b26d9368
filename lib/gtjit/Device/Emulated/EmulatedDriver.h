//===- EmulatedDriver.h - A device where there is none ----------*- C++ -*-===//
//
// CUDA's driver interface over memory of the host and an executor of PTX, for tests: it is
// thousands of times slower than a GPU and strict where one may be lenient. Streams run
// late, when somebody waits for them, so that a wait that is missing shows.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_EMULATEDDRIVER_H
#define GTJIT_DEVICE_EMULATED_EMULATEDDRIVER_H

#include "gtjit/Device/Driver.h"

namespace gtjit::detail {

/// The driver of one device, of the chip sm_90. cuGetErrorString tells where and why the last
/// error of that number came about.
const Driver &emulatedDriver();

/// Allocations of the device that nobody has freed.
std::size_t emulatedAllocations();
/// Pieces of the host's memory that it has pinned.
std::size_t emulatedPinned();
/// How often code was made of PTX by links.
std::size_t emulatedLinks();
/// Makes the driver another version, which takes no code that a version before it has made.
void setEmulatedVersion(int version);

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_EMULATED_EMULATEDDRIVER_H
