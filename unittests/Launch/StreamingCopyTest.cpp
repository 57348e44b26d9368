//===- StreamingCopyTest.cpp - Copies past the caches ---------------------===//
//
// Every length at every alignment, and evaluations that stream.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/StreamingCopy.h"
#include "../Backends.h"
#include "gtjit/Memory/RuntimeState.h"

#include <cstring>

using namespace gtjit;

TEST(StreamingCopy, CopiesTheBytesAndNoOthers) {
  alignas(64) char to[512], from[512];
  for (int n = 0; n < 512; ++n)
    from[n] = static_cast<char>(n % 101);
  for (std::int64_t start = 0; start < 64; start += 3)
    for (std::int64_t bytes = 0; bytes < 300; ++bytes) {
      std::memset(to, 111, sizeof(to));
      detail::streamingCopy(to + 64 + start, from + bytes % 7, bytes);
      for (std::int64_t at = 0; at < 512; ++at) {
        std::int64_t index = at - 64 - start;
        char expected = index >= 0 && index < bytes ? from[bytes % 7 + index] : char(111);
        ASSERT_EQ(to[at], expected) << start << ' ' << bytes << ' ' << at;
      }
    }
}

TEST(StreamingCopy, EvaluationsGiveTheSameBits) {
  Runtime plain({.threads = 2, .smallDomain = 1}),
      streaming({.threads = 2, .smallDomain = 1, .cacheBytes = 1});
  EXPECT_GE(plain.get().options.cacheBytes, 1 << 15) << "the machine's";
  std::vector<std::vector<double>> results;
  for (Runtime *runtime : {&plain, &streaming}) {
    Runtime::Scope scope(*runtime);
    Storage u = counting(zeros<double>({I(0, 1100), J(0, 5)}, {.halo = {{I, 1}, {J, 1}}}));
    Storage v = zeros<double>(u.compute_domain(), {.layout = cOrder});
    Storage w = zeros<double>(u.compute_domain());
    Field f = 0.25 * (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    update({{v, f}, {w, f * f}});
    u[interior] = u + v;
    for (const Storage &storage : {u, v, w})
      results.push_back(valuesOf(storage));
  }
  for (int n = 0; n < 3; ++n)
    EXPECT_EQ(results[static_cast<std::size_t>(n)], results[static_cast<std::size_t>(n + 3)]);
}
