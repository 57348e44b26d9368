//===- device.cpp - The engine on a device --------------------------------===//
//
// The speed of kernels on the device that GTJIT_DEVICE names, as shares of that of a
// copy by the driver, their first results, and the cost of a call. Prints what
// docs/Performance.md has between <!-- device --> and <!-- /device -->.
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
#include <functional>

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

/// Bytes a second that the driver moves when it copies `bytes` on the device.
double copySpeed(std::int64_t bytes, double seconds) {
  using namespace gtjit;
  Runtime runtime;
  Storage from = zeros<double>({I(0, bytes / 8)}, {.preset = "gtcuda", .runtime = &runtime});
  from.host_to_device();
  Storage to;
  double spent = timeOf(seconds, [&] { to = from.copy(); }, [&] { runtime.wait(); });
  return 2.0 * static_cast<double>(bytes) / spent;
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

template <class T>
void measure(const bench::KernelDefinition &definition, const std::string &size,
             const bench::Options &options, double copied) {
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  bench::Problem<T> problem(definition, nx, ny, nz);
  problem.args.threads = 1;
  std::vector<std::string> names(definition.implementations.begin(),
                                 definition.implementations.end());
  for (bench::Contender &engine :
       bench::findContenders({"engine"}, names, {problem.args}, options, sizeof(T) == 8)) {
    bench::Kernel &kernel = *engine.kernels.front();
    problem.poison();
    kernel.run();
    kernel.wait();
    kernel.fetch();
    if (double error = problem.error(); error > (sizeof(T) == 8 ? 1e-12 : 3e-5)) {
      std::printf("| %s | wrong by %g |\n", engine.implementation.c_str(), error);
      std::exit(1);
    }
    double spent = timeOf(options.seconds, [&] { kernel.run(); }, [&] { kernel.wait(); });
    double speed = problem.bytes() / spent;
    std::printf("| %s | %s | %.1f us | %.0f GB/s | %.0f %% | %.1f ms |\n",
                engine.implementation.c_str(), sizeof(T) == 8 ? "f64" : "f32", 1e6 * spent,
                1e-9 * speed, 100 * speed / copied, 1e3 * kernel.firstSeconds);
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char **argv) {
  bench::Options options{
      .kernels = ",copy,lap2d,lap3d,hdiff,vadv,e2vsum,", .sizes = {"512x512x80"}, .seconds = 0.5};
  if (!bench::parse(argc, argv, options))
    return 2;
  if (const char *device = std::getenv("GTJIT_DEVICE"); !device || !*device) {
    std::fputs("gtjit_device: GTJIT_DEVICE names no device\n", stderr);
    return 2;
  }
  const std::string &size = options.sizes.front();
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  double copied = copySpeed(std::int64_t(8) * nx * ny * nz, options.seconds);
  std::printf("%s points; the driver copies %.0f GB/s; a call of a program of one point takes "
              "%.2f us\n\n",
              size.c_str(), 1e-9 * copied, 1e6 * callTime(options.seconds));
  std::printf("| kernel | type | a call | bandwidth | of the driver's copy | first result |\n"
              "|---|---|---|---|---|---|\n");
  for (const bench::KernelDefinition &definition : bench::kernelDefinitions()) {
    if (!bench::isChosen(options, definition.name))
      continue;
    if (options.type != "float")
      measure<double>(definition, size, options, copied);
    if (options.type != "double")
      measure<float>(definition, size, options, copied);
  }
}
