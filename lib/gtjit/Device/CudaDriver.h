//===- CudaDriver.h - CUDA's driver, where there is one ---------*- C++ -*-===//
#ifndef GTJIT_DEVICE_CUDADRIVER_H
#define GTJIT_DEVICE_CUDADRIVER_H

#include "gtjit/Device/Driver.h"

#include <string>

namespace gtjit::detail {

/// The driver that the process has loaded already, else that of libcuda.so.1, which stays
/// loaded. Null, with the reason in `why`, if there is none or it lacks a function.
const Driver *cudaDriver(std::string &why);

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_CUDADRIVER_H
