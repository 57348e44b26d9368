//===- LifetimeTest.cpp - How long nodes live -----------------------------===//
//
// Counting, destruction of deep and shared graphs, readers of a block.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/StorageState.h"

#include <thread>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Lifetime : public GraphTest {};

std::size_t readersOf(const Storage &storage) {
  BlockRef block = storage.get()->view().block;
  std::lock_guard lock(block->mutex);
  return block->leaves.size();
}

TEST_F(Lifetime, MillionNodesAreBuiltFlattenedCheckedAndDestroyedWithoutRecursion) {
  constexpr unsigned steps = 1'000'000;
  Storage u = on(I(0, 4)).named("u");
  Field chain = u;
  for (unsigned n = 0; n < steps; ++n)
    chain = -chain;
  EXPECT_EQ(flattened(chain).nodeCount(), steps + 1);
  EXPECT_EQ(resultOrder(*chain.get()).size(), 1u);
  EXPECT_THROW(checkCoverage(*chain.get(), Domain(I(0, 5)), "'v'", {}), DomainError);
  chain = Field();
  EXPECT_EQ(u.get()->leaf->references.load(), 1);
}

TEST_F(Lifetime, SharedOperandsAreVisitedOnce) {
  Field doubled = on(I(0, 4));
  for (int n = 0; n < 200; ++n) // 2^200 paths
    doubled = doubled + doubled;
  EXPECT_EQ(flattened(doubled).nodeCount(), 201u);
  EXPECT_THROW(checkCoverage(*doubled.get(), Domain(I(0, 5)), "'v'", {}), DomainError);
}

TEST_F(Lifetime, LeafIsSharedUntilTheStorageIsWritten) {
  Storage u = on(I(0, 4));
  Field before = u, again = u;
  EXPECT_EQ(before.get(), again.get());
  EXPECT_EQ(before.get()->leaf->cached, 1);
  u[whole] = 1.0;
  Field after = u;
  EXPECT_NE(before.get(), after.get());
  EXPECT_EQ(before.get()->leaf->cached, 0);
}

TEST_F(Lifetime, LeafTellsItsBlockThatItReads) {
  Storage u = on(I(0, 4));
  EXPECT_EQ(readersOf(u), 0u);
  {
    Field sum = u + 1.0;
    EXPECT_EQ(readersOf(u), 1u);
  }
  u[whole] = 2.0;
  EXPECT_EQ(readersOf(u), 0u) << "the cache does not hold an old leaf";
}

TEST_F(Lifetime, LeavesOfABlockGoInAnyOrder) {
  Storage u = on(I(0, 100));
  std::vector<Field> fields;
  for (int n = 0; n < 100; ++n)
    fields.push_back(u.view({I(n, n + 1)})); // its leaf outlives the view
  BlockRef block = u.get()->view().block;
  for (std::size_t left = fields.size(); left-- > 0;) {
    EXPECT_EQ(block->leafCount, left + 1);
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(left * 7 % (left + 1)));
    ASSERT_EQ(readersOf(u), left);
    for (std::size_t n = 0; n < left; ++n)
      EXPECT_EQ(block->leaves[n].leaf->leaf->place, n);
  }
}

TEST_F(Lifetime, ForgottenStorageLeavesItsLeafToTheFields) {
  Field f;
  {
    Storage u = on(I(0, 4));
    f = u;
  }
  EXPECT_EQ(f.get()->leaf->cached, 0);
  EXPECT_EQ(f.get()->references.load(), 1);
}

TEST_F(Lifetime, RenamedStorageMakesANewLeaf) {
  Storage u = on(I(0, 4));
  Field before = u;
  u.named("u");
  EXPECT_EQ(before.get()->leaf->cached, 0);
  EXPECT_EQ(Field(u).get()->name, "u");
}

TEST_F(Lifetime, EvaluatedNodeIsALeafAndLetsItsInputsGo) {
  Storage u = on(I(0, 4));
  Field f = u + 1.0;
  eval(f);
  EXPECT_TRUE(f.get()->memory());
  EXPECT_TRUE(f.get()->inputs.empty());
  EXPECT_EQ(u.get()->leaf->references.load(), 1) << "only the storage's cache";
}

TEST_F(Lifetime, FieldUnderAnotherNameSharesItsValues) {
  Field f = on(I(0, 4)) + 1.0, named = f.named("f");
  EXPECT_NE(named.get(), f.get());
  eval(named);
  EXPECT_TRUE(f.get()->memory());
  EXPECT_EQ(f.get()->memory()->address(), named.get()->memory()->address());
}

TEST_F(Lifetime, ChainOfEvaluationsStaysBounded) {
  Field f = on(I(0, 4)) + 0.0;
  for (int n = 0; n < 100; ++n) {
    f = f + 1.0;
    eval(f);
    EXPECT_EQ(flattened(f).nodeCount(), 1u);
  }
  EXPECT_EQ(sum(f).item<double>(), 400.0);
}

TEST_F(Lifetime, RedirectedLeafReadsOtherMemory) {
  Storage u = full<double>({I(0, 4)}, 1.0), snapshot = full<double>({I(0, 4)}, 2.0);
  Field f = u;
  {
    auto lock = lockGraph(*f.get());
    redirectLeaf(*f.get(), snapshot.get()->view());
  }
  EXPECT_EQ(readersOf(u), 0u);
  EXPECT_EQ(readersOf(snapshot), 1u);
  EXPECT_EQ(sum(f).item<double>(), 8.0);
}

TEST_F(Lifetime, DyingNodeIsNotRetained) {
  NumberNode node(F64, 0, {});
  EXPECT_FALSE(retainIfAlive(&node));
  node.references = 1;
  EXPECT_TRUE(retainIfAlive(&node));
  EXPECT_EQ(node.references.load(), 2);
}

TEST_F(Lifetime, OperandsThatAreTemporariesHoldNothingAfterwards) {
  Storage u = on(I(0, 4));
  Arg operand(u(I + 1));
  Node *shift = operand.field.get();
  Field f = std::move(operand) + 1.0;
  EXPECT_EQ(shift->references.load(), 1);
}

TEST_F(Lifetime, GraphsAreBuiltSharedAndDroppedFromManyThreads) {
  Storage u = on(I(0, 64));
  Field shared = u + 1.0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Field mine = shared;
      for (int n = 0; n < 2000; ++n) {
        mine = (mine + shared(I + 1))(I - 1);
        if (n % 64 == t)
          mine = u * 2.0;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(shared.get()->references.load(), 1);
}

} // namespace
