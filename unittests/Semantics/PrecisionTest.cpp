//===- PrecisionTest.cpp - withPrecision against explicit conversions -----===//
//
// Computing in one float type and storing in another: bit for bit what the
// same expression gives with astype written at everything that it reads.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cstring>
#include <random>

using namespace gtjit;

namespace {

class Precision : public OnEveryBackend {
protected:
  template <class T> static Storage random(unsigned seed) {
    Storage storage = empty<T>({I(0, 37), J(0, 11)}, {.halo = {{I, 1}, {J, 1}}});
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> numbers(-2, 2);
    auto view = storage.write<T>();
    for (std::int64_t i = 0; i < view.shape()[0]; ++i)
      for (std::int64_t j = 0; j < view.shape()[1]; ++j)
        view(i, j) = T(numbers(engine));
    return storage;
  }

  /// Every kind of node: shifts, slices, numbers, functions, comparisons,
  /// selections, conversions, integers, reductions.
  static Field expression(const Field &u, const Field &v, const Field &n) {
    Field lap = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
    Field flux = where(lap * v > 0.1, 0.3 * lap, v / 3);
    Field counted = astype(n, v.dtype()) * sqrt(abs(flux)) + Field(1) / 7;
    return counted - sum(u * v, J) / 0.7 + max(v) + n.at({I(3), J(2)}) / n;
  }

  template <class T> static std::vector<std::uint64_t> bitsOf(const Field &field) {
    std::vector<std::uint64_t> bits;
    for (T value : valuesOf<T>(field)) {
      bits.push_back(0);
      std::memcpy(&bits.back(), &value, sizeof(T));
    }
    return bits;
  }

  /// Storages of `Memory`, computed in `Computed`.
  template <class Memory, class Computed> static void compare() {
    Field u = random<Memory>(1), v = random<Memory>(2);
    DType computed = dtypeOf<Computed>;
    Storage n = full({I(0, 37), J(0, 11)}, 5, I32);
    Field wanted = expression(astype(u, computed), astype(v, computed), n);
    // The quotient of integers is f64 unless it is computed in another type.
    if (computed != F64)
      wanted = expression(astype(u, computed), astype(v, computed), astype(n, computed));
    Field got = withPrecision(expression(u, v, n), computed);
    ASSERT_EQ(got.dtype(), computed);
    EXPECT_EQ(got.domain(), wanted.domain());
    EXPECT_EQ(bitsOf<Computed>(got), bitsOf<Computed>(wanted));
  }
};
GTJIT_ON_EVERY_BACKEND(Precision);

TEST_P(Precision, OfF64OverF32StoragesIsThatOfExplicitConversions) { compare<float, double>(); }
TEST_P(Precision, OfF32OverF64StoragesIsThatOfExplicitConversions) { compare<double, float>(); }

TEST_P(Precision, OfF32OverF16StoragesIsThatOfExplicitConversions) { compare<Float16, float>(); }
TEST_P(Precision, OfF32OverBF16StoragesIsThatOfExplicitConversions) { compare<BFloat16, float>(); }
TEST_P(Precision, OfF16OverF32StoragesIsThatOfExplicitConversions) { compare<float, Float16>(); }

TEST_P(Precision, RoundsOnceAtTheStore) {
  Storage u = full<float>({I(0, 3)}, 1.0f), v = like(u), w = like(u);
  v[interior] = withPrecision((u + 1e-8) - 1.0, F64);
  w[interior] = (u + 1e-8) - 1.0;
  EXPECT_THAT(valuesOf<float>(v), testing::Each(static_cast<float>((1.0 + 1e-8) - 1.0)));
  EXPECT_THAT(valuesOf<float>(w), testing::Each(0.0f));
}

// A mean of two-byte floats is rounded once, after the division: neither the
// sum nor the number of points is, which may have no such value.
TEST_P(Precision, OfAMeanIsThatOfTheMeanOfExplicitConversions) {
  Storage u = full<float>({I(0, 300), J(0, 259)}, 0.0f), n = full<std::int32_t>({I(0, 2049)}, 3);
  u[whole] = 1.0 + 0.001 * astype(index(I) % 7, F32) + astype(index(J) % 5, F32);
  auto expectSame = [](const Field &got, const Field &wanted) {
    ASSERT_EQ(got.dtype(), wanted.dtype());
    EXPECT_EQ(valuesOf<double>(astype(got, F64)), valuesOf<double>(astype(wanted, F64)));
  };
  for (DType type : {F16, BF16, F32, F64}) {
    expectSame(withPrecision(mean(u), type), mean(astype(u, type)));
    expectSame(withPrecision(mean(u, J) * 3.0, type), mean(astype(u, type), J) * 3.0);
    expectSame(withPrecision(mean(n), type), mean(astype(n, type)));
    expectSame(withPrecision(mean(astype(u, F16)), type), mean(astype(u, type)));
    auto callable = [&](Field f) { return withPrecision(mean(f, I), type); };
    Program program = Runtime::current().compile(callable, arg(F32, {I, J}));
    Storage got = zeros(J(0, 259), type);
    program(out(got), u);
    expectSame(got, mean(astype(u, type), I));
  }
}

// 0.1 as it was written, not as the f32 that it became.
TEST_P(Precision, CountsNumbersWithTheValueThatWasWritten) {
  Storage u = full<float>({I(0, 2)}, 3.0f);
  EXPECT_THAT(valuesOf<double>(withPrecision(0.1 * u, F64)), testing::Each(0.1 * 3.0));
  EXPECT_THAT(valuesOf<double>(withPrecision(u + ((1ll << 60) + 1), F64)),
              testing::Each(3.0 + static_cast<double>((1ll << 60) + 1)));
}

TEST_P(Precision, LeavesOutConversionsBetweenFloats) {
  Storage u = full<float>({I(0, 2)}, 0.1f);
  Field narrowed = astype(u, F16) * astype(u, F64);
  double exact = 0.1f;
  EXPECT_THAT(valuesOf<double>(withPrecision(narrowed, F64)), testing::Each(exact * exact));
}

TEST_P(Precision, LeavesWhatIsEvaluatedAndTheGivenFieldAsTheyAre) {
  Storage u = full<float>({I(0, 2)}, 0.1f);
  Field square = u * u, half = square * 0.5;
  eval(square);
  Field wide = withPrecision(half, F64);
  EXPECT_THAT(valuesOf<double>(wide), testing::Each(static_cast<double>(0.1f * 0.1f) * 0.5));
  EXPECT_EQ(half.dtype(), F32);
  EXPECT_THAT(valuesOf<float>(half), testing::Each(0.1f * 0.1f * 0.5f));
}

TEST_P(Precision, LeavesIntegersAndBoolsAlone) {
  Storage n = full<std::int32_t>({I(0, 2)}, 7);
  EXPECT_EQ(withPrecision(n + 1, F32).dtype(), I32);
  EXPECT_EQ(withPrecision(n > 1, F32).dtype(), Bool);
  EXPECT_EQ(withPrecision(n / 2, F32).dtype(), F32);
  EXPECT_EQ(withPrecision(Field(0.5), F32).dtype(), F32);
}

TEST_P(Precision, IsRecordedByAProgram) {
  Program program = runtime.compile(
      [](Field u) { return astype(withPrecision((u + 1e-8) - 1.0, F64), F32); }, arg(F32, {I}));
  Storage u = full<float>({I(0, 3)}, 1.0f), v = like(u);
  program(out(v), u);
  EXPECT_THAT(valuesOf<float>(v), testing::Each(static_cast<float>((1.0 + 1e-8) - 1.0)));
}

TEST_P(Precision, NeedsAFloat) {
  try {
    (void)withPrecision(zeros({I(0, 2)}).named("u"), I32);
    FAIL();
  } catch (const DTypeError &error) {
    EXPECT_EQ(error.message(), "'withPrecision' of 'u': expected f16, bf16, f32 or f64 to compute "
                               "in, got i32");
  }
}

TEST_P(Precision, WalksDeepGraphs) {
  Storage u = full<float>({I(0, 1)}, 0.0f);
  Field f = u;
  for (int n = 0; n < 100'000; ++n)
    f = f + 1;
  EXPECT_EQ(withPrecision(f, F64).dtype(), F64);
}

} // namespace
