//===- KernelChainTest.cpp - Kernels that run slab by slab ----------------===//
//
// Which kernels are a chain, as the executor's calls tell, and that values are those of the
// reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "CountedRuns.h"

using namespace gtjit;

namespace {

/// Caches that hold nothing, so that whatever may be a chain is one.
constexpr std::int64_t kNoCache = 1;
/// In which the executor runs the slabs of a chain.
constexpr std::int64_t kParts = 2;

Field smooth(const Field &f) {
  return (0.2 * (f + f(I + 1) + f(I - 1) + f(J + 1) + f(J - 1))).compute_root();
}
Field smooth(Field f, int steps) {
  for (; steps > 0; --steps)
    f = smooth(f);
  return f;
}

class KernelChain : public testing::Test {
protected:
  /// As countRuns, with tiles of such extents.
  static int runs(const Domain &domain, const OnTwoStorages &program,
                  detail::Sequence<std::int64_t> tile = {5, 7, 3},
                  std::int64_t cacheBytes = kNoCache) {
    auto prepare = [&](Storage &u, Storage &v) {
      Field start = 0.25;
      for (const NamedRange &range : domain)
        start = start * 3.0 + astype(index(range.dim), F64) * 0.125;
      u[whole] = sin(start);
      v[whole] = cos(start);
    };
    return countRuns({.cacheBytes = cacheBytes, .tile = tile}, kParts, domain, {}, prepare,
                     program);
  }
};

const Domain kPlane{I(-10, 75), J(-10, 93)};
const Domain kInner{I(0, 65), J(0, 83)};
const Domain kBox{I(-4, 40), J(-4, 21), K(-4, 19)};
const Domain kInnerBox{I(0, 36), J(0, 17), K(0, 15)};

} // namespace

TEST_F(KernelChain, TenStepsGoThroughAPlaneAtOnce) {
  auto program = [](Storage &u, Storage &v) { v[kInner] = smooth(u, 10); };
  EXPECT_EQ(runs(kPlane, program, {40, 30}), 1);
  EXPECT_EQ(runs(kPlane, program, {3, 2}), 1);
  EXPECT_EQ(runs(kPlane, program, {100, 100}), 0) << "one tile is the caller's";
}

TEST_F(KernelChain, ValuesThatSeveralLaterKernelsRead) {
  auto program = [](Storage &u, Storage &v) {
    Field early = smooth(u), late = smooth(early, 4);
    v[kInner] = late(J + 3) * early(I - 2) + early - late(I + 1);
  };
  EXPECT_EQ(runs(kPlane, program), 1);
}

// 45 KB of temporaries, and as much of either storage, on two threads.
TEST_F(KernelChain, WhereTheCachesDoNotHoldAllThatKernelsTouch) {
  auto program = [](Storage &u, Storage &v) { v[kInner] = smooth(u, 2); };
  EXPECT_EQ(runs(kPlane, program, {5, 7}, 32 << 10), 1);
  EXPECT_EQ(runs(kPlane, program, {5, 7}, 128 << 10), 2) << "a kernel after the other";
}

TEST_F(KernelChain, PlanesOfABox) {
  auto program = [](Storage &u, Storage &v) {
    auto step = [](const Field &f) {
      return (f(K - 1) + f(K + 1) + f(J - 1) * f(I + 1)).compute_root();
    };
    v[kInnerBox] = step(step(step(u)));
  };
  EXPECT_EQ(runs(kBox, program), 1);
  EXPECT_EQ(runs(kBox, program, {100, 4, 2}), 1);
}

TEST_F(KernelChain, RowsAndPlanesThatNothingReachesAcross) {
  EXPECT_EQ(runs(kBox, [](Storage &u, Storage &v) { v[kInnerBox] = smooth(u, 3); }), 1);
  auto alongRows = [](Storage &u, Storage &v) {
    Field f = u;
    for (int step = 0; step < 3; ++step)
      f = (f(I - 1) + 0.5 * f(I + 1)).compute_root();
    v[kInnerBox] = f;
  };
  EXPECT_EQ(runs(kBox, alongRows), 1);
}

TEST_F(KernelChain, ALine) {
  auto program = [](Storage &u, Storage &v) {
    Field f = u;
    for (int step = 0; step < 5; ++step)
      f = (f(I - 1) * 0.5 + f(I + 2)).compute_root();
    v[{I(0, 300)}] = f;
  };
  EXPECT_EQ(runs({I(-10, 320)}, program, {16}), 1);
}

TEST_F(KernelChain, AheadOrBehindAlone) {
  auto program = [](Storage &u, Storage &v) {
    Field ahead = (u(J + 3) + u).compute_root(), behind = (ahead(J - 5) * 2.0).compute_root();
    v[kInner] = (behind(J + 1) - ahead(J + 4)).compute_root()(I + 1);
  };
  EXPECT_EQ(runs(kPlane, program), 1);
}

TEST_F(KernelChain, SeveralResultsOfDifferentDomains) {
  auto program = [](Storage &u, Storage &v) {
    Field once = smooth(u), twice = smooth(once), four = smooth(twice, 2);
    update({{u[{I(3, 40), J(-2, 30)}], twice * 2.0}, {v[kInner], four}});
  };
  runs(kPlane, program); // how many kernels there are is the planner's
}

TEST_F(KernelChain, WhatIsAssignedToItsOwnStorage) {
  auto program = [](Storage &u, Storage &) { u[kInner] = smooth(u, 4) - u; };
  EXPECT_EQ(runs(kPlane, program), 1);
  auto inPlanes = [](Storage &u, Storage &) { u[kInnerBox] = smooth(u, 3) + u; };
  EXPECT_EQ(runs(kBox, inPlanes), 2) << "values are computed beside the storage, then copied there";
}

TEST_F(KernelChain, PartsOfAConcatenation) {
  auto program = [](Storage &u, Storage &v) {
    auto step = [](const Field &f) {
      return concat_where(J < 20, f(J + 1) + f(I - 1), concat_where(J < 50, f * 0.5, f(J - 1)))
          .compute_root();
    };
    v[kInner] = smooth(step(step(u)));
  };
  runs(kPlane, program);
}

TEST_F(KernelChain, WhatAnIndexReadsIsKeptWhole) {
  auto program = [](Storage &u, Storage &v) {
    Field kept = smooth(u), row = smooth(kept);
    v[kInner] = row.at({J(7)}) + kept(J + 1);
  };
  runs(kPlane, program);
}

TEST_F(KernelChain, WrapsOfOneMemory) {
  for (std::int64_t apart : {0, 1, 90, 85 * 40}) {
    std::vector<double> values[2];
    CountingExecutor executor(kParts);
    Runtime compiled({.executor = &executor, .smallDomain = 1, .cacheBytes = 1, .tile = {5, 7}}),
        reference({.reference = true});
    for (Runtime *runtime : {&compiled, &reference}) {
      Runtime::Scope scope(*runtime);
      std::vector<double> &memory = values[runtime == &reference];
      for (int n = 0; n < 85 * 150; ++n)
        memory.push_back(n % 97 * 0.375);
      Storage u = runtime->wrap(memory.data(), {I(0, 85), J(0, 100)}, {.strides = {8, 85 * 8}}),
              v = runtime->wrap(memory.data() + apart, {I(0, 85), J(0, 100)},
                                {.strides = {8, 85 * 8}});
      for (int call = 0; call < 3; ++call)
        v[{I(5, 80), J(5, 95)}] = smooth(u, 4);
    }
    EXPECT_EQ(values[0], values[1]) << apart;
  }
}

// A chain goes through all that is between the points of its kernels.
TEST_F(KernelChain, PointsThatLieFarApart) {
  constexpr std::int64_t far = std::int64_t(1) << 40;
  std::vector<double> values[2];
  Runtime compiled({.threads = 1, .smallDomain = 1, .cacheBytes = 1, .tile = {5, 7}}),
      reference({.reference = true});
  for (Runtime *runtime : {&compiled, &reference}) {
    Runtime::Scope scope(*runtime);
    Domain here{I(-4, 24), J(-4, 24)}, there{I(-4, 24), J(far - 4, far + 24)};
    Storage u = zeros<double>(here), v = zeros<double>(there), x = zeros<double>(here),
            y = zeros<double>(there), z = zeros<double>(here);
    u[whole] = astype(index(I) * 3 + index(J), F64);
    v[whole] = astype(index(I) * 5 - index(J), F64);
    update(
        {{x[{I(0, 20), J(0, 20)}], smooth(u, 3)}, {y[{I(0, 20), J(far, far + 20)}], smooth(v, 3)}});
    z[{I(0, 20), J(0, 20)}] = smooth(smooth(u, 2) + smooth(v, 2)(J + far));
    for (const Storage *storage : {&x, &y, &z})
      for (double value : valuesOf(*storage))
        values[runtime == &reference].push_back(value);
  }
  EXPECT_EQ(values[0], values[1]);
}

// What waits with much scratch memory goes when another plan comes first.
TEST_F(KernelChain, PlansThatRestKeepNoWindows) {
  Runtime runtime({.threads = 1});
  Runtime::Scope scope(runtime);
  gtjit::Program steps =
      runtime.compile([](const Field &u) { return smooth(u, 10); }, arg(F64, {I, J}, "u"));
  std::int64_t largest = 0;
  for (std::int64_t n = 600; n < 616; ++n) {
    Storage u = ones<double>({I(-10, n + 10), J(-10, n + 10)}),
            v = zeros<double>({I(0, n), J(0, n)});
    steps(out(v), u);
    std::int64_t bytes = runtime.counters().workspaceBytes;
    largest = n == 600 ? bytes : largest;
    EXPECT_LE(bytes, 3 * largest) << n;
  }
  EXPECT_GT(runtime.counters().chained, 0);
}

// Temporaries of a chain are as large as some rows.
TEST_F(KernelChain, WindowsInPlaceOfTemporaries) {
  constexpr std::int64_t n = 1500;
  RuntimeOptions options{.threads = 1};
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = ones<double>({I(-10, n + 10), J(-10, n + 10)}), v = zeros<double>({I(0, n), J(0, n)});
  std::int64_t plane = n * n * 8;
  ASSERT_GT(plane, 2 << 20) << "more than a second-level cache has";
  Field smoothed = smooth(u, 10);
  std::string text(explain(smoothed));
  EXPECT_NE(text.find("kernels 1 to 10 run slab by slab"), text.npos) << text;
  EXPECT_NE(text.find("bytes, in windows"), text.npos) << text;
  v[whole] = smoothed;
  EXPECT_EQ(runtime.counters().chained, 10);
  EXPECT_LT(runtime.counters().workspaceBytes, plane / 2);
  EXPECT_EQ(min(v).item<double>(), max(v).item<double>());
}
