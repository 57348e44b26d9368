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

// S4-090a to m, S4-088
TEST_P(SliceValues, RelativeAndAbsoluteSlicesOfTheSourceDocument) {
  EXPECT_THAT(valuesOf<double>(f * 1.0), ElementsAre(12, 13, 14, 22, 23, 24));
  EXPECT_EQ(f.rel({0, 0}).item<double>(), 12.0);
  EXPECT_EQ((f[{I(1), J(2)}].item<double>()), 12.0);
  EXPECT_THROW((f[{I(0), J(0)}]), IndexOutOfBounds);
  EXPECT_EQ(f.rel({1, 0}).item<double>(), 22.0);
  EXPECT_THAT(valuesOf<double>(f.rel({1})), ElementsAre(22, 23, 24));
  EXPECT_THAT(valuesOf<double>(f.rel({{0, 2}, 1})), ElementsAre(13, 23));
  EXPECT_THAT(valuesOf<double>(f.rel({Slice(), 1})), ElementsAre(13, 23));
  EXPECT_EQ(f.rel({-1, -1}).item<double>(), 24.0);
  EXPECT_THAT(valuesOf<double>(f.rel({ellipsis, 2})), ElementsAre(14, 24));
  EXPECT_EQ(f.rel({Slice()}).get(), f.get());
  EXPECT_EQ(f.rel({ellipsis}).get(), f.get());
  EXPECT_THAT(valuesOf<double>(f.rel({1, Slice()})), ElementsAre(22, 23, 24));
  EXPECT_THAT(valuesOf<double>(f.rel({1, {1, -1}})), ElementsAre(23));
  EXPECT_THAT(valuesOf<double>(f.rel({1, {-2, -1}})), ElementsAre(23));
  EXPECT_EQ(f.rel({1, {1, -1}}).domain(), Domain(J(3, 4)));
  Field number = sum(f);
  EXPECT_EQ(number.rel({ellipsis}).get(), number.get());
  EXPECT_THROW(number.rel({Slice()}), IndexError);
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

// S4-033, S4-114 (open: GPU)
TEST_P(SliceValues, EveryBackendEvaluatesTheSameField) {
  Field g = where(f > 15.0, f(J - 1), 0.0);
  EXPECT_EQ(g.domain(), Domain({I(1, 3), J(3, 5)}));
  EXPECT_THAT(valuesOf<double>(g), ElementsAre(0, 0, 22, 23));
}

} // namespace
