//===- BlocksByAddressTest.cpp - Which of many blocks share memory --------===//
//
// Random blocks, against a look at every pair; and how many are looked at.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/BlocksByAddress.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static const Block &blockOf(const Storage &storage) { return *storage.get()->buffer->block; }

TEST(BlocksByAddress, FindsThoseThatShareMemory) {
  std::mt19937 random{7};
  std::vector<double> memory(600);
  Runtime runtime;
  Runtime::Scope scope(runtime);
  auto number = [&](int most) { return std::uniform_int_distribution(0, most)(random); };
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Storage> storages;
    int count = 1 + number(trial % 2 ? 7 : 40);
    for (int n = 0; n < count; ++n) {
      int size = number(4) ? 1 + number(20) : number(300); // without points now and then
      bool isOwn = number(3) == 0;
      storages.push_back(isOwn ? zeros<double>({I(0, size)})
                               : runtime.wrap(memory.data() + number(600 - size), {I(0, size)}));
    }
    BlocksByAddress blocks;
    for (int n = 0; n < count; ++n)
      blocks.add(blockOf(storages[static_cast<std::size_t>(n)]), static_cast<unsigned>(n));
    blocks.sort();
    for (const Storage &storage : storages) {
      std::set<unsigned> found, expected;
      for (unsigned n = 0; n < storages.size(); ++n)
        if (shareMemory(blockOf(storage), blockOf(storages[n])))
          expected.insert(n);
      EXPECT_TRUE(blocks.allSharing(blockOf(storage), [&](const Block &block, unsigned n) {
        EXPECT_EQ(&block, &blockOf(storages[n]));
        return found.insert(n).second;
      }));
      ASSERT_EQ(found, expected) << trial;
      EXPECT_FALSE(blocks.allSharing(
          blockOf(storage), [&](const Block &, unsigned n) { return n != *found.begin(); }));
    }
  }
}
