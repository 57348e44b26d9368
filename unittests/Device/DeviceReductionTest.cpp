//===- DeviceReductionTest.cpp - Reductions by threads together -----------===//
//
// The bits of reductions on a device are those of processors, whatever of a result one
// thread, one block or one launch has. On the emulated device, or the one that
// GTJIT_DEVICE names.
//
//===----------------------------------------------------------------------===//
#include "HostsBits.h"

using namespace gtjit;
using namespace gtjit::test;

// Sums show any other order of additions: along the fastest dimension, by lanes.
TEST(DeviceReduction, SumsAlongTheFastestDimension) {
  for (std::int64_t points :
       {1, 2, 63, 64, 65, 255, 256, 257, 4095, 4096, 4097, 8193, 16385, 70001})
    for (std::int64_t results : {1, 2, 3, 5}) {
      SCOPED_TRACE(testing::Message() << results << " x " << points);
      expectHostsBits({J(0, results), I(0, points)}, F64,
                      [](const Field &f) { return sum(f, {I}); });
    }
}

// 65 and 257 shares: one launch more, and two.
TEST(DeviceReduction, SumsOfManyPointsTakeSeveralLaunches) {
  auto whole = [](const Field &f) { return sum(f); };
  expectHostsBits({I(0, 65 * 16384 + 77)}, F64, whole);
  expectHostsBits({I(-9, 257 * 16384)}, U8, whole);
}

TEST(DeviceReduction, SumsAlongOtherDimensions) {
  for (std::int64_t points : {1, 2, 63, 64, 65, 127, 129, 513, 4097, 33000})
    for (std::int64_t results : {1, 3, 33}) {
      SCOPED_TRACE(testing::Message() << points << " x " << results);
      expectHostsBits({J(0, points), I(0, results)}, F64,
                      [](const Field &f) { return sum(f, {J}); });
    }
}

TEST(DeviceReduction, SumsOverSeveralDimensions) {
  Domain domain{K(-3, 7), J(2, 135), I(0, 300)};
  expectHostsBits(domain, F64, [](const Field &f) { return sum(f); });
  expectHostsBits(domain, F32, [](const Field &f) { return sum(f, {J, I}); });
  expectHostsBits(domain, F64, [](const Field &f) { return sum(f, {K, I}); });
  expectHostsBits(domain, F64, [](const Field &f) { return sum(f, {K, J}); });
  expectHostsBits(domain, F64, [](const Field &f) { return sum(f * f(I + 1), {J}); });
}

TEST(DeviceReduction, AllKindsOfAllTypes) {
  const Domain domain{J(0, 70), I(0, 600)};
  for (DType type : {I8, I32, I64, U16, U64, F16, BF16, F32, F64}) {
    SCOPED_TRACE(testing::Message() << type);
    expectHostsBits(domain, type, [](const Field &f) { return sum(f); });
    expectHostsBits(domain, type, [](const Field &f) { return prod(f); });
    expectHostsBits(domain, type, [](const Field &f) { return min(f); });
    expectHostsBits(domain, type, [](const Field &f) { return max(f); });
    expectHostsBits(domain, type, [](const Field &f) { return mean(f); });
  }
  expectHostsBits(domain, F32, [](const Field &f) { return argmin(f, I); });
  expectHostsBits(domain, F64, [](const Field &f) { return argmax(f, J); });
  for (const Dims &dims : {Dims{I}, Dims{J}, Dims{J, I}}) {
    expectHostsBits(domain, Bool, [&](const Field &f) { return any(f, dims); });
    expectHostsBits(domain, Bool, [&](const Field &f) { return all(f, dims); });
    expectHostsBits(domain, Bool, [&](const Field &f) { return sum(f, dims); });
  }
}

TEST(DeviceReduction, ZerosAndNaNsAreThoseOfTheHost) {
  const Domain domain{J(0, 70), I(0, 600)};
  auto withNaN = [](const Field &f) { return where(index(I) == 599, f / 0.0 * 0.0, f); };
  auto zeros = [](const Field &f) { return where(index(I) == 77, -0.0 * f, 0.0 * abs(f)); };
  for (const Dims &dims : {Dims{I}, Dims{J}, Dims{J, I}}) {
    expectHostsBits(domain, F64, [&](const Field &f) { return isnan(max(withNaN(f), dims)); });
    expectHostsBits(domain, F64, [&](const Field &f) { return isnan(sum(withNaN(f), dims)); });
    expectHostsBits(domain, F64, [&](const Field &f) { return min(zeros(f), dims); });
    expectHostsBits(domain, F64, [&](const Field &f) { return max(zeros(f), dims); });
    expectHostsBits(domain, F64, [&](const Field &f) { return sum(zeros(f), dims); });
  }
}

TEST(DeviceReduction, OverNoPointsTheyHaveTheirStart) {
  for (const Domain &domain : {Domain{J(0, 3), I(0, 0)}, Domain{J(0, 0), I(0, 3)}}) {
    Dims empty = domain[0].range.empty() ? Dims{J} : Dims{I};
    expectHostsBits(domain, F64, [&](const Field &f) { return sum(f, empty); });
    expectHostsBits(domain, F64, [&](const Field &f) { return max(f, empty); });
    expectHostsBits(domain, I32, [&](const Field &f) { return min(f, empty); });
    expectHostsBits(domain, F64, [&](const Field &f) { return prod(f); });
  }
}
