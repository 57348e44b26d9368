//===- NeighborsTest.cpp - Reductions over neighbours ---------------------===//
//
// Sums, least and greatest values of the neighbours that are there, wherever
// others are missing, and the kernels that compute them.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <cmath>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;

namespace {

class Neighbors : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Neighbors);

const double nan = std::nan("");
const std::vector<std::vector<std::int32_t>> gaps = {{0, -1}, {2, -1}, {0, 1}};

// S4-080, S4-050h
TEST_P(Neighbors, OfARing) {
  Field v = line<double>({10, 20, 30, 40}, 0, V).field().named("v");
  Connectivity V2V(ring(), V);
  auto expectBuiltins = [&]<class T>(const Field &f) {
    EXPECT_THAT(valuesOf<T>(neighbor_sum(f(V2V))), ElementsAre(60, 40, 60, 40));
    EXPECT_THAT(valuesOf<T>(neighbor_sum(f(V2V), v2v)), ElementsAre(60, 40, 60, 40));
    EXPECT_THAT(valuesOf<T>(max_over(f(V2V))), ElementsAre(40, 30, 40, 30));
    EXPECT_THAT(valuesOf<T>(min_over(f(V2V))), ElementsAre(20, 10, 20, 10));
    EXPECT_THAT(valuesOf<T>(mean_over(f(V2V))), ElementsAre(30, 20, 30, 20));
  };
  expectBuiltins.operator()<double>(v);
  expectBuiltins.operator()<float>(astype(v, F32));
  EXPECT_THAT(valuesOf<bool>(any_over(v(V2V) > 30.0)), ElementsAre(true, false, true, false));
  EXPECT_THAT(valuesOf<bool>(all_over(v(V2V) > 10.0)), ElementsAre(true, false, true, false));
}

// S4-080, case 107
TEST_P(Neighbors, NeedALocalDimension) {
  Field v = line<double>({10, 20, 30, 40}, 0, V).field().named("v");
  EXPECT_ERROR(ValueError, neighbor_sum(v),
               "'neighbor_sum' of 'v', which has no local dimension: (V)");
  EXPECT_ERROR(ValueError, max_over(v, V), "'max_over' of 'v' over V, which is no local dimension");
  EXPECT_ERROR(ValueError, min_over(v, v2v),
               "'min_over' of 'v' over V2V, which has no such dimension");
  Connectivity V2V(ring(), V);
  Field twice = v(V2V).remap(V2V, wrapDim(v2v, 1)).named("twice");
  EXPECT_ERROR(
      ValueError, neighbor_sum(twice),
      "'neighbor_sum' of 'twice' has two local dimensions, V2V and V2V_wrapped1: name one");
  EXPECT_ERROR(DTypeError, any_over(v(V2V).named("vv")),
               "'any_over' of 'vv' (f64): it needs bools; compare, or convert with astype");
}

// case 99: embedded and compiled alike.
TEST_P(Neighbors, SumsWidenIntegers) {
  Connectivity V2V(ring(), V);
  Field small = line<std::int8_t>({100, 27, 127, 101}, 0, V), wide = small(V2V);
  EXPECT_EQ(neighbor_sum(wide).dtype(), I64);
  EXPECT_THAT(valuesOf<std::int64_t>(neighbor_sum(wide)), ElementsAre(128, 227, 128, 227));
  Field ints = line<std::int32_t>({INT32_MAX, 1, INT32_MAX, 2}, 0, V);
  EXPECT_THAT(valuesOf<std::int64_t>(neighbor_sum(ints(V2V))),
              ElementsAre(3, 2ll * INT32_MAX, 3, 2ll * INT32_MAX));
  Field bools = line<bool>({true, false, true, true}, 0, V);
  EXPECT_THAT(valuesOf<std::int64_t>(neighbor_sum(bools(V2V))), ElementsAre(1, 2, 1, 2));
  Field floats = line<float>({0.5f, 1, 2, 4}, 0, V);
  EXPECT_EQ(neighbor_sum(floats(V2V)).dtype(), F32);
  EXPECT_THAT(valuesOf<float>(neighbor_sum(floats(V2V))), ElementsAre(5, 2.5f, 5, 2.5f));
  EXPECT_EQ(neighbor_sum(line<std::uint32_t>({1, 2, 3, 4}, 0, V)(V2V)).dtype(), U64);
  EXPECT_EQ(max_over(wide).dtype(), I8); // extremes are what they were
}

// S4-066, case 102
TEST_P(Neighbors, ThatAreMissingTakeNoPart) {
  Storage v = line<double>({10, 20, 30}, 0, V);
  Connectivity E2V(rows32(E, e2v, gaps), V, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(E2V))), ElementsAre(10, 30, 30));
  EXPECT_THAT(valuesOf<double>(max_over((-v.field())(E2V))), ElementsAre(-10, -30, -10));
  EXPECT_THAT(valuesOf<double>(min_over(v(E2V))), ElementsAre(10, 30, 10));
  EXPECT_THAT(valuesOf<double>(mean_over(v(E2V))), ElementsAre(10, 30, 15));
  Storage small = line<double>({1, 2, 4}, 0, V);
  Connectivity pair(rows32(E, e2v, {{0, 1}, {2, -1}}), V, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(small(pair))), ElementsAre(3, 4));
}

// case 103
TEST_P(Neighbors, MayBeNone) {
  Storage v = line<double>({10, 20, 30}, 0, V);
  Connectivity E2V(rows32(E, e2v, {{0, 1}, {-1, -1}, {2, 1}}), V, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(E2V))), ElementsAre(30, 0, 50));
  EXPECT_THAT(valuesOf<double>(max_over(v(E2V))), ElementsAre(20, -inf, 30));
  EXPECT_THAT(valuesOf<double>(min_over(v(E2V))), ElementsAre(10, inf, 20));
  EXPECT_TRUE(std::isnan(valuesOf<double>(mean_over(v(E2V)))[1]));
  EXPECT_THAT(valuesOf<bool>(any_over((v > 15.0)(E2V))), ElementsAre(true, false, true));
  EXPECT_THAT(valuesOf<bool>(all_over((v > 15.0)(E2V))), ElementsAre(false, true, true));
  Storage n = line<std::int16_t>({5, -7, 9}, 0, V);
  EXPECT_THAT(valuesOf<std::int16_t>(max_over(n(E2V))), ElementsAre(5, -32768, 9));
  EXPECT_THAT(valuesOf<std::int16_t>(min_over(n(E2V))), ElementsAre(-7, 32767, -7));
  Storage u = line<std::uint8_t>({5, 7, 9}, 0, V);
  EXPECT_THAT(valuesOf<std::uint8_t>(max_over(u(E2V))), ElementsAre(7, 0, 9));
  EXPECT_THAT(valuesOf<std::uint8_t>(min_over(u(E2V))), ElementsAre(5, 255, 7));
  EXPECT_THAT(valuesOf<std::int64_t>(neighbor_sum(n(E2V))), ElementsAre(-2, 0, 2));
}

// case 104
TEST_P(Neighbors, KeepNaNToThemselves) {
  Storage v = line<double>({10, 20, nan}, 0, V);
  Connectivity E2V(rows32(E, e2v, {{0, -1}, {0, 1}, {2, -1}, {-1, 1}}), V, Skip{});
  for (Field result : {neighbor_sum(v(E2V)), max_over(v(E2V)), min_over(v(E2V))}) {
    std::vector<double> values = valuesOf<double>(result);
    EXPECT_EQ(values[0], 10);
    EXPECT_FALSE(std::isnan(values[1]));
    EXPECT_TRUE(std::isnan(values[2]));
    EXPECT_EQ(values[3], 20);
  }
}

// case 70
TEST_P(Neighbors, ThatAreMissingNeverShow) {
  Storage v = line<double>({nan, 20, 30}, 0, V); // what is read in their place
  Connectivity E2V(rows32(E, e2v, {{1, -1}, {-1, -1}, {2, 1}, {-1, 0}}), V, Skip{});
  std::vector<double> values = valuesOf<double>(neighbor_sum(sqrt(v(E2V)) * 2.0));
  EXPECT_EQ(values[0], 2 * std::sqrt(20.0));
  EXPECT_EQ(values[1], 0);
  EXPECT_TRUE(std::isnan(values[3]));
}

// case 105
TEST_P(Neighbors, OfOtherDimensionsToo) {
  Storage v = grid(V, K, {{1, 2}, {3, 4}, {5, 6}});
  Connectivity E2V(rows32(E, e2v, gaps), V, Skip{});
  Field sum = neighbor_sum(v(E2V));
  EXPECT_EQ(sum.domain(), Domain({E(0, 3), K(0, 2)}));
  EXPECT_THAT(valuesOf<double>(sum), ElementsAre(1, 2, 5, 6, 4, 6));
  Storage w = grid(E, e2v, {{10, 100}, {10, 100}, {10, 100}});
  Storage one = line<double>({1, 2, 3}, 0, V);
  EXPECT_THAT(valuesOf<double>(neighbor_sum(one(E2V) * w)), ElementsAre(10, 30, 210));
}

// case 106, case 67
TEST_P(Neighbors, OfTrimmedTables) {
  Storage v = line<double>({10, 20, 30}, 0, V);
  Connectivity rowsOut(rows32(E, e2v, {{-1, -1}, {0, 1}, {2, -1}, {-1, -1}}), V, Skip{});
  EXPECT_EQ(v(rowsOut).domain(), Domain({E(1, 3), e2v(0, 2)}));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(rowsOut))), ElementsAre(30, 30));
  Connectivity columnOut(rows32(E, e2v, {{0, -1}, {2, -1}}), V, Skip{});
  EXPECT_EQ(v(columnOut).domain(), Domain({E(0, 2), e2v(0, 1)}));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(columnOut))), ElementsAre(10, 30));
  Field part = v(Connectivity(rows32(E, e2v, gaps), V, Skip{}))[E(1, 3)];
  EXPECT_THAT(valuesOf<double>(neighbor_sum(part)), ElementsAre(30, 30));
}

/// It is known that a neighbour is missing when its values have been evaluated, when
/// they were moved and when they were stored under the same dimensions.
TEST_P(Neighbors, AreMissingWhateverHappensBetween) {
  Storage v = grid(V, K, {{1, 2}, {3, 4}, {5, 6}});
  Connectivity E2V(rows32(E, e2v, gaps), V, Skip{});
  Field gathered = v(E2V);
  eval(gathered);
  EXPECT_THAT(valuesOf<double>(neighbor_sum(gathered)), ElementsAre(1, 2, 5, 6, 4, 6));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(gathered(E + 1))[E(0)]), ElementsAre(5, 6));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(gathered[{E(1)}])), ElementsAre(5, 6));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(sum(gathered, K))), ElementsAre(3, 11, 10));
  EXPECT_THAT(valuesOf<float>(neighbor_sum(withPrecision(gathered * 1.0, F32))),
              ElementsAre(1, 2, 5, 6, 4, 6));
  Connectivity back(rows32(C, c2e, {{2, 0}, {1, -1}}), E, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(neighbor_sum(gathered(back), e2v))),
              ElementsAre(5, 8, 5, 6));
}

/// That they are missing is not known along K: parts without end where the values' have one.
TEST_P(Neighbors, AreMissingInPartsThatAreOneBoxByTheirValues) {
  Storage v = grid(V, K, {{1, 2}, {3, 4}, {5, 6}});
  Field gathered = v(Connectivity(rows32(E, e2v, gaps), V, Skip{}));
  Field joined = concat_where((K < 2) | ((E < 0) & (K < 1)), gathered(E + 1), gathered);
  EXPECT_EQ(joined.domain()[E], Range(-1, 2));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(joined)), ElementsAre(1, 2, 5, 6, 4, 6));
}

/// Of two kinds at once: by one table along V, and by one along K.
TEST_P(Neighbors, OfTwoKindsAreMissingInConcatenations) {
  const Dimension level("level"), beside("beside", DimensionKind::Local);
  Storage v = grid(V, K, {{1, 2}, {3, 4}, {5, 6}});
  Field both = v(Connectivity(rows32(E, e2v, gaps), V, Skip{}))(
      Connectivity(rows32(level, beside, {{0, 1}, {-1, 1}}), K, Skip{}));
  Field joined = concat_where(E < 1, both, 10.0 * both);
  Field expected = concat_where(E < 1, neighbor_sum(neighbor_sum(both, e2v), beside),
                                10.0 * neighbor_sum(neighbor_sum(both, e2v), beside));
  EXPECT_EQ(valuesOf<double>(neighbor_sum(neighbor_sum(joined, e2v), beside)),
            valuesOf<double>(expected));
  EXPECT_EQ(valuesOf<double>(mean_over(mean_over(joined, e2v), beside)).size(),
            valuesOf<double>(expected).size());
}

/// In order, from the first neighbour: (0 + a) + b.
TEST_P(Neighbors, AreAddedInOrder) {
  Storage v = line<double>({1e16, 1, -1e16, -0.0}, 0, V);
  Connectivity three(rows32(E, e2v, {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}}), V);
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(three))), ElementsAre(0, 1, 0));
  Connectivity zero(rows32(E, e2v, {{3}}), V);
  EXPECT_FALSE(std::signbit(valuesOf<double>(neighbor_sum(v(zero)))[0]));
  EXPECT_TRUE(std::signbit(valuesOf<double>(max_over(v(zero)))[0]));
}

/// Many neighbours, more than a kernel lists.
TEST_P(Neighbors, MayBeMany) {
  for (int width : {16, 17, 64, 65, 200}) {
    std::vector<std::vector<std::int32_t>> lists(3);
    double expected = 0;
    for (int row = 0; row < 3; ++row)
      for (int l = 0; l < width; ++l)
        lists[row].push_back((row + l) % 7 == 6 ? -1 : (row + l) % 7);
    for (int l = 0; l < width; ++l)
      expected += l % 7 == 6 ? 0 : l % 7 + 1;
    Storage v = line<double>({1, 2, 3, 4, 5, 6}, 0, V);
    Connectivity E2V(rows32(E, e2v, lists), V, Skip{});
    EXPECT_EQ(valuesOf<double>(neighbor_sum(v(E2V)))[0], expected) << width;
    EXPECT_EQ(valuesOf<double>(max_over(v(E2V)))[2], 6) << width;
  }
}

/// Gather, arithmetic and sum are one kernel; nothing is stored between.
TEST(NeighborKernels, AreOne) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage v = line<double>({10, 20, 30}, 0, V), out = like(v),
          w = grid(E, e2v, {{1, 2}, {3, 4}, {5, 6}});
  Storage sums = line<double>({0, 0, 0}, 0, E);
  Connectivity E2V(rows32(E, e2v, gaps), V, Skip{});
  auto before = runtime.counters();
  sums[whole] = 2.0 * neighbor_sum(sqrt(v(E2V)) * w) + 1.0;
  auto after = runtime.counters();
  EXPECT_EQ(after.kernels - before.kernels, 1);
  EXPECT_EQ(after.allocations + after.reuses - before.allocations - before.reuses, 0);
}

/// What several sums over neighbours use, at the point and as their neighbours, is not kept.
TEST(NeighborKernels, KeepNoValuesOfNeighbours) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage v = line<double>({1, 2, 3, 4}, 0, V), out = like(v);
  Storage w = full<double>({V(0, 4), v2v(0, 2)}, 0.5);
  Connectivity V2V(ring(), V);
  auto softmax = [&](const Field &u) {
    Field near = exp(u - max_over(u));
    return neighbor_sum(near * w) / neighbor_sum(near);
  };
  auto ratio = [&](const Field &u) {
    Field near = exp(u * w);
    return neighbor_sum(near) / neighbor_sum(exp(near) * near);
  };
  for (Field field : {softmax(Field(v)(V2V)), ratio(Field(v)(V2V))}) {
    auto before = runtime.counters();
    out[whole] = field;
    auto after = runtime.counters();
    EXPECT_EQ(after.kernels - before.kernels, 1);
    EXPECT_EQ(after.allocations + after.reuses - before.allocations - before.reuses, 0);
  }
}

// S4-081
TEST_P(Neighbors, ByShifts) {
  Storage u = empty({I(0, 4), J(0, 4)});
  auto view = u.write<double>();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      view(i, j) = 10 * i + j;
  Field sum = neighbor_sum(u({I + 1, I - 1, J + 1, J - 1}));
  EXPECT_EQ(sum.domain(), Domain({I(1, 3), J(1, 3)}));
  EXPECT_THAT(valuesOf<double>(sum), ElementsAre(44, 48, 84, 88));
  EXPECT_THAT(valuesOf<double>(max_over(u({I + 1, J + 1})))[0], 10);
  EXPECT_THAT(valuesOf<double>(min_over(u({I + 1, J + 1})))[0], 1);
  EXPECT_ERROR(ValueError, neighbor_sum(NeighborList(u, detail::Items<Shift>(), SourceLine{})),
               "'neighbor_sum' over a list without neighbours");
}

TEST_P(Neighbors, ListsHaveTheTypesOfReductions) {
  Storage x = line<std::int32_t>({1, 2, 4, 9});
  Field sum = neighbor_sum(x({I + 0, I + 1})), mean = mean_over(x({I + 0, I + 1}));
  EXPECT_EQ(sum.dtype(), I64);
  EXPECT_EQ(mean.dtype(), F64);
  EXPECT_THAT(valuesOf<double>(mean), ElementsAre(1.5, 3, 6.5));
  EXPECT_EQ(mean_over(astype(x, F32)({I + 0, I + 1})).dtype(), F32);
  Field half = astype(x, F16);
  EXPECT_EQ(neighbor_sum(half({I + 0, I + 1})).dtype(), F16);
  EXPECT_EQ(mean_over(half({I + 0, I + 1})).dtype(), F16);
  Field odd = Field(x) % 2 == 1;
  EXPECT_THAT(valuesOf<bool>(any_over(odd({I + 0, I + 1}))), ElementsAre(true, false, true));
  EXPECT_THAT(valuesOf<bool>(all_over(odd({I + 0, I - 1}))), ElementsAre(false, false, false));
  EXPECT_THAT(valuesOf<std::int64_t>(neighbor_sum(odd({I + 0, I + 1}))), ElementsAre(1, 0, 1));
  EXPECT_ERROR(DTypeError, any_over(Field(x).named("x")({I + 0, I + 1})),
               "'any_over' of 'x' (i32): it needs bools; compare, or convert with astype");
}

// S4-082
TEST_P(Neighbors, ByTables) {
  const Dimension V("V"), E("E"), e2v("E2V", DimensionKind::Local);
  Storage table = empty<std::int32_t>({E(0, 3), e2v(0, 2)});
  {
    auto vertex = table.write<std::int32_t>();
    for (int e = 0; e < 3; ++e)
      for (int n = 0; n < 2; ++n)
        vertex(e, n) = e + n;
  }
  Connectivity E2V(table, V);
  Storage u = line<double>({1, 2, 4, 9}, 0, V);
  EXPECT_THAT(valuesOf<double>(neighbor_sum(u({E2V[0], E2V[1]}))), ElementsAre(3, 6, 13));
  EXPECT_THAT(valuesOf<double>(max_over(u({E2V[0], E2V[1]}))), ElementsAre(2, 4, 9));
  EXPECT_THAT(valuesOf<double>(mean_over(Field(u)({E2V[1], E2V[0]}))), ElementsAre(1.5, 3, 6.5));
}

} // namespace
