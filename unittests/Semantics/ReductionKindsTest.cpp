//===- ReductionKindsTest.cpp - Products, means, logic, extremes ----------===//
//
// All reductions over named dimensions and over all of them: types, values,
// empty domains, errors.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class ReductionKinds : public OnEveryBackend {
protected:
  /// Values n * n - 10 * n of three rows of I, four columns of J.
  Storage plane() {
    Storage storage = empty<double>({I(1, 4), J(-2, 2)});
    auto view = storage.write<double>();
    for (int n = 0; n < 12; ++n)
      view(n / 4, n % 4) = n * n - 10 * n;
    return storage;
  }
};
GTJIT_ON_EVERY_BACKEND(ReductionKinds);

TEST_P(ReductionKinds, ProductsStartWithOne) {
  EXPECT_EQ(prod(line<double>({2, 3, 4})).item<double>(), 24);
  EXPECT_EQ(prod(line<double>({})).item<double>(), 1);
  Field integers = prod(line<std::int32_t>({1 << 20, 1 << 20}));
  EXPECT_EQ(integers.dtype(), I64);
  EXPECT_EQ(integers.item<std::int64_t>(), std::int64_t{1} << 40);
  EXPECT_EQ(prod(line<std::uint8_t>({200, 200})).dtype(), U64);
  EXPECT_EQ(prod(line<bool>({true, false})).item<std::int64_t>(), 0);
  EXPECT_THAT(valuesOf<double>(prod(plane(), I)),
              ElementsAre(0, -9 * -25 * -9, -16 * -24 * 0, -21 * -21 * 11));
}

// case 99
TEST_P(ReductionKinds, SumsWidenIntegers) {
  EXPECT_EQ(sum(line<std::int8_t>({127, 127})).item<std::int64_t>(), 254);
  EXPECT_EQ(sum(line<std::int32_t>({1})).dtype(), I64);
  EXPECT_EQ(sum(line<std::uint32_t>({UINT32_MAX, 1})).item<std::uint64_t>(), 1ull << 32);
  EXPECT_EQ(sum(line<bool>({true, true, false})).item<std::int64_t>(), 2);
  EXPECT_EQ(sum(line<float>({1})).dtype(), F32);
}

TEST_P(ReductionKinds, TwoByteFloatsAreSummedInF32) {
  std::vector<Float16> values(3000, Float16(1.0f));
  Field total = sum(line<Float16>(values));
  EXPECT_EQ(total.dtype(), F16);
  EXPECT_EQ(static_cast<float>(total.item<Float16>()), 3000.0f); // f16 sums stop at 2048
  EXPECT_EQ(static_cast<float>(mean(line<Float16>(values)).item<Float16>()), 1.0f);
  EXPECT_EQ(min(line<Float16>(values)).dtype(), F16);
}

TEST_P(ReductionKinds, OverDimensionsOrAllOfThemAndOverNoPoints) {
  Storage a = empty<double>({I(0, 2), J(0, 3)}), b = line<double>({100, 200, 300, 400}, 0, K);
  auto view = a.write<double>();
  for (int n = 0; n < 6; ++n)
    view(n / 3, n % 3) = 10 * (n / 3) + n % 3;
  Field c = a + b;
  EXPECT_THAT(valuesOf<double>(sum(c, K)), ElementsAre(1000, 1004, 1008, 1040, 1044, 1048));
  EXPECT_EQ(sum(c, {I, K}).domain(), Domain(J(0, 3)));
  EXPECT_EQ(sum(c).item<double>(), 6144);
  Storage none = line<double>({}), noBools = line<bool>({});
  EXPECT_EQ(sum(none).item<double>(), 0);
  EXPECT_EQ(prod(none).item<double>(), 1);
  EXPECT_EQ(min(none).item<double>(), inf);
  EXPECT_EQ(max(none).item<double>(), -inf);
  EXPECT_TRUE(all(noBools).item<bool>());
  EXPECT_FALSE(any(noBools).item<bool>());
}

TEST_P(ReductionKinds, AnyAndAllAreOfBools) {
  Storage mixed = line<bool>({true, false, true}), none = line<bool>({});
  EXPECT_EQ(any(mixed).dtype(), Bool);
  EXPECT_TRUE(any(mixed).item<bool>());
  EXPECT_FALSE(all(mixed).item<bool>());
  EXPECT_TRUE(all(line<bool>({true, true})).item<bool>());
  EXPECT_FALSE(any(none).item<bool>());
  EXPECT_TRUE(all(none).item<bool>());
  EXPECT_THAT(valuesOf<bool>(any(plane() > 0.0, I)), ElementsAre(false, false, false, true));
  EXPECT_THAT(valuesOf<bool>(all(plane() <= 0.0, J)), ElementsAre(true, true, false));
  std::vector<bool> many(10000, true);
  many[9876] = false;
  EXPECT_FALSE(all(line<bool>(many)).item<bool>());
  EXPECT_THROW(any(line<double>({1})), TypeError);
  EXPECT_THROW(min(mixed), TypeError);
}

TEST_P(ReductionKinds, MeansAreSumsByCounts) {
  EXPECT_EQ(mean(line<double>({1, 2, 6})).item<double>(), 3);
  Field integers = mean(line<std::int32_t>({INT32_MAX, INT32_MAX, 1}));
  EXPECT_EQ(integers.dtype(), F64);
  EXPECT_EQ(integers.item<double>(), (2.0 * INT32_MAX + 1) / 3);
  EXPECT_EQ(mean(line<float>({1, 2})).dtype(), F32);
  EXPECT_EQ(mean(line<bool>({true, false})).item<double>(), 0.5);
  EXPECT_TRUE(std::isnan(mean(line<double>({})).item<double>()));
  EXPECT_THAT(
      valuesOf<double>(mean(plane(), J)),
      ElementsAre((0 - 9 - 16 - 21) / 4.0, (-24 - 25 - 24 - 21) / 4.0, (-16 - 9 + 0 + 11) / 4.0));
}

TEST_P(ReductionKinds, ArgminGivesTheFirstCoordinate) {
  EXPECT_EQ(argmin(line<double>({3, 1, 2, 1}, 10), I).item<std::int64_t>(), 11);
  EXPECT_EQ(argmax(line<std::uint8_t>({3, 200, 2}, -5), I).item<std::int64_t>(), -4);
  EXPECT_EQ(argmin(line<double>({0.0, -0.0}), I).item<std::int64_t>(), 0);
  EXPECT_EQ(argmin(line<double>({1, nan, -inf, nan}), I).item<std::int64_t>(), 1);
  EXPECT_EQ(argmax(line<double>({1, 2, nan}), I).item<std::int64_t>(), 2);
  Field same = broadcast(sum(line<double>({3, 1})), {I}).at({I(3, 9)});
  EXPECT_EQ(argmax(same, I).item<std::int64_t>(), 3);
  EXPECT_THAT(valuesOf<std::int64_t>(argmin(plane(), I)), ElementsAre(2, 2, 2, 1));
  EXPECT_THAT(valuesOf<std::int64_t>(argmax(plane(), J)), ElementsAre(-2, 1, 1));
  auto [i, j] = argmin(plane(), I, J);
  EXPECT_EQ(i.item<std::int64_t>(), 2);
  EXPECT_EQ(j.item<std::int64_t>(), -1);
  auto [col, row] = argmax(line<double>({1, 1}) + line<double>({2, 2, 2}, 5, J), J, I);
  EXPECT_EQ(col.item<std::int64_t>(), 5);
  EXPECT_EQ(row.item<std::int64_t>(), 0);
  auto everywhere = argmin(plane());
  ASSERT_EQ(everywhere.size(), 2u);
  EXPECT_EQ(everywhere[1].item<std::int64_t>(), -1);
}

TEST_P(ReductionKinds, CoordinatesAreComputedTogetherAndApart) {
  auto [i, j] = argmin(plane(), I, J);
  auto [both, other] = eval(i + 0, j + 0);
  EXPECT_EQ(both.field().item<std::int64_t>(), 2);
  EXPECT_EQ(other.field().item<std::int64_t>(), -1);
  auto [row, col] = argmin(withPrecision(plane(), F32), J, I);
  EXPECT_EQ(col.item<std::int64_t>(), 2);
  EXPECT_EQ(row.item<std::int64_t>(), -1);
  EXPECT_EQ((row + col).item<std::int64_t>(), 1) << "one is evaluated, the other is not";
}

TEST_P(ReductionKinds, ErrorsNameTheReduction) {
  EXPECT_THROW(argmin(line<double>({}), I), ValueError);
  EXPECT_THROW(argmin(line<double>({1}), J), ValueError);
  EXPECT_THROW(argmax(line<bool>({true}), I), TypeError);
  EXPECT_THROW(mean(index(I)), ValueError);
  EXPECT_THROW(prod(line<double>({1}), {I, I}), ValueError);
}

} // namespace
