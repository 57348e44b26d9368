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
#include <unistd.h>

using namespace gtjit;
using namespace gtrun;

namespace {

using Clock = std::chrono::steady_clock;
using Expression = std::function<Field()>;

/// Points of a level.
constexpr std::int64_t kPlane = 64 * 64;

/// Bytes of the machine's last cache, or more if it is not known.
std::int64_t lastCacheBytes() {
  constexpr std::int64_t kLeast = std::int64_t(16) << 20;
  return std::max<std::int64_t>({::sysconf(_SC_LEVEL3_CACHE_SIZE), ::sysconf(_SC_LEVEL2_CACHE_SIZE), kLeast});
}

/// Doubles whose neighbours lie in two dimensions, as fields of a model do.
struct Fields {
  explicit Fields(std::int64_t levels)
      : x(full<double>({I(0, 64), J(-1, 65), K(0, levels)}, 1.25)),
        y(empty<double>({I(0, 64), J(0, 64), K(0, levels)})) {}
  Storage x, y;
};

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
  Fields near(4);
  auto time = [&](int times) {
    return pointTime(near.y, [&] { return repeated(times, near.x + 0.0, operation); }, 0.3);
  };
  return (time(many) - time(few)) / (many - few);
}

/// What a gather takes from fields that the second cache holds.
double gatherTime() {
  const Dimension vertex("V"), edge("E");
  constexpr std::int64_t kPoints = 8192;
  Storage first = empty<std::int32_t>({edge(0, kPoints)}), result = empty<double>({edge(0, kPoints)});
  {
    auto to = first.write<std::int32_t>();
    for (std::int64_t e = 0; e < kPoints; ++e) // not far, and in no order
      to(e) = static_cast<std::int32_t>((e & ~63) | ((e * 37 + 11) & 63));
  }
  Connectivity end(first, vertex);
  Storage fields[] = {full<double>({vertex(0, kPoints)}, 1.0), full<double>({vertex(0, kPoints)}, 2.0),
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

/// What keeping a value takes that is read at two points, beyond computing it at both by
/// `operations` more.
double keepingTime(Fields &fields, int operations, double seconds) {
  auto time = [&](bool isKept) {
    return pointTime(
        fields.y,
        [&] {
          Field value = repeated(operations, fields.x + 0.0,
                                 [](const Field &before) { return before * 1.0625; });
          value = isKept ? value.compute_root() : value.compute_inline();
          return value(J - 1) + value(J + 1);
        },
        seconds);
  };
  return time(true) - time(false);
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
  constexpr int kOperations = 12;
  Fields cached(40);
  double inCache = keepingTime(cached, kOperations, 0.5);
  Fields far(4 * lastCacheBytes() / std::int64_t(kPlane * sizeof(double)));
  double inMemory = keepingTime(far, kOperations, 2.0);
  double table = gtcompiler::DivOp::getCost();
  return {rounded(division / addition / table), rounded(gather / addition - 1),
          rounded(kOperations + inCache / addition), rounded(kOperations + inMemory / addition)};
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
