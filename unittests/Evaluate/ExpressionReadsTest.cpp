//===- ExpressionReadsTest.cpp - What stored expressions read -------------===//
//
// What is copied for stores holds all that their kernels read.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/ExpressionReads.h"

#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

using namespace gtjit;
using namespace gtjit::detail;

// An intermediate in memory is computed over the ranges of all its readers, those of one that
// needs no point of it among them.
TEST(ExpressionReads, HoldsWhatIsComputedForAReaderWithoutPoints) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage s = zeros<double>({I(0, 8), J(0, 4)});
  Field shared = sin(s).compute_root();
  Field value = shared + sum(sum(shared[{I(3, 3)}], {I}), {J});
  StoreRequest store{value.ref(), s.get()->view(), {I(0, 8), J(1, 2)}, {}, "s"};
  FlatGraph program = flatten({store});
  std::vector<StoreRequest> stores{store};
  ExpressionReads reads(stores);
  ASSERT_EQ(reads.leaves().size(), 1u);
  const Domain &box = reads.boxRead(*reads.leaves().front());
  EXPECT_EQ(box[I], Range(0, 8));
  EXPECT_EQ(box[J], Range(0, 4));
  EXPECT_EQ(box.canonical(), boxesRead(program).front().canonical());
}
