//===- main.cpp - A host application with its arrays on the device --------===//
//
// The arrays of this application are on the device, where it computes with kernels of
// its own. gtjit takes them as they are: a step of diffusion reads and writes them
// there, and nothing comes to the host but what is looked at.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cstdio>
#include <exception>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 64, ny = 32;

/// The application's memory on the device. One on CUDA has it from cudaMalloc.
struct DeviceArray {
  Storage memory = zeros<double>({nx, ny}, {.device = "gpu", .managed = nullptr});
  double *address() const { return static_cast<double *>(memory.device_data()); }
};

// listing: wrap
/// The application's array as a storage, without a copy.
Storage asField(const DeviceArray &array, const char *name) {
  return wrap(array.address(), {I(0, nx), J(0, ny)}, {.device = "gpu", .managed = nullptr})
      .named(name);
}
// end listing

Field diffused(const Field &t, double alpha) {
  return t + alpha * (t(I + 1) + t(I - 1) + t(J + 1) + t(J - 1) - 4.0 * t);
}

void run(Runtime &runtime) {
  DeviceArray now, next;
  Storage t = asField(now, "temperature"), u = asField(next, "next");
  t[{I(24, 40), J(12, 20)}] = 100.0;
  u[whole] = t;
  const Region inner = {I(1, nx - 1), J(1, ny - 1)};
  for (int step = 0; step < 20; ++step) {
    u[inner] = diffused(t, 0.2);
    swap(t, u);
  }
  RuntimeCounters before = runtime.counters();
  double total = sum(t).item<double>();
  // The library may keep host and device in step for whoever needs both.
  SoftwareManagedGPUStorage both(storage(t, {.device = "gpu", .managed = "gt4py"}));
  std::printf("heat %.6f, in the middle %.6f\n", total, both.item<double>({nx / 2, ny / 2}));
  std::printf("bytes to the host during the steps: %lld\n",
              static_cast<long long>(before.bytesFromDevice));
}

} // namespace

int main(int argc, char **argv) {
  try {
    Runtime runtime({.device = argc > 1 ? argv[1] : "emulated"}); // "cuda" on a GPU
    Runtime::Scope scope(runtime);
    run(runtime);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
