//===- LeaseTest.cpp - Memory in use --------------------------------------===//
//
// What leases tell of each other, and waiting for them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/Lease.h"

#include "gtjit/Graph/StorageState.h"
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
  EXPECT_FALSE(table.find(view, Domain(), Access::Read).any);
  {
    Lease reading(view, Access::Read, I(2, 5));
    EXPECT_TRUE(table.find(view, I(4, 9), Access::Read).any);
    EXPECT_TRUE(table.find(view, I(4, 9), Access::Read).isOwn);
    EXPECT_FALSE(table.find(view, I(4, 9), Access::Write).any);
    EXPECT_FALSE(table.find(view, I(5, 9), Access::Read).any);
    Lease writing(view, Access::Write, I(8, 9));
    EXPECT_TRUE(table.find(view, I(5, 9), Access::Write).any);
  }
  EXPECT_FALSE(table.find(view, Domain(), Access::Read).any);
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
    EXPECT_TRUE(table.find(other.get()->view(), Domain(), Access::Write).any);
    group.giveBack();
    EXPECT_FALSE(group.hasMemory(0));
  }
}

TEST_F(LeaseTest, OfAHostViewIsWaitedForByNobody) {
  auto values = u.read<double>();
  EXPECT_FALSE(table.find(view, Domain(), Access::Read).any);
  EXPECT_EQ(view.block->hostReaders, 1);
}

TEST_F(LeaseTest, EndsAWait) {
  std::latch found(1);
  LeaseGroup reading(state);
  reading.add(view, Access::Read);
  reading.take();
  std::thread writer([&] {
    LeaseTable::Found seen = table.find(view, Domain(), Access::Read);
    EXPECT_FALSE(seen.isOwn);
    found.count_down();
    table.waitAfter(seen.returns);
    EXPECT_FALSE(table.find(view, Domain(), Access::Read).any);
  });
  found.wait();
  reading.giveBack();
  writer.join();
  EXPECT_EQ(table.waiters(), 0);
}
