//===- StreamingTest.cpp - Rows that go through scratch -------------------===//
//
// A call that streams gives the same numbers, and everything that it writes
// comes through the copy, in strips.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

using namespace gtcompiler::testing;

/// What the copy was called with.
static std::int64_t copied, longest;

static void countingCopy(void *to, const void *from, std::int64_t bytes) {
  copied += bytes;
  longest = std::max(longest, bytes);
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

/// v = 2 u(I + 1), and w is the same in f32; where `inPlace`, u takes v's place.
static std::string program(bool inPlace) {
  std::string f64 = "!gt.storage<[J, I], f64, unit>", f32 = "!gt.storage<[J, I], f32, unit>";
  std::string text =
      "gt.program @p(%u: " + f64 + ", %v: " + f64 + ", %w: " + f32 +
      ", %i: !gt.range<I>, %j: !gt.range<J>) {\n"
      "gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {\n%0 = gt.access %u " +
      (inPlace ? "" : "[I + 1] ") + ": " + f64 +
      " -> f64\n%1 = gt.add %0, %0 : (f64, f64) -> f64\n%2 = gt.cast %1 : (f64) -> f32\n";
  return text + "gt.write %1 to " + (inPlace ? "%u" : "%v") + " : f64, " + f64 +
         "\ngt.write %2 to %w : f32, " + f32 + "\n}\n}\n";
}

struct Results {
  std::vector<double> u, v;
  std::vector<float> w;
  bool operator==(const Results &) const = default;
};

static Results resultsOf(const CompiledImage &image, std::int64_t ni, std::int64_t tile,
                         gtabi::StreamingCopy copy) {
  constexpr std::int64_t nj = 3;
  std::int64_t si = ni + 2;
  Results results;
  for (std::int64_t n = 0; n < nj * si; ++n)
    results.u.push_back(0.1 * static_cast<double>(n * n % 1009));
  results.v.assign(static_cast<std::size_t>(nj * ni + 1), 77.0);
  results.w.assign(static_cast<std::size_t>(nj * ni + 1), 77.0f);
  RunInputs inputs;
  inputs.storages = {{results.u.data(), 1, {nj, si}, {si, 1}},
                     {results.v.data(), 0, {nj, ni}, {ni, 1}},
                     {results.w.data(), 0, {nj, ni}, {ni, 1}}};
  inputs.ranges = {{0, ni}, {0, nj}};
  inputs.tile = tile;
  inputs.streamingCopy = copy;
  copied = longest = 0;
  image.run(inputs);
  return results;
}

TEST(Streaming, GivesTheSameNumbersStripByStrip) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(program(false), way);
    ASSERT_TRUE(image);
    bool hasVectors = image.view().kernels()[0].vectorLanes > 1;
    for (std::int64_t ni : {1, 7, 64, 511, 512, 513, 1111})
      for (std::int64_t tile : {100, 1 << 30}) {
        Results plain = resultsOf(image, ni, tile, nullptr);
        EXPECT_EQ(copied, 0);
        EXPECT_EQ(resultsOf(image, ni, tile, countingCopy), plain) << ni << ' ' << tile;
        EXPECT_EQ(copied, hasVectors ? 3 * ni * 12 : 0);
        EXPECT_LE(longest, 4096);
      }
  }
}

TEST(Streaming, WhatIsReadDoesNotStream) {
  CompiledImage image(program(true));
  ASSERT_TRUE(image);
  resultsOf(image, 100, 1 << 30, countingCopy);
  EXPECT_EQ(copied, 3 * 100 * 4) << "the f32 results alone";
}
