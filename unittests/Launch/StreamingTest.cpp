//===- StreamingTest.cpp - Results past the caches ------------------------===//
//
// Evaluations that stream.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
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
