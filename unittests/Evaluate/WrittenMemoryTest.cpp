//===- WrittenMemoryTest.cpp - What shares memory with a store ------------===//
//
// Random stores and blocks, against a look at every pair; and many of them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/WrittenMemory.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class WrittenMemoryTest : public testing::Test {
protected:
  int number(int least, int greatest) {
    return std::uniform_int_distribution(least, greatest)(random);
  }
  /// A part of a storage of three dimensions, without points now and then.
  StoreRequest storeTo(const Storage &storage) {
    StoreRequest store;
    store.target = storage.get()->view();
    for (const NamedRange &range : storage.domain()) {
      int lo = number(0, 6);
      store.region = store.region.with(range.dim(lo, lo + number(2, 16) / 4));
    }
    return store;
  }

  Runtime runtime;
  Runtime::Scope scope{runtime};
  std::mt19937 random{5};
  std::vector<double> memory = std::vector<double>(4000);
};

std::optional<std::pair<std::size_t, std::size_t>>
firstPair(const std::vector<StoreRequest> &stores) {
  for (std::size_t a = 0; a < stores.size(); ++a)
    for (std::size_t b = a + 1; b < stores.size(); ++b)
      if (mayOverlap(stores[a].target, stores[a].region, stores[b].target, stores[b].region))
        return std::pair(a, b);
  return std::nullopt;
}

} // namespace

TEST_F(WrittenMemoryTest, IsFoundWhereTwoStoresMeet) {
  Domain cube{I(0, 10), J(0, 10), K(0, 10)};
  Storage all[] = {zeros<double>(cube), runtime.wrap(memory.data(), cube),
                   runtime.wrap(memory.data() + 900, cube), zeros<float>(cube)};
  int twice = 0;
  for (int n = 0; n < 2000; ++n) {
    std::vector<StoreRequest> stores;
    for (int count = number(0, 12); count > 0; --count)
      stores.push_back(storeTo(all[number(0, 3)]));
    auto expected = firstPair(stores);
    std::optional<WrittenTwice> found = findWrittenTwice(stores);
    ASSERT_EQ(found.has_value(), expected.has_value()) << n;
    if (!found)
      continue;
    ++twice;
    EXPECT_EQ(std::pair(found->first, found->second), *expected) << n;
  }
  EXPECT_GT(twice, 200);
  EXPECT_LT(twice, 1800);
}

TEST_F(WrittenMemoryTest, IsToldApartForManyParts) {
  constexpr int count = 20000; // a look at every pair would take a minute
  Storage grid = zeros<float>({I(0, 2), J(0, count)}, {.layout = cOrder});
  std::vector<StoreRequest> columns;
  for (int n = 0; n < count; ++n) {
    StoreRequest store;
    store.target = grid.get()->view();
    store.region = {I(0, 2), J(n, n + 1)};
    columns.push_back(std::move(store));
  }
  EXPECT_FALSE(findWrittenTwice(columns));
  columns[7].region = {I(1, 2), J(count - 1, count)};
  std::optional<WrittenTwice> found = findWrittenTwice(columns);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 7u);
  EXPECT_EQ(found->second, std::size_t{count - 1});
}

TEST_F(WrittenMemoryTest, IsSeenThroughOtherBlocks) {
  int through = 0, shared = 0;
  for (int n = 0; n < 2000; ++n) {
    FlatGraph program;
    std::vector<Storage> storages;
    for (int count = number(1, 8); count > 0; --count) {
      int first = number(0, 900), size = number(1, 100);
      storages.push_back(storages.empty() || number(0, 3)
                             ? runtime.wrap(memory.data() + first, {I(0, size)})
                             : storages[0]);
      program.arguments.storages.push_back(storages.back().get()->view());
    }
    std::vector<bool> isTarget(storages.size());
    for (unsigned a = 0; a < storages.size(); ++a)
      if (number(0, 2) == 0) {
        program.targets.push_back({0, a, 0, false});
        isTarget[a] = true;
      }
    bool expected = false;
    std::vector<std::size_t> inputs;
    for (std::size_t a = 0; a < storages.size(); ++a) {
      bool shares = false;
      for (std::size_t b = 0; b < storages.size(); ++b) {
        const Block &mine = *program.arguments.storages[a].block;
        const Block &theirs = *program.arguments.storages[b].block;
        if (!isTarget[b] || !shareMemory(mine, theirs))
          continue;
        shares = true;
        expected |= &mine != &theirs;
      }
      if (shares && !isTarget[a])
        inputs.push_back(a);
    }
    EXPECT_EQ(writesThroughOtherBlock(program), expected) << n;
    EXPECT_EQ(inputsInWrittenMemory(program), inputs) << n;
    through += expected;
    shared += !inputs.empty();
  }
  EXPECT_GT(through, 200);
  EXPECT_GT(shared, 200);
}

// Coordinates that differ are one element: views of an array that starts elsewhere in each.
TEST_F(WrittenMemoryTest, IsFoundWhereOtherCoordinatesAreOneElement) {
  Storage rows = runtime.wrap(memory.data(), {I(0, 8), J(0, 2)});
  Storage a = rows.rebased({I(0), J(2)}), b = rows.rebased({I(1), J(0)});
  EXPECT_THROW(update({{a[whole], 1.0}, {b[whole], 2.0}}), ValueError);
  Storage line = runtime.wrap(memory.data(), {I(0, 1), J(0, 4)}, {.strides = {0, 8}});
  EXPECT_THROW(update({{line[whole], 1.0}, {line.rebased({I(1)})[whole], 2.0}}), ValueError);
  Storage diagonal = runtime.wrap(memory.data(), {I(0, 1), J(0, 4)}, {.strides = {8, 8}});
  EXPECT_THROW(update({{diagonal[whole], 1.0}, {diagonal.rebased({I(1), J(-1)})[whole], 2.0}}),
               ValueError);
}

// Each of two others is told from the first, but not from each other.
TEST_F(WrittenMemoryTest, IsFoundAmongViewsThatAreOneArrayWithAThirdAlone) {
  Storage rows = runtime.wrap(memory.data(), {I(0, 8), J(0, 12)});
  Storage first = rows.view({J(0, 4)}), right = rows.view({J(6, 10)});
  Storage left = right.rebased({I(1), J(-6)});
  EXPECT_THROW(update({{first[whole], 0.0}, {left[whole], 1.0}, {right[whole], 2.0}}), ValueError);
  EXPECT_NO_THROW(update({{first[whole], 0.0}, {right[whole], 2.0}}));
}

TEST_F(WrittenMemoryTest, IsFoundInPartsOfAViewThatOverlapsItself) {
  Storage diagonal = runtime.wrap(memory.data(), {I(0, 4), J(0, 4)}, {.strides = {8, 8}});
  EXPECT_THROW(update({{diagonal[{I(0, 1), J(1, 2)}], 1.0}, {diagonal[{I(1, 2), J(0, 1)}], 2.0}}),
               ValueError);
  EXPECT_NO_THROW(
      update({{diagonal[{I(0, 1), J(1, 2)}], 1.0}, {diagonal[{I(1, 2), J(1, 2)}], 2.0}}));
}
