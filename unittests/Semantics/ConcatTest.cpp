//===- ConcatTest.cpp - concat_where and concat ---------------------------===//
//
// The numbers of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

#include <gtjit/Tuple.h>

#include <complex>
#include <limits>
#include <numeric>

using namespace gtjit;
using testing::Each;
using testing::ElementsAre;

namespace {

class ConcatWhere : public OnEveryBackend {
protected:
  Storage g = line<double>({0, 1, 2, 3, 4}), h = line<double>({10, 11, 12, 13, 14});
};
GTJIT_ON_EVERY_BACKEND(ConcatWhere);
class Concat : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Concat);

/// 10 i + j.
Storage grid(Domain domain) {
  Storage storage = empty<double>(domain);
  auto view = storage.write<double>();
  Range rows = domain[I], columns = domain[J];
  for (std::int64_t i = 0; i < rows.size(); ++i)
    for (std::int64_t j = 0; j < columns.size(); ++j)
      view(i, j) = static_cast<double>(10 * (i + rows.lo()) + j + columns.lo());
  return storage;
}

TEST_P(Concat, PartsOfLargeFieldsGoTileByTile) {
  Domain domain{I(0, 301), J(-2, 190), K(0, 3)};
  Storage u = empty<double>(domain), v = empty<double>(domain), w = empty<double>(domain);
  u[whole] = astype((index(I) * 31 + index(J) * 17 + index(K)) % 101, F64);
  Field inner = u(I + 1) + u(I - 1) + u(J + 1) - 3.0 * u;
  Condition rim = (I < 1) | (I >= 300) | (J >= 189);
  v[whole] = concat_where(rim, -1.0, inner);
  w[whole] = -1.0;
  w[{I(1, 300), J(-2, 189)}] = inner;
  EXPECT_EQ(valuesOf<double>(v), valuesOf<double>(w));
}

// case 82
TEST_P(ConcatWhere, TakesEachPointFromOneField) {
  EXPECT_THAT(valuesOf<double>(concat_where(I < 2, g, h)), ElementsAre(0, 1, 12, 13, 14));
  EXPECT_THAT(valuesOf<double>(concat_where(I == 2, g, h)), ElementsAre(10, 11, 2, 13, 14));
  EXPECT_THAT(valuesOf<double>(concat_where(I != 2, g, h)), ElementsAre(0, 1, 12, 3, 4));
  EXPECT_THAT(valuesOf<double>(concat_where(I >= 5, g, h)), ElementsAre(10, 11, 12, 13, 14));
  EXPECT_THAT(valuesOf<double>(concat_where(I < 9, g, h)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(concat_where((I > 5) & (I < 2), g, h)),
              ElementsAre(10, 11, 12, 13, 14));
  EXPECT_THAT(valuesOf<double>(concat_where((I < 2) | (I >= 2), g, h)), ElementsAre(0, 1, 2, 3, 4));
}

// case 83
TEST_P(ConcatWhere, EachBranchCoversItsOwnRegionOnly) {
  Field joined = concat_where(I < 2, g[I(0, 2)], h[I(2, 4)]);
  EXPECT_EQ(joined.domain(), Domain(I(0, 4)));
  EXPECT_THAT(valuesOf<double>(joined), ElementsAre(0, 1, 12, 13));
  Storage t = line<double>({0, 1, 2, 3, 4}, -3), f = line<double>({11, 12, 13}, 1);
  Field longer = concat_where(I < 2, t, f);
  EXPECT_EQ(longer.domain(), Domain(I(-3, 4)));
  EXPECT_THAT(valuesOf<double>(longer), ElementsAre(0, 1, 2, 3, 4, 12, 13));
}

// case 84
TEST_P(ConcatWhere, GapsAreErrors) {
  Storage west = line<double>({1, 2}).named("west"), east = line<double>({3}, 5).named("east");
  EXPECT_ERROR(NonContiguousDomain, concat_where(I < 4, west, east),
               "'concat_where' of 'west' and 'east': its parts, {I[0,2)} and {I[5,6)}, are no "
               "box together");
  EXPECT_EQ(concat_where(I < -4, west, east[I(5, 5)]).domain(), Domain(I(0, 0)));
  EXPECT_ERROR(NonContiguousDomain, concat_where(I < 4, west, 0.0),
               "'concat_where' of 'west' and a number: its parts, {I[0,2)} and {I[4,inf)}, are no "
               "box together");
  EXPECT_THROW((void)concat_where(I == 7, 0.0, west), NonContiguousDomain);
  Storage square = grid({I(0, 3), J(0, 3)});
  EXPECT_THROW((void)concat_where((I == 7) & (J < 2), 0.0, square), NonContiguousDomain);
  EXPECT_EQ(concat_where((I < 1) | (J == 2), 0.0, square[I(1, 3)]).domain(),
            Domain({I.below(3), J(0, 3)}));
}

// case 85
TEST_P(ConcatWhere, OtherDimensionsAreIntersected) {
  Storage t = grid({I(0, 2), J(0, 3)}), f = grid({I(0, 2), J(1, 5)});
  Field joined = concat_where(I < 1, t, f + 100.0);
  EXPECT_EQ(joined.domain(), Domain({I(0, 2), J(1, 3)}));
  EXPECT_THAT(valuesOf<double>(joined), ElementsAre(1, 2, 111, 112));
}

// case 86
TEST_P(ConcatWhere, NumbersAreCutByWhatReadsThem) {
  EXPECT_THAT(valuesOf<double>(concat_where(I == 2, 99, g)), ElementsAre(0, 1, 99, 3, 4));
  EXPECT_THAT(valuesOf<double>(concat_where((1 <= I) & (I < 3), 99.0, g)),
              ElementsAre(0, 99, 99, 3, 4));
  Field open = concat_where(I < 2, 99.0, g);
  EXPECT_EQ(open.domain(), Domain(I.below(5)));
  EXPECT_EQ(open.compute_domain(), Domain(I(0, 5)));
  EXPECT_THAT(valuesOf<double>(open), ElementsAre(99, 99, 2, 3, 4));
  EXPECT_EQ(sum(open).item<double>(), 207);
  EXPECT_EQ(mean(open).item<double>(), 207.0 / 5);
  EXPECT_EQ(argmin(open, I).item<int>(), 2);
  Storage wide = zeros({I(-2, 5)});
  wide[whole] = open;
  EXPECT_THAT(valuesOf<double>(wide), ElementsAre(99, 99, 99, 99, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(open + wide), ElementsAre(198, 198, 198, 198, 4, 6, 8));
  Field numbers = concat_where(I < 2, 1.0, 2.0);
  EXPECT_EQ(numbers.domain(), Domain(I(Range::all())));
  EXPECT_THAT(valuesOf<double>(numbers + g), ElementsAre(1, 2, 4, 5, 6));
  EXPECT_THROW(eval(numbers), ValueError);
}

// S4-073, case 86
TEST_P(ConcatWhere, ABoundaryIsWrittenWithANumber) {
  Storage x = line<double>({0, 1, 4, 9, 16, 25}), y = zeros({I(0, 6)});
  Field lap = x(I + 1) + x(I - 1) - 2.0 * x;
  Field bounded = concat_where((I < 1) | (I >= 5), -1.0, lap);
  y[whole] = bounded;
  EXPECT_THAT(valuesOf<double>(y), ElementsAre(-1, 2, 2, 2, 2, -1));
  EXPECT_THAT(valuesOf<double>(bounded), ElementsAre(-1, 2, 2, 2, 2, -1));
}

// case 87
TEST_P(ConcatWhere, BranchesOfFewerDimensionsAreBroadcast) {
  Storage row = line<double>({5, 6}, 0, J), zero = zeros({I(0, 3), J(0, 2)});
  EXPECT_THAT(valuesOf<double>(concat_where(I == 0, row, zero)), ElementsAre(5, 6, 0, 0, 0, 0));
  EXPECT_THAT(valuesOf<double>(concat_where(I < 1, row, zero)), ElementsAre(5, 6, 0, 0, 0, 0));
  EXPECT_ERROR(KeyError, concat_where(K < 1, row.named("row"), zero.named("zero")),
               "'concat_where' is cut in K, which 'row' and 'zero' lack; broadcast one of them");
}

// case 88
TEST_P(ConcatWhere, ConditionsOfSeveralDimensionsAndHoles) {
  Storage u = grid({I(0, 4), J(0, 4)});
  Field rim = concat_where((I < 1) | (I >= 3) | (J < 1) | (J >= 3), -1.0, u);
  EXPECT_THAT(valuesOf<double>(rim),
              ElementsAre(-1, -1, -1, -1, -1, 11, 12, -1, -1, 21, 22, -1, -1, -1, -1, -1));
  Field inner = concat_where((I == 1) & (J > 1), u, 0.0);
  EXPECT_THAT(valuesOf<double>(inner),
              ElementsAre(0, 0, 0, 0, 0, 0, 12, 13, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(valuesOf<double>(concat_where(I < 2, g, concat_where(I > 2, g, h))),
              ElementsAre(0, 1, 12, 3, 4));
  EXPECT_THAT(valuesOf<double>(concat_where((I < 2) | (I > 2), g, h)), ElementsAre(0, 1, 12, 3, 4));
}

// case 89
TEST_P(ConcatWhere, TypesArePromotedAndTuplesGoElementByElement) {
  auto [low, high] = concat_where(I < 2, std::tuple(g, 5.0), std::tuple(h, h));
  EXPECT_THAT(valuesOf<double>(low), ElementsAre(0, 1, 12, 13, 14));
  EXPECT_THAT(valuesOf<double>(high), ElementsAre(5, 5, 12, 13, 14));
  Storage f = line<float>({1, 2, 3, 4, 5}), i8 = line<std::int8_t>({1, 2, 3, 4, 5}),
          i32 = line<std::int32_t>({1, 2, 3, 4, 5});
  EXPECT_EQ(concat_where(I < 2, f, g).dtype(), F64);
  EXPECT_EQ(concat_where(I < 2, f, 1.5).dtype(), F32);
  EXPECT_EQ(concat_where(I < 2, 7, i8).dtype(), I8);
  EXPECT_THAT(valuesOf<std::int32_t>(concat_where(I < 2, i8, i32 + 10)),
              ElementsAre(1, 2, 13, 14, 15));
  EXPECT_ERROR(DTypeError, concat_where(I < 2, i32.named("n"), g.named("g")),
               "'concat_where' of 'n' (i32) and 'g' (f64): float and integer fields do not mix; "
               "convert one with astype");
  EXPECT_ERROR(DTypeError, concat_where(I < 2, 300, i8),
               "the number 300 overflows i8 (-128 to 127); convert the field with astype");
  Storage c = line<std::complex<double>>({1, 2, 3, 4, 5});
  EXPECT_EQ(concat_where(I < 2, c, c(I + 1)).dtype(), C128);
  EXPECT_ERROR(DTypeError, concat_where(I < 2, c.named("c"), g.named("g")),
               "'concat_where' of 'c' (c128) and 'g' (f64): complex and real values do not mix; "
               "convert one with astype");
}

TEST_P(ConcatWhere, TheOtherBranchDoesNotShow) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Storage bad = line<double>({nan, nan, 2, 3, 4});
  EXPECT_THAT(valuesOf<double>(concat_where(I < 2, g, 1.0 / bad)),
              ElementsAre(0, 1, 0.5, 1.0 / 3, 0.25));
}

TEST_P(ConcatWhere, IsReadAtOtherPointsAndReduced) {
  Field ends = concat_where((I < 0) | (I >= 5), 7.0, g);
  Storage y = zeros({I(0, 5)});
  y[whole] = ends(I + 1) - ends(I - 1) + ends;
  EXPECT_THAT(valuesOf<double>(y), ElementsAre(1 - 7, 3 - 0 - 1 + 0 + 1 - 0 - 0, 4, 5, 7 - 3 + 4));
  EXPECT_EQ(sum(concat_where(I < 2, h, g)).item<double>(), 10 + 11 + 2 + 3 + 4);
  Storage u = grid({I(0, 3), J(0, 3)});
  EXPECT_THAT(valuesOf<double>(concat_where(I < 1, 0.0, u)[I(0, 3)].at(I(2)) + 0.0),
              ElementsAre(20, 21, 22));
  EXPECT_THAT(valuesOf<double>(sum(concat_where(J < 1, 0.0, u), I)), ElementsAre(0, 33, 36));
}

TEST_P(ConcatWhere, ReadsOldValuesOfWhatItWrites) {
  Storage u = line<double>({0, 1, 2, 3, 4, 5});
  u[whole] = concat_where(I < 3, u(I + 3), u(I - 3));
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(3, 4, 5, 0, 1, 2));
  u[whole] = concat_where((I < 1) | (I > 4), -u, 2.0 * u);
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(-3, 8, 10, 0, 2, -2));
  Storage v = line<double>({1, 1, 1, 1, 1, 1});
  update({{u, concat_where(I < 2, v, u)}, {v, concat_where(I < 2, u, v)}});
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(1, 1, 10, 0, 2, -2));
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(-3, 8, 1, 1, 1, 1));
}

TEST_P(ConcatWhere, WithoutDimensionsIsAnError) {
  EXPECT_ERROR(ValueError, concat_where(Domain{}, g, h),
               "the condition of 'concat_where' names no dimension");
}

TEST_P(ConcatWhere, AStoreBeyondTheDomainNamesTheBranch) {
  Storage y = zeros({I(-2, 5)});
  try {
    y.named("y")[whole] = concat_where(I < 2, g.named("g"), h);
    FAIL() << "expected a DomainError";
  } catch (const DomainError &error) {
    EXPECT_EQ(error.message(),
              "storing to 'y' over I[-2,5) needs 'g' over I[-2,2), but 'g' is defined over I[0,5)");
  }
}

// S4-072, S4-113
TEST_P(Concat, FieldsOnDisjointDomains) {
  Storage first = line<double>({1}, 0), rest = line<double>({2, 3, 4}, 1);
  for (Field both : {concat(first, rest), concat(rest, first)}) {
    EXPECT_EQ(both.domain(), Domain(I(0, 4)));
    EXPECT_THAT(valuesOf<double>(both), ElementsAre(1, 2, 3, 4));
  }
  EXPECT_THAT(valuesOf<double>(concat(rest)), ElementsAre(2, 3, 4));
  EXPECT_THAT(valuesOf<double>(concat(first, rest[I(2, 2)])), ElementsAre(1));
  EXPECT_THAT(valuesOf<double>(concat(rest[I(3, 4)], first, rest[I(1, 3)])),
              ElementsAre(1, 2, 3, 4));
  std::vector<Field> list{rest, first};
  EXPECT_THAT(valuesOf<double>(concat(list)), ElementsAre(1, 2, 3, 4));
}

// S4-072, S4-113
TEST_P(Concat, OverlapsAndGapsAreErrors) {
  auto on = [](std::int64_t lo, std::int64_t hi, const char *name) {
    return ones({I(lo, hi)}).named(name);
  };
  EXPECT_ERROR(ValueError, concat(on(0, 3, "a"), on(2, 5, "b")),
               "'concat' of 'a' and 'b': both are defined over {I[2,3)}");
  EXPECT_ERROR(
      NonContiguousDomain, concat(on(0, 2, "a"), on(3, 5, "b"), on(5, 6, "c")),
      "'concat' of 'a', 'b' and 'c': its parts, {I[0,2)} and {I[3,6)}, are no box together");
  EXPECT_ERROR(ValueError, concat(std::vector<Field>()), "'concat' of no field");
  EXPECT_ERROR(ValueError, concat(on(0, 3, "a"), ones({J(0, 2)})),
               "'concat' of fields that have no dimension in common");
}

// S4-072, S4-076, S4-113
TEST_P(Concat, TilesOfABox) {
  Storage u = grid({I(0, 4), J(0, 4)});
  auto tile = [&](Range i, Range j) { return Field(u)[{I(i), J(j)}]; };
  auto expected = valuesOf<double>(u);
  Range low(0, 2), high(2, 4);
  Field rows = concat(tile(low, Range(0, 3)), tile(high, Range(0, 3)));
  EXPECT_EQ(rows.domain(), Domain({I(0, 4), J(0, 3)}));
  EXPECT_EQ(valuesOf<double>(rows), valuesOf<double>(u.at(J(0, 3)) + 0.0));
  EXPECT_THROW((void)concat(tile(low, Range(0, 3)), tile(high, Range(0, 4))), NonContiguousDomain);
  Field square = concat(tile(high, low), tile(low, low), tile(high, high) * 1.0, tile(low, high));
  EXPECT_EQ(valuesOf<double>(square), expected);
  EXPECT_EQ(sum(square).item<double>(), sum(u).item<double>());
}

// S4-072, S4-113
TEST_P(Concat, ThreeDimensions) {
  Storage cube = empty<double>({I(0, 4), J(0, 3), K(0, 2)});
  cube[whole] = astype(index(I) * 100 + index(J) * 10 + index(K), F64);
  Field c(cube);
  Field joined = concat(c[{I(2, 4), J(1, 3)}], c[{I(0, 2)}], c[{I(2, 4), J(0, 1), K(0, 1)}],
                        c[{I(2, 4), J(0, 1), K(1, 2)}]);
  EXPECT_EQ(joined.domain(), cube.domain());
  EXPECT_EQ(valuesOf<double>(joined), valuesOf<double>(cube));
}

// S4-072
TEST_P(Concat, TypesArePromotedOrRefused) {
  Storage f = line<float>({1, 2}), d = line<double>({3, 4}, 2), i = line<std::int32_t>({5}, 2);
  EXPECT_EQ(concat(f, d).dtype(), F64);
  EXPECT_THAT(valuesOf<double>(concat(f, d)), ElementsAre(1, 2, 3, 4));
  EXPECT_ERROR(DTypeError, concat(f.named("f"), i.named("i")),
               "'concat' of 'f' (f32) and 'i' (i32): float and integer fields do not mix; convert "
               "one with astype");
}

// S4-112: the rules of docs/Boundaries.md, one after the other
TEST_P(Concat, FollowsItsSpecification) {
  auto on = [](std::int64_t lo, std::int64_t hi) { return ones({I(lo, hi)}); };
  Storage low = line<double>({1, 2}), high = line<double>({3}, 2);
  EXPECT_EQ(valuesOf<double>(concat(high, low)), valuesOf<double>(concat(low, high))); // order
  EXPECT_THROW((void)concat(on(0, 3), on(2, 4)), ValueError);                          // overlap
  EXPECT_THROW((void)concat(on(0, 2), on(3, 4)), NonContiguousDomain);                 // gap
  EXPECT_THROW((void)concat(ones({I(0, 1), J(0, 2)}), ones({I(1, 2), J(0, 3)})),
               NonContiguousDomain); // a union that is no box
  EXPECT_THAT(valuesOf<double>(concat(low)), ElementsAre(1, 2));
  EXPECT_THAT(valuesOf<double>(concat(low, on(7, 7), high)), ElementsAre(1, 2, 3)); // no points
  Field wide = concat(Field(high), ones({I(0, 2), J(0, 2)}) + low); // J is broadcast
  EXPECT_EQ(wide.domain(), Domain({I(0, 3), J(0, 2)}));
  EXPECT_THAT(valuesOf<double>(wide), ElementsAre(2, 2, 3, 3, 3, 3));
  Field cut = concat(ones({I(0, 1), J(0, 3)}), ones({I(1, 2), J(1, 5)}), on(2, 3));
  EXPECT_EQ(cut.domain(), Domain({I(0, 3), J(1, 3)})); // J is intersected
  EXPECT_EQ(concat(line<float>({1}), line<double>({2}, 1)).dtype(), F64);
  EXPECT_EQ(concat(line<std::int32_t>({1}), line<std::int64_t>({2}, 1)).dtype(), I64);
  EXPECT_THROW((void)concat(line<bool>({true}), line<double>({2}, 1)), DTypeError);
}

// S4-073
TEST_P(Concat, DirichletBoundary) {
  Dimension d("D");
  Storage f = line<double>({0, 1, 4, 9, 16, 25, 36, 49, 64, 81}, 0, d);
  Storage boundary = full<double>({d(0, 10)}, 7.0), result = zeros({d(0, 10)});
  Field lap = f(d + 1) + f(d - 1) - 2.0 * f;
  result[whole] = concat(boundary[d.below(1)], lap, boundary[d.from(9)]);
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(7, 2, 2, 2, 2, 2, 2, 2, 2, 7));
}

// S4-075
TEST_P(Concat, OneTileOverAWholeField) {
  Dimension d("D");
  Storage interior = line<double>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, d);
  Storage boundary = full<double>({d(0, 10)}, -1.0);
  EXPECT_THAT(valuesOf<double>(concat_where(d < 1, boundary, interior)),
              ElementsAre(-1, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(valuesOf<double>(concat(interior[d.from(1)], boundary[d.below(1)])),
              ElementsAre(-1, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

class At : public OnEveryBackend {
protected:
  Storage x = line<double>({0, 1, 2, 3, 4});
};
GTJIT_ON_EVERY_BACKEND(At);

// S4-077
TEST_P(At, SetGivesAPartOtherValues) {
  EXPECT_THAT(valuesOf<double>(x.at(I(1, 3)).set(10)), ElementsAre(0, 10, 10, 3, 4));
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(x.at(I(1, 3)).set(line<double>({7, 8}, 1))),
              ElementsAre(0, 7, 8, 3, 4));
  EXPECT_THROW((void)x.at(I(3, 6)).set(10), IndexOutOfBounds);
  EXPECT_THAT(valuesOf<double>(x.at(I(1, 3)).set(10).at(I(2, 4)).set(20)),
              ElementsAre(0, 10, 20, 20, 4));
  EXPECT_THAT(valuesOf<double>(x.at(I(2)).set(5)), ElementsAre(0, 1, 5, 3, 4));
  EXPECT_THAT(valuesOf<double>(x.rel({-1}).set(5)), ElementsAre(0, 1, 2, 3, 5));
  EXPECT_THAT(valuesOf<double>(x.rel({{1, -1}}).set(x(I - 1))), ElementsAre(0, 0, 1, 2, 4));
  EXPECT_THAT(valuesOf<double>(x.at(I.from(3)).set(5)), ElementsAre(0, 1, 2, 5, 5));
  EXPECT_THAT(valuesOf<double>(x.at(I(2, 2)).set(5)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(x.rel({}).set(5)), ElementsAre(5, 5, 5, 5, 5));
}

// S4-077
TEST_P(At, SetOfAPartInSeveralDimensions) {
  Storage u = grid({I(0, 3), J(0, 3)});
  EXPECT_THAT(valuesOf<double>(u.at({I(1, 3), J(0, 2)}).set(-1)),
              ElementsAre(0, 1, 2, -1, -1, 12, -1, -1, 22));
  EXPECT_THAT(valuesOf<double>(u.at({I(1), J(1)}).set(-1)),
              ElementsAre(0, 1, 2, 10, -1, 12, 20, 21, 22));
  EXPECT_THAT(valuesOf<double>(u.at(I(1)).set(line<double>({7, 8, 9}, 0, J))),
              ElementsAre(0, 1, 2, 7, 8, 9, 20, 21, 22));
}

TEST_P(At, SetRefusesValuesThatDoNotFit) {
  Storage value = line<double>({7}, 1).named("value"), k = line<double>({1}, 0, K).named("k");
  EXPECT_ERROR(DomainError, x.named("x").at(I(1, 3)).set(value),
               "'set' of a part of 'x' over I[1,3) needs 'value' there, but it is defined over "
               "I[1,2)");
  EXPECT_ERROR(ValueError, x.named("x").at(I(1, 3)).set(k),
               "'set' of a part of 'x': 'k' has the dimension K, which the field lacks");
  Storage f = line<float>({1, 2, 3}).named("f");
  EXPECT_ERROR(DTypeError, f.at(I(1, 3)).set(x.named("x")),
               "'set' of a part of 'f' (f32) to 'x': the field would become f64; convert one with "
               "astype");
  EXPECT_ERROR(ValueError, sum(x).named("total").rel({}).set(1.0),
               "'set' of a part of 'total', which has no dimensions");
}

// S4-078
TEST_P(At, ThreeWaysToSetTheTopLevel) {
  Storage top = full<double>({K(4, 5)}, 0.0), x = line<double>({1, 2, 3, 4, 9}, 0, K);
  auto expected = ElementsAre(1, 2, 3, 4, 0);
  EXPECT_THAT(valuesOf<double>(concat(Field(x)[K(0, 4)], top)), expected);
  EXPECT_THAT(valuesOf<double>(x.at_dims(K).rel({{4, 5}}).set(top)), expected);
  EXPECT_THAT(valuesOf<double>(concat(Field(x)[K.below(4)], top[K(4, 5)], Field(x)[K.from(5)])),
              expected);
}

TEST_P(At, ManyConcatenationsOfEachOther) {
  Storage u = line<double>({1, 2, 3, 4, 5, 6, 7, 8});
  Field steps = u, moved = u, halos = u;
  std::vector<double> expected = valuesOf<double>(u);
  for (int n = 0; n < 24; ++n) {
    steps = concat_where(I < 1 + n % 7, steps, steps + double(n));
    for (int i = 1 + n % 7; i < 8; ++i)
      expected[static_cast<std::size_t>(i)] += n;
  }
  EXPECT_EQ(valuesOf<double>(steps), expected);
  for (int n = 0; n < 20; ++n)
    moved = roll(moved, 1, I) + u;
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(99, 96, 93, 90, 87, 92, 97, 102));
  expected = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int n = 0; n < 12; ++n) {
    halos = withHalo(halos, 1, periodic(I))(I + 1) * 0.5 + halos * 0.5;
    double first = expected[0];
    for (std::size_t i = 0; i < 8; ++i)
      expected[i] = (i < 7 ? expected[i + 1] : first) * 0.5 + expected[i] * 0.5;
  }
  EXPECT_EQ(valuesOf<double>(halos), expected);
}

} // namespace
