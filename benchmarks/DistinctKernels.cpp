//===- DistinctKernels.cpp - A process that never sees a kernel twice -----===//
//
// Evaluates that many different expressions in one runtime and prints, ten times on
// the way, what the process holds: resident memory, memory maps, bytes of code, images
// that had to go. All of it has to stay where it is once `codeBytes` is reached.
//
//   DistinctKernels [expressions = 100000] [codeBytes = 4194304]
//
// Fails if a value is wrong, if more code is kept than `codeBytes`, if not every expression was
// compiled, or if at the end resident memory is above 1.25 times, or the number of maps above
// 1.1 times, that of the half way.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

using namespace gtjit;

namespace {

/// Lines of /proc/self/maps: areas of memory that the system counts against a process.
long mapsOfProcess() {
  std::ifstream file("/proc/self/maps");
  long lines = 0;
  for (std::string line; std::getline(file, line);)
    ++lines;
  return lines;
}

/// MiB of a line of /proc/self/status, "VmRSS:" or "VmHWM:".
double mebibytes(const std::string &what) {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;)
    if (word == what) {
      double kibibytes = 0;
      file >> kibibytes;
      return kibibytes / 1024;
    }
  return 0;
}

constexpr int kChoices = 7;

/// Expression `number` of u, an operation a digit; another number is another kernel.
Field expression(const Storage &u, long number) {
  Field f = u;
  for (long rest = number + 1; rest; rest /= kChoices)
    switch (rest % kChoices) {
    case 0:
      f = f + u;
      break;
    case 1:
      f = f - u;
      break;
    case 2:
      f = f * u;
      break;
    case 3:
      f = min(f, u);
      break;
    case 4:
      f = f + u(I + 1);
      break;
    case 5:
      f = f * u(I - 1);
      break;
    case 6:
      f = max(u, f);
      break;
    }
  return f;
}

/// Its value where u is 1.5 everywhere.
double expected(long number) {
  double f = 1.5;
  for (long rest = number + 1; rest; rest /= kChoices)
    switch (rest % kChoices) {
    case 0:
    case 4:
      f += 1.5;
      break;
    case 1:
      f -= 1.5;
      break;
    case 2:
    case 5:
      f *= 1.5;
      break;
    case 3:
      f = std::min(f, 1.5);
      break;
    case 6:
      f = std::max(1.5, f);
      break;
    }
  return f;
}

/// What the process holds, at some expression.
struct Holding {
  double resident = 0;
  long codeMaps = 0, maps = 0;
};

/// Prints a line; says what is above its bound, once there is a half way to compare with.
bool keepsToBounds(long count, std::int64_t codeBytes, const RuntimeCounters &now,
                   const Holding &holds, const Holding &halfWay) {
  std::printf("%11ld  %8ld  %9ld  %8ld  %9ld  %8ld  %12.1f\n", count, long(now.compiles),
              long(now.evictions), long(now.codeBytes / 1024), holds.codeMaps, holds.maps,
              holds.resident);
  std::fflush(stdout);
  bool isRight = true;
  auto expect = [&](bool holds, const char *what, double most, double got) {
    if (!holds)
      std::printf("%s: expected at most %g, got %g\n", what, most, got);
    isRight &= holds;
  };
  expect(now.codeBytes <= codeBytes, "bytes of code", double(codeBytes), double(now.codeBytes));
  expect(now.compiles == count, "compilations", double(count), double(now.compiles));
  if (halfWay.maps == 0)
    return isRight;
  double resident = 1.25 * halfWay.resident, maps = 1.1 * double(halfWay.maps) + 8;
  expect(holds.resident <= resident, "resident MiB", resident, holds.resident);
  expect(double(holds.maps) <= maps, "maps", maps, double(holds.maps));
  return isRight;
}

} // namespace

int main(int argc, char **argv) {
  long count = argc > 1 ? std::atol(argv[1]) : 100000;
  std::int64_t codeBytes = argc > 2 ? std::atoll(argv[2]) : std::int64_t(4) << 20;
  Runtime runtime({.codeBytes = codeBytes, .diskCache = false});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(-1, 17)}, 1.5);
  Storage v = zeros<double>({I(0, 16)});
  Holding halfWay;
  std::puts("expressions  compiles  evictions  code KiB  code maps  all maps  resident MiB");
  for (long number = 0; number < count; ++number) {
    v[whole] = expression(u, number);
    if (double value = v.read<double>()(8); value != expected(number)) {
      std::printf("expression %ld: expected %g, got %g\n", number, expected(number), value);
      return 1;
    }
    if ((number + 1) * 10 / count == number * 10 / count)
      continue;
    RuntimeCounters now = runtime.counters();
    Holding holds{mebibytes("VmRSS:"), long(now.codeMaps), mapsOfProcess()};
    if (!keepsToBounds(number + 1, codeBytes, now, holds, halfWay))
      return 1;
    if ((number + 1) * 10 / count == 5)
      halfWay = holds;
  }
  std::printf("most resident: %.1f MiB\n", mebibytes("VmHWM:"));
}
