//===- AssignmentTest.cpp - Writing to parts of storages ------------------===//
//
// What is written, what is kept, and in which order things happen.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

#include <type_traits>

using namespace gtjit;
using testing::Each;
using testing::ElementsAre;

namespace {

class Assignment : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Assignment);

// Worked case 53.
TEST_P(Assignment, WritesTheRegionAndNothingElse) {
  Storage x = line<double>({0, 1, 4, 9, 16}), out = line<double>({7, 7, 7, 7, 7});
  out[I(1, 4)] = x(I + 1) - 2.0 * x + x(I - 1);
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(7, 2, 2, 2, 7));
}

// Worked case 52, case 116, S0-154e
TEST_P(Assignment, ValueMustContainTheRegion) {
  Storage x = line<double>({0, 1, 2, 3, 4}), part = zeros(I(1, 3)), more = zeros(I(0, 7));
  part[whole] = x * 2;
  EXPECT_THAT(valuesOf<double>(part), ElementsAre(2, 4));
  EXPECT_THROW(more[whole] = x * 2, DomainError);
  EXPECT_THAT(valuesOf<double>(more), Each(0.0));
  more[I(0, 5)] = x * 2;
  EXPECT_THAT(valuesOf<double>(more), ElementsAre(0, 2, 4, 6, 8, 0, 0));
  update({{part, x + 1}, {more[I(4, 5)], x + 2}}); // each over its own domain
  EXPECT_THAT(valuesOf<double>(part), ElementsAre(2, 3));
  EXPECT_THAT(valuesOf<double>(more), ElementsAre(0, 2, 4, 6, 6, 0, 0));
}

// Worked case 115.
TEST_P(Assignment, NothingIsComputedWhereNoOutputNeedsIt) {
  Storage u = line<double>({9, 4, 1, 4, -1, -1}), a = zeros(I(0, 2)), b = zeros(I(0, 3));
  Field root = sqrt(u) + 0.0 * u; // NaN from 4 on, which is reported where it is computed
  CheckScope check(Check::NaN);
  update({{a, root(I + 1)}, {b, root * 2.0}});
  EXPECT_THAT(valuesOf<double>(a), ElementsAre(2, 1));
  EXPECT_THAT(valuesOf<double>(b), ElementsAre(6, 4, 2));
  EXPECT_THROW(a[whole] = root(I + 3), FloatingPointError);
}

TEST_P(Assignment, CompoundAssignmentWritesThePart) {
  Storage v = line<double>({1, 2, 3, 4}), u = line<double>({10, 20, 30, 40});
  v[I(1, 3)] += u;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(1, 22, 33, 4));
  v[whole] *= 2.0;
  v[{I(0)}] -= 1;
  v[I(2, 4)] /= 2.0;
  v[I(2, 4)] += v(I - 1); // the old values
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(1, 44, 77, 37));
  Storage m = line<bool>({true, false, true, false});
  m[interior] |= v > 40.0;
  EXPECT_THAT(valuesOf<bool>(m), ElementsAre(true, true, true, false));
  EXPECT_THROW(v[whole] += u(I + 1), DomainError);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(1, 44, 77, 37));
}

TEST_P(Assignment, CoordinatesAreFloats) {
  Storage x = zeros<double>(I(-1, 2)), y = like(x);
  x[whole] = coordinate(I);
  y[whole] = coordinate(I, 0.5, 0.25);
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(-1, 0, 1));
  EXPECT_THAT(valuesOf<double>(y), ElementsAre(0.25, 0.5, 0.75));
}

// Worked case 54.
TEST_P(Assignment, NumbersAndSumsFillTheRegion) {
  Storage x = line<double>({1, 2, 3}), v = zeros({I(0, 2), J(0, 2)});
  v[whole] = sum(x);
  EXPECT_THAT(valuesOf<double>(v), Each(6.0));
  v[{I(0)}] = 0.5;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0.5, 0.5, 6, 6));
}

// S4-098, case 49
TEST_P(Assignment, ElementsAreWrittenThroughStoragesAlone) {
  Storage v = zeros({I(0, 2), J(0, 3)});
  Field f = v + 1.0;
  static_assert(!std::is_assignable_v<Field, double>, "a temporary field takes no value");
  v[{I(1), J(1)}] = 42;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 0, 0, 0, 42, 0));
  EXPECT_THAT(valuesOf<double>(f), Each(1.0)) << "a field keeps its values";
  v[{I(0, 1), J(0, 3)}] = line<double>({1, 2, 3}, 0, J);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(1, 2, 3, 0, 42, 0));
  EXPECT_THROW((v[{I(0, 1), J(0, 3)}] = line<double>({1, 2, 3}, 1, J)), DomainError);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(1, 2, 3, 0, 42, 0));
}

// Worked case 49.
TEST_P(Assignment, CoordinatesNameThePlace) {
  Storage g = line<double>({1, 2, 3}, 2), part = line<double>({7, 8}, 2);
  g[I(2, 4)] = part;
  EXPECT_THAT(valuesOf<double>(g), ElementsAre(7, 8, 3));
}

// Worked case 55.
TEST_P(Assignment, ReadsHappenBeforeWrites) {
  Storage x = line<double>({0, 1, 2, 3, 4});
  x[I(1, 5)] = x(I - 1);
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0, 0, 1, 2, 3));
}

// Worked case 50 (open: arrays without names)
TEST_P(Assignment, LowerDimensionsAndNumbersAreBroadcast) {
  Storage v = zeros({I(0, 2), J(0, 3)}), row = line<double>({5, 6, 7}, 0, J);
  v[whole] = row;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(5, 6, 7, 5, 6, 7));
  v[I(1)] = 1;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(5, 6, 7, 1, 1, 1));
  v[{I(0), J(2)}] = sum(row);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(5, 6, 18, 1, 1, 1));
  const double array[2] = {7, 8};
  v[{I(0, 2), J(0, 2)}] = as_storage(array, {.dims = "J"});
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 8, 18, 7, 8, 1));
}

// S0-149 (open: annotations), S0-149b
TEST_P(Assignment, FortranOrderAndMissingDimensionsAreCopied) {
  StorageOptions fortranOrder{.preset = "F"};
  Storage in = empty({3, 4, 5}, F32, fortranOrder), copied = zeros({3, 4, 5}, F32, fortranOrder);
  in[whole] = astype(100 * index(I) + 10 * index(J) + index(K), F32);
  copied[whole] = in;
  EXPECT_EQ(valuesOf<float>(copied), valuesOf<float>(in));
  EXPECT_EQ(copied.item<float>({2, 3, 4}), 234.0f);
  for (std::size_t d = 0; d < 3; ++d)
    EXPECT_EQ(copied.strides()[d], std::vector<std::int64_t>({4, 12, 48})[d]);
  Storage plane = empty({3, 4}, F32);
  plane[whole] = in[K(0)];
  copied[whole] = in - plane;
  for (std::int64_t k = 0; k < 5; ++k)
    EXPECT_THAT(valuesOf<float>(copied[K(k)]), Each(static_cast<float>(k)));
}

TEST_P(Assignment, InteriorLeavesTheHalo) {
  Storage v = zeros<double>({I(0, 3)}, {.halo = {{I, 1}}});
  v[interior] = 2.0;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 2, 2, 2, 0));
  v[whole] = 3.0;
  EXPECT_THAT(valuesOf<double>(v), Each(3.0));
}

TEST_P(Assignment, PartOfOneStorageCopiesIntoPartOfAnother) {
  Storage v = line<double>({1, 2, 3}), w = line<double>({7, 8, 9});
  v[I(0, 2)] = w[I(0, 2)];
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 8, 3));
  w[whole] = 0.0;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 8, 3)) << "values, not the place";
  StorageRegion part = v[I(2, 3)];
  part = v[I(2, 3)] + 1.0;
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 8, 4));
}

TEST_P(Assignment, RegionReadsAsAFieldOfThePart) {
  Storage v = zeros({I(0, 4), J(0, 3)});
  Field part = v[{I(1, 3), J(2)}];
  EXPECT_EQ(part.domain(), Domain(I(1, 3)));
  EXPECT_EQ((v[interior] + 1.0).domain(), v.compute_domain());
  EXPECT_EQ(v[interior](I + 1).domain(), Domain({I(-1, 3), J(0, 3)}));
  EXPECT_EQ(v[interior](I + 1, J - 1).domain(), Domain({I(-1, 3), J(1, 4)}));
  v[{I(3), J(1)}] = 5.0;
  EXPECT_EQ((v[{I(3), J(1)}].item<double>()), 5.0);
  EXPECT_THROW(v[interior].item<double>(), ValueError);
}

TEST_P(Assignment, UpdateReadsAllOldValues) {
  Storage p = line<double>({1, 2}), q = line<double>({10, 20});
  update({{p, p + q}, {q, p - q}});
  EXPECT_THAT(valuesOf<double>(p), ElementsAre(11, 22));
  EXPECT_THAT(valuesOf<double>(q), ElementsAre(-9, -18));
  update({{p[I(0, 1)], q[I(1)]}, {q, 0.0}});
  EXPECT_THAT(valuesOf<double>(p), ElementsAre(-18, 22));
  EXPECT_THAT(valuesOf<double>(q), ElementsAre(0, 0));
}

// S3-056
TEST_P(Assignment, FieldKeepsTheValuesFromWhenItWasWritten) {
  Storage a = line<double>({1, 2, 3});
  Field e = a + 1.0;
  a[I(0)] = 100.0;
  EXPECT_THAT(valuesOf<double>(e), ElementsAre(2, 3, 4));
  EXPECT_THAT(valuesOf<double>(a), ElementsAre(100, 2, 3));
}

TEST_P(Assignment, TypesConvertAsTheTargetWants) {
  Storage f = zeros({I(0, 3)}, F32), i = zeros({I(0, 3)}, I32);
  f[whole] = line<double>({1.5, 2.5, 1e300});
  EXPECT_THAT(valuesOf<float>(f), ElementsAre(1.5f, 2.5f, std::numeric_limits<float>::infinity()));
  i[whole] = astype(line<double>({1.7, -1.7, 1e20}), I32);
  EXPECT_THAT(valuesOf<std::int32_t>(i), ElementsAre(1, -1, INT32_MAX));
  f[whole] = i;
  EXPECT_THAT(valuesOf<float>(f), ElementsAre(1, -1, 2147483648.f));
  EXPECT_THROW(i[whole] = f, TypeError);
}

// S4-115
TEST_P(Assignment, StepAfterStepEqualsAllAtOnce) {
  Storage u = line<double>({3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5});
  auto step = [](const Field &f) { return 0.25 * f(I - 1) + 0.5 * f + 0.25 * f(I + 1); };
  Field fused = step(step(step(u)));
  Field once = step(u);
  eval(once);
  Field twice = step(once);
  eval(twice);
  EXPECT_EQ(valuesOf<double>(fused), valuesOf<double>(step(twice)));
}

} // namespace
