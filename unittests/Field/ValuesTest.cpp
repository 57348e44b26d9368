//===- ValuesTest.cpp - Evaluating and printing fields --------------------===//
//
// eval, item, storage and what a printed field shows.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "../Semantics/Backend.h"

#include <limits>
#include <sstream>

using namespace gtjit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Values : public OnEveryBackend {
protected:
  static std::string shown(const auto &value) {
    std::ostringstream out;
    out << value;
    return out.str();
  }
};
GTJIT_ON_EVERY_BACKEND(Values);

// S4-036, S4-088
TEST_P(Values, ItemIsTheValueOfAFieldWithoutDimensions) {
  Storage u = line<double>({1.5, 2.5});
  EXPECT_EQ(sum(u).item<double>(), 4.0);
  EXPECT_EQ(sum(u).item<int>(), 4);
  EXPECT_EQ(u[I(1)].storage().at(I(1)).item<float>(), 2.5f);
  EXPECT_EQ(Field(u)[I(0)].item<double>(), 1.5);
  EXPECT_EQ((max(u) > 2.0).item<bool>(), true);
  EXPECT_EQ(Field(2.5).item<double>(), 2.5);
  EXPECT_EQ((Field(2) * 3).item<std::int64_t>(), 6);
  u.named("u");
  EXPECT_ERROR(ValueError, Field(u).item<double>(),
               "item() needs a field without dimensions, got 'u'");
}

TEST_P(Values, ItemSaturatesWhereTheTypeIsTooNarrow) {
  EXPECT_EQ((Field(1e20) * 1.0).item<int>(), INT32_MAX);
  EXPECT_EQ((Field(-1e20) * 1.0).item<std::int64_t>(), INT64_MIN);
  EXPECT_EQ((Field(0.0) / 0.0).item<int>(), 0);
}

// S4-025
TEST_P(Values, StorageOfAFieldHasItsValuesAndGrid) {
  Storage u = zeros<double>({I(0, 4)}, {.halo = {{I, 1}}});
  u[whole] = 2.0;
  Storage doubled = (u * 2.0).storage();
  EXPECT_EQ(doubled.domain(), Domain(I(-1, 5)));
  EXPECT_EQ(doubled.compute_domain(), Domain(I(0, 4)));
  EXPECT_THAT(valuesOf<double>(doubled), ElementsAre(4, 4, 4, 4, 4, 4));
}

TEST_P(Values, EvalReturnsStoragesThatAreTheCallersOwn) {
  Storage u = line<double>({1, 2});
  Field f = u + 1.0;
  auto [a, b] = eval(f, f * 2.0);
  a[whole] = 0.0;
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(2, 3)) << "the field keeps its values";
  EXPECT_THAT(valuesOf<double>(b), ElementsAre(4, 6));
  Storage copy = eval(u);
  copy[whole] = 9.0;
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(1, 2));
}

TEST_P(Values, EvalTakesAnyNumberOfFields) {
  Storage u = line<double>({1, 2});
  std::vector<Field> powers = {u, u * u};
  for (int n = 0; n < 4; ++n)
    powers.push_back(powers.back() * u);
  auto values = eval(powers);
  ASSERT_EQ(values.size(), 6u);
  EXPECT_THAT(valuesOf<double>(values[5]), ElementsAre(1, 64));
  EXPECT_THAT(valuesOf<double>(eval({u + 1.0, u + 2.0, u + 3.0, u + 4.0, 5.0 * u})[4]),
              ElementsAre(5, 10));
  EXPECT_EQ(eval(std::span<const Field>()).size(), 0u);
  EXPECT_THROW(eval({Field(u), Field()}), ValueError);
}

// S4-102
TEST_P(Values, ShiftsComposeInValuesToo) {
  Storage f = line<double>({0, 1, 2, 3, 4});
  EXPECT_THAT(valuesOf<double>(f(I + 1)(I + 1)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(eval(f(I + 1)(I + 1)).domain(), Domain(I(-2, 3)));
  EXPECT_THAT(valuesOf<double>(f(I + 1) - f), ElementsAre(1, 1, 1, 1));
}

// S4-046 (open: options by keyword)
TEST_P(Values, NumbersAreOperandsBesideFields) {
  Storage f = line<double>({5, 6}), mask = line<bool>({true, false});
  EXPECT_THAT(valuesOf<double>(where(mask, 1.0, f)), ElementsAre(1, 6));
}

// S4-079
TEST_P(Values, BroadcastNumberTakesTheDomainOfWhatItMeets) {
  Storage f = zeros({I(0, 2), J(0, 3)});
  Field g = broadcast(3.0, {I, J}) + f;
  EXPECT_EQ(g.domain(), f.domain());
  EXPECT_THAT(valuesOf<double>(g), testing::Each(3.0));
}

// Worked case 90 and 91.
TEST_P(Values, SlicedBroadcastIsFinite) {
  Storage g = line<double>({1, 2});
  Field wide = broadcast(g, {I, J}), part = wide[{I(0, 2), J(3, 5)}];
  EXPECT_EQ(wide.domain(), Domain({I(0, 2), J(Range::all())}));
  EXPECT_EQ(part.domain(), Domain({I(0, 2), J(3, 5)}));
  EXPECT_THAT(valuesOf<double>(part), ElementsAre(1, 1, 2, 2));
  EXPECT_EQ(sum(part).item<double>(), 6.0);
  EXPECT_THAT(valuesOf<double>(wide + line<double>({10, 20}, 0, J)), ElementsAre(11, 21, 12, 22));
  EXPECT_THAT(valuesOf<double>(wide(J + 7)[J(3, 5)]), ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(valuesOf<double>(wide[J(-9)]), ElementsAre(1, 2));
  EXPECT_THROW(wide.storage(), ValueError);
  EXPECT_THROW((wide.rel({{0, 2}, {0, 3}})), IndexOutOfBounds);
  EXPECT_THROW((wide.rel({0, 0})), IndexOutOfBounds);
}

// Worked case 93.
TEST_P(Values, BroadcastInAnotherOrderMovesNoValue) {
  Storage square = zeros({I(0, 2), J(0, 2)}), wide = zeros({I(0, 2), J(0, 3)});
  for (const Storage &f : {square, wide}) {
    Storage numbered = f;
    numbered[whole] = astype(10 * index(I) + index(J), F64);
    Field turned = broadcast(numbered, {J, I});
    EXPECT_EQ(turned.dims().begin()[0], I);
    EXPECT_EQ(valuesOf<double>(turned + 0.0), valuesOf<double>(numbered));
  }
  Field more = broadcast(line<double>({1, 2}), {J, I});
  EXPECT_EQ(more.dims().begin()[0], I);
  EXPECT_THAT(valuesOf<double>(more.at(J(0, 2))), ElementsAre(1, 1, 2, 2));
}

// S4-004
TEST_P(Values, SmallFieldPrintsItsValues) {
  Storage u = zeros({I(0, 2), J(0, 3)}, I32).named("u");
  EXPECT_EQ(shown(u), "'u', i32 storage, {I[0,2), J[0,3)}:\n[[0, 0, 0],\n [0, 0, 0]]");
  EXPECT_EQ(shown(line<double>({0.5, 1e300}) * 2.0), "f64 field, {I[0,2)}:\n[1, 2e+300]");
  EXPECT_EQ(shown((line<double>({1, 2}) > 1.0).named("mask")),
            "'mask', bool field, {I[0,2)}:\n[false, true]");
  EXPECT_EQ(shown(sum(line<float>({1, 2}))), "f32 field: 3");
  EXPECT_EQ(shown(Field(0.1)), "f64 number: 0.1");
  EXPECT_EQ(shown(line<double>({1}) + line<double>({1}, 4)), "f64 field, {I[0,0)}: no points");
  EXPECT_EQ(shown(zeros({I(0, 1), J(0, 2), K(0, 2)})),
            "f64 storage, {I[0,1), J[0,2), K[0,2)}:\n[[[0, 0],\n  [0, 0]]]");
}

TEST_P(Values, LargeFieldPrintsASummary) {
  Storage u = zeros({I(0, 100), J(0, 100)});
  u[{I(3), J(4)}] = -2.5;
  EXPECT_EQ(shown(u), "f64 storage, {I[0,100), J[0,100)}, least -2.5, greatest 0");
  EXPECT_EQ(shown(u * 2.0), "f64 field, {I[0,100), J[0,100)}, not evaluated");
  EXPECT_EQ(shown(broadcast(1.0, I)), "f64 field, {I(-inf,inf)}");
  u[{I(7), J(7)}] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(shown(u), HasSubstr("least nan, greatest nan"));
}

// S4-004
TEST_P(Values, IntermediateInsideAFunctionCanBePrinted) {
  std::string seen;
  auto diffuse = [&](Field u) {
    Field lap = u(I + 1) - 2.0 * u + u(I - 1);
    seen = shown(lap);
    return u + 0.1 * lap;
  };
  Storage u = line<double>({0, 1, 4});
  diffuse(u);
  EXPECT_EQ(seen, "f64 field, {I[1,2)}:\n[2]");
}

} // namespace
