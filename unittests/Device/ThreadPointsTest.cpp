//===- ThreadPointsTest.cpp - Threads that run several points -------------===//
//
// Whatever number of neighbours a thread runs, and however many are left over at the
// ends, the bits are those of processors.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "HostsBits.h"

using namespace gtjit;
using namespace gtjit::test;

static RuntimeOptions optionsFor(std::uint32_t rows, std::uint32_t columns) {
  RuntimeOptions options;
  options.threadRows = rows;
  options.threadColumns = columns;
  return options;
}

TEST(ThreadPoints, HaveTheBitsOfProcessors) {
  auto diffusion = [](const Field &u) {
    Field lap = 4.0 * u - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    Field east = lap(I + 1) - lap, north = lap(J + 1) - lap;
    return u - 0.1 * (east - east(I - 1) + north - north(J - 1)) + sin(u) / astype(index(I), F64);
  };
  for (auto [rows, columns] : {std::pair(1u, 2u), {2u, 1u}, {4u, 1u}, {2u, 2u}, {4u, 2u}, {2u, 8u}})
    for (std::int64_t extent : {5, 6, 7, 8, 9, 21})
      expectHostsBits({K(0, 2), J(-3, extent - 3), I(1, 31 - extent)}, F64, diffusion,
                      optionsFor(rows, columns));
}

TEST(ThreadPoints, AreOfTheLastLoopsThatThereAre) {
  for (auto [rows, columns] : {std::pair(2u, 2u), {4u, 1u}, {1u, 16u}}) {
    expectHostsBits(
        {I(0, 37)}, F32, [](const Field &u) { return u(I + 1) * u; }, optionsFor(rows, columns));
    expectHostsBits(
        {J(0, 5), I(0, 7)}, I64, [](const Field &u) { return cumsum(u, J) + sum(u, I) + u; },
        optionsFor(rows, columns));
  }
}

TEST(ThreadPoints, ReadAtIndicesOfTheirOwn) {
  auto gather = [](const Field &u) {
    Field at = astype(index(I), I64) % 5;
    return u(as_offset(I, at, {0, 4})) + u;
  };
  expectHostsBits({J(0, 5), I(0, 23)}, F64, gather, optionsFor(2, 4));
}

TEST(ThreadPoints, MayWriteWhatTheyRead) {
  auto update = [](const Field &seed) {
    Storage u = empty<double>(seed.domain());
    u[whole] = seed;
    u[whole] = 2.0 * Field(u) + 1.0;
    u[{J(1, 4), I(1, 20)}] = Field(u)[{J(1, 4), I(1, 20)}] * 0.5;
    return Field(u);
  };
  expectHostsBits({J(0, 5), I(0, 23)}, F64, update, optionsFor(4, 4));
}

TEST(ThreadPoints, AreWhatACheckSees) {
  RuntimeOptions options = optionsFor(2, 2);
  options.device = "emulated";
  options.check = Check::NaN;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = ones<double>({J(0, 5), I(0, 7)});
  u.set({2, 3}, 0.0);
  EXPECT_THROW(eval(1.0 / Field(u) + Field(u)(I + 1)), FloatingPointError);
}

TEST(ThreadPoints, ArePowersOfTwo) {
  for (auto [rows, columns] : {std::pair(3u, 1u), {0u, 2u}, {2u, 0u}, {32u, 1u}, {1u, 32u}})
    EXPECT_ERROR(ValueError, Runtime(optionsFor(rows, columns)),
                 "RuntimeOptions::threadRows, threadColumns: expected powers of two up to 16, or 0 "
                 "for both, got " +
                     std::to_string(rows) + " and " + std::to_string(columns));
}
