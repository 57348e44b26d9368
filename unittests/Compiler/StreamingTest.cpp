//===- StreamingTest.cpp - Rows that go past the caches -------------------===//
//
// A call that streams gives the same numbers, wherever rows and their results begin,
// and writes nothing else.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include <algorithm>
#include <array>
#include <memory>

using namespace gtcompiler::testing;

static const char *const kStencil =
    "gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {\n%c = gt.constant 0.0 : f64\n";
/// The same of what is added up along J.
static const char *const kSweep =
    "gt.sweep forward over %i : !gt.range<I> along %j : !gt.range<J> from {\n"
    "%z = gt.constant 0.0 : f64\ngt.yield %z : f64\n} do {\n^bb0(%c: f64):\n";

/// v = 2 u(I + 1), and w is the same in f32; where `inPlace`, u takes v's place.
static std::string program(bool inPlace, const std::string &opening = kStencil) {
  std::string f64 = "!gt.storage<[J, I], f64, unit>", f32 = "!gt.storage<[J, I], f32, unit>";
  std::string text = "gt.program @p(%u: " + f64 + ", %v: " + f64 + ", %w: " + f32 +
                     ", %i: !gt.range<I>, %j: !gt.range<J>) {\n" + opening + "%0 = gt.access %u " +
                     (inPlace ? "" : "[I + 1] ") + ": " + f64 +
                     " -> f64\n%1 = gt.add %0, %0 : (f64, f64) -> f64\n"
                     "%s = gt.add %c, %1 : (f64, f64) -> f64\n%2 = gt.cast %s : (f64) -> f32\n";
  return text + "gt.write %s to " + (inPlace ? "%u" : "%v") + " : f64, " + f64 +
         "\ngt.write %2 to %w : f32, " + f32 +
         (opening == kSweep ? "\ngt.yield %s : f64\n}\n}\n" : "\n}\n}\n");
}

/// Two sweeps in one kernel whose points wait long for each other: v, and w in f32.
static std::string elimination() {
  std::string f64 = "!gt.storage<[J, I], f64, unit>", f32 = "!gt.storage<[J, I], f32, unit>";
  auto sweep = [](const char *direction) {
    return std::string("gt.sweep ") + direction +
           " over %i : !gt.range<I> along %j : !gt.range<J> from {\n%z = gt.constant 0.5 : f64\n"
           "gt.yield %z : f64\n} do {\n^bb0(%c: f64):\n%n = gt.constant 3.0 : f64\n";
  };
  return "gt.program @p(%u: " + f64 + ", %v: " + f64 + ", %w: " + f32 +
         ", %i: !gt.range<I>, %j: !gt.range<J>) {\n"
         "%t = gt.temporary over %j, %i : !gt.range<J>, !gt.range<I> -> " +
         f64 + "\n" + sweep("forward") + "%0 = gt.access %u [I + 1] : " + f64 +
         " -> f64\n%1 = gt.mul %0, %c : (f64, f64) -> f64\n%2 = gt.add %n, %1 : (f64, f64) -> f64\n"
         "%3 = gt.div %0, %2 : (f64, f64) -> f64\n%4 = gt.add %3, %n : (f64, f64) -> f64\n"
         "%5 = gt.div %3, %4 : (f64, f64) -> f64\ngt.write %5 to %t : f64, " +
         f64 + "\ngt.yield %5 : f64\n}\n" + sweep("backward") + "%0 = gt.access %t : " + f64 +
         " -> f64\n%1 = gt.mul %0, %c : (f64, f64) -> f64\n%2 = gt.sub %n, %1 : (f64, f64) -> f64\n"
         "%3 = gt.cast %2 : (f64) -> f32\ngt.write %2 to %v : f64, " +
         f64 + "\ngt.write %3 to %w : f32, " + f32 + "\ngt.yield %2 : f64\n}\n}\n";
}

struct Results {
  std::vector<double> u, v;
  std::vector<float> w;
  bool operator==(const Results &) const = default;
};

/// `shift`: by how many elements the results of f64 and f32 begin behind a cache line; `pitch`:
/// from row to row of u, if that is not as little as possible.
static Results resultsOf(const CompiledImage &image, std::int64_t ni, std::int64_t tile,
                         bool streams, std::array<std::int64_t, 2> shift = {},
                         std::int64_t pitch = 0) {
  constexpr std::int64_t nj = 3, line = 16;
  std::int64_t si = std::max(ni + 2, pitch);
  Results results;
  for (std::int64_t p = 0; p < nj * si; ++p) {
    std::int64_t n = p / si * (ni + 2) + p % si;
    results.u.push_back(0.1 * static_cast<double>(n * n % 1009));
  }
  auto size = static_cast<std::size_t>(nj * ni + 4 * line);
  results.v.assign(size, 77.0);
  results.w.assign(size, 77.0f);
  auto first = [&](auto &values, std::int64_t behind) {
    void *place = values.data();
    std::size_t room = values.size() * sizeof(values[0]);
    auto *aligned = static_cast<decltype(values.data())>(std::align(64, 64, place, room));
    return aligned - values.data() + behind;
  };
  std::int64_t v = first(results.v, shift[0]), w = first(results.w, shift[1]);
  RunInputs inputs;
  inputs.storages = {{results.u.data(), 1, {nj, si}, {si, 1}},
                     {results.v.data(), v, {nj, ni}, {ni, 1}},
                     {results.w.data(), w, {nj, ni}, {ni, 1}}};
  inputs.ranges = {{0, ni}, {0, nj}};
  inputs.tile = tile;
  inputs.streams = streams;
  image.run(inputs);
  // What lies around the results belongs to them.
  std::rotate(results.v.begin(), results.v.begin() + v, results.v.end());
  std::rotate(results.w.begin(), results.w.begin() + w, results.w.end());
  return results;
}

/// Compares calls that stream with others.
static void expectTheSameNumbers(const std::string &text) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(text, way);
    ASSERT_TRUE(image);
    for (std::int64_t ni : {1, 7, 15, 16, 17, 64, 511, 512, 513})
      for (std::int64_t tile : {100, 1 << 30}) {
        Results plain = resultsOf(image, ni, tile, false);
        for (std::array<std::int64_t, 2> shift :
             {std::array<std::int64_t, 2>{0, 0}, {3, 3}, {5, 13}, {1, 2}, {7, 0}})
          EXPECT_EQ(resultsOf(image, ni, tile, true, shift), plain)
              << ni << ' ' << tile << ' ' << shift[0] << ' ' << shift[1];
      }
  }
}

TEST(Streaming, GivesTheSameNumbersAndNoOthers) { expectTheSameNumbers(program(false)); }

TEST(Streaming, SweepsGiveTheSameNumbersAndNoOthers) {
  expectTheSameNumbers(program(false, kSweep));
}

TEST(Streaming, SweepsInStripsGiveTheSameNumbersAndNoOthers) {
  expectTheSameNumbers(elimination());
}

/// Such levels go in long rows.
TEST(Streaming, SweepsOverLevelsThatShareThePlacesOfACacheGiveTheSameNumbers) {
  for (const Way &way : allWays()) {
    CompiledImage image(elimination(), way);
    ASSERT_TRUE(image);
    for (bool streams : {false, true}) {
      Results apart = resultsOf(image, 300, 1 << 30, streams);
      Results shared = resultsOf(image, 300, 1 << 30, streams, {}, /*pitch=*/16384);
      EXPECT_EQ(shared.v, apart.v) << way.name;
      EXPECT_EQ(shared.w, apart.w) << way.name;
    }
  }
}

TEST(Streaming, WhatIsReadIsWrittenInPlace) {
  for (const Way &way : allWays()) {
    CompiledImage image(program(true), way);
    ASSERT_TRUE(image);
    EXPECT_EQ(resultsOf(image, 100, 1 << 30, true), resultsOf(image, 100, 1 << 30, false));
  }
}
