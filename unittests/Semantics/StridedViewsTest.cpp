//===- StridedViewsTest.cpp - Views with steps in expressions -------------===//
//
// What is read and written through slices with steps, forwards and backwards,
// in rows of every length; the memory ends where a page does.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "PageEdge.h"

#include <cstdlib>

using namespace gtjit;

namespace {

class StridedViews : public OnEveryBackend {
protected:
  /// v[n] = u[n * step] for as many points, from the other end if the step is negative.
  template <class T> void copyWithStep(std::int64_t points, std::int64_t step, bool atEnd);
};

std::size_t reachOf(std::int64_t points, std::int64_t step) {
  return static_cast<std::size_t>((points - 1) * std::abs(step) + 1);
}

/// The element of point `n` among those of a row of `points` that a step takes.
std::size_t placeOf(std::int64_t n, std::int64_t points, std::int64_t step) {
  return static_cast<std::size_t>(step > 0 ? n * step : (points - 1 - n) * -step);
}

template <class T>
void StridedViews::copyWithStep(std::int64_t points, std::int64_t step, bool atEnd) {
  const std::size_t reach = reachOf(points, step);
  Guarded<T> from(reach, atEnd), into(reach, atEnd);
  Guarded<T> dense(static_cast<std::size_t>(points), atEnd);
  auto all = static_cast<std::int64_t>(reach);
  Storage u = runtime.wrap(from.first, {I(0, all)}), w = runtime.wrap(into.first, {I(0, all)});
  Storage v = runtime.wrap(dense.first, {I(0, points)});
  Storage every = u.slice({{Slice::none, Slice::none, step}});
  v[whole] = every;
  for (std::int64_t n = 0; n < points; ++n)
    ASSERT_EQ(dense.first[n], from.first[placeOf(n, points, step)]) << "read " << n;
  w.slice({{Slice::none, Slice::none, step}})[whole] = v + v;
  for (std::size_t n = 0; n < reach; ++n) {
    T expected = static_cast<T>(n % 113 + 1);
    if (n % static_cast<std::size_t>(std::abs(step)) == 0)
      expected = static_cast<T>(from.first[n] + from.first[n]);
    ASSERT_EQ(into.first[n], expected) << "written " << n;
  }
  w.slice({{Slice::none, Slice::none, step}})[whole] = every;
  for (std::size_t n = 0; n < reach; ++n)
    ASSERT_EQ(into.first[n], from.first[n]) << "both " << n;
}

TEST_P(StridedViews, RowsOfEveryLengthAreCopied) {
  for (std::int64_t step : {1, 2, 3, 4, 7, -1, -2, -5})
    for (std::int64_t points : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 70, 131}) {
      SCOPED_TRACE(testing::Message() << points << " points, step " << step);
      for (bool atEnd : {false, true}) {
        copyWithStep<double>(points, step, atEnd);
        copyWithStep<float>(points, step, atEnd);
        copyWithStep<std::int16_t>(points, step, atEnd);
        copyWithStep<std::uint8_t>(points, step, atEnd);
      }
      ASSERT_FALSE(HasFatalFailure());
    }
}

// A value that is taken or not, at the end of its memory: no more than it is read.
TEST_P(StridedViews, ChoicesReadNoMoreThanTheirPoints) {
  auto choose = [&]<class T, class C>(T, C, std::int64_t points) {
    Guarded<T> values(static_cast<std::size_t>(points), /*atEnd=*/true);
    Guarded<C> conditions(reachOf(points, 2), /*atEnd=*/true);
    for (std::int64_t n = 0; n < points; n += 3)
      conditions.first[2 * n] = C();
    auto reach = static_cast<std::int64_t>(reachOf(points, 2));
    Storage u = runtime.wrap(values.first, {I(0, points)}),
            c = runtime.wrap(conditions.first, {I(0, reach)});
    Storage every = c.slice({{Slice::none, Slice::none, 2}});
    for (bool isFirst : {true, false}) {
      Storage v = empty<T>({I(0, points)}, {.runtime = &runtime});
      v[whole] = isFirst ? where(every != C(), u, T(0.5)) : where(every == C(), T(0.5), u);
      std::vector<T> got = valuesOf<T>(v);
      for (std::int64_t n = 0; n < points; ++n)
        ASSERT_EQ(got[static_cast<std::size_t>(n)], n % 3 ? values.first[n] : T(0.5))
            << n << " of " << points;
    }
  };
  for (std::int64_t points : {1, 2, 3, 5, 7, 9, 31, 37}) {
    choose(double(), double(), points);
    choose(float(), float(), points);
    choose(float(), std::int32_t(), points);
    choose(float(), Float16(), points);
    ASSERT_FALSE(HasFatalFailure());
  }
}

// Values that lie in turn, as parts of numbers or points that become one, at both ends of memory.
TEST_P(StridedViews, PairsReadNoMoreThanTheirPoints) {
  auto join = [&]<class T>(T, std::int64_t points, bool isWhole, bool atEnd) {
    auto reach = static_cast<std::size_t>(2 * points + (isWhole ? 0 : 1));
    Guarded<T> memory(reach, atEnd);
    for (std::size_t n = 0; n < reach; ++n)
      memory.first[n] = static_cast<T>(n % 50 * n % 11);
    Storage u = runtime.wrap(memory.first, {I(0, static_cast<std::int64_t>(reach))});
    Storage even = u.slice({{Slice::none, Slice::none, 2}}), odd = u.slice({{1, Slice::none, 2}});
    Storage v = empty<T>({I(0, points)}, {.runtime = &runtime});
    for (bool isInTurn : {true, false}) {
      v[whole] = isInTurn ? even + T(3) * odd : T(3) * odd + even;
      std::vector<T> got = valuesOf<T>(v);
      for (std::size_t n = 0; n < got.size(); ++n)
        ASSERT_EQ(got[n], static_cast<T>(memory.first[2 * n] + 3 * memory.first[2 * n + 1]))
            << n << " of " << points;
    }
  };
  for (std::int64_t points : {1, 2, 3, 5, 7, 8, 9, 16, 31, 32, 37, 64, 67})
    for (bool isWhole : {true, false})
      for (bool atEnd : {true, false}) {
        join(double(), points, isWhole, atEnd);
        join(float(), points, isWhole, atEnd);
        join(std::int64_t(), points, isWhole, atEnd);
        join(std::int16_t(), points, isWhole, atEnd);
        join(std::uint8_t(), points, isWhole, atEnd);
        ASSERT_FALSE(HasFatalFailure());
      }
}

TEST_P(StridedViews, OperandsOfSeveralSteps) {
  constexpr std::int64_t rows = 5, points = 37;
  Storage u = empty<double>({I(0, 3 * points), J(0, rows)}, {.runtime = &runtime});
  Storage v = empty<double>({I(0, points), J(0, rows)}, {.runtime = &runtime});
  u[whole] = 0.5 * astype(index(I), F64) + 100.0 * astype(index(J), F64);
  auto at = [](std::int64_t i, std::int64_t j) {
    return 0.5 * static_cast<double>(i) + 100.0 * static_cast<double>(j);
  };
  Storage seconds = u.slice({{0, 2 * points, 2}}), thirds = u.slice({{1, Slice::none, 3}});
  Storage back = v.slice({{Slice::none, Slice::none, -1}});
  auto expect = [&](auto expected) {
    HostView<const double> got = v.read<double>();
    for (std::int64_t j = 0; j < rows; ++j)
      for (std::int64_t i = 0; i < points; ++i)
        ASSERT_EQ(got(i, j), expected(i, j)) << i << ", " << j;
  };
  v[whole] = seconds * u.slice({{1, 2 * points, 2}});
  expect([&](auto i, auto j) { return at(2 * i, j) * at(2 * i + 1, j); });
  v[whole] = seconds - thirds;
  expect([&](auto i, auto j) { return at(2 * i, j) - at(3 * i + 1, j); });
  back[whole] = seconds - 1.0; // a target that runs backwards
  expect([&](auto i, auto j) { return at(2 * (points - 1 - i), j) - 1.0; });
  v[whole] = where(seconds > 20.0, thirds, -seconds);
  expect([&](auto i, auto j) { return at(2 * i, j) > 20.0 ? at(3 * i + 1, j) : -at(2 * i, j); });
  v[{I(1, points)}] = seconds(I - 1) + seconds; // neighbours in the view
  expect([&](auto i, auto j) {
    return i == 0 ? (at(0, j) > 20.0 ? at(1, j) : -at(0, j)) : at(2 * i - 2, j) + at(2 * i, j);
  });
}

TEST_P(StridedViews, PartsOfOneStorageThatInterleave) {
  Storage u = empty<float>({I(0, 100)}, {.runtime = &runtime});
  u[whole] = astype(index(I), F32);
  u.slice({{0, 100, 2}})[whole] = u.slice({{1, 100, 2}}) + 0.5f;    // even from odd elements
  u.slice({{1, 100, 2}})[whole] = u.slice({{99, Slice::none, -2}}); // reads what it writes
  HostView<const float> got = u.read<float>();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(got(i), i % 2 ? static_cast<float>(100 - i) : static_cast<float>(i + 1) + 0.5f) << i;
}

TEST_P(StridedViews, NoPointsAndOne) {
  Storage u = full<double>({I(0, 9)}, 3.0, {.runtime = &runtime});
  Storage v = full<double>({I(0, 1)}, 1.0, {.runtime = &runtime});
  v[{I(0, 0)}] = u.slice({{4, 4, 2}});
  EXPECT_EQ(valuesOf<double>(v), std::vector<double>{1.0});
  v[whole] = u.slice({{8, 9, 2}});
  EXPECT_EQ(valuesOf<double>(v), std::vector<double>{3.0});
}

GTJIT_ON_EVERY_BACKEND(StridedViews);

} // namespace
