//===- MemoryTest.cpp - Blocks, views and copies between them -------------===//
//
// What copy-on-write is made of, below the level of storages.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Lease.h"

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Blueprint.h"

#include <gmock/gmock.h>

#include <random>

using namespace gtjit;
using namespace gtjit::test;
using namespace gtjit::detail;

namespace {

class MemoryTest : public testing::Test {
protected:
  Runtime runtime;
  Runtime::State &state = runtime.get();
  std::mt19937 random{5};

  int number(int least, int greatest) {
    return std::uniform_int_distribution(least, greatest)(random);
  }
  Range range() {
    int lo = number(-3, 3);
    return {lo, lo + number(0, 5)};
  }
  ArrayView allocate(const Domain &domain, std::vector<Dimension> order) {
    return allocateView(state, F64, domain, order, 0, {});
  }
};

double &valueAt(const ArrayView &view, const Coordinates &point) {
  return *reinterpret_cast<double *>(Lease(view, Access::Write).at(point.data()));
}

std::uintptr_t addressOf(const ArrayView &view, const std::int64_t *point) {
  return view.block->address() + static_cast<std::uintptr_t>(view.offsetOf(point));
}

void numberPoints(const ArrayView &view) {
  forEachPoint(view.domain, [&](const Coordinates &p) { valueAt(view, p) = numberOf(p); });
}

TEST_F(MemoryTest, ViewsAreAlignedAndPaddedInTheirOrder) {
  ArrayView view = allocateView(state, F32, {I(-2, 10), J(0, 5), K(0, 3)}, {K, J, I}, 0, {});
  EXPECT_EQ(view.strides, (Strides{1, 16, 80}));
  EXPECT_EQ(view.strideOrder(), (Sequence<unsigned, 4>{2, 1, 0}));
  std::int64_t point[] = {0, 4, 2};
  EXPECT_EQ(addressOf(view, point) % 64, 0u);
  EXPECT_ERROR(ValueError, allocate(Domain{I(Range::all())}, {I}),
               "cannot allocate memory over {I(-inf,inf)}: I(-inf,inf) is infinite");
  EXPECT_EQ(allocate({}, {}).strides.size(), 0u);
}

TEST_F(MemoryTest, RestrictedViewsKeepCoordinates) {
  ArrayView view = allocate({I(-2, 4), J(1, 5)}, {I, J});
  numberPoints(view);
  ArrayView part = view.restricted({J(2, 4), I(0, 3)});
  EXPECT_EQ(part.domain[0].dim, I);
  forEachPoint(part.domain,
               [&](const Coordinates &p) { EXPECT_EQ(valueAt(part, p), numberOf(p)); });
  ArrayView row = view.pinnedAt(0, 3);
  EXPECT_EQ(row.domain, (Domain{J(1, 5)}));
  forEachPoint(row.domain,
               [&](const Coordinates &p) { EXPECT_EQ(valueAt(row, p), numberOf({3, p[0]})); });
  EXPECT_TRUE(view.restricted({I(0, 0), J(2, 4)}).domain.empty());
}

TEST_F(MemoryTest, ElementsAreCopiedBetweenLayouts) {
  ArrayView from = allocate({I(-2, 7), J(1, 5), K(0, 4)}, {K, J, I});
  ArrayView to = allocate({K(-1, 4), I(-3, 8), J(1, 6)}, {I, K, J});
  numberPoints(from);
  forEachPoint(to.domain, [&](const Coordinates &p) { valueAt(to, p) = -1.0; });
  Domain region{I(0, 5), J(2, 5), K(1, 3)};
  std::int64_t before = runtime.counters().bytesCopied;
  copyElements(from, to, region);
  EXPECT_EQ(runtime.counters().bytesCopied - before, 5 * 3 * 2 * 8);
  forEachPoint(to.domain, [&](const Coordinates &p) {
    bool inside =
        Range(1, 3).contains(p[0]) && Range(0, 5).contains(p[1]) && Range(2, 5).contains(p[2]);
    EXPECT_EQ(valueAt(to, p), inside ? numberOf({p[1], p[2], p[0]}) : -1.0);
  });
  copyElements(from, to, {I(0, 0), J(100, 200), K(1, 3)}); // nothing
}

TEST_F(MemoryTest, DifferencesAreDisjointAndWhole) {
  for (int round = 0; round < 500; ++round) {
    Domain whole{I(range()), J(range()), K(range())}, hole{J(range()), I(range()), K(range())};
    std::map<Coordinates, int> covered;
    for (const Domain &part : difference(whole, hole)) {
      EXPECT_FALSE(part.empty());
      EXPECT_EQ(part[0].dim, I);
      forEachPoint(part, [&](const Coordinates &p) { ++covered[p]; });
    }
    std::size_t expected = 0;
    forEachPoint(whole, [&](const Coordinates &p) {
      bool inHole = hole[I].contains(p[0]) && hole[J].contains(p[1]) && hole[K].contains(p[2]);
      expected += !inHole;
      ASSERT_EQ(covered.count(p), inHole ? 0u : 1u);
      if (!inHole) {
        ASSERT_EQ(covered[p], 1);
      }
    });
    ASSERT_EQ(covered.size(), expected);
  }
}

TEST_F(MemoryTest, AFreshBlockHasWhatIsNotOverwritten) {
  Storage u = empty<double>({I(0, 6), J(0, 4)}, {.halo = {{I, 1}}, .runtime = &runtime});
  Values<double> values = numbered(u);
  Buffer &buffer = *u.get()->buffer;
  BlockRef old = buffer.block;
  std::uint64_t version = buffer.version;
  Domain overwritten{I(0, 6), J(0, 4)};
  renewBlock(buffer, &overwritten, {});
  EXPECT_FALSE(buffer.block == old);
  EXPECT_GT(buffer.version, version);
  EXPECT_EQ(runtime.counters().copies, 1);
  EXPECT_EQ(runtime.counters().bytesCopied, 2 * 4 * 8);
  Values<double> after = valuesOf<double>(u);
  for (const auto &[point, value] : values) {
    if (point[0] < 0 || point[0] >= 6) {
      EXPECT_EQ(after[point], value);
    }
  }
  numbered(u); // what was to be overwritten holds anything
  renewBlock(buffer, nullptr, {});
  EXPECT_EQ(runtime.counters().bytesCopied, (2 * 4 + 8 * 4) * 8);
  EXPECT_EQ(valuesOf<double>(u), values);
}

TEST_F(MemoryTest, AFreshBlockIsAlignedAlike) {
  Storage u = empty({5, 9}, F64, {.halo = {1, 1}, .alignment = 48, .runtime = &runtime});
  std::vector<BlockRef> blocks;
  for (int n = 0; n < 10; ++n) {
    ArrayView view = u.get()->view();
    std::int64_t point[] = {0, 0};
    EXPECT_EQ(addressOf(view, point) % (48 * 8), 0u);
    blocks.push_back(view.block);
    renewBlock(*u.get()->buffer, nullptr, {});
  }
  blocks.clear();
  std::size_t bytes = u.get()->buffer->block->bytes;
  std::int64_t allocations = runtime.counters().allocations;
  for (int n = 0; n < 100; ++n)
    renewBlock(*u.get()->buffer, nullptr, {});
  EXPECT_EQ(u.get()->buffer->block->bytes, bytes);
  EXPECT_EQ(runtime.counters().allocations, allocations);
}

TEST_F(MemoryTest, OverwritingEverythingCopiesNothing) {
  Storage u = zeros<double>({I(0, 6)}, {.runtime = &runtime});
  Domain all = u.domain();
  renewBlock(*u.get()->buffer, &all, {});
  EXPECT_EQ(runtime.counters().copies, 0);
  EXPECT_EQ(runtime.counters().bytesCopied, 0);
}

TEST_F(MemoryTest, SnapshotsKeepValuesAndOrder) {
  ArrayView view = allocate({I(-2, 7), J(1, 5)}, {J, I});
  numberPoints(view);
  ArrayView copy = snapshot(view, {});
  EXPECT_EQ(copy.strideOrder(), view.strideOrder());
  EXPECT_EQ(runtime.counters().copies, 1);
  forEachPoint(view.domain, [&](const Coordinates &p) { valueAt(view, p) = 0.0; });
  forEachPoint(copy.domain,
               [&](const Coordinates &p) { EXPECT_EQ(valueAt(copy, p), numberOf(p)); });
}

TEST_F(MemoryTest, RegionsOfViewsAreRegionsOfTheBuffer) {
  Storage u = zeros<double>({I(0, 6), J(0, 4), K(0, 3)}, {.runtime = &runtime});
  Storage view = u.view({J(2)}).view({K(1, 3)});
  EXPECT_EQ(view.get()->bufferRegion({I(1, 2), K(1, 2)}), (Domain{I(1, 2), J(2, 3), K(1, 2)}));
  EXPECT_TRUE(view.get()->buffer == u.get()->buffer);
}

TEST_F(MemoryTest, StoragesOfResultsKnowTheirHaloAndAlignment) {
  ArrayView view = allocateView(state, F64, {I(-2, 7), J(1, 5)}, {J, I}, 0, {});
  Storage result = makeStorage(state, view, {I(0, 5), J(1, 4)}, {});
  EXPECT_EQ(list(result.halo()), (std::vector<HaloWidth>{{2, 2}, {0, 1}}));
  EXPECT_EQ(result.compute_domain(), (Domain{I(0, 5), J(1, 4)}));
  EXPECT_EQ(result.alignment(), 8);
  EXPECT_EQ(list(like(result).strides()), list(result.strides()));
  Storage none = makeStorage(state, view, {I(100, 105)}, {});
  EXPECT_TRUE(none.compute_domain().empty());
}

TEST_F(MemoryTest, StoragesAreDescribedByNameOrPlace) {
  Storage u = zeros<float>({I(0, 6), K(0, 4)}, {.runtime = &runtime});
  std::string line = std::to_string(__LINE__ - 1);
  EXPECT_THAT(u.get()->describe(),
              testing::StartsWith("the f32 field on (I, K) made at " __FILE__ ":" + line + ":"));
  u.get()->line.column = 0;
  EXPECT_EQ(u.get()->describe(), "the f32 field on (I, K) made at " __FILE__ ":" + line);
  EXPECT_EQ(u.named("u").get()->describe(), "'u'");
  EXPECT_EQ(makeStorage(state, allocate({}, {}), {}, {}).get()->describe(),
            "the f64 field without dimensions");
}

TEST_F(MemoryTest, AcquiringForAWriteStartsAVersion) {
  Storage u = zeros<double>({I(0, 6)}, {.runtime = &runtime});
  Buffer &buffer = *u.get()->buffer;
  std::uint64_t version = buffer.version;
  EXPECT_EQ(buffer.acquire(Access::Read, buffer.layout).view().block, buffer.block);
  EXPECT_EQ(buffer.version, version);
  buffer.acquire(Access::Write, buffer.layout);
  EXPECT_EQ(buffer.version, version + 1);
}

} // namespace
