//===- RowsInPlaceTest.cpp - Rows that are written where they are read ----===//
//
// Whole vectors end with the row, and one in front of them is computed before they are stored.
// Interiors of dense arrays, whose rows follow each other closely, against plain loops; nothing is
// read or written beside them.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"
#include "PageEdge.h"

using namespace gtjit;

namespace {

class RowsInPlace : public OnEveryBackend {
protected:
  static constexpr std::int64_t rows = 4;

  /// Of `points` in each row all but `margin` at both ends are changed, from others at the same
  /// place; a second storage is written and not read.
  template <class T> void changes(std::int64_t points, std::int64_t margin, bool atEnd) {
    SCOPED_TRACE(std::to_string(points) + " points of " + std::to_string(sizeof(T)) + " bytes");
    const auto count = static_cast<std::size_t>(rows * points);
    Guarded<T> memory(count, atEnd), others(count, atEnd), results(count, atEnd);
    std::vector<T> before(memory.first, memory.first + count);
    Domain domain{J(0, rows), I(0, points)};
    Storage x = wrap(memory.first, domain), y = wrap(others.first, domain),
            z = wrap(results.first, domain);
    const Domain inner{J(0, rows), I(margin, points - margin)};
    update({{x[inner], T(2) * x + y + astype(index(I), x.dtype())}, {z[inner], x - y}});
    x[inner] = x - T(1);
    for (std::int64_t j = 0; j < rows; ++j)
      for (std::int64_t i = 0; i < points; ++i) {
        const auto p = static_cast<std::size_t>(j * points + i);
        const bool isInner = i >= margin && i < points - margin;
        const T other = static_cast<T>(p % 113 + 1);
        EXPECT_EQ(memory.first[p], isInner ? T(T(2) * before[p] + other + T(i) - T(1)) : before[p])
            << j << ", " << i;
        EXPECT_EQ(results.first[p], isInner ? T(before[p] - other) : other) << j << ", " << i;
      }
  }
};
GTJIT_ON_EVERY_BACKEND(RowsInPlace);

// Fewer than a vector, whole vectors, and some and a part.
TEST_P(RowsInPlace, AreAsIfPointByPoint) {
  for (std::int64_t points : {3, 9, 18, 31, 34, 64, 100})
    for (std::int64_t margin : {0, 1})
      for (bool atEnd : {false, true}) {
        changes<double>(points, margin, atEnd);
        changes<float>(points, margin, atEnd);
        changes<std::int32_t>(points, margin, atEnd);
        changes<std::int16_t>(points, margin, atEnd);
        changes<std::int8_t>(points, margin, atEnd);
      }
}

// Whose vectors are masks.
TEST_P(RowsInPlace, OfTruthValues) {
  for (std::int64_t points : {7, 21, 70, 131}) {
    Storage m = empty({J(0, rows), I(0, points)}, Bool, {.layout = "KJI"});
    m[whole] = (index(I) + index(J)) % 3 == 0;
    const Domain inner{J(0, rows), I(1, points - 1)};
    m[inner] = !Field(m);
    auto got = m.read<bool>(J, I);
    for (std::int64_t j = 0; j < rows; ++j)
      for (std::int64_t i = 0; i < points; ++i)
        EXPECT_EQ(got(j, i), ((i + j) % 3 == 0) != (i > 0 && i + 1 < points)) << j << ", " << i;
  }
}

// What is written is read through another storage, at the same points or beside them.
TEST_P(RowsInPlace, ThroughTwoStoragesOfTheSameMemory) {
  for (std::int64_t points : {9, 31, 100, 133})
    for (std::int64_t shift : {0, 1}) {
      const auto count = static_cast<std::size_t>(rows * points);
      Guarded<double> memory(count, /*atEnd=*/true);
      std::vector<double> before(memory.first, memory.first + count);
      Domain domain{J(0, rows), I(0, points)};
      Storage written = wrap(memory.first, domain), read = wrap(memory.first, domain);
      const Domain inner{J(0, rows), I(1, points - 1)};
      written[inner] = read(I + shift) + 2.0 * read;
      for (std::int64_t j = 0; j < rows; ++j)
        for (std::int64_t i = 0; i < points; ++i) {
          const auto p = static_cast<std::size_t>(j * points + i);
          const bool isInner = i > 0 && i + 1 < points;
          const double sum = before[p + static_cast<std::size_t>(isInner ? shift : 0)];
          EXPECT_EQ(memory.first[p], isInner ? sum + 2.0 * before[p] : before[p]) << j << ", " << i;
        }
    }
}

// One row reads another that it writes, too: each point of both at its own place.
TEST_P(RowsInPlace, BesideOthersOfTheirStorage) {
  for (std::int64_t points : {9, 27, 61}) {
    Storage x = empty<double>({J(0, 2), I(0, points)}, {.layout = "KJI"});
    x[whole] = astype(index(I) * 10 + index(J), F64);
    Field upper = Field(x)[{J(1)}], lower = Field(x)[{J(0)}];
    update({{x[{J(0), I(1, points)}], upper - 3.0}, {x[{J(1), I(1, points)}], 2.0 * lower}});
    auto got = x.read<double>(J, I);
    for (std::int64_t i = 1; i < points; ++i) {
      EXPECT_EQ(got(0, i), static_cast<double>(i * 10 + 1 - 3)) << i;
      EXPECT_EQ(got(1, i), static_cast<double>(i * 20)) << i;
    }
  }
}

} // namespace
