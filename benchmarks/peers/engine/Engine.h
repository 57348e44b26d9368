//===- Engine.h - gtjit among the peers -------------------------*- C++ -*-===//
//
// Wraps the harness's arrays without a copy and evaluates an expression into
// them; where kernels run on a device (GTJIT_DEVICE) fields there take their place.
// The expression is built again at every call, as a user's program does.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "harness/PeerApi.h"

#include <gtjit/gtjit.h>

#include <chrono>
#include <cstdlib>
#include <map>

namespace bench {

/// Whether kernels run on a device.
inline bool isOnDevice() {
  const char *device = std::getenv("GTJIT_DEVICE");
  return device && *device;
}

/// One for all sets of arrays, as a program has.
inline gtjit::Runtime &runtimeOf(const Args &args) {
  static std::map<int, gtjit::Runtime> all;
  return all.try_emplace(args.threads, gtjit::RuntimeOptions{.threads = args.threads})
      .first->second;
}

/// An array, or on a device a field with its values there.
inline gtjit::Storage onDevice(const gtjit::Storage &array, gtjit::Runtime &runtime) {
  if (!isOnDevice())
    return array;
  gtjit::Storage field = gtjit::storage(array, {.preset = "gtcuda", .runtime = &runtime});
  field.host_to_device();
  return field;
}

/// Tells the first call, which compiles, from the others.
class EngineKernel : public Kernel {
public:
  explicit EngineKernel(const Args &args) : args(args), runtime(runtimeOf(args)) {}

  void run() final {
    if (firstSeconds >= 0)
      return evaluate();
    auto start = std::chrono::steady_clock::now();
    evaluate();
    firstSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void wait() final { runtime.wait(); }
  void fetch() final {
    if (isOnDevice())
      shared[gtjit::whole] = result;
  }

protected:
  virtual void evaluate() = 0;

  /// The harness's array whose point (0, 0, 0) is at `origin`.
  template <class T> gtjit::Storage wrapped(T *origin, bool nontemporal = false) {
    using namespace gtjit;
    constexpr std::int64_t size = sizeof(T);
    T *first = origin - args.h * (1 + args.sj) - args.hk * args.sk;
    return runtime.wrap(first, {I(0, args.nx), J(0, args.ny), K(0, args.nz)},
                        {.halo = {{I, args.h}, {J, args.h}, {K, args.hk}},
                         .nontemporal = nontemporal,
                         .strides = {size, size * args.sj, size * args.sk}});
  }
  /// That array, or a field on the device with its values.
  template <class T> gtjit::Storage field(T *origin) { return onDevice(wrapped(origin), runtime); }
  template <class T> gtjit::Storage target(T *origin, bool nontemporal) {
    shared = wrapped(origin, nontemporal);
    return result = onDevice(shared, runtime);
  }

  const Args args;
  gtjit::Runtime &runtime;

private:
  gtjit::Storage shared, result; ///< the harness's array, and where values are computed
};

template <class T> class Engine : public EngineKernel {
public:
  /// `nontemporal`: results are, as those of experts.
  explicit Engine(const Args &args, bool nontemporal = true) : EngineKernel(args) {
    for (int n = 0; n < 3; ++n)
      if (args.in[n])
        input[n] = field(static_cast<T *>(const_cast<void *>(args.in[n])));
    output = target(static_cast<T *>(args.out[0]), nontemporal);
  }

protected:
  gtjit::Storage input[3], output;
};

} // namespace bench
