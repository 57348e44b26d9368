//===- OverlapTest.cpp - Do views share elements? -------------------------===//
//
// Random strided views of one piece of memory, against a list of all bytes.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/Overlap.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class OverlapTest : public testing::Test {
protected:
  int number(int least, int greatest) {
    return std::uniform_int_distribution(least, greatest)(random);
  }

  /// A view of up to three dimensions somewhere in the memory.
  ArrayView view(const BlockRef &block) {
    const Dimension names[] = {I, J, K};
    ArrayView view{block, number(0, 1) ? F64 : F32, {}, {}, 0};
    for (int d = 0, count = number(0, 3); d < count; ++d) {
      int lo = number(-2, 2);
      view.domain = view.domain.with(names[d](lo, lo + number(1, 4)));
      view.strides.push_back(number(-6, 6));
    }
    view.offset = 4 * number(400, 440);
    return view;
  }
  Domain part(const Domain &domain) {
    Domain part;
    for (const NamedRange &range : domain) {
      int lo = number(static_cast<int>(range.range.lo()), static_cast<int>(range.range.hi()) - 1);
      part = part.with(range.dim(lo, number(lo + 1, static_cast<int>(range.range.hi()))));
    }
    return part;
  }

  Runtime runtime;
  std::mt19937 random{11};
  std::vector<double> memory = std::vector<double>(600);
};

/// Calls `visit(offset)` for each point of a part.
template <class Visit> void forEachOffset(const ArrayView &view, const Domain &part, Visit visit) {
  std::vector<std::int64_t> at;
  for (const NamedRange &range : view.domain)
    at.push_back(part[range.dim].lo());
  while (true) {
    visit(view.offsetOf(at.data()));
    std::size_t d = at.size();
    while (d > 0 && ++at[d - 1] == part[view.domain[d - 1].dim].hi()) {
      at[d - 1] = part[view.domain[d - 1].dim].lo();
      --d;
    }
    if (d == 0)
      return;
  }
}

std::set<std::int64_t> bytesOf(const ArrayView &view, const Domain &part) {
  std::set<std::int64_t> bytes;
  forEachOffset(view, part, [&](std::int64_t offset) {
    for (std::size_t n = 0; n < itemsize(view.dtype); ++n)
      bytes.insert(offset + static_cast<std::int64_t>(n));
  });
  return bytes;
}

} // namespace

TEST_F(OverlapTest, IsFoundExactlyFromAddressesAndStrides) {
  BlockRef one = foreignBlock(runtime.get(), memory.data(), memory.size() * 8, {});
  BlockRef two = foreignBlock(runtime.get(), memory.data(), memory.size() * 8, {}); // wrapped twice
  int overlapping = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    ArrayView a = view(one), b = view(number(0, 1) ? one : two);
    Domain partOfA = part(a.domain), partOfB = part(b.domain);
    std::set<std::int64_t> bytes = bytesOf(a, partOfA), others = bytesOf(b, partOfB);
    bool expected = std::any_of(bytes.begin(), bytes.end(),
                                [&](std::int64_t byte) { return others.contains(byte); });
    EXPECT_EQ(mayOverlap(a, partOfA, b, partOfB), expected) << "trial " << trial;
    EXPECT_EQ(mayOverlap(b, partOfB, a, partOfA), expected) << "trial " << trial;
    overlapping += expected;
  }
  EXPECT_GT(overlapping, 200);
  EXPECT_LT(overlapping, 3600);
}

TEST_F(OverlapTest, OfAViewWithItselfIsFoundExactly) {
  BlockRef block = foreignBlock(runtime.get(), memory.data(), memory.size() * 8, {});
  int overlapping = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    ArrayView some = view(block);
    std::set<std::int64_t> offsets;
    bool expected = false;
    forEachOffset(some, some.domain,
                  [&](std::int64_t offset) { expected |= !offsets.insert(offset).second; });
    EXPECT_EQ(overlapsItself(some), expected) << "trial " << trial;
    overlapping += expected;
  }
  EXPECT_GT(overlapping, 400);
}

// As far apart as no memory reaches, bytes between the origins would wrap.
TEST_F(OverlapTest, ViewsOfFarCoordinatesAreOtherArrays) {
  BlockRef block = foreignBlock(runtime.get(), memory.data(), memory.size() * 8, {});
  ArrayView near{block, F64, {I(0, 8), J(0, 4)}, {4, 1}, 0};
  EXPECT_TRUE(isSameArray(near, near));
  for (std::int64_t far : {1LL << 59, 1LL << 61, 1LL << 62, -(1LL << 61), -(1LL << 62)})
    for (bool alongRows : {true, false}) {
      ArrayView other = near;
      other.domain =
          alongRows ? Domain{I(0, 8), J(far, far + 4)} : Domain{I(far, far + 8), J(0, 4)};
      EXPECT_FALSE(isSameArray(near, other));
      EXPECT_FALSE(isSameArray(other, near));
      EXPECT_TRUE(isSameArray(other, other));
    }
}

TEST_F(OverlapTest, LargeArraysAreComparedAtOnce) {
  auto base = std::uintptr_t{1} << 40; // nobody reads it
  BlockRef block =
      foreignBlock(runtime.get(), reinterpret_cast<void *>(base), std::size_t{1} << 40, {});
  ArrayView even{block, F64, {I(0, 1 << 20), J(0, 1 << 10)}, {2, 1 << 21}, 0};
  ArrayView odd = even;
  odd.offset = 8;
  EXPECT_FALSE(mayOverlap(even, even.domain, odd, odd.domain));
  EXPECT_TRUE(mayOverlap(even, even.domain, even, {I(77, 78), J(1023, 1024)}));
  Domain left{I(0, 5000)}, right{I(5000, 1 << 20)};
  EXPECT_FALSE(mayOverlap(even, left, even, right));
}
