//===- device.cpp - The engine on a device --------------------------------===//
//
// The speed of kernels on the device that GTJIT_DEVICE names, as shares of that of a
// copy by the driver and beside kernels written in CUDA (libgtjit-cuda-peers.so, if it was
// built), their first results, and the cost of a call. Prints what docs/Performance.md has
// between <!-- device --> and <!-- /device -->.
//
//   gtjit_device [--only copy,hdiff] [--size NXxNYxNZ] [--type double|float] [--seconds S]
//
//===----------------------------------------------------------------------===//
#include "Problem.h"
#include "Rounds.h"

#include <gtjit/gtjit.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The least time of a call, calls following each other without a wait in between, of as many
/// rounds as fit the time.
double timeOf(double seconds, const std::function<void()> &call,
              const std::function<void()> &wait) {
  call();
  wait();
  double best = 1e30;
  int calls = 1;
  for (Clock::time_point begin = Clock::now(); secondsSince(begin) < seconds || best > 1e29;) {
    Clock::time_point start = Clock::now();
    for (int n = 0; n < calls; ++n)
      call();
    wait();
    double spent = secondsSince(start);
    if (spent < 5e-3 && calls < 10000)
      calls *= 2; // until waiting is no part of it
    else
      best = std::min(best, spent / calls);
  }
  return best;
}

/// Values in memory of the device.
gtjit::StorageOptions onDevice(gtjit::Runtime &runtime) {
  return {.layout = gtjit::fortran, .device = "gpu", .managed = nullptr, .runtime = &runtime};
}

/// Bytes a second that the driver moves when it copies `bytes` on the device.
double copySpeed(std::int64_t bytes, double seconds) {
  using namespace gtjit;
  Runtime runtime;
  Storage from = zeros<double>({I(0, bytes / 8)}, onDevice(runtime));
  Storage to;
  double spent = timeOf(seconds, [&] { to = from.copy(); }, [&] { runtime.wait(); });
  return 2.0 * static_cast<double>(bytes) / spent;
}

/// A row for sums over all points, along the fastest dimension and along the slowest one.
template <class T>
void measureSums(int nx, int ny, int nz, const bench::Options &options, double copied) {
  using namespace gtjit;
  Runtime runtime;
  Runtime::Scope scope(runtime);
  StorageOptions there = onDevice(runtime);
  Storage u = empty<T>({I(0, nx), J(0, ny), K(0, nz)}, there);
  u[whole] = sin(astype(index(I) + 3 * index(J) + 7 * index(K), u.dtype()));
  const double bytes = double(sizeof(T)) * nx * ny * nz;
  struct Sum {
    const char *name;
    Field value;
    Storage target;
  } sums[] = {{"sum", sum(u), empty<T>({}, there)},
              {"sum along i", sum(u, I), empty<T>({J(0, ny), K(0, nz)}, there)},
              {"sum along k", sum(u, K), empty<T>({I(0, nx), J(0, ny)}, there)}};
  for (Sum &each : sums) {
    double spent =
        timeOf(options.seconds, [&] { each.target[whole] = each.value; }, [&] { runtime.wait(); });
    std::printf("| %s | %s | %.1f us | %.0f GB/s | %.0f %% | - | - | - |\n", each.name,
                sizeof(T) == 8 ? "f64" : "f32", 1e6 * spent, 1e-9 * bytes / spent,
                100 * bytes / spent / copied);
  }
}

/// Seconds of a call of a program of one point.
double callTime(double seconds) {
  using namespace gtjit;
  Runtime runtime;
  Program program = runtime.compile([](Field u) { return u + 1.0; }, arg(F64, {I}));
  const StorageOptions there{.preset = "gtcuda", .runtime = &runtime};
  Storage u = zeros<double>({I(0, 1)}, there), v = zeros<double>({I(0, 1)}, there);
  return timeOf(seconds, [&] { program(out(v), u); }, [&] { runtime.wait(); });
}

/// Peers written in CUDA, if they were built: their symbols are found like those of the others.
void loadCudaPeers() { (void)dlopen("libgtjit-cuda-peers.so", RTLD_NOW | RTLD_GLOBAL); }

/// A call of each contender in turns, several times.
void measureInTurns(std::vector<bench::Contender> &contenders, double seconds) {
  constexpr int kTurns = 3;
  for (int turn = 0; turn < kTurns; ++turn)
    for (bench::Contender &contender : contenders) {
      bench::Kernel &kernel = *contender.kernels.front();
      contender.best = std::min(
          contender.best, timeOf(seconds / kTurns, [&] { kernel.run(); }, [&] { kernel.wait(); }));
    }
}

template <class T>
void measure(const bench::KernelDefinition &definition, const std::string &size,
             const bench::Options &options, double copied) {
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  bench::Problem<T> problem(definition, nx, ny, nz);
  problem.args.threads = 1;
  std::vector<std::string> names(definition.implementations.begin(),
                                 definition.implementations.end());
  std::vector<bench::Contender> contenders =
      bench::findContenders({"engine", "cuda"}, names, {problem.args}, options, sizeof(T) == 8);
  for (bench::Contender &contender : contenders) {
    bench::Kernel &kernel = *contender.kernels.front();
    problem.poison();
    kernel.run();
    kernel.wait();
    kernel.fetch();
    if (double error = problem.error(); error > (sizeof(T) == 8 ? 1e-12 : 3e-5)) {
      std::printf("| %s of %s | wrong by %g |\n", contender.implementation.c_str(),
                  contender.peer.c_str(), error);
      std::exit(1);
    }
  }
  measureInTurns(contenders, options.seconds);
  double expert = 1e30;
  for (const bench::Contender &contender : contenders)
    if (contender.peer != "engine")
      expert = std::min(expert, contender.best);
  for (const bench::Contender &engine : contenders) {
    if (engine.peer != "engine")
      continue;
    double speed = problem.bytes() / engine.best;
    std::printf("| %s | %s | %.1f us | %.0f GB/s | %.0f %% | ", engine.implementation.c_str(),
                sizeof(T) == 8 ? "f64" : "f32", 1e6 * engine.best, 1e-9 * speed,
                100 * speed / copied);
    if (expert < 1e30)
      std::printf("%.1f us | %.2f | ", 1e6 * expert, engine.best / expert);
    else
      std::printf("- | - | ");
    std::printf("%.1f ms |\n", 1e3 * engine.kernels.front()->firstSeconds);
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char **argv) {
  bench::Options options{.kernels = ",copy,lap2d,lap3d,hdiff,vadv,e2vsum,nabla,sum,",
                         .sizes = {"512x512x80"},
                         .seconds = 0.5};
  if (!bench::parse(argc, argv, options))
    return 2;
  if (const char *device = std::getenv("GTJIT_DEVICE"); !device || !*device) {
    std::fputs("gtjit_device: GTJIT_DEVICE names no device\n", stderr);
    return 2;
  }
  loadCudaPeers();
  const std::string &size = options.sizes.front();
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  double copied = copySpeed(std::int64_t(8) * nx * ny * nz, options.seconds);
  std::printf("%s points; the driver copies %.0f GB/s; a call of a program of one point takes "
              "%.2f us\n\n",
              size.c_str(), 1e-9 * copied, 1e6 * callTime(options.seconds));
  std::printf(
      "| kernel | type | a call | bandwidth | of the driver's copy | CUDA | engine / CUDA | "
      "first result |\n|---|---|---|---|---|---|---|---|\n");
  for (const bench::KernelDefinition &definition : bench::kernelDefinitions()) {
    if (!bench::isChosen(options, definition.name))
      continue;
    if (options.type != "float")
      measure<double>(definition, size, options, copied);
    if (options.type != "double")
      measure<float>(definition, size, options, copied);
  }
  if (!bench::isChosen(options, "sum"))
    return 0;
  if (options.type != "float")
    measureSums<double>(nx, ny, nz, options, copied);
  if (options.type != "double")
    measureSums<float>(nx, ny, nz, options, copied);
}
