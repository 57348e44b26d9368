//===- StreamingTest.cpp - Results past the caches ------------------------===//
//
// Evaluations that stream.
//
//===----------------------------------------------------------------------===//
#include "CountedRuns.h"

#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Memory/RuntimeState.h"

using namespace gtjit;

TEST(Streaming, EvaluationsGiveTheSameBits) {
  Runtime plain({.threads = 2, .smallDomain = 1}),
      streaming({.threads = 2, .smallDomain = 1, .cacheBytes = 1});
  EXPECT_GE(plain.get().options.cacheBytes, 1 << 15) << "the machine's";
  EXPECT_GE(detail::coreCacheBytes(), 1 << 15);
  EXPECT_LE(detail::coreCacheBytes(), detail::lastLevelCacheBytes());
  std::vector<std::vector<double>> results;
  for (Runtime *runtime : {&plain, &streaming}) {
    Runtime::Scope scope(*runtime);
    Storage u = counting(zeros<double>({I(0, 1100), J(0, 5)}, {.halo = {{I, 1}, {J, 1}}}));
    Storage v = zeros<double>(u.compute_domain(), {.layout = cOrder});
    Storage w = zeros<double>(u.compute_domain());
    Field f = 0.25 * (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    update({{v, f}, {w, f * f}});
    u[interior] = u + v;
    // Rows that are short and begin inside of lines.
    Storage x = counting(zeros<double>({I(0, 40), K(0, 60)}, {.layout = cOrder}));
    Storage y = zeros<double>(x.domain(), {.layout = cOrder});
    y[{K(1, 59)}] = x(K + 1) - x(K - 1);
    for (const Storage &storage : {u, v, w, y})
      results.push_back(valuesOf(storage));
  }
  for (std::size_t n = 0; n < 4; ++n)
    EXPECT_EQ(results[n], results[n + 4]);
}

// Also where what a line's evaluations keep is made before anything is known of memory.
TEST(Streaming, ShortRowsThatBeginInsideOfLinesStayInTheCaches) {
  Runtime runtime({.threads = 1, .cacheBytes = 1});
  Runtime::Scope scope(runtime);
  auto streamedOf = [&](std::int64_t points, std::size_t shift) {
    constexpr std::int64_t kRows = 500;
    std::vector<double> from(static_cast<std::size_t>(points * kRows) + 16, 1.0), to = from;
    auto onLine = [&](std::vector<double> &memory) {
      auto address = reinterpret_cast<std::uintptr_t>(memory.data());
      return memory.data() + (64 - address % 64) % 64 / sizeof(double) + shift;
    };
    const Domain part{J(1, kRows - 1), I(0, points - 2)};
    Storage u = wrap(onLine(from), {J(0, kRows), I(0, points)}),
            v = wrap(onLine(to), {J(0, kRows), I(0, points)});
    std::vector<bool> streamed;
    for (int n = 0; n < 4; ++n) {
      std::int64_t before = runtime.counters().streamed;
      v[part] = u(J + 1) - u(J - 1);
      streamed.push_back(runtime.counters().streamed != before);
    }
    return streamed;
  };
  using testing::Each;
  EXPECT_THAT(streamedOf(24, 0), Each(true));
  EXPECT_THAT(streamedOf(24, 2), Each(false));
  EXPECT_THAT(streamedOf(512, 0), Each(true));
  EXPECT_THAT(streamedOf(512, 2), Each(true));
}

// Where the processors' own caches do not hold what nobody reads soon, and that pays.
TEST(Streaming, NontemporalStoragesGoPastTheCaches) {
  const std::int64_t lastLevel = detail::lastLevelCacheBytes();
  Runtime runtime({.threads = 1, .cacheBytes = lastLevel});
  Runtime::Scope scope(runtime);
  bool asked = false; // once the storage is there
  auto streams = [&](std::int64_t bytes, bool nontemporal) {
    const Domain domain{I(0, 4096), J(0, bytes / (2 * 4096 * 8) + 1)};
    Storage u = full<double>(domain, 0.5);
    Storage v = asked ? as_storage(zeros<double>(domain), {.nontemporal = nontemporal})
                      : zeros_like(zeros<double>(domain, {.nontemporal = nontemporal}));
    std::int64_t before = runtime.counters().streamed;
    v[whole] = 2.0 * u;
    EXPECT_EQ(v.take({5, 0}).item<double>(), 1.0);
    return runtime.counters().streamed != before;
  };
  const std::int64_t held = detail::nontemporalBytes(1, lastLevel);
  EXPECT_LE(held, lastLevel);
  EXPECT_TRUE(streams(2 * held, true));
  asked = true;
  EXPECT_TRUE(streams(2 * held, true));
  EXPECT_FALSE(streams(held / 2, true));
  EXPECT_EQ(streams(2 * held, false), 2 * held > lastLevel);
  EXPECT_EQ(detail::nontemporalBytes(2, lastLevel), std::min(2 * held, lastLevel));
}

// Parts of rows go past the caches where tiles do not cut them.
TEST(Streaming, PartsOfRowsWriteTheirWholeLinesPastTheCaches) {
  auto ringOf = [](Runtime &runtime, std::vector<double> &values) {
    Runtime::Scope scope(runtime);
    const Domain whole{J(0, 40), I(0, 200)};
    Storage u = counting(zeros<double>({J(-1, 41), I(-1, 201)}, {.layout = cOrder}));
    Storage v = zeros<double>(whole, {.layout = cOrder});
    Condition inside = (I >= 1) & (I < 199) & (J >= 1) & (J < 39);
    v[whole] = concat_where(inside, u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1), -1.0);
    values = valuesOf(v);
    return runtime.counters().streamed;
  };
  std::vector<double> expected, values, cutValues;
  Runtime reference({.reference = true});
  ringOf(reference, expected);
  Runtime rows({.threads = 1, .cacheBytes = 1, .tile = {512, 8}}),
      cut({.threads = 1, .cacheBytes = 1, .tile = {64, 8}});
  EXPECT_GT(ringOf(rows, values), 0);
  EXPECT_EQ(ringOf(cut, cutValues), 0);
  EXPECT_EQ(values, expected);
  EXPECT_EQ(cutValues, expected);
}

TEST(Streaming, BlocksOfRowsRunThroughThePlanesThatPointsRead) {
  constexpr std::int64_t kPoints = 1024, kRows = 301, kPlanes = 16;
  CountingExecutor executor(kTileByTile);
  Runtime streaming({.executor = &executor, .smallDomain = 1, .cacheBytes = 1}),
      reference({.reference = true});
  // Rows of three planes in three eighths of the cache, a multiple of four.
  std::int64_t most = detail::coreCacheBytes() / 8 * 3 / (3 * 8 * kPoints) / 4 * 4;
  most = std::max<std::int64_t>(most, 4);
  std::int64_t blocks = (kRows + most - 1) / most;
  std::vector<std::vector<double>> results;
  std::int64_t counts[2] = {};
  for (Runtime *runtime : {&streaming, &reference}) {
    Runtime::Scope scope(*runtime);
    Storage u = counting(
        zeros<double>({I(0, kPoints), J(0, kRows), K(0, kPlanes)}, {.halo = {{J, 1}, {K, 1}}}));
    Storage v = zeros<double>(u.compute_domain()), w = zeros<double>(u.compute_domain());
    v[whole] = u(J + 1) + u(J - 1) - 2.0 * u;
    counts[0] = executor.tiles;
    w[whole] = (u(K + 1) + u(K - 1)) - (u(J + 1) + u(J - 1)) / u;
    counts[1] = executor.tiles;
    results.push_back(valuesOf(v));
    results.push_back(valuesOf(w));
    if (runtime == &streaming) {
      EXPECT_EQ(counts[0], 8) << "four a thread, where points read one plane";
      if (blocks >= 8) { // else planes are cut for the threads, too
        EXPECT_EQ(counts[1], blocks);
      }
    }
  }
  EXPECT_EQ(results[0], results[2]);
  EXPECT_EQ(results[1], results[3]);
}

// What is read far along a row is none of the lines beside it, which are fetched up to the
// farthest.
TEST(Streaming, RowsMayReadFarFromTheirPoints) {
  Runtime runtime({.threads = 1, .smallDomain = 1, .cacheBytes = 1});
  Runtime::Scope scope(runtime);
  Storage u = counting(zeros<double>({K(0, 4), J(-1, 21), I(0, 64)}, {.layout = cOrder}));
  Storage v = zeros<double>({K(0, 4), J(0, 20), I(0, 64)}, {.layout = cOrder});
  auto differences = [&](std::int64_t shift) {
    Storage w = u.rebased({K(0), J(-1), I(shift)});
    v[{I(0, 56)}] = w(I + shift)(J + 1) - 2.0 * w(I + shift)(J - 1);
    return valuesOf(v);
  };
  std::vector<double> expected = differences(0);
  constexpr std::int64_t kFarthest = std::int64_t(1) << 61;
  for (std::int64_t shift :
       {1L, -3L, 70L, 33'000'000L, 34'000'000L, -34'000'000L, 1L << 40, kFarthest})
    EXPECT_EQ(differences(shift), expected) << shift;
}
