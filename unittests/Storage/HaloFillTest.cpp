//===- HaloFillTest.cpp - fillHalo against a model ------------------------===//
//
// The model fills a map of points one by one; storages of all layouts, types
// and numbers of dimensions must agree with it.
//
//===----------------------------------------------------------------------===//

#include "../CountingExecutor.h"
#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

#include <algorithm>
#include <random>

using namespace gtjit;
using namespace gtjit::test;

namespace {

using Kind = HaloFill::Kind;

std::size_t positionOf(const Domain &domain, Dimension dim) {
  std::size_t d = 0;
  while (domain[d].dim != dim)
    ++d;
  return d;
}

/// One argument of fillHalo: over all points of the other dimensions.
template <class T>
void fillModel(Values<T> &values, const Domain &domain, const Domain &compute,
               const HaloFill &fill) {
  std::size_t d = positionOf(domain, fill.dim);
  Range inner = compute[fill.dim];
  Values<T> old = values;
  for (auto &[point, value] : values) {
    std::int64_t x = point[d];
    if (inner.contains(x))
      continue;
    Coordinates source = point;
    if (fill.kind == Kind::Periodic)
      source[d] = x < inner.lo() ? x + inner.size() : x - inner.size();
    else if (fill.kind == Kind::Mirror)
      source[d] = x < inner.lo() ? 2 * inner.lo() - 1 - x : 2 * inner.hi() - 1 - x;
    else
      source[d] = std::clamp(x, inner.lo(), inner.hi() - 1);
    value = fill.kind == Kind::Constant ? static_cast<T>(fill.value.real) : old[source];
  }
}

/// The values after the fills, halos of unfilled dimensions included.
template <class T> void expectFilled(Storage &storage, const std::vector<HaloFill> &fills) {
  Values<T> expected = valuesOf<T>(storage);
  for (const HaloFill &fill : fills)
    fillModel(expected, storage.domain(), storage.compute_domain(), fill);
  detail::fillHalo(storage, fills);
  EXPECT_EQ(valuesOf<T>(storage), expected);
}

TEST(HaloFill, FillsOneDimensionEachWay) {
  Storage u = empty<double>({I(0, 4)}, {.halo = {{I, {2, 3}}}});
  auto filled = [&](const HaloFill &fill) {
    setValues<double>(u, {{{0}, 10}, {{1}, 11}, {{2}, 12}, {{3}, 13}});
    fillHalo(u, fill);
    std::vector<double> values;
    for (const auto &[point, value] : valuesOf<double>(u))
      values.push_back(value);
    return values;
  };
  EXPECT_EQ(filled(periodic(I)), (std::vector<double>{12, 13, 10, 11, 12, 13, 10, 11, 12}));
  EXPECT_EQ(filled(mirror(I)), (std::vector<double>{11, 10, 10, 11, 12, 13, 13, 12, 11}));
  EXPECT_EQ(filled(extend(I)), (std::vector<double>{10, 10, 10, 11, 12, 13, 13, 13, 13}));
  EXPECT_EQ(filled(constant(I, -1)), (std::vector<double>{-1, -1, 10, 11, 12, 13, -1, -1, -1}));
}

TEST(HaloFill, CornersAreDefinedByTheOrderOfTheArguments) {
  Storage u = empty<double>({I(0, 2), J(0, 2)}, {.halo = {{I, 1}, {J, 1}}});
  Values<double> values = numbered(u);
  fillHalo(u, periodic(I), constant(J, 7.0));
  EXPECT_EQ((valuesOf<double>(u)[{-1, -1}]), 7.0);
  setValues(u, values);
  fillHalo(u, constant(J, 7.0), periodic(I));
  EXPECT_EQ((valuesOf<double>(u)[{-1, -1}]), 7.0);
  fillHalo(u, constant(I, 3.0), mirror(J));
  EXPECT_EQ((valuesOf<double>(u)[{-1, -1}]), 3.0);
}

TEST(HaloFill, OneCallIsThatManyCalls) {
  Storage u = empty<double>({I(0, 5), J(0, 4), K(0, 3)}, {.halo = {{I, 2}, {J, {1, 2}}, {K, 1}}});
  numbered(u);
  Storage v = empty<double>({I(0, 5), J(0, 4), K(0, 3)}, {.halo = {{I, 2}, {J, {1, 2}}, {K, 1}}});
  numbered(v);
  fillHalo(u, periodic(I), mirror(J), extend(K));
  fillHalo(v, periodic(I));
  fillHalo(v, mirror(J));
  fillHalo(v, extend(K));
  EXPECT_EQ(valuesOf<double>(u), valuesOf<double>(v));
}

/// A storage with up to four dimensions of random extents, halos and layout.
Storage randomStorage(std::mt19937 &random, DType type) {
  auto number = [&](int least, int greatest) {
    return std::uniform_int_distribution(least, greatest)(random);
  };
  std::vector<Dimension> dims = {I, J, K, Dimension("Member")};
  std::shuffle(dims.begin(), dims.end(), random);
  dims.erase(dims.begin() + number(1, 4), dims.end());
  Domain domain;
  StorageOptions options;
  std::vector<std::int64_t> ranks;
  for (Dimension dim : dims) {
    int lo = number(-5, 5);
    domain = domain.with(dim(lo, lo + number(3, 6)));
    ranks.push_back(static_cast<std::int64_t>(ranks.size()));
  }
  std::shuffle(ranks.begin(), ranks.end(), random);
  options.layout.kind = Layout::Kind::Ranks;
  options.layout.ranks = detail::Sequence<std::int64_t>(std::span<const std::int64_t>(ranks));
  options.alignment = number(1, 9);
  if (dims.size() == 1)
    options.halo = {{dims[0], {number(0, 3), number(0, 3)}}};
  else
    options.halo = {{dims[0], {number(0, 3), number(0, 3)}},
                    {dims[1], {number(0, 3), number(0, 3)}}};
  return empty(domain, type, options);
}

/// Fills some of the halos in some order and compares with the model.
template <class T> void fillRandomly(std::mt19937 &random, Storage storage) {
  SCOPED_TRACE(testing::Message() << toText(storage.domain()).c_str());
  Values<T> values;
  forEachPoint(storage.domain(),
               [&](const Coordinates &point) { values[point] = static_cast<T>(random() % 100); });
  setValues(storage, values);
  std::vector<HaloFill> fills;
  for (Dimension dim : storage.dims())
    if (random() % 4)
      fills.push_back({static_cast<Kind>(random() % 4), dim, 1.0 + random() % 2, {}});
  std::shuffle(fills.begin(), fills.end(), random);
  if (!fills.empty())
    expectFilled<T>(storage, fills);
}

template <class T> void fillRandomly(std::mt19937 &random) {
  fillRandomly<T>(random, randomStorage(random, dtypeOf<T>));
}

TEST(HaloFill, AgreesWithTheModel) {
  std::mt19937 random(7);
  for (int round = 0; round < 60 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    fillRandomly<double>(random);
    fillRandomly<float>(random);
    fillRandomly<std::int64_t>(random);
    fillRandomly<std::int32_t>(random);
    fillRandomly<bool>(random);
  }
}

/// Storages whose halos are filled in several parts, by threads.
template <class T> void fillInParts(std::mt19937 &random, Runtime &runtime) {
  std::int64_t ranks[] = {0, 1, 2};
  std::shuffle(ranks, ranks + 3, random);
  StorageOptions options{.runtime = &runtime};
  options.layout.kind = Layout::Kind::Ranks;
  options.layout.ranks = detail::Sequence<std::int64_t>(std::span<const std::int64_t>(ranks));
  auto width = [&] { return static_cast<int>(random() % 5); };
  options.halo = {{I, {width(), width()}}, {J, 3}, {K, {width(), 2}}};
  Domain domain{I(0, 32), J(-3, 37), K(2, 22 + static_cast<int>(random() % 12))};
  fillRandomly<T>(random, empty(domain, dtypeOf<T>, options));
}

TEST(HaloFill, PartsAgreeWithTheModel) {
  std::mt19937 random(11);
  Runtime runtime{{.threads = 3, .smallDomain = 0}};
  for (int round = 0; round < 10 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    fillInParts<double>(random, runtime);
    fillInParts<std::uint8_t>(random, runtime);
  }
}

TEST(HaloFill, EachThreadGetsAsManyParts) {
  CountingExecutor executor(/*parts=*/1, /*threads=*/3);
  Runtime runtime({.executor = &executor});
  Runtime::Scope scope(runtime);
  for (std::int64_t levels : {21, 40, 80}) { // 16,884 points of a halo and more
    Storage u = zeros<double>({K(0, levels), J(0, 64), I(0, 64)}, {.halo = {{I, 3}, {J, 3}}});
    executor.tiles = 0;
    fillHalo(u, periodic(I), periodic(J));
    EXPECT_GT(executor.tiles, 0) << levels;
    EXPECT_EQ(executor.tiles % 3, 0) << levels;
  }
}

TEST(HaloFill, EveryOrderOfKindsAgreesWithTheModel) {
  std::vector<Dimension> order = {I, J, K};
  std::sort(order.begin(), order.end(),
            [](Dimension a, Dimension b) { return a.name() < b.name(); });
  do {
    for (int kinds = 0; kinds < 64; ++kinds) {
      Storage u =
          empty<double>({I(0, 3), J(0, 4), K(0, 2)}, {.halo = {{I, 2}, {J, {1, 3}}, {K, 1}}});
      numbered(u);
      std::vector<HaloFill> fills;
      for (int n = 0; n < 3; ++n)
        fills.push_back({static_cast<Kind>(kinds >> 2 * n & 3), order[n], -1.0 - n, {}});
      expectFilled<double>(u, fills);
    }
  } while (std::next_permutation(order.begin(), order.end(),
                                 [](Dimension a, Dimension b) { return a.name() < b.name(); }) &&
           !HasFailure());
}

TEST(HaloFill, WideHalosOfFewPoints) {
  Storage u = full<double>({I(0, 1), J(0, 2)}, 1.0, {.halo = {{I, {40, 70}}, {J, {0, 2}}}});
  numbered(u);
  expectFilled<double>(u, {extend(I), periodic(J)});
  numbered(u);
  expectFilled<double>(u, {mirror(J), constant(I, 3.0)});
  Storage one = full<float>({I(4, 5)}, 2.0f, {.halo = {{I, 1}}});
  expectFilled<float>(one, {periodic(I)});
}

TEST(HaloFill, RefusesWhatItCannotFill) {
  Storage u = zeros<double>({I(0, 2), J(0, 5)}, {.halo = {{I, {1, 3}}}}).named("u");
  EXPECT_ERROR(ValueError, fillHalo(u, periodic(K)),
               "cannot fill the halo of 'u' in K: it has no such dimension");
  EXPECT_ERROR(ValueError, fillHalo(u, constant(I, 0), extend(I)),
               "the halo of 'u' is filled twice in I");
  EXPECT_ERROR(ValueError, fillHalo(u, periodic(I)),
               "cannot fill the halo (1,3) of 'u' in I from 2 points: 3 are needed");
  EXPECT_ERROR(ValueError, fillHalo(u, mirror(I)),
               "cannot fill the halo (1,3) of 'u' in I from 2 points: 3 are needed");
  fillHalo(u, extend(I));
  Storage none = zeros<double>({I(0, 0)}, {.halo = {{I, 1}}}).named("none");
  EXPECT_ERROR(ValueError, fillHalo(none, extend(I)),
               "cannot fill the halo (1,1) of 'none' in I from 0 points: 1 are needed");
  fillHalo(none, constant(I, 4.0));
  EXPECT_EQ(none.read<double>()(1), 4.0);
  EXPECT_ERROR(ValueError, fillHalo(Storage(), periodic(I)),
               "the storage is empty: a Storage that nothing was assigned to");
}

TEST(HaloFill, AnErrorNamesTheUsersLineAndWritesNothing) {
  Storage u = full<double>({I(0, 2)}, 1.0, {.halo = {{I, 1}}});
  Values<double> before = valuesOf<double>(u);
  try {
    fillHalo(u, constant(I, 5.0),
             periodic(J)); // the line of the argument
    FAIL();
  } catch (const ValueError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
  }
  EXPECT_EQ(valuesOf<double>(u), before);
}

TEST(HaloFill, CountsBytesAndCopiesNothingElse) {
  Runtime runtime;
  Storage u = zeros<double>({I(0, 8), J(0, 4)}, {.halo = {{I, 1}, {J, 2}}, .runtime = &runtime});
  fillHalo(u, periodic(I), mirror(J));
  // I over the compute range of J, which is filled after it; J over all of I.
  EXPECT_EQ(runtime.counters().bytesCopied, (2 * 4 + 4 * 10) * 8);
  EXPECT_EQ(runtime.counters().copies, 0);
}

TEST(HaloFill, FieldsWrittenBeforeKeepTheirValues) {
  Runtime runtime{{.reference = true}};
  Storage u = full<double>({I(0, 3)}, 1.0, {.halo = {{I, 1}}, .runtime = &runtime});
  Field old = u + 1.0;
  fillHalo(u, constant(I, 8.0));
  EXPECT_EQ(old.storage().read<double>()(0), 2.0);
  EXPECT_EQ(u.read<double>()(0), 8.0);
  EXPECT_EQ(u.read<double>()(1), 1.0);
}

TEST(HaloFill, WorksOnViews) {
  Storage u = full<double>({I(0, 4), J(0, 3)}, 1.0, {.halo = {{I, 1}}});
  fillHalo(u.view({J(1)}), constant(I, 5.0));
  Values<double> values = valuesOf<double>(u);
  EXPECT_EQ((values[{-1, 1}]), 5.0);
  EXPECT_EQ((values[{4, 1}]), 5.0);
  EXPECT_EQ((values[{-1, 0}]), 1.0);
}

} // namespace
