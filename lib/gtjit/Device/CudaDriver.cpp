//===- CudaDriver.cpp - CUDA's driver, where there is one -----------------===//
//
// Found when it is asked for: a process without a GPU needs no part of CUDA.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/CudaDriver.h"

#include <dlfcn.h>

namespace gtjit::detail {

namespace {

struct Found {
  Driver driver{};
  std::string why; ///< that it cannot be used; empty: it can

  Found() {
    bool isLoaded = ::dlsym(RTLD_DEFAULT, "cuInit");
    void *library = isLoaded ? RTLD_DEFAULT : ::dlopen("libcuda.so.1", RTLD_NOW);
    if (!isLoaded && !library) {
      const char *reason = ::dlerror();
      why = reason ? reason : "libcuda.so.1 cannot be loaded";
      return;
    }
#define GTJIT_DRIVER_FIND(NAME, ARGUMENTS)                                                         \
  driver.NAME = reinterpret_cast<CUresult(*) ARGUMENTS>(::dlsym(library, #NAME));                  \
  if (!driver.NAME && why.empty())                                                                 \
    why = "the driver has no function '" #NAME "'";
    GTJIT_DRIVER_FUNCTIONS(GTJIT_DRIVER_FIND)
#undef GTJIT_DRIVER_FIND
  }
};

} // namespace

const Driver *cudaDriver(std::string &why) {
  static const Found found;
  why = found.why;
  return why.empty() ? &found.driver : nullptr;
}

} // namespace gtjit::detail
