//===- StridedCopyTest.cpp - Loops that move elements ---------------------===//
//
// Copies over random loops against the plain loop nest, bytes around the
// written ones included.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/StridedCopy.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

using namespace gtjit::detail;

namespace {

using Bytes = std::vector<std::byte>;

/// What copyStrided means: the loops one in the other, in the order given.
void copyPlainly(std::byte *to, const std::byte *from, std::span<const StridedLoop> loops,
                 std::size_t item) {
  if (loops.empty()) {
    std::memcpy(to, from, item);
    return;
  }
  for (std::int64_t n = 0; n < loops[0].extent; ++n)
    copyPlainly(to + n * loops[0].to, from + n * loops[0].from, loops.subspan(1), item);
}

/// Loops over dense arrays of this many elements, each side in an order of its own.
class RandomCopy {
public:
  RandomCopy(std::vector<std::int64_t> extents, std::size_t item, unsigned seed)
      : random(seed), item(item) {
    loops.assign(extents.size(), {});
    std::vector<std::int64_t> to = strides(extents, false), from = strides(extents, true);
    for (std::size_t d = 0; d < extents.size(); ++d)
      loops[d] = {extents[d], to[d], from[d]};
    std::shuffle(loops.begin(), loops.end(), random);
  }

  void expectAsPlainly() {
    std::int64_t written = 0, lowest = 0, highest = 0;
    for (const StridedLoop &loop : loops) {
      const std::int64_t steps = std::max<std::int64_t>(0, loop.extent - 1);
      written += steps * loop.to;
      (loop.from < 0 ? lowest : highest) += steps * loop.from;
    }
    Bytes source(static_cast<std::size_t>(highest - lowest + 64));
    for (std::byte &byte : source)
      byte = static_cast<std::byte>(random());
    Bytes expected(static_cast<std::size_t>(written + 128), std::byte{0x5a});
    Bytes whole = expected, cut = expected;
    const std::byte *from = source.data() - lowest;
    copyPlainly(expected.data() + 32, from, loops, item);
    StridedLoops given{std::span<const StridedLoop>(loops)};
    std::int64_t bytes = copyStrided(whole.data() + 32, from, given, item);
    std::int64_t elements = 1;
    for (const StridedLoop &loop : loops)
      elements *= loop.extent;
    EXPECT_EQ(bytes, elements * static_cast<std::int64_t>(item));
    EXPECT_EQ(whole, expected);
    StridedCopy copy(cut.data() + 32, from, given, item);
    const std::int64_t parts = 1 + static_cast<std::int64_t>(random() % 9);
    for (std::int64_t part = parts; part-- > 0;)
      copy.run(part, parts);
    EXPECT_EQ(cut, expected);
  }

private:
  /// Dense strides in a random order with a gap now and then; where it is read
  /// also backwards, in steps, and the same element again.
  std::vector<std::int64_t> strides(const std::vector<std::int64_t> &extents, bool read) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    std::vector<std::int64_t> result(extents.size());
    std::int64_t stride = static_cast<std::int64_t>(item);
    if (read && random() % 3 == 0)
      stride *= 1 + static_cast<std::int64_t>(random() % 4);
    for (std::size_t d : order) {
      result[d] = stride;
      stride *= std::max<std::int64_t>(1, extents[d]);
      if (random() % 3 == 0)
        stride += static_cast<std::int64_t>(item * (random() % 3));
      if (read && random() % 4 == 0)
        result[d] *= static_cast<std::int64_t>(random() % 2) - 1;
    }
    return result;
  }

  std::mt19937 random;
  std::size_t item;
  std::vector<StridedLoop> loops;
};

constexpr std::size_t kItems[] = {1, 2, 4, 8, 16};

TEST(StridedCopy, RowsOfEveryLength) {
  for (std::size_t item : kItems)
    for (std::int64_t length = 0; length <= 70; ++length)
      for (unsigned seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(testing::Message() << item << " bytes, " << length << ", seed " << seed);
        RandomCopy({length, 3}, item, seed).expectAsPlainly();
        ASSERT_FALSE(testing::Test::HasFailure());
      }
}

/// As halos of constants and mirrors have them, on one side and on two.
TEST(StridedCopy, ShortRowsOfOneElementAndBackwards) {
  for (std::size_t item : kItems)
    for (std::int64_t length = 1; length <= 40; ++length)
      for (std::int64_t sides : {1, 2, 3, 20})
        for (std::int64_t step : {0, -1}) {
          auto size = static_cast<std::int64_t>(item);
          const std::int64_t rows = 21, row = (length + 3) * size;
          Bytes from(static_cast<std::size_t>(rows * sides * row));
          for (std::size_t n = 0; n < from.size(); ++n)
            from[n] = static_cast<std::byte>(n * 7 + n / 251);
          Bytes to(from.size() + 64, std::byte{1}), expected = to;
          StridedLoop loops[] = {
              {rows, sides * row, sides * row}, {sides, row, row}, {length, size, step * size}};
          const std::byte *first = from.data() + (length - 1) * size;
          copyPlainly(expected.data() + 16, first, loops, item);
          copyStrided(to.data() + 16, first, StridedLoops(std::span<const StridedLoop>(loops)),
                      item);
          ASSERT_EQ(to, expected) << item << " bytes, " << length << ", sides " << sides
                                  << ", step " << step;
        }
}

TEST(StridedCopy, RandomLoops) {
  std::mt19937 random(3);
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::vector<std::int64_t> extents(random() % 6);
    for (std::int64_t &extent : extents)
      extent = static_cast<std::int64_t>(random() % (random() % 4 ? 7 : 40));
    SCOPED_TRACE(seed);
    RandomCopy(extents, kItems[random() % 5], seed).expectAsPlainly();
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

TEST(StridedCopy, TilesOfEveryShape) {
  for (std::size_t item : kItems)
    for (std::int64_t rows : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 64, 65, 131})
      for (std::int64_t columns : {1, 2, 5, 8, 16, 31, 33, 64, 130}) {
        auto size = static_cast<std::int64_t>(item);
        Bytes from(static_cast<std::size_t>(rows * columns * size));
        for (std::size_t n = 0; n < from.size(); ++n)
          from[n] = static_cast<std::byte>(n * 7 + n / 251);
        Bytes to(from.size() + 64, std::byte{1}), expected = to;
        StridedLoop loops[] = {{rows, columns * size, size}, {columns, size, rows * size}};
        copyPlainly(expected.data() + 16, from.data(), loops, item);
        copyStrided(to.data() + 16, from.data(), StridedLoops(std::span<const StridedLoop>(loops)),
                    item);
        ASSERT_EQ(to, expected) << item << " bytes, " << rows << " x " << columns;
      }
}

} // namespace
