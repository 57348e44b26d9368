//===- MemorySpeed.cpp - What this machine's memory can do ----------------===//
//
// The measure that a kernel's bytes per second are held against.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Observe/Profile.h"

#include <algorithm>

namespace gtjit::detail {

static constexpr std::int64_t kChunk = 1 << 14; ///< elements of a range of the executor
static constexpr std::int64_t kChunks = 512;    ///< 64 MB an array
static constexpr int kRounds = 4;               ///< the first one maps the pages

namespace {
struct Arrays {
  double *a;
  const double *b;
  const double *c;
};
} // namespace

static void triad(void *context, std::int64_t first, std::int64_t last) {
  const Arrays &arrays = *static_cast<const Arrays *>(context);
  for (std::int64_t n = first * kChunk; n < last * kChunk; ++n)
    arrays.a[n] = arrays.b[n] + 3.0 * arrays.c[n];
}

static double measure(Executor &executor) {
  auto take = [] { return std::make_unique_for_overwrite<double[]>(kChunk * kChunks); };
  auto a = take(), b = take(), c = take();
  std::fill_n(b.get(), kChunk * kChunks, 1.0);
  std::fill_n(c.get(), kChunk * kChunks, 2.0);
  Arrays arrays{a.get(), b.get(), c.get()};
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    auto start = std::chrono::steady_clock::now();
    executor.run(kChunks, triad, &arrays);
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    best = std::max(best, 3.0 * sizeof(double) * kChunk * kChunks / spent.count());
  }
  return best;
}

double memorySpeed(Executor &executor) {
  static const double speed = measure(executor);
  return speed;
}

} // namespace gtjit::detail
