//===- DynamicShiftTest.cpp - Shifts that differ from point to point ------===//
//
// Values, domains and refusals of as_offset.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <numeric>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;

namespace {

class DynamicShifts : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(DynamicShifts);

Storage offsets(std::vector<std::int32_t> values, std::int64_t start = 0) {
  return line<std::int32_t>(std::move(values), start).named("off");
}

// S4-107, case 73, S4-050i
TEST_P(DynamicShifts, ReadWhereTheyPoint) {
  Field f = line<double>({0, 1, 2, 3, 4}).field().named("f");
  Field back = f(as_offset(I, offsets({-1, -1, -1, -1, -1})));
  EXPECT_EQ(back.domain(), Domain({I(1, 5)}));
  EXPECT_THAT(valuesOf<double>(back), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(valuesOf<double>(f(as_offset(I, offsets({1, 0, -1, 1, 0})))),
              ElementsAre(1, 1, 1, 4, 4));
  Field inner = f(as_offset(I, offsets({-2, 0, 0, 0, 3})));
  EXPECT_EQ(inner.domain(), Domain({I(1, 4)}));
  EXPECT_THAT(valuesOf<double>(inner), ElementsAre(1, 2, 3));
  EXPECT_THROW((void)f(as_offset(I, offsets({0, 0, 9, 0, 0}))), NonContiguousDomain);
  std::vector<double> ten(10);
  std::iota(ten.begin(), ten.end(), 0);
  EXPECT_EQ(line<double>(ten)(as_offset(I, offsets(std::vector<std::int32_t>(10, -1)))).domain(),
            Domain({I(1, 10)}));
}

// case 74
TEST_P(DynamicShifts, OnFewerAndMoreDimensions) {
  Storage f = line<double>({0, 1, 2, 3, 4});
  Field part = f(as_offset(I, offsets({2, 2}, 1)));
  EXPECT_EQ(part.domain(), Domain({I(1, 3)}));
  EXPECT_THAT(valuesOf<double>(part), ElementsAre(3, 4));
  Storage twoWays = empty<std::int64_t>({I(0, 2), J(0, 2)});
  auto view = twoWays.write<std::int64_t>();
  view(0, 0) = 1, view(0, 1) = 0, view(1, 0) = 2, view(1, 1) = -1;
  Field wide = f(as_offset(I, twoWays));
  EXPECT_EQ(wide.domain(), Domain({I(0, 2), J(0, 2)}));
  EXPECT_THAT(valuesOf<double>(wide), ElementsAre(1, 0, 3, 0));
  Storage g = grid(I, K, {{0, 1, 2}, {3, 4, 5}});
  Storage along = empty<std::int32_t>({I(0, 2), K(0, 3)});
  auto to = along.write<std::int32_t>();
  const int by[2][3] = {{1, 1, 0}, {0, -1, -1}};
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      to(i, k) = by[i][k];
  EXPECT_THAT(valuesOf<double>(g(as_offset(K, along))), ElementsAre(1, 2, 2, 3, 3, 4));
}

// case 75
TEST_P(DynamicShifts, AreIntegersOfAnyWidth) {
  std::vector<double> values(200);
  std::iota(values.begin(), values.end(), 100);
  Storage f = line<double>(values, 100);
  Field far = f(as_offset(I, line<std::int8_t>(std::vector<std::int8_t>(200, -100), 100)));
  EXPECT_EQ(far.domain(), Domain({I(200, 300)}));
  EXPECT_EQ(valuesOf<double>(far)[0], 100);
  EXPECT_ERROR(DTypeError, f(as_offset(I, line<double>({1}).named("x"))),
               "as_offset in I by 'x' (f64): offsets are integers");
  EXPECT_ERROR(ValueError, f(as_offset(I, line<std::int32_t>({1}, 0, J).named("n"))),
               "as_offset in I by 'n', which lacks I: (J)");
  EXPECT_THROW((void)f(as_offset(K, line<std::int32_t>({1}, 0, K))), ValueError);
}

/// The shift of a field by what is computed is computed when it is written.
TEST_P(DynamicShifts, MayBeComputed) {
  Storage f = line<double>({0, 1, 2, 3, 4}), n = line<std::int32_t>({1, 1, 0, 0, 0});
  Field moved = f(as_offset(I, 2 * n - 1));
  EXPECT_EQ(moved.domain(), Domain({I(0, 5)}));
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(1, 2, 1, 2, 3));
}

/// Shifts are sums of fields and numbers in any order.
TEST_P(DynamicShifts, AreSumsInAnyOrder) {
  Field f = line<double>({0, 1, 2, 3, 4, 5, 6, 7}).field().named("f");
  Storage n = offsets({0, 1, 1, 0, -1, 1, 0, 0}), m = offsets({1, 0, 0, 1, 0, 0, 0, 0});
  std::vector<double> plus = {1, 3, 4, 4, 4, 7, 7}, minus = {1, 1, 2, 4, 6, 5, 7};
  for (const DynamicShift &shift : {I + n + 1, I + 1 + n, n + I + 1, 1 + I + n, I + (n + 1)})
    EXPECT_EQ(valuesOf<double>(f(shift)), plus);
  for (const DynamicShift &shift : {I + 1 - n, I - n + 1, 1 + I - n, I + 3 - n - 2, I - (n - 1)})
    EXPECT_EQ(valuesOf<double>(f(shift)), minus);
  EXPECT_EQ(valuesOf<double>(f(I + 1 + 1)), valuesOf<double>(f(I + 2)));
  EXPECT_EQ(valuesOf<double>(f(3 + I - 1)), valuesOf<double>(f(I + 2)));
  EXPECT_EQ(valuesOf<double>(f(I + n + m)), valuesOf<double>(f(as_offset(I, n + m))));
  EXPECT_EQ(valuesOf<double>(f(I - n - m)), valuesOf<double>(f(as_offset(I, 0 - n - m))));
  EXPECT_EQ(valuesOf<double>(f(as_offset(I, n, {-1, 1}) + 1)),
            valuesOf<double>(f(I + 1)(as_offset(I, n, {-1, 1}))));
  EXPECT_EQ(f(as_offset(I, n, {-1, 1}) - 1).domain(), Domain({I(2, 8)}));
}

/// No sum leaves the integers.
TEST_P(DynamicShifts, AreSumsInWideIntegers) {
  std::vector<double> values(400);
  std::iota(values.begin(), values.end(), 0);
  Storage f = line<double>(values);
  Storage far = line<std::int8_t>({100, 100}), back = line<std::uint8_t>({200, 200}, 250);
  EXPECT_THAT(valuesOf<double>(f(I + far + 100)), ElementsAre(200, 201));
  EXPECT_THAT(valuesOf<double>(f(I + far + far)), ElementsAre(200, 201));
  EXPECT_THAT(valuesOf<double>(f(I - back)), ElementsAre(50, 51));
}

TEST_P(DynamicShifts, AreSumsOfIntegersAlone) {
  Storage f = line<double>({0, 1, 2}), x = line<double>({1, 1, 1}).named("x");
  Storage n = offsets({0, 0, 0});
  const char *message = "as_offset in I by 'x' (f64): offsets are integers";
  EXPECT_ERROR(DTypeError, f(I + x), message);
  EXPECT_ERROR(DTypeError, f(I + 1 - x), message);
  EXPECT_ERROR(DTypeError, f(I + n + x), message);
  EXPECT_ERROR(ValueError, f(as_offset(I, n, {0, 1}) + n),
               "a field is added to as_offset in I with bounds, which are those of one field: add "
               "the offsets, and give the bounds of their sum");
  EXPECT_ERROR(ValueError, f(I + Storage()),
               "the field is empty: a Storage or Field that nothing was assigned to");
}

/// Offsets in two dimensions at once: tables of coordinates under other names.
TEST_P(DynamicShifts, InSeveralDimensionsGoByTables) {
  const Dimension A("A"), B("B");
  Storage u = empty<double>({I(0, 4), J(0, 5)});
  u[whole] = astype(10 * index(I) + index(J), F64);
  Field i = (3 - index(I) + index(J)) % 4, j = (index(I) + 2 * index(J)) % 4;
  Domain points{I(0, 3), J(0, 3)};
  Field x = rename(u, {{I, A}, {J, B}});
  auto before = runtime.counters().tableScans;
  Connectivity a(i[points], A), b(j[points], B);
  Field here = x.premap({a, b}), beside = x(B + 1).premap({a, b});
  EXPECT_EQ(here.domain(), points);
  Field expected = astype(10 * i + j, F64)[points];
  EXPECT_EQ(valuesOf<double>(here), valuesOf<double>(expected));
  EXPECT_EQ(valuesOf<double>(beside), valuesOf<double>(expected + 1.0));
  EXPECT_EQ(runtime.counters().tableScans - before, 2) << "once a table, whatever the domain";
}

TEST(DynamicShiftsExplained, TellWhatWasEvaluatedFirst) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage f = line<double>({0, 1, 2, 3, 4}), n = line<std::int32_t>({1, 1, 0, 0, 0});
  auto before = runtime.counters().evaluations;
  Field moved = f(as_offset(I, n - 1));
  EXPECT_EQ(runtime.counters().evaluations - before, 1);
  std::string text(explain(moved));
  EXPECT_NE(text.find("  table of indices evaluated first: "), std::string::npos) << text;
  Connectivity stored(line<std::int32_t>({1, 0}, 0, E), I);
  EXPECT_EQ(std::string(explain(f(stored))).find("evaluated first"), std::string::npos);
}

} // namespace
