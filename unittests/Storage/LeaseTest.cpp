//===- LeaseTest.cpp - Memory in use --------------------------------------===//
//
// What leases tell of each other, and waiting for them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/Lease.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

using namespace gtjit;
using namespace gtjit::detail;

namespace {
class LeaseTest : public testing::Test {
protected:
  Runtime runtime;
  Runtime::State &state = runtime.get();
  LeaseTable &table = *state.leases;
  Storage u = zeros<double>({I(0, 10)}, {.runtime = &runtime});
  ArrayView view = u.get()->view();

  LeaseTable::Found find(const ArrayView &of, const Domain &region = Domain()) {
    return table.find({of, *of.block, of.offset, region});
  }
  bool isFree(const ArrayView &of) { return !find(of).readers.any && !find(of).writers.any; }
};
} // namespace

TEST_F(LeaseTest, TellsAddressesAndKeepsTheMemory) {
  Lease lease(view, Access::Write);
  std::int64_t third[] = {2};
  *reinterpret_cast<double *>(lease.at(third)) = 5.0;
  EXPECT_EQ(lease.at(third), lease.first() + 16);
  EXPECT_EQ(u.item<double>({2}), 5.0);
  u = Storage();
  EXPECT_EQ(*reinterpret_cast<double *>(lease.at(third)), 5.0);
}

TEST_F(LeaseTest, IsFoundByWhoNeedsTheSameElements) {
  EXPECT_TRUE(isFree(view));
  {
    Lease reading(view, Access::Read, I(2, 5));
    EXPECT_TRUE(find(view, I(4, 9)).readers.any);
    EXPECT_TRUE(find(view, I(4, 9)).readers.own);
    EXPECT_FALSE(find(view, I(4, 9)).writers.any);
    EXPECT_FALSE(find(view, I(5, 9)).readers.any);
    Lease writing(view, Access::Write, I(8, 9));
    EXPECT_TRUE(find(view, I(5, 9)).writers.any);
    EXPECT_FALSE(find(view, I(5, 9)).readers.any);
  }
  EXPECT_TRUE(isFree(view));
}

TEST_F(LeaseTest, OfAWritingGroupIsRefusedWhereOthersAreAtWork) {
  Lease reading(view, Access::Read, I(2, 5));
  Domain beside = I(5, 9), within = I(3, 4);
  LeaseGroup free(state), blocked(state);
  free.add(view, Access::Write, &beside);
  free.add(view, Access::Read);
  EXPECT_TRUE(free.tryTake());
  blocked.add(view, Access::Write, &within);
  EXPECT_FALSE(blocked.tryTake());
  EXPECT_FALSE(blocked.isHeld());
}

TEST_F(LeaseTest, MayBeTakenAgainOnOtherMemory) {
  ArrayView shape = view;
  shape.block = BlockRef();
  LeaseGroup group(state);
  group.add(shape, Access::Write);
  EXPECT_FALSE(group.hasMemory(0));
  for (int n = 0; n < 2; ++n) {
    Storage other = zeros<double>({I(0, 10)}, {.runtime = &runtime});
    Block &block = *other.get()->buffer->block;
    group.place(0, block, other.get()->layout.offset);
    ASSERT_TRUE(group.tryTake());
    EXPECT_EQ(group.first(0), Lease(other.get()->view(), Access::Read).first());
    EXPECT_TRUE(find(other.get()->view()).writers.any);
    group.giveBack();
    EXPECT_FALSE(group.hasMemory(0));
  }
}

TEST_F(LeaseTest, KeepsAPlacedBlockThatItsStorageHasLetGoOf) {
  LeaseGroup group(state);
  ArrayView shape = view;
  shape.block = BlockRef();
  group.add(shape, Access::Read);
  BlockRef old = view.block;
  group.place(0, *old, view.offset);
  ASSERT_TRUE(group.tryTake());
  long before = old->references;
  table.keep(old);
  EXPECT_EQ(old->references, before + 1);
  group.giveBack();
  EXPECT_EQ(old->references, before);
  table.keep(old);
  EXPECT_EQ(old->references, before) << "nobody uses it";
}

TEST_F(LeaseTest, OfAHostViewIsWaitedForByNobody) {
  auto values = u.read<double>();
  EXPECT_TRUE(isFree(view));
  EXPECT_EQ(view.block->hostReaders, 1);
}

TEST_F(LeaseTest, EndsAWait) {
  std::latch found(1);
  LeaseGroup reading(state);
  reading.add(view, Access::Read);
  reading.take();
  std::thread writer([&] {
    LeaseTable::Found seen = find(view);
    EXPECT_TRUE(seen.readers.any);
    EXPECT_FALSE(seen.readers.own);
    found.count_down();
    table.waitAfter(seen.returns);
    EXPECT_TRUE(isFree(view));
  });
  found.wait();
  reading.giveBack();
  writer.join();
  EXPECT_EQ(table.usage().waiters, 0);
}
