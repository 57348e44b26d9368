//===- SliceValuesTest.cpp - Values of slices -----------------------------===//
//
// The table of slices of the source document: f is I[1,3) x J[2,5), and its
// value at (i, j) is 10 i + j.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

using namespace gtjit;
using testing::ElementsAre;

namespace {

class SliceValues : public OnEveryBackend {
protected:
  SliceValues() {
    auto view = memory.write<double>();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        view(i, j) = 10 * (i + 1) + j + 2;
    f = memory; // sees what was written before
  }
  Storage memory = empty({I(1, 3), J(2, 5)});
  Field f;
};
GTJIT_ON_EVERY_BACKEND(SliceValues);

/// What a slice is defined on and what it holds.
struct Expected {
  Field slice;
  Domain domain;
  std::vector<double> values;
};
void expectSlices(std::initializer_list<Expected> all) {
  for (const Expected &one : all) {
    EXPECT_EQ(one.slice.domain(), one.domain);
    EXPECT_EQ(valuesOf<double>(one.slice + 0.0), one.values) << toText(one.domain).c_str();
    EXPECT_EQ(one.slice.ndim(), one.domain.ndim());
  }
}

// S4-090a to m, S4-088
TEST_P(SliceValues, SlicesOfTheSourceDocument) {
  const Domain i{I(1, 3)}, j{J(2, 5)}, all{I(1, 3), J(2, 5)}, none;
  expectSlices({{f, all, {12, 13, 14, 22, 23, 24}},
                {f.rel({0, 0}), none, {12}},
                {f[{I(1), J(2)}], none, {12}},
                {f.rel({1, 0}), none, {22}},
                {f.rel({1}), j, {22, 23, 24}},
                {f.rel({{0, 2}, 1}), i, {13, 23}},
                {f.rel({Slice(), 1}), i, {13, 23}},
                {f.rel({-1, -1}), none, {24}},
                {f.rel({ellipsis, 2}), i, {14, 24}},
                {f.rel({Slice()}), all, {12, 13, 14, 22, 23, 24}},
                {f.rel({ellipsis}), all, {12, 13, 14, 22, 23, 24}},
                {f.rel({1, Slice()}), j, {22, 23, 24}},
                {f.rel({1, {1, -1}}), {J(3, 4)}, {23}},
                {f.rel({1, {-2, -1}}), {J(3, 4)}, {23}}});
  EXPECT_EQ(eval(f).shape()[0], 2);
  EXPECT_EQ(eval(f).shape()[1], 3);
  EXPECT_EQ(f.rel({-1, -1}).item<double>(), 24.0);
  EXPECT_THROW((f[{I(0), J(0)}]), IndexOutOfBounds);
  EXPECT_EQ(f.rel({Slice()}).get(), f.get());
  EXPECT_EQ(f.rel({ellipsis}).get(), f.get());
  Field number = sum(f);
  EXPECT_EQ(number.rel({ellipsis}).get(), number.get());
  EXPECT_THROW(number.rel({Slice()}), IndexError);
}

// case 36 to 38, case 40, case 43, case 44, case 46
TEST_P(SliceValues, SlicesOfTheWorkedCases) {
  Storage memory = empty({I(5, 15), J(2, 12)});
  memory[whole] = astype(10 * (index(I) - 5) + index(J) - 2, F64);
  Field F = memory;
  auto rows = [](int first, int last, int from = 0, int to = 10) {
    std::vector<double> values;
    for (int i = first; i < last; ++i)
      for (int j = from; j < to; ++j)
        values.push_back(10 * i + j);
    return values;
  };
  const Domain j{J(2, 12)};
  constexpr std::int64_t none = Slice::none;
  expectSlices({{F.rel({0}), j, rows(0, 1)},
                {F.rel({-1}), j, rows(9, 10)},
                {F.rel({-10}), j, rows(0, 1)},
                {F.rel({{none, 3}}), {I(5, 8), J(2, 12)}, rows(0, 3)},
                {F.rel({{-3, none}}), {I(12, 15), J(2, 12)}, rows(7, 10)},
                {F.rel({{2, -2}}), {I(7, 13), J(2, 12)}, rows(2, 8)},
                {F.rel({ellipsis, 1}), {I(5, 15)}, rows(0, 10, 1, 2)},
                {F.rel({1, ellipsis}), j, rows(1, 2)},
                {F.rel({1, 2}), {}, {12}},
                {F.rel({1, {0, 2}}), {J(2, 4)}, {10, 11}},
                {F.rel({{3, 3}}), {I(0, 0), J(2, 12)}, {}},
                {F.rel({{5, 2}}), {I(0, 0), J(2, 12)}, {}},
                {F[I(5)], j, rows(0, 1)},
                {F[I(7, 9)], {I(7, 9), J(2, 12)}, rows(2, 4)},
                {F[{J(3, 5), I(6, 8)}], {I(6, 8), J(3, 5)}, {11, 12, 21, 22}},
                {F[{J(3), I(6)}], {}, {11}},
                {F[I(6) >> I(8)], {I(6, 8), J(2, 12)}, rows(1, 3)},
                {F[Domain{J(3, 5), I(6, 8)}], {I(6, 8), J(3, 5)}, {11, 12, 21, 22}},
                {F[I(7, 7)], {I(0, 0), J(2, 12)}, {}}});
  EXPECT_EQ(eval(F.rel({{3, 3}})).shape()[1], 10);
}

// S4-086
TEST_P(SliceValues, RelativeAndAbsoluteSlicesAreTwoSetsOfOverloads) {
  EXPECT_EQ(f.rel({{0, 1}}).domain(), (f[{I(1, 2)}].domain()));
  EXPECT_EQ(f.at({I(1, 2)}).domain(), (f[{I(1, 2)}].domain()));
  EXPECT_EQ(memory.rel({0}).domain(), memory.at(I(1)).domain());
}

// S4-096 (open: keywords)
// S4-097
TEST_P(SliceValues, AbsoluteRegionsAreSpelledInManyWays) {
  Domain expected{I(1, 3), J(2, 4)};
  EXPECT_EQ(f.at({I(1, 3), J(2, 4)}).domain(), expected);
  EXPECT_EQ((f[{J[Range(2, 4)], I[Range(1, 3)]}].domain()), expected);
  EXPECT_EQ(f[expected].domain(), expected);
  EXPECT_EQ((memory[{I(1, 3), J(2, 4)}].domain()), expected);
  EXPECT_EQ(f.at(I(1, 3)).domain(), f[I(Range(1, 3))].domain());
  EXPECT_EQ(f[I[1]].domain(), f[I(1)].domain());
  EXPECT_EQ((f[I[{1, 3}]].domain()), f[I(1, 3)].domain());
  EXPECT_EQ(valuesOf<double>(f(I[1])), valuesOf<double>(f[I(1)]));
  EXPECT_EQ(valuesOf<double>(f(I(1))), valuesOf<double>(f[I[1]]));
  EXPECT_EQ(f(I + 1).domain(), f(Shift{I, 1}).domain());
}

// S4-085
TEST_P(SliceValues, SliceHasTheSameValuesAtTheSameCoordinates) {
  Field part = f[{I(2, 3)}];
  EXPECT_THAT(valuesOf<double>(part - f), ElementsAre(0, 0, 0));
  EXPECT_THAT(valuesOf<double>(part + 0.0), ElementsAre(22, 23, 24));
}

// S4-089
TEST_P(SliceValues, SlicesWorkInsideFunctionsToo) {
  auto edges = [](Field g) { return g[J(4)] - g[J(2)] + g[I(1, 3)](J + 1)[J(2)]; };
  EXPECT_THAT(valuesOf<double>(edges(memory)), ElementsAre(15, 25));
  EXPECT_THAT(valuesOf<double>(edges(f * 2.0)), ElementsAre(30, 50));
}

// S4-030
TEST_P(SliceValues, SliceCopiesNothing) {
  RuntimeCounters before = runtime.counters();
  Field g = f[{I(2, 3)}];
  EXPECT_EQ(g.extended_domain(), f.domain());
  EXPECT_EQ(runtime.counters().allocations, before.allocations);
  EXPECT_EQ(runtime.counters().bytesCopied, before.bytesCopied);
}

// S4-033, S4-114
TEST_P(SliceValues, EveryBackendEvaluatesTheSameField) {
  Field g = where(f > 15.0, f(J - 1), 0.0);
  EXPECT_EQ(g.domain(), Domain({I(1, 3), J(3, 5)}));
  EXPECT_THAT(valuesOf<double>(g), ElementsAre(0, 0, 22, 23));
}

} // namespace
