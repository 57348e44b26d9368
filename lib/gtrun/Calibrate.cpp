//===- Calibrate.cpp - What operations take on this machine ---------------===//
//
// Each cost is a difference between the times of two kernels that differ in what is
// measured alone, divided by what the addition of two vectors takes in as many points.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Calibrate.h"

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtjit/gtjit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <thread>
#include <unistd.h>

using namespace gtjit;
using namespace gtrun;

namespace {

using Clock = std::chrono::steady_clock;
using Expression = std::function<Field()>;

/// Points of a level.
constexpr std::int64_t kPlane = 64 * 64;

/// Bytes of the machine's last cache, or more if it is not known; of one that a virtual machine
/// shares with others the processors' part.
std::int64_t lastCacheBytes() {
  constexpr std::int64_t kLeast = std::int64_t(16) << 20, kOfProcessor = std::int64_t(32) << 20;
  std::int64_t processors = std::max(1u, std::thread::hardware_concurrency());
  std::int64_t told = std::max(::sysconf(_SC_LEVEL3_CACHE_SIZE), ::sysconf(_SC_LEVEL2_CACHE_SIZE));
  return std::clamp(told, kLeast, kOfProcessor * processors);
}

/// The least nanoseconds that a point takes, of as many evaluations as `seconds` have room for.
double pointTime(const Storage &target, const Expression &expression, double seconds) {
  double least = HUGE_VAL;
  Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(seconds));
  int runs = 0;
  do {
    Clock::time_point start = Clock::now();
    target[whole] = expression();
    std::chrono::duration<double, std::nano> spent = Clock::now() - start;
    if (runs > 0) // the first one compiles
      least = std::min(least, spent.count());
  } while (++runs < 4 || Clock::now() < end);
  std::int64_t points = 1;
  for (const NamedRange &range : target.domain())
    points *= range.range.size();
  return least / static_cast<double>(points);
}

Field repeated(int times, Field value, const std::function<Field(const Field &)> &operation) {
  for (int n = 0; n < times; ++n)
    value = operation(value);
  return value;
}

/// What one more of an operation takes at a point where its operands are in the nearest caches.
double operationTime(int few, int many, const std::function<Field(const Field &)> &operation) {
  // Small enough for the caches, and so large that building the expression is nothing.
  Storage x = full<double>({I(0, 64), J(0, 512)}, 1.25), y = empty<double>({I(0, 64), J(0, 512)});
  auto time = [&](int times) {
    return pointTime(y, [&] { return repeated(times, x + 0.0, operation); }, 0.3);
  };
  return (time(many) - time(few)) / (many - few);
}

/// What a gather takes of a mesh whose elements lie near their neighbours.
double gatherTime() {
  const Dimension vertex("V"), edge("E");
  constexpr std::int64_t kPoints = 1 << 17;
  Storage first = empty<std::int32_t>({edge(0, kPoints)}),
          result = empty<double>({edge(0, kPoints)});
  {
    auto to = first.write<std::int32_t>();
    for (std::int64_t e = 0; e < kPoints; ++e) // not far, and in no order
      to(e) = static_cast<std::int32_t>((e & ~1023) | ((e * 405) & 1023));
  }
  Connectivity end(first, vertex);
  Storage fields[] = {
      full<double>({vertex(0, kPoints)}, 1.0), full<double>({vertex(0, kPoints)}, 2.0),
      full<double>({vertex(0, kPoints)}, 3.0), full<double>({vertex(0, kPoints)}, 4.0)};
  auto time = [&](int count) {
    return pointTime(
        result,
        [&] {
          Field sum = fields[0](end);
          for (int n = 1; n < count; ++n)
            sum = sum + fields[n](end);
          return sum;
        },
        0.3);
  };
  return (time(4) - time(1)) / 3;
}

Field laplacian(const Field &u) { return 4.0 * u - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1)); }

/// A value that is read at several points, and how many additions it takes to compute it at all
/// of them in place of once.
struct Shared {
  Field (*value)(const Field &x);
  Field (*reader)(const Field &value);
  double again;
};
const Shared kShared[] = {
    {[](const Field &x) { return repeated(12, x, [](const Field &y) { return y * 1.0625; }); },
     [](const Field &value) { return value + value(J + 1); }, 12},
    {laplacian, laplacian, 12}, // those of two more rows, and shifts of lanes
};

/// What keeping a value takes, in additions of `addition` each: where that is as dear as
/// computing it again. The mean over several values.
double costOfKeeping(std::int64_t levels, double addition, double seconds) {
  Storage x = full<double>({I(-2, 66), J(-2, 66), K(0, levels)}, 1.25);
  Storage y = empty<double>({I(0, 64), J(0, 64), K(0, levels)});
  double sum = 0.0;
  for (const Shared &shared : kShared) {
    auto time = [&](Field (Field::*place)(SourceLine) const) {
      return pointTime(
          y,
          [&] {
            Field value = (shared.value(x + 0.0).*place)(SourceLine{});
            return shared.reader(value).at(Region(y.domain()));
          },
          seconds);
    };
    sum += shared.again + (time(&Field::compute_root) - time(&Field::compute_inline)) / addition;
  }
  return sum / std::size(kShared);
}

std::uint32_t rounded(double cost) {
  return static_cast<std::uint32_t>(std::clamp(std::round(cost), 1.0, 1000.0));
}

} // namespace

MachineCosts gtrun::measureCosts() {
  Runtime runtime({.threads = 1, .diskCache = false});
  Runtime::Scope scope(runtime);
  double addition = operationTime(16, 64, [](const Field &x) { return x + 0.5; });
  double division = operationTime(2, 8, [](const Field &x) { return 3.0 / x; });
  double gather = gatherTime();
  double cached = costOfKeeping(40, addition, 0.3);
  double memory =
      costOfKeeping(4 * lastCacheBytes() / std::int64_t(kPlane * sizeof(double)), addition, 1.0);
  double table = gtcompiler::DivOp::getCost();
  return {rounded(division / addition / table), rounded(gather / addition - 1), rounded(cached),
          rounded(memory)};
}

void gtrun::calibrate() {
  keepCosts(keptCosts()); // where nothing can be kept nothing is measured
  MachineCosts costs = measureCosts();
  std::string file = keepCosts(costs);
  std::printf("division       %6u times the table's\n"
              "gather         %6u additions\n"
              "keep, caches   %6u additions\n"
              "keep, memory   %6u additions\n"
              "kept in '%s'\n",
              costs.divider, costs.gather, costs.cached, costs.memory, file.c_str());
}
