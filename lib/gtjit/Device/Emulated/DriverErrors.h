//===- DriverErrors.h - Errors of an emulated driver ------------*- C++ -*-===//
//
// CUDA's numbers of those that it has.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_DRIVERERRORS_H
#define GTJIT_DEVICE_EMULATED_DRIVERERRORS_H

namespace gtjit::detail {

inline constexpr int kSuccess = 0, kInvalidValue = 1, kOutOfMemory = 2, kNoDevice = 100,
                     kInvalidDevice = 101, kInvalidContext = 201, kNoBinary = 209,
                     kInvalidPtx = 218, kInvalidHandle = 400, kNotFound = 500, kNotReady = 600,
                     kIllegalAddress = 700, kLaunchTimeout = 702, kMisalignedAddress = 716,
                     kLaunchFailed = 719;

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_EMULATED_DRIVERERRORS_H
