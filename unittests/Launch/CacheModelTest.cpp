//===- CacheModelTest.cpp - What the caches are likely to hold ------------===//
//
// Where memory is found to be, and that calls get code and stores for that, with the values of the
// reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Memory/CacheModel.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

using namespace gtjit;
using detail::CacheFit;
using detail::CacheModel;
using Place = detail::CacheModel::Place;

namespace {

/// A model of caches of 1000 bytes, and memory in pieces of 300.
class CacheModelTest : public testing::Test {
protected:
  std::unique_ptr<CacheModel> model = std::make_unique<CacheModel>(1000);

  CacheModel::Found use(int piece, bool isRead, bool isWritten) {
    return model->use({std::uintptr_t(piece + 1) * 4096, 300, isRead, isWritten, true});
  }
  Place read(int piece) { return use(piece, true, false).place; }
  CacheModel::Found write(int piece) { return use(piece, false, true); }
  void readOthers() {
    for (int n = 0; n < 5; ++n)
      read(100 + others++);
  }

private:
  int others = 0;
};

} // namespace

// A virtual machine with few of a socket's processors may be told of all of its cache.
TEST(CacheSize, IsNoMoreThanTheProcessorsShare) {
  constexpr std::int64_t kMiB = std::int64_t(1) << 20;
  EXPECT_EQ(detail::lastLevelCacheBytes(480 * kMiB, 2), 64 * kMiB);
  EXPECT_EQ(detail::lastLevelCacheBytes(480 * kMiB, 128), 480 * kMiB);
  EXPECT_EQ(detail::lastLevelCacheBytes(32 * kMiB, 8), 32 * kMiB);
  EXPECT_EQ(detail::lastLevelCacheBytes(32 * kMiB, 1), 32 * kMiB);
}

// Allocators place arrays of one size at equal distances, and hosts some bytes on from there, so
// that they do not all begin in one set of a cache.
TEST_F(CacheModelTest, KnowsManyArraysOfOneSize) {
  for (std::uintptr_t distance : {2 << 20, 6 << 20, 64 * 64 * 80 * 8 + 192, 128 * 128 * 80 * 8})
    for (std::uintptr_t offset : {0, 64, 1088})
      for (std::uintptr_t offsets : {3, 12, 16}) {
        model = std::make_unique<CacheModel>(1000);
        int known = 0;
        for (int round = 0; round < 2; ++round)
          for (std::uintptr_t n = 0; n < 300; ++n)
            known += model
                         ->use({0x7f9076000000 + n * distance + n % offsets * offset, 300, true,
                                false, true})
                         .place == Place::Memory;
        EXPECT_GE(known, 285) << distance << ", " << offset << ", " << offsets;
      }
}

TEST_F(CacheModelTest, FewPiecesStayInTheCaches) {
  for (int piece = 0; piece < 3; ++piece)
    EXPECT_EQ(read(piece), Place::Unknown);
  for (int n = 0; n < 1000; ++n)
    for (int piece = 0; piece < 3; ++piece)
      ASSERT_EQ(read(piece), Place::Caches);
}

TEST_F(CacheModelTest, ManyPiecesComeFromMemoryEachTime) {
  for (int n = 0; n < 10; ++n)
    for (int piece = 0; piece < 5; ++piece)
      ASSERT_EQ(read(piece), n == 0 ? Place::Unknown : Place::Memory);
}

TEST_F(CacheModelTest, WritesPastTheCachesWhatNobodyReadsInTime) {
  EXPECT_FALSE(write(0).streams) << "nothing is known of it";
  EXPECT_FALSE(write(0).streams) << "it is in the caches";
  readOthers();
  EXPECT_TRUE(write(0).streams) << "it had left them unread";
  readOthers();
  EXPECT_EQ(read(0), Place::Memory);
  readOthers();
  EXPECT_TRUE(write(0).streams) << "it had left them when it was read";
  EXPECT_EQ(read(0), Place::Memory) << "it never was in them";
  EXPECT_EQ(read(0), Place::Caches);
  readOthers();
  EXPECT_FALSE(write(0).streams) << "it was read soon";
  readOthers();
  EXPECT_TRUE(write(0).streams);
  EXPECT_FALSE(write(0).streams) << "it is written over and over";
}

TEST_F(CacheModelTest, WhatIsReadAndWrittenStays) {
  for (int n = 0; n < 4; ++n) {
    EXPECT_FALSE(use(0, true, true).streams);
    readOthers();
  }
}

TEST_F(CacheModelTest, ForgetsWhatWasUsedBeforeOthers) {
  for (int piece = 0; piece < 10000; ++piece)
    read(piece);
  EXPECT_EQ(read(9999), Place::Caches);
  EXPECT_EQ(read(0), Place::Unknown);
}

TEST(CacheFit, ChangesAfterAsMuchAsThePatience) {
  CacheFit fit(1000);
  fit.note(0, 900);
  EXPECT_FALSE(fit.isFar());
  fit.note(4 * 300, 0);
  fit.note(0, 300);
  EXPECT_FALSE(fit.isFar());
  fit.note(0, 100);
  EXPECT_TRUE(fit.isFar());
  fit.note(4 * 900, 0);
  EXPECT_TRUE(fit.isFar());
  fit.note(4 * 100, 0);
  EXPECT_FALSE(fit.isFar());
}

namespace {

/// A model with more fields than the caches hold, of which each call's would fit.
struct Fields {
  static constexpr int kSets = 8;
  std::vector<Storage> x, y, z;

  explicit Fields(int sets = kSets) {
    Domain domain{I(0, 320), J(0, 100)}; // 256,000 bytes
    for (int n = 0; n < sets; ++n) {
      x.push_back(zeros<double>(domain));
      y.push_back(zeros<double>(domain));
      z.push_back(zeros<double>(domain));
      x.back()[whole] = astype(index(I) * (n + 1) + index(J), F64) / 7.0;
    }
  }
  std::vector<double> values() const {
    std::vector<double> all;
    for (const std::vector<Storage> *fields : {&y, &z})
      for (const Storage &field : *fields)
        for (double value : valuesOf(field))
          all.push_back(value);
    return all;
  }
};

/// Runs the steps compiled; checks that their values are those of the reference evaluator.
RuntimeCounters countersAfter(const std::function<void(Runtime &, Fields &)> &steps) {
  Runtime compiled({.threads = 1, .cacheBytes = 1 << 20, .diskCache = false}),
      reference({.reference = true});
  std::vector<double> values[2];
  for (Runtime *runtime : {&compiled, &reference}) {
    Runtime::Scope scope(*runtime);
    Fields fields;
    steps(*runtime, fields);
    values[runtime == &reference] = fields.values();
  }
  EXPECT_EQ(values[0], values[1]);
  return compiled.counters();
}

void smoothAll(Fields &fields, int times) {
  for (; times > 0; --times)
    for (int n = 0; n < Fields::kSets; ++n)
      fields.y[n][{I(1, 319), J(1, 99)}] =
          fields.x[n](I + 1) + fields.x[n](I - 1) + fields.x[n](J + 1) + fields.x[n](J - 1);
}

} // namespace

TEST(CachesOfAModel, FieldsThatComeFromMemoryGetCodeForThat) {
  RuntimeCounters counters = countersAfter([](Runtime &, Fields &fields) { smoothAll(fields, 6); });
  EXPECT_EQ(counters.compiles, 3) << "the first values, and two kernels for the same";
  EXPECT_GT(counters.streamed, 2 * Fields::kSets);
  EXPECT_LT(counters.streamed, 5 * Fields::kSets);
}

// What runs slab by slab writes its last result past the caches, and none of those before.
TEST(CachesOfAModel, ChainsOfKernelsGetCodeForThat) {
  auto smooth = [](const Field &f) { return (f(I - 1) + f(I + 1)).compute_root(); };
  RuntimeCounters counters = countersAfter([&](Runtime &, Fields &fields) {
    for (int times = 0; times < 6; ++times)
      for (int n = 0; n < Fields::kSets; ++n)
        fields.y[n][{I(4, 316)}] = smooth(smooth(smooth(smooth(fields.x[n]))));
  });
  EXPECT_GT(counters.chained, 0);
  EXPECT_GT(counters.streamed, 2 * Fields::kSets);
  EXPECT_LT(counters.streamed, 6 * Fields::kSets);
}

TEST(CachesOfAModel, ExplainTells) {
  countersAfter([](Runtime &runtime, Fields &fields) {
    auto twice = [](const Storage &x) { return 2.0 * x + x(I + 1); };
    auto tells = [&] {
      std::string text(explain(twice(fields.x[0])));
      return text.find("for data in memory") != text.npos;
    };
    EXPECT_FALSE(tells());
    for (int times = 0; times < 6; ++times)
      for (int n = 0; n < Fields::kSets; ++n)
        fields.y[n][{I(0, 319), J(0, 100)}] = twice(fields.x[n]);
    EXPECT_EQ(tells(), runtime.counters().compiles > 0);
  });
}

TEST(CachesOfAModel, AFewFieldsStayInTheCaches) {
  RuntimeCounters counters = countersAfter([](Runtime &, Fields &fields) {
    for (int n = 0; n < 60; ++n)
      fields.y[0][whole] = 2.0 * fields.x[0] + 1.0;
  });
  EXPECT_EQ(counters.compiles, 2);
  EXPECT_EQ(counters.streamed, 0);
}

TEST(CachesOfAModel, CodeForTheCachesComesBack) {
  countersAfter([](Runtime &runtime, Fields &fields) {
    smoothAll(fields, 6);
    bool isCompiled = runtime.counters().compiles > 0;
    auto repeat = [&](int times) {
      for (; times > 0; --times)
        fields.y[0][{I(1, 319), J(1, 99)}] =
            fields.x[0](I + 1) + fields.x[0](I - 1) + fields.x[0](J + 1) + fields.x[0](J - 1);
    };
    repeat(1);
    RuntimeCounters before = runtime.counters();
    repeat(60);
    RuntimeCounters after = runtime.counters();
    EXPECT_EQ(after.streamed, before.streamed) << "it is in the caches";
    EXPECT_EQ(after.compiles, before.compiles);
    EXPECT_EQ(after.cacheHits - before.cacheHits, isCompiled ? 60 : 0);
  });
}

TEST(CachesOfAModel, ResultsThatAreReadSoonStayInTheCaches) {
  RuntimeCounters counters = countersAfter([](Runtime &, Fields &fields) {
    for (int times = 0; times < 12; ++times)
      for (int n = 0; n < Fields::kSets; ++n) {
        fields.y[n][whole] = 2.0 * fields.x[n] + 1.0;
        fields.z[n][whole] = fields.y[n] * fields.y[n];
      }
  });
  EXPECT_GT(counters.streamed, 0) << "z";
  EXPECT_LE(counters.streamed, 12 * Fields::kSets) << "not y";
}

TEST(CachesOfAModel, ProgramsGetCodeForWhereTheirFieldsAre) {
  RuntimeCounters counters = countersAfter([](Runtime &runtime, Fields &fields) {
    gtjit::Program twice =
        runtime.compile([](const Field &x) { return 2.0 * x(I + 1) + x; }, arg(F64, {I, J}, "x"));
    for (int times = 0; times < 6; ++times)
      for (int n = 0; n < Fields::kSets; ++n)
        twice(out(fields.y[n][{I(0, 319), J(0, 100)}]), fields.x[n]);
  });
  EXPECT_EQ(counters.compiles, 3);
  EXPECT_GT(counters.streamed, 2 * Fields::kSets);
}
