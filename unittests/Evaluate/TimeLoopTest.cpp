//===- TimeLoopTest.cpp - What a time step costs in memory ----------------===//
//
// Time loops as the design promises them: no allocation and no copy but halos
// after the first steps, one kernel a step, one compilation for all.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "Stencils.h"

#include "gtjit/Memory/RuntimeState.h"

#include <malloc.h>

using namespace gtjit;

namespace {
class TimeLoopTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(TimeLoopTest);
} // namespace

static constexpr int kSteps = 100;

static Storage hill() {
  Storage u = zeros<double>({I(0, 20), J(0, 16), K(0, 3)}, {.halo = {{I, 2}, {J, 2}}});
  HostView<double> view = u.write<double>();
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 20; ++j)
      for (int k = 0; k < 3; ++k)
        view(i, j, k) = (i - 11) * (j - 9) % 7 + 0.1 * k;
  return u;
}

TEST_P(TimeLoopTest, doubleBufferedStepsAllocateAndCopyNothingButHalos) {
  Storage u = hill(), v = like(u);
  fillHalo(u, periodic(I), mirror(J));
  auto step = [&](double alpha) {
    v[interior] = hdiff(u, alpha);
    fillHalo(v, periodic(I), mirror(J));
    swap(u, v);
  };
  step(0.02);
  step(0.02);
  counted();
  for (int n = 0; n < kSteps; ++n)
    step(0.02 + 1e-4 * n);
  RuntimeCounters seen = counted();
  std::int64_t haloPoints = (2 * 2 * 16 + 2 * 2 * 24) * 3;
  EXPECT_EQ(seen.allocations, 0);
  EXPECT_EQ(seen.reuses, 0);
  EXPECT_EQ(seen.copies, 0);
  EXPECT_EQ(seen.bytesCopied, kSteps * haloPoints * 8);
  EXPECT_EQ(seen.evaluations, kSteps);
  EXPECT_EQ(seen.compiles, 0);
  if (compiles()) {
    EXPECT_EQ(seen.kernels, kSteps);
    EXPECT_EQ(seen.cacheHits, kSteps);
  }
}

TEST_P(TimeLoopTest, inPlaceStepsWithNamedIntermediatesRunOneKernelEach) {
  Storage u = hill(), reference = hill(), next = like(reference);
  auto step = [&] {
    Field lap = laplacian(u);
    Field fx = limited(lap(I + 1) - lap, u(I + 1) - u);
    Field fy = limited(lap(J + 1) - lap, u(J + 1) - u);
    Field flux = fx - fx(I - 1) + fy - fy(J - 1);
    u[interior] = u - 0.02 * flux;
  };
  auto doubleBuffered = [&] {
    next[interior] = hdiff(reference, 0.02);
    fillHalo(next, periodic(I), mirror(J));
    swap(reference, next);
  };
  for (int n = 0; n < 2; ++n) {
    step();
    fillHalo(u, periodic(I), mirror(J));
    doubleBuffered();
  }
  counted();
  for (int n = 0; n < kSteps; ++n) {
    step();
    fillHalo(u, periodic(I), mirror(J));
  }
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.allocations, 0);
  EXPECT_EQ(seen.evaluations, kSteps);
  EXPECT_EQ(seen.compiles, 0);
  EXPECT_EQ(seen.kernels, compiles() ? kSteps : 0);
  for (int n = 0; n < kSteps; ++n)
    doubleBuffered();
  EXPECT_EQ(valuesOf(u), valuesOf(reference));
}

/// A slice of a run of months: bytes of the heap in use, whatever the library keeps.
TEST_P(TimeLoopTest, aLongLoopLeavesTheHeapAsItIs) {
  Program scale = runtime.compile([](Field u, Field s) { return u * s; }, arg(F64, I), arg(F64));
  Storage u = full<double>(I(0, 5), 1.0), v = like(u), w = like(u);
  auto steps = [&](int count) {
    for (int n = 0; n < count; ++n) {
      Field flux = u * 0.5 + v;
      v[interior] = flux - u * 1e-3;
      scale(out(w), v, 0.25);
      swap(u, w);
    }
    runtime.wait(); // on a device what is still to be done is in memory
  };
  steps(200);
  std::size_t before = ::mallinfo2().uordblks;
  steps(2000);
  EXPECT_LE(::mallinfo2().uordblks, before + 16000); // a step that left a block would leave 64,000
  EXPECT_EQ(counted().compiles, compiles() ? 2 : 0);
}

/// No intermediate is kept in memory: beside inputs and outputs there is what a core's
/// own cache holds.
TEST_P(TimeLoopTest, aStencilOfStencilsTakesLessThanAMegabyteAThread) {
  if (!compiles())
    return; // the reference evaluator keeps every intermediate
  Storage u = zeros<double>({I(0, 128), J(0, 160), K(0, 16)}, {.halo = {{I, 2}, {J, 2}}});
  Storage v = like(u);
  counted();
  v[interior] = hdiff(u, 0.02);
  EXPECT_LT(counted().bytesAllocated, std::int64_t(runtime.get().executor.load()->threads()) << 20);
}
