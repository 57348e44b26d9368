#include "Class.h"

using namespace gtjit;

BENCH_CLASS(sum, f.point[whole] = sum(f.x))
BENCH_CLASS(mean, f.point[whole] = mean(f.x))
BENCH_CLASS(sum_of_squares, f.point[whole] = sum(f.x * f.x))
BENCH_CLASS(max, f.point[whole] = max(f.x))
BENCH_CLASS(sum_fast, f.onJK[whole] = sum(f.x, {I}))
BENCH_CLASS(max_fast, f.onJK[whole] = max(f.x, {I}))
BENCH_CLASS(sum_slow, f.onIJ[whole] = sum(f.x, {K}))
BENCH_CLASS(max_slow, f.onIJ[whole] = max(f.x, {K}))
BENCH_CLASS(argmin, {
  auto [k, j, i] = argmin(f.x, K, J, I);
  update({{f.index[0], k}, {f.index[1], j}, {f.index[2], i}});
})
BENCH_CLASS(argmin_slow, f.indexOnIJ[whole] = argmin(f.x, K))
BENCH_CLASS(count, f.index[0][whole] = sum(f.mask))
BENCH_CLASS(count_where, f.index[0][whole] = sum(f.x > 0.5))

/// A matrix, of J and M, along J.
static Field transformed(const Storage &matrix, const Storage &x) {
  static const Dimension M("M");
  return sum(rename(matrix, {{I, M}}) * rename(x, {{J, M}}), {M});
}

/// Another one, of K and M, along K.
static Field transformedAlongLevels(const Storage &matrix, const Storage &x) {
  static const Dimension M("M");
  return sum(rename(matrix, {{J, M}}) * rename(x, {{K, M}}), {M});
}

BENCH_CLASS_OF(contraction_of_levels, (.sizes = {"64x64x32", "128x128x40"}),
               f.out[whole] = transformedAlongLevels(f.y.view({I(0)}), f.x))
BENCH_CLASS_OF(contraction, (.sizes = {"64x64x32", "128x128x40"}),
               f.out[whole] = transformed(f.y.view({K(0)}), f.x))
