//===- StagingTest.cpp - Kernels between layouts --------------------------===//
//
// What is read along another dimension than it is written along: numbers, for
// all sizes of elements, lengths around blocks, offsets and tiles.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtjit/Math/Math.h"

#include <cmath>

using namespace gtcompiler::testing;

template <class T> static T valueAt(std::int64_t at) {
  return static_cast<T>((static_cast<std::uint64_t>(at) * 2654435761u) >> 7);
}

/// v(i, j, k) = u(i + 1, j, k - 1): u is contiguous in I, v in K.
template <class T>
static void expectShiftedCopy(const std::string &type, std::int64_t ni, std::int64_t nk,
                              std::int64_t tile, const Way &way) {
  std::string u = "!gt.storage<[K, J, I], " + type + ", unit>";
  std::string v = "!gt.storage<[I, J, K], " + type + ", unit>";
  CompiledImage image(
      "gt.program @p(%u: " + u + ", %v: " + v +
          ", %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {\n"
          "gt.stencil over %i, %j, %k : !gt.range<I>, !gt.range<J>, !gt.range<K> {\n"
          "%0 = gt.access %u [K - 1, I + 1] : " +
          u + " -> " + type + "\ngt.write %0 to %v : " + type + ", " + v + "\n}\n}\n",
      way);
  ASSERT_TRUE(image);
  constexpr std::int64_t nj = 3;
  std::int64_t si = ni + 1, sk = nk + 1; // with a halo
  std::vector<T> in(si * nj * sk), out(ni * nj * nk + 1, T(77));
  for (std::size_t at = 0; at < in.size(); ++at)
    in[at] = valueAt<T>(static_cast<std::int64_t>(at));
  RunInputs inputs;
  inputs.storages = {{in.data(), nj * si, {sk, nj, si}, {nj * si, si, 1}},
                     {out.data(), 0, {ni, nj, nk}, {nj * nk, nk, 1}}};
  inputs.ranges = {{0, ni}, {0, nj}, {0, nk}};
  inputs.tile = tile;
  image.run(inputs);
  for (std::int64_t i = 0; i < ni; ++i)
    for (std::int64_t j = 0; j < nj; ++j)
      for (std::int64_t k = 0; k < nk; ++k)
        ASSERT_EQ(out[(i * nj + j) * nk + k], in[(k * nj + j) * si + i + 1])
            << type << ' ' << i << ' ' << j << ' ' << k << " of " << ni << ' ' << nk;
  EXPECT_EQ(out.back(), T(77)) << "nothing is written beyond the end";
}

TEST(Staging, TransposesBlocksOfAnySizeAndElement) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    for (auto [ni, nk] : {std::pair(1, 1), {8, 64}, {9, 65}, {17, 5}, {40, 130}})
      for (std::int64_t tile : {7, 1 << 30}) {
        expectShiftedCopy<double>("f64", ni, nk, tile, way);
        expectShiftedCopy<float>("f32", ni, nk, tile, way);
        expectShiftedCopy<std::uint16_t>("ui16", ni, nk, tile, way);
        expectShiftedCopy<std::int8_t>("i8", ni, nk, tile, way);
      }
  }
}

TEST(Staging, MixesWhatIsStagedWithWhatIsNot) {
  std::string text = R"(
    gt.program @p(%u: !gt.storage<[K, I], f64, unit>, %s: !gt.storage<[I, K], f64>,
                  %w: !gt.storage<[I, K], f64, unit>, %p: !gt.storage<[I], f32, unit>,
                  %v: !gt.storage<[I, K], f64, unit>, %i: !gt.range<I>, %k: !gt.range<K>) {
      gt.stencil over %i, %k : !gt.range<I>, !gt.range<K> {
        %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
        %1 = gt.access %u [I + 1] : !gt.storage<[K, I], f64, unit> -> f64
        %2 = gt.access %s : !gt.storage<[I, K], f64> -> f64
        %3 = gt.access %w [K + 1] : !gt.storage<[I, K], f64, unit> -> f64
        %4 = gt.access %p : !gt.storage<[I], f32, unit> -> f32
        %5 = gt.cast %4 : (f32) -> f64
        %6 = gt.sub %1, %0 : (f64, f64) -> f64
        %7 = gt.mul %6, %2 : (f64, f64) -> f64
        %8 = gt.add %7, %3 : (f64, f64) -> f64
        %9 = gt.add %8, %5 : (f64, f64) -> f64
        %10 = gt.index K : i64
        %11 = gt.index I + 2 : i64
        %12 = gt.mul %10, %11 : (i64, i64) -> i64
        %13 = gt.cast %12 : (i64) -> f64
        %14 = gt.add %9, %13 : (f64, f64) -> f64
        gt.write %14 to %v : f64, !gt.storage<[I, K], f64, unit>
      }
    })";
  constexpr std::int64_t ni = 21, nk = 70;
  std::vector<double> u((ni + 1) * nk), s(2 * ni * nk), w(ni * (nk + 1)), v(ni * nk);
  std::vector<float> p(ni);
  for (auto *list : {&u, &s, &w})
    for (std::size_t at = 0; at < list->size(); ++at)
      (*list)[at] = std::sin(double(at) + double(list->size()));
  for (std::size_t at = 0; at < p.size(); ++at)
    p[at] = 1 / float(at + 1);
  for (const Way &way : allWays()) {
    CompiledImage image(text, way);
    ASSERT_TRUE(image);
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {nk, ni + 1}, {ni + 1, 1}},
                       {s.data(), 0, {ni, nk}, {2 * nk, 2}},
                       {w.data(), 0, {ni, nk + 1}, {nk + 1, 1}},
                       {p.data(), 0, {ni}, {1}},
                       {v.data(), 0, {ni, nk}, {nk, 1}}};
    inputs.ranges = {{0, ni}, {0, nk}};
    image.run(inputs);
    for (std::int64_t i = 0; i < ni; ++i)
      for (std::int64_t k = 0; k < nk; ++k) {
        double east = u[k * (ni + 1) + i + 1], here = u[k * (ni + 1) + i];
        double expected = (east - here) * s[i * 2 * nk + 2 * k] + w[i * (nk + 1) + k + 1] +
                          double(p[i]) + double(k * (i + 2));
        ASSERT_EQ(v[i * nk + k], expected) << i << ' ' << k << ' ' << way.name;
      }
  }
}

TEST(Staging, KeepsElementsOfSeveralSizesInItsScratch) {
  std::string text = R"(
    gt.program @p(%u: !gt.storage<[K, I], f64, unit>, %q: !gt.storage<[K, I], f32, unit>,
                  %v: !gt.storage<[I, K], f64, unit>, %i: !gt.range<I>, %k: !gt.range<K>) {
      gt.stencil over %i, %k : !gt.range<I>, !gt.range<K> {
        %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
        %1 = gt.access %q : !gt.storage<[K, I], f32, unit> -> f32
        %2 = gt.cast %1 : (f32) -> f64
        %3 = gt.add %0, %2 : (f64, f64) -> f64
        gt.write %3 to %v : f64, !gt.storage<[I, K], f64, unit>
      }
    })";
  constexpr std::int64_t ni = 37, nk = 70;
  std::vector<double> u(ni * nk), v(ni * nk);
  std::vector<float> q(ni * nk);
  for (std::size_t at = 0; at < u.size(); ++at) {
    u[at] = double(at);
    q[at] = 0.5f * float(at % 7);
  }
  for (const Way &way : allWays()) {
    CompiledImage image(text, way);
    ASSERT_TRUE(image);
    RunInputs inputs;
    inputs.storages = {{u.data(), 0, {nk, ni}, {ni, 1}},
                       {q.data(), 0, {nk, ni}, {ni, 1}},
                       {v.data(), 0, {ni, nk}, {nk, 1}}};
    inputs.ranges = {{0, ni}, {0, nk}};
    image.run(inputs);
    for (std::int64_t i = 0; i < ni; ++i)
      for (std::int64_t k = 0; k < nk; ++k)
        ASSERT_EQ(v[i * nk + k], u[k * ni + i] + double(q[k * ni + i])) << way.name;
  }
}

TEST(Staging, CallsMathFunctionsInVectorsOnStridedRows) {
  CompiledImage image(R"(
    gt.program @p(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64> -> f64
        %1 = gt.exp %0 : (f64) -> f64
        gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
      }
    })");
  ASSERT_TRUE(image);
  EXPECT_GT(image.view().kernels()[0].vectorLanes, 1u);
  std::vector<double> u(3 * 83), v(83);
  for (std::size_t at = 0; at < u.size(); ++at)
    u[at] = std::sin(double(at));
  RunInputs inputs;
  inputs.math = gtjit::detail::mathTable();
  inputs.storages = {{u.data(), 0, {83}, {3}}, {v.data(), 0, {83}, {1}}};
  inputs.ranges = {{0, 83}};
  inputs.tile = 30;
  image.run(inputs);
  for (std::size_t at = 0; at < v.size(); ++at)
    EXPECT_EQ(v[at], gtjit::detail::mathExp(u[3 * at])) << at;
}
