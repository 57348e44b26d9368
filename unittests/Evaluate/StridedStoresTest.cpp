//===- StridedStoresTest.cpp - Every second element is written -------------===//
//
// Alone, so that what lies between stays, and in pairs that lie between each other.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <optional>

using namespace gtjit;

namespace {
class StridedStoresTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(StridedStoresTest);

/// Sizes around vectors of every type.
constexpr std::int64_t kSizes[] = {1, 2, 7, 8, 9, 15, 16, 17, 33, 70};
constexpr std::int64_t kRows = 3, kGuard = 4;

/// Rows of `2 * size` elements with some around them that nobody writes.
template <class T> class FineRows {
public:
  explicit FineRows(std::int64_t size)
      : size(size), pitch(2 * size + kGuard),
        values(static_cast<std::size_t>(kRows * pitch + 2 * kGuard), T(77)), expected(values) {}
  /// Every second element from `start` on.
  Storage every(std::int64_t start) {
    constexpr std::int64_t bytes = sizeof(T);
    return wrap(&values[static_cast<std::size_t>(kGuard + start)], {J(0, kRows), I(0, size)},
                {.strides = {bytes * pitch, 2 * bytes}});
  }
  T &wanted(std::int64_t j, std::int64_t i, std::int64_t start) {
    return expected[static_cast<std::size_t>(kGuard + start + j * pitch + 2 * i)];
  }

  std::int64_t size, pitch;
  std::vector<T> values, expected;
};

template <class T> T coarseAt(std::int64_t j, std::int64_t i) { return T((5 * j + 3 * i) % 50); }

template <class T> void expectWritten(bool isPaired, std::int64_t firstStart) {
  for (std::int64_t size : kSizes) {
    FineRows<T> fine(size);
    Storage coarse = zeros<T>({J(0, kRows), I(0, size)});
    std::optional view(coarse.write<T>());
    for (std::int64_t j = 0; j < kRows; ++j)
      for (std::int64_t i = 0; i < size; ++i) {
        (*view)(j, i) = coarseAt<T>(j, i);
        fine.wanted(j, i, firstStart) = coarseAt<T>(j, i);
        if (isPaired)
          fine.wanted(j, i, 1 - firstStart) = coarseAt<T>(j, i) + coarseAt<T>(j, i);
      }
    view.reset();
    Storage first = fine.every(firstStart);
    if (isPaired)
      update({{first[whole], coarse}, {fine.every(1 - firstStart)[whole], coarse + coarse}});
    else
      first[whole] = coarse;
    EXPECT_EQ(fine.values, fine.expected) << size << " points from " << firstStart;
  }
}
} // namespace

TEST_P(StridedStoresTest, whatLiesBetweenStays) {
  expectWritten<double>(false, 0);
  expectWritten<float>(false, 1);
  expectWritten<std::int16_t>(false, 0);
  expectWritten<std::int8_t>(false, 1);
}

TEST_P(StridedStoresTest, twoThatLieBetweenEachOther) {
  expectWritten<double>(true, 0);
  expectWritten<float>(true, 0);
  expectWritten<std::int16_t>(true, 0);
  expectWritten<std::int8_t>(true, 0);
}

TEST_P(StridedStoresTest, twoOfWhichTheFirstLiesBehind) {
  expectWritten<double>(true, 1);
  expectWritten<float>(true, 1);
}
