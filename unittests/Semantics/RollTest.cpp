//===- RollTest.cpp - Fields moved around, dimensions renamed -------------===//
//
// roll is NumPy's; what is renamed is the same points by other names.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

#include <cmath>
#include <complex>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

class Roll : public OnEveryBackend {
protected:
  Storage x = line<std::int32_t>({0, 1, 2, 3, 4});
};
GTJIT_ON_EVERY_BACKEND(Roll);
class Rename : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Rename);

std::vector<std::int32_t> ints(const Field &field) { return valuesOf<std::int32_t>(field); }

TEST_P(Roll, FieldsWithoutEndsEndWhereTheGridDoes) {
  Storage u = line<double>({1, 2, 3, 4});
  Field open = concat_where((I < 1) | (I >= 3), 0.0, Field(u));
  EXPECT_THAT(valuesOf<double>(roll(open, 1, I)), ElementsAre(0, 0, 2, 3));
  EXPECT_THAT(valuesOf<double>(rename(open, {{I, J}})), ElementsAre(0, 2, 3, 0));
}

TEST_P(Roll, IsThatOfNumPy) {
  EXPECT_THAT(ints(roll(x, 2, I)), ElementsAre(3, 4, 0, 1, 2));
  EXPECT_THAT(ints(roll(x, -2, I)), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(ints(roll(x, 0, I)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(ints(roll(x, 5, I)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(ints(roll(x, -13, I)), ints(roll(x, 2, I)));
  Storage table = empty<std::int32_t>({I(0, 2), J(0, 5)});
  table[whole] = astype(5 * index(I) + index(J), I32);
  EXPECT_THAT(ints(roll(table, 1, I)), ElementsAre(5, 6, 7, 8, 9, 0, 1, 2, 3, 4));
  EXPECT_THAT(ints(roll(table, -1, J)), ElementsAre(1, 2, 3, 4, 0, 6, 7, 8, 9, 5));
  EXPECT_THAT(ints(roll(table, {1, 2}, {I, J})), ElementsAre(8, 9, 5, 6, 7, 3, 4, 0, 1, 2));
  EXPECT_EQ(ints(roll(roll(table, 3, J), -3, J)), ints(table));
}

TEST_P(Roll, GoesAroundTheDomain) {
  Storage far = line<double>({1, 2, 4}, -7);
  EXPECT_EQ(roll(far, 1, I).domain(), Domain(I(-7, -4)));
  EXPECT_THAT(valuesOf<double>(roll(far, 1, I)), ElementsAre(4, 1, 2));
  EXPECT_THAT(valuesOf<double>(roll(Field(far)[I(-6, -4)], 1, I)), ElementsAre(4, 2));
  EXPECT_EQ(roll(Field(far)[I(-6, -6)], 1, I).domain(), Domain(I(0, 0)));
  Storage u = full<double>({I(0, 3)}, 9.0, {.halo = {{I, 1}}});
  u[interior] = astype(index(I), F64);
  EXPECT_THAT(valuesOf<double>(roll(u, 1, I)), ElementsAre(9, 9, 0, 1, 2));
  EXPECT_EQ(roll(u, 1, I).compute_domain(), Domain(I(0, 3)));
  EXPECT_THAT(valuesOf<double>(roll(Field(u)[interior], 1, I)), ElementsAre(2, 0, 1));
}

TEST_P(Roll, MovesEveryBit) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = 1.0 / 0.0;
  std::vector<double> values = valuesOf<double>(roll(line<double>({-0.0, nan, inf}), 1, I));
  EXPECT_EQ(values[0], inf);
  EXPECT_TRUE(values[1] == 0 && std::signbit(values[1]));
  EXPECT_TRUE(std::isnan(values[2]));
  Storage flags = line<bool>({true, false, false});
  EXPECT_THAT(valuesOf<bool>(roll(flags, 1, I)), ElementsAre(false, true, false));
  Storage pairs = line<std::complex<double>>({{1, 2}, {3, 4}});
  EXPECT_EQ(valuesOf<std::complex<double>>(roll(pairs, 1, I))[0], std::complex<double>(3, 4));
}

TEST_P(Roll, InExpressionsAndPrograms) {
  auto upwind = [](Field u) { return u - 0.5 * (u - roll(u, 1, I)) + roll(u, {-2, 7}, {I, J}); };
  Program program = runtime.compile(upwind, arg(F64, {I, J}));
  for (std::int64_t size : {3, 11}) {
    Domain domain{I(0, size), J(2, 7)};
    Storage u = empty<double>(domain), v = empty<double>(domain), w = empty<double>(domain);
    u[whole] = astype(index(I) * index(I) + 3 * index(J), F64);
    v[whole] = upwind(u);
    program(out(w), u);
    EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v));
    auto at = [&](std::int64_t i, std::int64_t j) {
      i = (i + size) % size, j = 2 + (j - 2 + 5) % 5;
      return double(i * i + 3 * j);
    };
    std::size_t n = 0;
    for (std::int64_t i = 0; i < size; ++i)
      for (std::int64_t j = 2; j < 7; ++j, ++n)
        EXPECT_EQ(valuesOf<double>(v)[n],
                  at(i, j) - 0.5 * (at(i, j) - at(i - 1, j)) + at(i + 2, j - 2));
    u[whole] = roll(u, 1, I);
    EXPECT_EQ(valuesOf<double>(u)[0], at(size - 1, 2));
  }
}

TEST_P(Roll, Errors) {
  Field named = Field(x).named("x");
  EXPECT_ERROR(ValueError, roll(named, 1, J), "'roll' of 'x' in J, which it lacks");
  EXPECT_ERROR(ValueError, roll(index(I).named("i"), 1, I),
               "'roll' of 'i' in I: the field has no end, I(-inf,inf)");
  EXPECT_ERROR(ValueError, roll(named, {1, 2}, {I}), "'roll' of 'x' by 2 numbers in 1 dimensions");
}

TEST_P(Rename, OuterProductsAndTransposes) {
  Storage u = line<double>({1, 2, 3}), v = line<double>({10, 20}, 4);
  Field product = u * rename(v, {{I, J}});
  EXPECT_EQ(product.domain(), (Domain{I(0, 3), J(4, 6)}));
  EXPECT_THAT(valuesOf<double>(product), ElementsAre(10, 20, 20, 40, 30, 60));
  EXPECT_THAT(valuesOf<double>(rename(product, {{I, J}, {J, I}})),
              ElementsAre(10, 20, 30, 20, 40, 60));
  EXPECT_EQ(rename(product, {{I, J}, {J, K}}).domain(), (Domain{J(0, 3), K(4, 6)}));
  EXPECT_EQ(rename(product, {{I, I}}).domain(), product.domain());
  EXPECT_THAT(valuesOf<double>(rename(sum(product, J), {{I, K}})), ElementsAre(30, 60, 90));
}

TEST_P(Rename, ToADimensionThatHasBeenReduced) {
  Storage u = full<double>({I(0, 3), J(0, 2)}, 2.0);
  Field renamed = rename(sum(u, J), {{I, J}});
  EXPECT_EQ(sum(renamed).item<double>(), 12.0);
  EXPECT_EQ(max(renamed + 1.0).item<double>(), 5.0);
}

TEST_P(Rename, KeepsPointsHaloAndMemory) {
  Dimension cell("Cell");
  Storage u = full<double>({I(0, 3), K(0, 2)}, 7.0, {.halo = {{I, 1}}});
  Field renamed = rename(u, {{I, cell}});
  EXPECT_EQ(renamed.domain(), (Domain{cell(-1, 4), K(0, 2)}));
  EXPECT_EQ(renamed.compute_domain(), (Domain{cell(0, 3), K(0, 2)}));
  Storage v = zeros<double>({cell(0, 3), K(0, 2)});
  v[whole] = renamed(cell + 1) - rename(u, {{I, cell}})(cell - 1) + 1.0;
  EXPECT_THAT(valuesOf<double>(v), testing::Each(1.0));
}

TEST_P(Rename, InProgramsAndInPlace) {
  auto symmetric = [](Field a) { return 0.5 * (a + rename(a, {{I, J}, {J, I}})); };
  Program program = runtime.compile(symmetric, arg(F64, {I, J}));
  for (std::int64_t size : {2, 9}) {
    Domain domain{I(0, size), J(0, size)};
    Storage a = empty<double>(domain), v = empty<double>(domain);
    a[whole] = astype(3 * index(I) + index(J), F64);
    program(out(v), a);
    a[whole] = symmetric(a);
    EXPECT_EQ(valuesOf<double>(a), valuesOf<double>(v));
    EXPECT_EQ(valuesOf<double>(a)[1], 2.0);
  }
}

TEST_P(Rename, Errors) {
  Field u = (line<double>({1}) * rename(line<double>({2}), {{I, J}})).named("u");
  EXPECT_ERROR(ValueError, rename(u, {{K, I}}), "'rename' of 'u': it lacks K");
  EXPECT_ERROR(ValueError, rename(u, {{I, K}, {I, J}}), "'rename' of 'u' names I twice");
  EXPECT_ERROR(ValueError, rename(u, {{I, K}, {J, K}}), "'rename' of 'u': two dimensions become K");
  EXPECT_ERROR(ValueError, rename(u, {{I, J}}), "'rename' of 'u': I becomes J, which it has");
  EXPECT_ERROR(ValueError, rename(index(I).named("i"), {{I, J}}),
               "I of 'i' as J, which is infinite: slice it");
}

} // namespace
