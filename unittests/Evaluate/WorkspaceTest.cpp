//===- WorkspaceTest.cpp - Temporaries in memory of the application -------===//

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

using namespace gtjit;

namespace {

/// So few that the cache of any core holds three of such fields: kernels run one after the other
/// there, and not slab by slab with a window in place of the temporary.
constexpr std::int64_t kPoints = 10000, kBytes = 8 * kPoints;

/// Keeps the exponential in memory, so that it is not computed twice.
Field difference(Field u) {
  Field e = exp(u).compute_root();
  return e(I + 1) - e;
}

/// Memory that tells whether anybody wrote into it.
struct Given {
  explicit Given(std::size_t bytes)
      : memory(static_cast<std::byte *>(std::calloc(bytes, 1)), std::free), bytes(bytes) {}
  bool isTouched() const {
    std::size_t written = 0;
    for (std::size_t n = 0; n < bytes; ++n)
      written += memory.get()[n] != std::byte{0};
    return written > bytes / 4;
  }
  std::unique_ptr<std::byte, decltype(&std::free)> memory;
  std::size_t bytes;
};

/// Evaluates and gives the runtime's counters.
RuntimeCounters evaluateIn(Workspace workspace, int times = 1) {
  Runtime runtime({.workspace = workspace});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, kPoints + 1)}, 1.0), v = full<double>({I(0, kPoints)}, 5.0);
  RuntimeCounters before = runtime.counters();
  for (int n = 0; n < times; ++n)
    v[{I(0, kPoints)}] = difference(u);
  EXPECT_EQ(v.read<double>()(kPoints - 1), 0.0);
  RuntimeCounters after = runtime.counters();
  after.allocations -= before.allocations;
  return after;
}

} // namespace

TEST(Workspace, TemporariesLieInIt) {
  Given given(2 * kBytes);
  RuntimeCounters counters = evaluateIn({given.memory.get(), given.bytes}, 3);
  EXPECT_TRUE(given.isTouched());
  EXPECT_EQ(counters.allocations, 0);
  EXPECT_GE(counters.workspaceBytes, kBytes);
  EXPECT_LT(counters.workspaceBytes, kBytes + 10000);
}

TEST(Workspace, WhatHasNoRoomInItComesFromTheAllocator) {
  Given given(kBytes / 2);
  RuntimeCounters counters = evaluateIn({given.memory.get(), given.bytes});
  EXPECT_FALSE(given.isTouched());
  EXPECT_EQ(counters.allocations, 1);
  EXPECT_GE(counters.workspaceBytes, kBytes) << "as much as there should have been";
}

TEST(Workspace, WithoutOneItsSizeIsToldAllTheSame) {
  EXPECT_GE(evaluateIn({}).workspaceBytes, kBytes);
}
