//===- FarCoordinatesTest.cpp - Near the ends of the integers -------------===//
//
// Memory may have coordinates up to 2^62 on either side; there everything is
// as around 0. Nearer to the ends of i64 storages are refused.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

using namespace gtjit;

namespace {
class FarCoordinates : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(FarCoordinates);

constexpr std::int64_t farthest = std::int64_t(1) << 62;
} // namespace

TEST_P(FarCoordinates, ValuesAreThoseAroundZero) {
  Program average =
      runtime.compile([](Field f) { return 0.5 * (f(I - 1) + f(I + 1)); }, arg(F64, I));
  for (std::int64_t first : {-farthest, std::int64_t{-10}, farthest - 20}) {
    Storage u = counting(zeros<double>({I(first + 1, first + 19)}, {.halo = {{I, 1}}}));
    Storage v = zeros<double>({I(first + 1, first + 19)}), w = like(v);
    v[interior] = 0.5 * (u(I - 1) + u(I + 1));
    for (int n = 0; n < 2; ++n)
      average(out(w), u);
    EXPECT_EQ(v.item<double>({17}), 18.0);
    EXPECT_EQ(valuesOf(w), valuesOf(v));
    EXPECT_EQ(sum(u).item<double>(), 190.0);
    EXPECT_EQ(argmax(u, I).item<std::int64_t>(), first + 19);
    EXPECT_EQ(Storage(eval(u[{I(first + 3, first + 9)}])).item<double>({0}), 3.0);
    EXPECT_EQ(Field(u[I(first + 4)]).item<double>(), 4.0);
    v[interior] = astype(index(I) - first, F64);
    EXPECT_EQ(v.item<double>({2}), 3.0);
    fillHalo(u, periodic(I));
    EXPECT_EQ(u.item<double>({0}), 18.0);
  }
}

// The bytes of what is kept in between would wrap to 0.
TEST_P(FarCoordinates, SizesWithoutRepresentationAreAMemoryError) {
  const Dimension L("L");
  // A plane of so many points has no address space, a line of them is nothing.
  constexpr std::int64_t kMany = 1LL << 22;
  auto points = [&](std::int64_t extent) {
    return (index(I) + index(J) + index(K) + index(L))
        .at({I(0, extent), J(0, extent), K(0, extent), L(0, extent)});
  };
  EXPECT_THROW(eval(sum(points(kMany), I)), MemoryError);
  EXPECT_THROW(eval(sum(points(kMany), L)), MemoryError);
  EXPECT_THROW(eval(points(kMany)), MemoryError);
  EXPECT_THROW(eval(sum(points(kMany))), MemoryError);
  EXPECT_THROW(eval(max(points(kMany))), MemoryError);
  EXPECT_EQ(sum(points(2)).item<std::int64_t>(), 32);
}

TEST_P(FarCoordinates, BeyondThemThereIsNoMemory) {
  double memory[4] = {};
  Storage u = zeros<double>({I(0, 4)});
  const std::string expected = "expected coordinates from -2^62 to 2^62 for memory, got ";
  const std::string high = "I[4611686018427387901,4611686018427387905)";
  EXPECT_ERROR(ValueError, zeros<double>({I(farthest - 3, farthest + 1)}), expected + high);
  EXPECT_ERROR(ValueError, runtime.wrap(memory, {I(farthest - 3, farthest + 1)}), expected + high);
  EXPECT_ERROR(ValueError, u.rebased({I(farthest - 3)}), expected + high);
  for (std::int64_t end : {INT64_MIN, INT64_MAX})
    EXPECT_ERROR(ValueError, u.rebased({I(end)}), expected + "I(" + std::to_string(end) + ")");
  EXPECT_ERROR(ValueError, eval(u(I - (farthest - 3))), expected + high);
  EXPECT_ERROR(ValueError, zeros<double>({I(-farthest - 1, -farthest)}),
               expected + "I[-4611686018427387905,-4611686018427387904)");
}
