//===- RemapTest.cpp - Fields at the indices of tables --------------------===//
//
// Values and domains of remaps, where tables have missing neighbours or not, and
// fields that do not start at 0.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <numeric>
#include <random>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;

namespace {

template <class A, class B>
concept CanPremap = requires(const Field &f, A a, B b) { f.premap({a, b}); };

class Remap : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Remap);

// S4-060, S4-023
TEST_P(Remap, ReplacesADimensionInPlace) {
  Storage data = empty({V(0, 5), K(0, 3)});
  auto view = data.write<double>();
  for (int v = 0; v < 5; ++v)
    for (int k = 0; k < 3; ++k)
      view(v, k) = 10 * v + k;
  Connectivity conn(line<std::int32_t>({4, 0, 2, 2}, 0, E), V);
  Field result = Field(data)(conn);
  EXPECT_EQ(result.domain(), Domain({E(0, 4), K(0, 3)}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(40, 41, 42, 0, 1, 2, 20, 21, 22, 20, 21, 22));
  EXPECT_EQ(valuesOf<double>(sin(Field(data)).remap(conn)),
            valuesOf<double>(sin(data.remap(conn))));
}

// Vectors of a sum that have no point at all read nothing: coordinate 0, which their indices
// would be, is far from the data.
TEST_P(Remap, SumsOfFewBytesReadNothingElse) {
  constexpr std::int64_t far = std::int64_t(1) << 40;
  Storage bytes = line<std::uint8_t>({3, 4, 5}, far, V);
  Connectivity conn(line<std::int64_t>({far + 2, far, far + 1}, 0, E), V);
  EXPECT_EQ(sum(astype(bytes(conn), F64)).item<double>(), 12);
}

/// As many numbers below `end`, of a sequence of its own for each seed.
template <class T> std::vector<T> randomNumbers(std::size_t count, int end, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> numbers(count);
  for (T &number : numbers)
    number = static_cast<T>(random() % static_cast<unsigned>(end));
  return numbers;
}

// S4-020: remaps by one table after the other are one by the table at the table.
TEST_P(Remap, ComposesAsTablesDo) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::vector<double> values = randomNumbers<double>(50, 1000, seed);
    Storage f = line<double>(values, 0, V);
    Connectivity g(line<std::int32_t>(randomNumbers<std::int32_t>(70, 50, seed + 10), 0, E), V);
    Connectivity h(line<std::int64_t>(randomNumbers<std::int64_t>(60, 70, seed + 20), 0, C), E);
    Connectivity both(g.table()(h), V);
    EXPECT_EQ(f(g)(h).domain(), Domain(C(0, 60)));
    EXPECT_EQ(valuesOf<double>(f(g)(h)), valuesOf<double>(f(both)));
    std::vector<std::int32_t> counted(50);
    std::iota(counted.begin(), counted.end(), 0);
    Connectivity identity(line<std::int32_t>(counted, 0, V), V);
    EXPECT_EQ(f(identity).domain(), f.domain());
    EXPECT_EQ(valuesOf<double>(f(identity)), values);
    EXPECT_EQ(valuesOf<double>(sin(f).remap(g)), valuesOf<double>(sin(f.remap(g))));
    EXPECT_EQ(valuesOf<double>((f * f)(g)), valuesOf<double>(f(g) * f(g)));
  }
}

// S4-101
TEST_P(Remap, ShiftsByFieldOffsetsAndPicksByIndices) {
  const FieldOffset Ioff(I);
  Storage squares = line<double>({0, 1, 4, 9, 16, 25, 36, 49, 64, 81});
  Field inp = squares;
  EXPECT_EQ(inp(Ioff[1]).domain(), Domain({I(-1, 9)}));
  EXPECT_EQ(valuesOf<double>(inp(Ioff[1])), valuesOf<double>(inp(I + 1)));
  EXPECT_EQ(valuesOf<double>(inp(I + 1))[0], 0);
  EXPECT_EQ(inp(I[1]).ndim(), 0u);
  EXPECT_EQ(inp(I[1]).item<double>(), 1);
  EXPECT_EQ(squares(I[3]).item<double>(), 9);
  Field lap = inp(I + 1) + inp(I - 1) - 2 * inp;
  EXPECT_EQ(lap.domain(), Domain({I(1, 9)}));
  EXPECT_THAT(valuesOf<double>(lap), testing::Each(2));
}

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };

// S4-067, case 61
TEST(Connectivities, AreNoNumbers) {
  static_assert(!Addable<Connectivity, Connectivity> && !Addable<Connectivity, double> &&
                !Addable<Field, Connectivity>);
}

// case 61
TEST_P(Remap, NeedsTheDimensionAndIntegers) {
  const Dimension L("L", DimensionKind::Local);
  Storage f = grid(C, K, {{0, 1}, {10, 11}}).named("f");
  Connectivity ofV(rows32(C, L, {{1, 0}, {0, 0}}), V);
  EXPECT_ERROR(ValueError, f(ofV), "a remap of 'f' from V, which it lacks: (C, K)");
  EXPECT_ERROR(DTypeError, Connectivity(f, C),
               "a table of indices of C: 'f' holds f64, expected i32 or i64");
}

// S4-063, case 69
TEST_P(Remap, RestrictsTheTableToWhereTheFieldIs) {
  Storage data = line<double>({-0.2, -0.3, -0.4, -0.5, -0.6}, 2, V);
  Connectivity same(line<std::int64_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, E), V);
  Field result = data(same);
  EXPECT_EQ(result.domain(), Domain({E(2, 7)}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(-0.2, -0.3, -0.4, -0.5, -0.6));

  Storage v = line<double>({20, 30, 40, 50, 60}, 2, V);
  Connectivity pairs(rows32(E, e2v, {{2, 3}, {3, 4}, {4, 5}}), V);
  EXPECT_THAT(valuesOf<double>(v(pairs)), ElementsAre(20, 30, 30, 40, 40, 50));
  Connectivity missing(rows32(E, e2v, {{2, -1}, {3, 4}, {-1, 5}}), V, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(missing))), ElementsAre(20, 70, 50));
}

// case 68
TEST_P(Remap, RowsEndWhereTheFieldDoes) {
  Storage v = line<double>({1, 2}, 0, V);
  Connectivity ends(rows32(E, e2v, {{0, 1}, {1, 0}, {2, 2}, {2, 2}}), V);
  EXPECT_EQ(v(ends).domain(), Domain({E(0, 2), e2v(0, 2)}));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(v(ends))), ElementsAre(3, 3));
  Connectivity half(rows32(E, e2v, {{0, 1}, {1, 0}, {1, 2}, {2, 2}}), V);
  EXPECT_THROW((void)v(half), NonContiguousDomain);
}

// S4-104
TEST_P(Remap, AddsTheLocalDimension) {
  Storage v = line<double>({10, 20, 30, 40}, 0, V);
  Connectivity V2V(ring(), V);
  Field vv = v(V2V);
  EXPECT_EQ(vv.domain(), Domain({V(0, 4), v2v(0, 2)}));
  EXPECT_THAT(valuesOf<double>(vv), ElementsAre(40, 20, 10, 30, 20, 40, 30, 10));
}

// S4-105
TEST_P(Remap, RefusesTheSameLocalDimensionTwice) {
  Connectivity V2V(ring(), V);
  Field vv = line<double>({10, 20, 30, 40}, 0, V)(V2V).named("vv");
  std::string message = messageOf<ValueError>([&] { (void)vv(V2V); });
  EXPECT_NE(
      message.find("V2V would appear twice; name the table's dimension anew, wrapDim(V2V, 1)"),
      std::string::npos)
      << message;
}

// S4-106
TEST_P(Remap, WrapsLocalDimensions) {
  Connectivity V2V(ring(), V);
  Dimension w = wrapDim(v2v, 1);
  EXPECT_FALSE(w == v2v);
  EXPECT_EQ(w, wrapDim(v2v, 1));
  Field vv = line<double>({10, 20, 30, 40}, 0, V)(V2V);
  Field vvv = vv.remap(V2V, w);
  EXPECT_EQ(vvv.domain(), Domain({V(0, 4), v2v(0, 2), w(0, 2)}));
  // [v][n][w]: w is the first step from v.
  EXPECT_THAT(valuesOf<double>(vvv[V(0)]), ElementsAre(30, 10, 10, 30));
  EXPECT_THAT(valuesOf<double>(vvv[V(1)]), ElementsAre(40, 20, 20, 40));
  EXPECT_THAT(valuesOf<double>(vvv * 2.0 - vvv), testing::ElementsAreArray(valuesOf<double>(vvv)));
  EXPECT_EQ(valuesOf<double>(neighbor_sum(neighbor_sum(vvv, v2v), w)),
            valuesOf<double>(neighbor_sum(neighbor_sum(vvv, w), v2v)));
  EXPECT_THROW((void)vvv.remap(V2V, w), ValueError);
  EXPECT_EQ(vvv.remap(V2V, wrapDim(v2v, 2)).ndim(), 4u);
  EXPECT_ERROR(ValueError, wrapDim(V, 1),
               "expected a local dimension and a level of at least 1, got V and 1");
  EXPECT_ERROR(ValueError, V2V.withLocal(V), "V is no local dimension");
}

// S4-103, S4-095
TEST_P(Remap, TakesOneNeighbor) {
  Storage e = line<double>({0, 10, 20, 30, 40, 50}, 0, E);
  Connectivity C2E(rows32(C, c2e, {{0, 1, 2}, {3, 4, 5}}), E);
  EXPECT_EQ((C2E[Range(0, 10)]), c2e(0, 10));
  EXPECT_EQ(e(C2E).domain(), Domain({C(0, 2), c2e(0, 3)}));
  EXPECT_THAT(valuesOf<double>(e(C2E[0])), ElementsAre(0, 30));
  EXPECT_THAT(valuesOf<double>(e(C2E)[C2E(0)]), ElementsAre(0, 30));
  EXPECT_THAT(valuesOf<double>(e(C2E)[C2E[Range(1, 3)]]), ElementsAre(10, 20, 40, 50));
  EXPECT_THROW((void)C2E[3], IndexOutOfBounds);
}

// case 71
TEST_P(Remap, TakesOneNeighborWhereItIs) {
  Storage v = line<double>({1, 2, 3}, 0, V);
  Connectivity E2V(rows32(E, e2v, {{0, -1}, {2, -1}, {0, 1}, {-1, -1}}), V, Skip{});
  EXPECT_EQ(v(E2V[1]).domain(), Domain({E(2, 3)}));
  EXPECT_THAT(valuesOf<double>(v(E2V[1])), ElementsAre(2));
  EXPECT_EQ(v(E2V[0]).domain(), Domain({E(0, 3)}));
  EXPECT_THAT(valuesOf<double>(v(E2V[0])), ElementsAre(1, 3, 1));
}

// S4-067
TEST_P(Remap, KeepsTheDimensionThatATableIsOn) {
  Storage f = grid(I, J, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}, 1, 2);
  Storage table = empty<std::int32_t>({I(1, 4), J(2, 5)});
  auto view = table.write<std::int32_t>();
  const int indices[3][3] = {{1, 2, 3}, {2, 2, 3}, {3, 3, 3}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      view(i, j) = indices[i][j];
  Field result = f(Connectivity(table, I));
  EXPECT_EQ(result.domain(), Domain({I(1, 4), J(2, 5)}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(0, 4, 8, 3, 4, 8, 6, 7, 8));
}

// S4-067
TEST_P(Remap, RefusesWhatIsNoTable) {
  Storage f = line<double>({1, 2, 3}, 0, V).named("f");
  Connectivity conn(line<std::int32_t>({0, 1}, 0, E).named("conn"), V);
  EXPECT_ERROR(DTypeError, Connectivity(f, E),
               "a table of indices of E: 'f' holds f64, expected i32 or i64");
  EXPECT_ERROR(ValueError, line<double>({1}, 0, C).named("c")(conn),
               "a remap of 'c' from V, which it lacks: (C)");
  EXPECT_ERROR(NonContiguousDomain, Field(f[V(2, 3)]).named("f")(conn),
               "a remap of 'f' by the table 'conn' of indices of V: none of its indices is in "
               "V[2,3)");
  EXPECT_ERROR(ValueError, conn.inverse_image(E(0, 2)),
               "the inverse image of E[0,2) by a table of indices of V");
  EXPECT_ERROR(ValueError, conn.local(), "the connectivity of 'conn' has no local dimension: (E)");
}

// case 59, S4-068
TEST_P(Remap, AppliesMapsInTurn) {
  Storage f = grid(V, K, {{0, 1, 2}, {10, 11, 12}, {20, 21, 22}});
  Connectivity conn(line<std::int32_t>({2, 0}, 0, E), V);
  Field result = f(conn, K + 1);
  EXPECT_EQ(result.domain(), Domain({E(0, 2), K(-1, 2)}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(20, 21, 22, 0, 1, 2));
  EXPECT_THAT(valuesOf<double>(f(K + 1, conn)), ElementsAre(20, 21, 22, 0, 1, 2));
  Connectivity back(line<std::int32_t>({1, 0}, 0, V), E);
  EXPECT_THAT(valuesOf<double>(f(conn, back, K - 1)), ElementsAre(0, 1, 2, 20, 21, 22));
  EXPECT_EQ(f(conn, K + 1, back, K - 2).domain(), Domain({V(0, 2), K(1, 4)}));
  Storage g = grid(I, J, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}});
  EXPECT_EQ(Field(g).premap({I + 1, J - 1}).domain(), Domain({I(-1, 2), J(1, 4)}));
  EXPECT_ERROR(ValueError, Field(g).premap({I + 1, I - 1}), "premap replaces I twice");
  static_assert(!CanPremap<Connectivity, Shift>, "tables or shifts, not both at once");
  static_assert(CanPremap<Shift, Shift> && CanPremap<Connectivity, Connectivity>);
}

TEST_P(Remap, ReplacesWhatAFieldIsBroadcastTo) {
  const Dimension e2v("E2V", DimensionKind::Local);
  Field rows = line<double>({3, 5}, 0, I);
  Field wide = broadcast(rows, {I, V})[V(0, 4)];
  Connectivity conn(line<std::int32_t>({2, 0, 3}, 0, E), V);
  EXPECT_THAT(valuesOf<double>(wide(conn)), ElementsAre(3, 5, 3, 5, 3, 5));
  Storage table = zeros<std::int32_t>({I(0, 2), e2v(0, 2)});
  EXPECT_THAT(valuesOf<double>(neighbor_sum(wide(Connectivity(table, V)))), ElementsAre(6, 10));
  Field offsets = astype(index(V), I64) % 2;
  Field moved = wide(as_offset(V, offsets, {0, 1}));
  EXPECT_EQ(moved.domain(), Domain({I(0, 2), V(0, 3)}));
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(3, 3, 3, 5, 5, 5));
}

// case 60
TEST_P(Remap, ReplacesSeveralDimensionsAtOnce) {
  const Dimension A("A"), B("B"), X("X"), Y("Y"), S("S"), T("T"), U("U");
  Field f = grid(A, B, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}).field().named("f");
  Connectivity xa(line<std::int32_t>({2, 0, 1}, 0, X), A);
  Connectivity yb(line<std::int32_t>({1, 2, 3, 0}, 0, Y), B);
  Field outer = f.premap({xa, yb});
  EXPECT_EQ(outer.domain(), Domain({X(0, 3), Y(0, 4)}));
  EXPECT_THAT(valuesOf<double>(outer), ElementsAre(9, 10, 11, 8, 1, 2, 3, 0, 5, 6, 7, 4));
  Field diagonal = f.premap({xa, Connectivity(line<std::int32_t>({1, 3, 0}, 0, X), B)});
  EXPECT_THAT(valuesOf<double>(diagonal), ElementsAre(9, 3, 4));
  Connectivity sta(rows<std::int32_t>(S, T, {{0, 1}, {2, 0}}), A);
  Connectivity sub(rows<std::int32_t>(S, U, {{3, 2}, {1, 0}}), B);
  Field shared = f.premap({sta, sub});
  EXPECT_EQ(shared.domain(), Domain({S(0, 2), T(0, 2), U(0, 2)}));
  EXPECT_THAT(valuesOf<double>(shared), ElementsAre(3, 2, 7, 6, 9, 8, 1, 0));
  // B is read and kept; the result is in canonical order and takes part in arithmetic.
  const Dimension L("L", DimensionKind::Local);
  Connectivity bla(rows<std::int32_t>(B, L, {{2, 0}, {0, 1}, {1, 2}, {2, 0}}), A);
  Field kept = f(bla);
  EXPECT_EQ(kept.domain(), Domain({B(0, 4), L(0, 2)}));
  EXPECT_THAT(valuesOf<double>(kept + 0.0), ElementsAre(8, 0, 1, 5, 6, 10, 11, 3));
  EXPECT_ERROR(ValueError, f.premap({xa, xa}), "a remap of 'f' replaces A twice");
  Connectivity ba(line<std::int32_t>({0, 1, 2, 0}, 0, B).named("ba"), A);
  EXPECT_ERROR(ValueError, f.premap({ba, yb}),
               "a remap of 'f': the table 'ba' reads B, which another one replaces");
}

// case 61
TEST_P(Remap, PutsLocalDimensionsInCanonicalOrder) {
  Storage f = grid(C, K, {{0, 1}, {10, 11}});
  const Dimension L("L", DimensionKind::Local);
  Field result = f(Connectivity(rows32(C, L, {{1, 0}, {0, 0}}), C));
  ASSERT_EQ(result.ndim(), 3u);
  EXPECT_EQ(result.domain()[1].dim, L);
  EXPECT_THAT(valuesOf<double>(result + 1.0), ElementsAre(11, 12, 1, 2, 1, 2, 1, 2));
}

/// What is computed is gathered without being stored; tables move along with
/// expressions around them.
TEST_P(Remap, MovesExpressions) {
  Storage p = line<double>({1, 2, 4, 8}, 0, V);
  Storage s = line<double>({0.5, 0.25, 2}, 0, E);
  Connectivity E2V(rows32(E, e2v, {{0, 1}, {1, 2}, {2, 3}}), V);
  Field z = 0.5 * (p(E2V[0]) + p(E2V[1]));
  EXPECT_THAT(valuesOf<double>(s * z), ElementsAre(0.75, 0.75, 12));
  const Dimension v2e("V2E", DimensionKind::Local);
  Connectivity V2E(rows32(V, v2e, {{0, -1}, {0, 1}, {1, 2}, {2, -1}}), E, Skip{});
  EXPECT_THAT(valuesOf<double>(neighbor_sum((s * z)(V2E)) + p), ElementsAre(1.75, 3.5, 16.75, 20));
  EXPECT_THAT(valuesOf<double>(astype(index(V), F64)(E2V[1])), ElementsAre(1, 2, 3));
}

} // namespace
