//===- ScanTest.cpp - What scans mean -------------------------------------===//
//
// Values of scans in both directions, of one value and of several, over parts of a
// dimension and any of them; what bodies may do and what they may not.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

#include <cmath>
#include <limits>
#include <tuple>

using namespace gtjit;
using testing::ElementsAre;

namespace {

class Scan : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Scan);

Value add(Value sum, Value x) { return sum + x; }

// case 108
TEST_P(Scan, EachPointHasWhatTheBodyGaveThere) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K);
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 0.0, add, x)), ElementsAre(1, 3, 6, 10));
  EXPECT_THAT(valuesOf<double>(scan(K, Backward, 0.0, add, x)), ElementsAre(10, 9, 7, 4));
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 10.0, add, x)), ElementsAre(11, 13, 16, 20));
}

/// Columns whose memory is contiguous, as many as go side by side, fewer and more; what they
/// start with and what they read differs from column to column.
TEST_P(Scan, GoesAlongContiguousColumns) {
  auto body = [](std::tuple<Value, Value> before, Value x, Value above, Value j) {
    auto [count, sum] = before;
    return std::tuple(count + where(x > above, 1, 0), 0.5 * sum + x + j);
  };
  constexpr std::int64_t levels = 6;
  for (std::int64_t columns : {1, 3, 4, 5, 8, 11})
    for (Direction direction : {Forward, Backward}) {
      Storage x = zeros<double>({I(0, 2), J(-1, columns - 1), K(-1, levels)}, {.preset = "C"});
      x[whole] =
          coordinate(K) * coordinate(K) * 0.25 - coordinate(J) * coordinate(K) + coordinate(I);
      Storage first = zeros<double>({J(-1, columns - 1)});
      first[whole] = coordinate(J) * 3.0;
      auto [counts, sums] = scan(K(0, levels), direction, std::tuple(0, Field(first)), body, x,
                                 x(K - 1), coordinate(J));
      Storage count =
          zeros<std::int64_t>({I(0, 2), J(-1, columns - 1), K(0, levels)}, {.preset = "C"});
      Storage sum = zeros<double>(count.domain(), {.preset = "C"});
      update({{count[whole], counts}, {sum[whole], sums}});
      auto values = x.read<double>();
      auto countView = count.read<std::int64_t>();
      auto sumView = sum.read<double>();
      for (std::int64_t i = 0; i < 2; ++i)
        for (std::int64_t j = -1; j < columns - 1; ++j) {
          std::int64_t counted = 0;
          double summed = 3.0 * static_cast<double>(j);
          for (std::int64_t n = 0; n < levels; ++n) {
            std::int64_t k = direction == Forward ? n : levels - 1 - n;
            counted += values(i, j + 1, k + 1) > values(i, j + 1, k);
            summed = 0.5 * summed + values(i, j + 1, k + 1) + static_cast<double>(j);
            ASSERT_EQ(countView(i, j + 1, k), counted)
                << columns << ' ' << i << ' ' << j << ' ' << k;
            ASSERT_EQ(sumView(i, j + 1, k), summed) << columns << ' ' << i << ' ' << j << ' ' << k;
          }
        }
    }
}

// S4-117
TEST_P(Scan, OtherDimensionsAreIntersected) {
  Storage f = full({I(0, 5), K(0, 4)}, 1.0), g = full({I(2, 9), K(0, 4)}, 2.0);
  Field sums = scan(K, Forward, 0.0, [](Value acc, Value x, Value y) { return acc + x * y; }, f, g);
  EXPECT_EQ(sums.domain(), (Domain{I(2, 5), K(0, 4)}));
  Field ones = scan(K, Forward, 0, add, f);
  EXPECT_THAT(valuesOf<double>(ones[{I(3)}]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(sums), ElementsAre(2, 4, 6, 8, 2, 4, 6, 8, 2, 4, 6, 8));
}

// case 109: what a scan starts with is said where it is written, not where it is stored
TEST_P(Scan, StartsAtTheFirstPointThatIsNamed) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K), out = zeros<double>({K(0, 4)});
  out[{K(1, 3)}] = scan(K(1, 3), Forward, 0.0, add, x);
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(0, 2, 5, 0));
  out[{K(1, 3)}] = scan(K, Forward, 0.0, add, x[{K(1, 3)}]);
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(0, 2, 5, 0));
  out[{K(1, 3)}] = scan(K, Forward, 0.0, add, x);
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(0, 3, 6, 0));
  EXPECT_THAT(valuesOf<double>(scan(K(1, unbounded), Backward, 0.0, add, x)), ElementsAre(9, 7, 4));
}

// case 110
TEST_P(Scan, CoversWhatItsInputsHave) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K).named("x"), out = zeros<double>({K(0, 5)});
  Storage column = zeros<double>({I(0, 3)});
  EXPECT_THROW((out[whole] = scan(K, Forward, 0.0, add, x)), DomainError);
  EXPECT_ERROR(IndexOutOfBounds, scan(K(0, 5), Forward, 0.0, add, x),
               "'scan' over K[0,5) of 'x', which is defined over K[0,4)");
  EXPECT_THROW((column[whole] = scan(K, Forward, 0.0, add, x)), Error);
}

// case 111
TEST_P(Scan, FieldsWithoutItsDimensionAreTheSameAtEachPoint) {
  Storage x = full({I(0, 2), K(0, 3)}, 1.0), y = line<double>({1, 10});
  auto step = [](Value c, Value a, Value b) { return c + a * b; };
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 0.0, step, x, y)),
              ElementsAre(1, 2, 3, 10, 20, 30));
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 0.0, step, x, 2.0)), ElementsAre(2, 4, 6, 2, 4, 6));
  Storage later = full({I(1, 4), K(0, 3)}, 2.0); // horizontally where both are
  Field both = scan(K, Forward, 0.0, step, x, later);
  EXPECT_EQ(both.domain(), Domain({I(1, 2), K(0, 3)}));
  EXPECT_THAT(valuesOf<double>(both), ElementsAre(2, 4, 6));
}

// case 112
TEST_P(Scan, NeedsNoInputs) {
  auto count = [](Value c) { return c + 1; };
  Field counted = scan(K(0, 4), Forward, 0, count);
  EXPECT_EQ(counted.dtype(), DType::I64);
  EXPECT_THAT(valuesOf<std::int64_t>(counted), ElementsAre(1, 2, 3, 4));
  EXPECT_ERROR(ValueError, scan(K, Forward, 0, count),
               "'scan' along K, in which its operands are infinite; name the points, "
               "scan(K(0, n), ...)");
}

TEST_P(Scan, EndsWhereTheGridDoes) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K);
  Field open = concat_where(K < 1, 10.0, Field(x));
  EXPECT_EQ(cumsum(open, K).domain(), Domain(K(0, 4)));
  EXPECT_THAT(valuesOf<double>(cumsum(open, K)), ElementsAre(10, 12, 15, 19));
  Field longer = concat_where((K < 0) | (K >= 4), 0.0, Field(x)), y = line<double>({1, 1}, 4, K);
  EXPECT_THAT(valuesOf<double>(scan(
                  K, Forward, 0.0, [](Value c, Value a, Value b) { return c + a + b; }, longer, y)),
              ElementsAre(1, 2))
      << "the other one has ends";
}

/// What is carried, or else, by a mask in memory: along neighbours in memory, point by point.
TEST_P(Scan, ChoosesByAMask) {
  Storage x = line<double>({1, 2, 3, 4, 5, 6}), isLand = line<bool>({0, 1, 1, 0, 1, 0});
  auto carry = [](Value c, Value x, Value isLand) { return where(isLand, x, c); };
  EXPECT_THAT(valuesOf<double>(scan(I, Forward, 0.5, carry, x, isLand)),
              ElementsAre(0.5, 2, 3, 3, 5, 5));
  EXPECT_THAT(valuesOf<float>(scan(I, Backward, 0.5f, carry, astype(x, F32), isLand)),
              ElementsAre(2, 2, 3, 5, 5, 0.5));
  auto count = [](Value c, Value isLand) { return where(isLand, 0.0, c + 1.0); };
  EXPECT_THAT(valuesOf<double>(scan(I, Forward, 0.0, count, isLand)),
              ElementsAre(1, 0, 0, 1, 0, 1));
}

// case 113
TEST_P(Scan, IsAFieldOfItsOwn) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K), out = zeros<double>({K(0, 3)});
  out[whole] = scan(K(0, 3), Forward, 0.0, add, x(K + 1));
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(2, 5, 9));
  out[whole] = scan(K, Forward, 0.0, add, x(K + 1)); // goes from K = -1 on
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(3, 6, 10));
  EXPECT_THROW((out[whole] = scan(K(0, 3), Forward, 0.0, add, x)(K + 1)), DomainError);
  out[whole] = scan(K, Forward, 0.0, add, x)(K + 1);
  EXPECT_THAT(valuesOf<double>(out), ElementsAre(3, 6, 10));
}

// case 114
TEST_P(Scan, CarriesNestedTuples) {
  using Inner = std::pair<Value, std::array<Value, 2>>;
  using Carried = std::tuple<Value, Inner>;
  Storage x = line<double>({1, 2, 3}, 0, K);
  auto step = [](Carried carried, Value x) {
    auto [sum, inner] = carried;
    auto [count, ends] = inner;
    return Carried{sum + x, Inner{count + 1, {where(count == 0, x, ends[0]), x}}};
  };
  auto [sum, inner] =
      scan(K, Forward, std::tuple(0.0, std::pair(0, std::array{0.0, 0.0})), step, x);
  EXPECT_THAT(valuesOf<double>(sum), ElementsAre(1, 3, 6));
  EXPECT_THAT(valuesOf<std::int64_t>(inner.first), ElementsAre(1, 2, 3));
  EXPECT_THAT(valuesOf<double>(inner.second[0]), ElementsAre(1, 1, 1));
  EXPECT_THAT(valuesOf<double>(inner.second[1]), ElementsAre(1, 2, 3));
  Storage narrow = zeros<float>({K(0, 3)});
  EXPECT_ERROR(DTypeError, scan(K, Forward, narrow[{K(0)}], add, x),
               "the body of 'scan' gives f64 for the value carried, which starts as f32; convert "
               "one with astype");
}

// An initial number takes the type of what the body gives; an initial field has one.
TEST_P(Scan, InitialNumbersTakeTheBodysType) {
  Storage x = line<float>({1, 2, 3}, 0, K), n = line<std::int32_t>({1, 2, 3}, 0, K);
  EXPECT_EQ(scan(K, Forward, 0.0, add, x).dtype(), DType::F32);
  EXPECT_EQ(scan(K, Forward, 0, add, x).dtype(), DType::F32);
  EXPECT_EQ(scan(K, Forward, 0, add, n).dtype(), DType::I32);
  auto average = [](std::pair<Value, Value> sums, Value value) {
    return std::pair(sums.first + value, (sums.first + value) / (sums.second + 1.0));
  };
  auto [sum, mean] = scan(K, Forward, std::pair(0.0, 0.0), average, x);
  EXPECT_EQ(mean.dtype(), DType::F32);
}

TEST_P(Scan, ABodyOfDoublesIsCalledOnce) {
  Storage x = line<double>({1, 2}, 0, K), y = line<float>({1, 2}, 0, K);
  int calls = 0;
  auto mean = [&](Value before, Value x) {
    ++calls;
    return where(x > 1.0, 0.5 * before + x, before);
  };
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 4.0, mean, x)), ElementsAre(4, 4));
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(valuesOf<double>(scan(K, Forward, 4.0, mean, 3.0 * x)), ElementsAre(5, 8.5));
  EXPECT_THAT(valuesOf<float>(scan(K, Forward, 4.0, mean, y)), ElementsAre(4, 4));
  EXPECT_EQ(calls, 4) << "twice for the type";
  // In the type that the value carried has in the end.
  Field halves = scan(K, Forward, 0.0, [](Value a, Value x) { return astype(a + x, F64); }, y);
  EXPECT_EQ(halves.dtype(), F64);
  EXPECT_THAT(valuesOf<double>(halves), ElementsAre(1, 3));
}

// Also where the body computes with doubles alone: what it gives is not of their types.
TEST_P(Scan, ValuesKeepTheTypesOfTheirFields) {
  Storage x = line<double>({1, 2, 3}, 0, K), starts = full<float>({I(0, 2)}, 7.0F);
  Storage isOn = full<bool>({I(0, 2)}, true);
  EXPECT_THROW((void)scan(
                   K, Forward, std::tuple(Field(starts), 0.0),
                   [](std::tuple<Value, Value> before, Value x) {
                     auto [first, second] = before;
                     return std::tuple(second, second * 0.5 + x);
                   },
                   x),
               DTypeError);
  for (const Storage &field : {starts, isOn})
    EXPECT_THROW((void)scan(
                     K, Forward, std::tuple(0.0, Field(field)),
                     [](std::tuple<Value, Value> before, Value x) {
                       auto [first, second] = before;
                       return std::tuple(first * 0.5 + x, first);
                     },
                     x),
                 DTypeError);
}

TEST_P(Scan, StartsWithOneValueOfEachLine) {
  Storage x = full({I(0, 2), K(0, 3)}, 1.0), top = line<double>({10, 20});
  EXPECT_THAT(valuesOf<double>(scan(K, Backward, top, add, x)),
              ElementsAre(13, 12, 11, 23, 22, 21));
  EXPECT_THAT(valuesOf<double>(scan(K, Backward, 2.0 * Field(top), add, x)[{K(0)}]),
              ElementsAre(23, 43));
  x = x.named("x");
  EXPECT_ERROR(ValueError, scan(K, Forward, x, add, x),
               "'scan' along K starts with 'x', which has this dimension; give one value of each "
               "line");
}

// Fields from outside the body are inputs, too.
TEST_P(Scan, BodiesUseFieldsFromOutside) {
  Storage x = line<double>({1, 2, 3}, 0, K), y = line<double>({10, 100});
  Field factor = Field(y) + 1.0;
  Field result = scan(K, Forward, 0.0, [&](Value c, Value a) { return c + a * factor; }, x);
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(11, 33, 66, 101, 303, 606));
}

TEST_P(Scan, AlongAnyDimensionOfAnyLayout) {
  for (Dimension dim : {I, J, K})
    for (auto direction : {Forward, Backward}) {
      Storage x = empty<double>({I(0, 19), J(-3, 4), K(0, 5)});
      auto view = x.write<double>();
      for (std::size_t i = 0; i < 19; ++i)
        for (std::size_t j = 0; j < 7; ++j)
          for (std::size_t k = 0; k < 5; ++k)
            view(i, j, k) = static_cast<double>(i * 35 + j * 5 + k);
      Storage sums = eval(scan(dim, direction, 0.0, add, x));
      auto read = sums.read<double>();
      auto values = x.read<double>();
      for (std::size_t i = 0; i < 19; ++i)
        for (std::size_t j = 0; j < 7; ++j)
          for (std::size_t k = 0; k < 5; ++k) {
            std::size_t at[] = {i, j, k}, d = dim == I ? 0 : dim == J ? 1 : 2, size[] = {19, 7, 5};
            double expected = 0;
            for (std::size_t n = direction == Forward ? 0 : at[d];
                 n < (direction == Forward ? at[d] + 1 : size[d]); ++n) {
              std::size_t from[] = {i, j, k};
              from[d] = n;
              expected += values(from[0], from[1], from[2]);
            }
            ASSERT_EQ(read(i, j, k), expected);
          }
    }
}

std::tuple<Value, Value> eliminate(std::tuple<Value, Value> before, Value a, Value b, Value c,
                                   Value d) {
  auto [cp, dp] = before;
  Value pivot = b - a * cp;
  return {c / pivot, (d - a * dp) / pivot};
}

/// A tridiagonal solver: two scans.
Field solve(Field a, Field b, Field c, Field d) {
  auto [cp, dp] = scan(K, Forward, std::tuple(0.0, 0.0), eliminate, a, b, c, d);
  return scan(K, Backward, 0.0, [](Value x, Value u, Value v) { return v - u * x; }, cp, dp);
}

TEST_P(Scan, SolvesTridiagonalSystems) {
  Domain grid{I(0, 37), J(0, 5), K(0, 9)};
  Field i = astype(index(I), F64), j = astype(index(J), F64), k = astype(index(K), F64);
  Field x = sin(i * 0.7 + j) * cos(k), a = -0.3 - 0.1 * cos(j + k), c = -0.4 + 0.1 * sin(i - k);
  a = where(index(K) == 0, 0.0, a);
  c = where(index(K) == 8, 0.0, c);
  Storage lower = zeros<double>(grid), upper = like(lower),
          wanted = zeros<double>(grid, {.halo = {{K, 1}}});
  lower[whole] = a;
  upper[whole] = c;
  wanted[whole] = x;
  Field d = Field(lower) * Field(wanted)(K - 1) + 2.0 * Field(wanted) +
            Field(upper) * Field(wanted)(K + 1);
  Storage out = like(lower);
  out[whole] = solve(lower, 2.0, upper, d);
  EXPECT_LT(max(abs(Field(out) - Field(wanted))).item<double>(), 1e-14);
}

// Whole vectors of columns and a rest, beside memory that is contiguous along them.
TEST_P(Scan, ColumnsThatAreContiguousHaveTheSameValues) {
  for (std::int64_t columns : {5, 16, 37}) {
    Domain grid{I(0, 2), J(-3, columns - 3), K(0, 11)};
    Field point = index(I) * 3 + index(J) * 5 + index(K) * 7;
    Storage u = empty<double>(grid), column = empty<double>(grid, {.layout = cOrder}),
            first = empty<double>({I(0, 2), J(-3, columns - 3)}), out = like(u),
            there = like(column);
    u[whole] = 1.0 + astype(point % 13, F64);
    column[whole] = u;
    first[whole] = 0.5 * astype(index(J), F64);
    for (auto direction : {Forward, Backward}) {
      auto running = [&](Field x) { return scan(K, direction, first, add, x); };
      out[whole] = running(u);
      there[whole] = running(column);
      EXPECT_EQ(valuesOf<double>(there), valuesOf<double>(out)) << columns;
      there[whole] = solve(u, 20.0, 0.5 * Field(column), running(column));
      out[whole] = solve(u, 20.0, 0.5 * Field(u), running(u));
      EXPECT_EQ(valuesOf<double>(there), valuesOf<double>(out)) << columns;
      Storage counts = empty<std::int32_t>(grid, {.layout = cOrder});
      counts[whole] = scan(K, direction, 0, add, astype(Field(column), I32));
      out[whole] = astype(Field(counts), F64);
      there[whole] = scan(K, direction, 0.0, add, u);
      EXPECT_EQ(valuesOf<double>(there), valuesOf<double>(out)) << columns;
    }
  }
}

// What is handed on at the end of a row lies in whole vectors, of any element type.
TEST_P(Scan, RowsOfAnyLengthHandOn) {
  auto body = [](std::tuple<Value, Value, Value> before, Value x, Value limit) {
    auto [sum, greatest, count] = before;
    Value isAbove = x > limit;
    return std::tuple(0.5 * sum + x, where(isAbove, astype(x, F32), greatest),
                      count + astype(isAbove, I32));
  };
  for (std::int64_t points : {1, 2, 7, 8, 9, 15, 17, 31, 33, 70}) {
    SCOPED_TRACE(points);
    Storage x = empty<double>({I(0, points), J(0, 9), K(0, 3)}), sum = like(x);
    Storage greatest = empty<float>(x.domain()), count = empty<std::int32_t>(x.domain());
    x[whole] = astype((index(I) * 3 + index(J) * 5 + index(K) * 7) % 13, F64);
    for (auto direction : {Forward, Backward}) {
      auto [sums, greatests, counts] =
          scan(J, direction, std::tuple(1.0, -1.0f, std::int32_t(2)), body, x, 6.0);
      update({{sum, sums}, {greatest, greatests}, {count, counts}});
      auto values = x.read<double>(I, J, K), s = sum.read<double>(I, J, K);
      auto g = greatest.read<float>(I, J, K);
      auto c = count.read<std::int32_t>(I, J, K);
      std::int64_t wrong = 0;
      for (std::int64_t i = 0; i < points; ++i)
        for (std::int64_t k = 0; k < 3; ++k) {
          double expected = 1;
          float most = -1;
          std::int32_t above = 2;
          for (std::int64_t n = 0; n < 9; ++n) {
            std::int64_t j = direction == Forward ? n : 8 - n;
            double value = values(i, j, k);
            expected = 0.5 * expected + value;
            most = value > 6 ? static_cast<float>(value) : most;
            above += value > 6;
            wrong += s(i, j, k) != expected || g(i, j, k) != most || c(i, j, k) != above;
          }
        }
      EXPECT_EQ(wrong, 0);
    }
  }
}

// Planes of a multiple of 4 KiB, whose levels share places of a cache, of more than one strip and
// of one; and others.
TEST_P(Scan, LevelsLieAnywhere) {
  for (std::int64_t points : {64, 61, 8}) {
    const std::int64_t rows = points == 61 ? 61 : 64;
    Domain grid{I(0, points), J(0, rows), K(0, 7)};
    Storage u = empty<double>(grid), out = like(u);
    EXPECT_EQ(u.strides()[2] % 4096 == 0, points != 61) << u.strides()[2];
    u[whole] = astype((index(I) * 3 + index(J) * 5 + index(K) * 7) % 13, F64);
    out[whole] = scan(K, Backward, 0.0, add, scan(K, Forward, 0.0, add, u));
    auto got = out.read<double>(I, J, K);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < points; ++i)
      for (std::int64_t j = 0; j < rows; ++j) {
        auto value = [&](std::int64_t k) { return (i * 3 + j * 5 + k * 7) % 13; };
        std::int64_t sum = 0, wanted = 0;
        for (std::int64_t k = 0; k < 7; ++k)
          sum += value(k);
        for (std::int64_t k = 6; k >= 0; sum -= value(k), --k)
          wrong += got(i, j, k) != static_cast<double>(wanted += sum);
      }
    EXPECT_EQ(wrong, 0) << points;
  }
}

// A scan of a scan, and several in an expression; read elsewhere than at the point.
TEST_P(Scan, ScansOfScans) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K);
  Field once = cumsum(x, K), twice = cumsum(once, K), back = cumsum(twice, K, Backward);
  EXPECT_THAT(valuesOf<double>(twice), ElementsAre(1, 4, 10, 20));
  EXPECT_THAT(valuesOf<double>(cumsum(cumsum(cumsum(x, K), K), K, Backward)),
              ElementsAre(35, 34, 30, 20));
  EXPECT_THAT(valuesOf<double>(back - twice + once), ElementsAre(35, 33, 26, 10));
  Field shifted = cumsum(x, K)(K - 1);
  EXPECT_THAT(valuesOf<double>(cumsum(shifted * x, K)), ElementsAre(2, 11, 35));
}

TEST_P(Scan, InPlaceReadsOldValues) {
  Storage x = line<double>({1, 2, 3, 4}, 0, K);
  x[whole] = cumsum(x, K, Backward);
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(10, 9, 7, 4));
  x[{K(1, 4)}] = cumsum(x, K)(K - 1);
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(10, 10, 19, 26));
}

TEST_P(Scan, RunningResults) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Storage x = line<double>({3, 1, 2, 5}, 0, K), n = line<std::int8_t>({3, -1, 2, 5}, 0, K);
  Storage u = line<std::uint8_t>({200, 100}, 0, K),
          m = line<bool>({false, true, true, false}, 0, K);
  EXPECT_THAT(valuesOf<double>(cumprod(x, K)), ElementsAre(3, 3, 6, 30));
  EXPECT_THAT(valuesOf<double>(cummin(x, K)), ElementsAre(3, 1, 1, 1));
  EXPECT_THAT(valuesOf<double>(cummax(x, K, Backward)), ElementsAre(5, 5, 5, 5));
  EXPECT_THAT(valuesOf<std::int8_t>(cummin(n, K)), ElementsAre(3, -1, -1, -1));
  EXPECT_THAT(valuesOf<std::int8_t>(cummax(n, K)), ElementsAre(3, 3, 3, 5));
  EXPECT_THAT(valuesOf<std::uint64_t>(cumsum(u, K)), ElementsAre(200, 300));
  EXPECT_THAT(valuesOf<std::int64_t>(cumsum(m, K)), ElementsAre(0, 1, 2, 2));
  EXPECT_THAT(valuesOf<double>(first_match(m, x, -1.0, K)), ElementsAre(-1, 1, 1, 1));
  EXPECT_THAT(valuesOf<double>(first_match(m, x, -1.0, K, Backward)), ElementsAre(2, 2, 2, -1));
  Storage y = line<double>({1, nan, 2}, 0, K);
  EXPECT_TRUE(std::isnan(valuesOf<double>(cummax(y, K))[2]));
  EXPECT_EQ(cumsum(line<Float16>({Float16(1.0f), Float16(2.0f)}), I).dtype(), DType::F16);
}

TEST_P(Scan, HasNoPointsOverNone) {
  Storage x = zeros<double>({I(0, 3), K(0, 0)});
  Field none = cumsum(x, K);
  EXPECT_TRUE(eval(none).domain().empty());
  EXPECT_THAT(valuesOf<double>(sum(none, {K})), ElementsAre(0, 0, 0));
}

TEST_P(Scan, ComputesInAnotherPrecision) {
  Storage x = line<float>({0.1f, 0.2f, 0.3f}, 0, K);
  Field sums = scan(K, Forward, 0.0, [](Value c, Value a) { return c + 0.1 * a; }, x);
  std::vector<double> values = valuesOf<double>(withPrecision(sums, F64));
  double expected = 0;
  for (float value : {0.1f, 0.2f, 0.3f})
    expected += 0.1 * static_cast<double>(value);
  EXPECT_EQ(values[2], expected);
}

TEST_P(Scan, BodiesAreOperationsAtAPoint) {
  Storage x = full({I(0, 2), K(0, 3)}, 1.0).named("x");
  Value kept;
  EXPECT_ERROR(ValueError,
               scan(
                   K, Forward, 0.0, [&](Value c, Value a) { return c + broadcast(a, {I}); }, x),
               "'broadcast' in the body of a scan: only operations at a point can stand there");
  EXPECT_THROW(
      (scan(K, Forward, 0.0, [](Value c, Value a) { return c + a(K - 1); }, x)), ValueError);
  EXPECT_THROW((scan(
                   K, Forward, 0.0, [](Value c, Value a) { return c + a.item<double>(); }, x)),
               ValueError);
  (void)scan(K, Forward, 0.0, [&](Value c, Value a) { return kept = c + a; }, x);
  EXPECT_THROW(eval(x + kept), ValueError);
  for (int n = 0; n < 100; ++n) // whatever memory a run gets
    EXPECT_ERROR(ValueError,
                 scan(
                     K, Forward, 0.0, [&](Value c, Value a) { return c + a + kept; }, x),
                 "the body of a scan uses a value of the body of another one");
}

} // namespace
