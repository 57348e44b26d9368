#include "Class.h"

using namespace gtjit;

/// From one grid to another: fields at a number times an index. What there is half of, in I and J.
static Region coarse(const Storage &storage, std::int64_t margin = 0) {
  const Domain all = storage.domain();
  return {I(margin, all[I].size() / 2 - margin), J(margin, all[J].size() / 2 - margin)};
}

/// The value at every second point in I and J.
static Field everySecond(const Field &x) { return x.at({I(2 * index(I)), J(2 * index(J))}); }

static Field fullWeighting(const Field &x) {
  return 0.25 * x + 0.125 * (x(I + 1) + x(I - 1) + x(J + 1) + x(J - 1)) +
         0.0625 * (x(I + 1, J + 1) + x(I - 1, J + 1) + x(I + 1, J - 1) + x(I - 1, J - 1));
}

static Field residual(const Field &u, const Field &f) {
  return f - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u);
}

static Field cellMean(const Field &x) {
  auto at = [&](int i, int j) { return x.at({I(2 * index(I) + i), J(2 * index(J) + j)}); };
  return 0.25 * (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1));
}

BENCH_CLASS(injection, f.out[coarse(f.out)] = everySecond(f.x))
BENCH_CLASS(full_weighting, f.out[coarse(f.out, 1)] = everySecond(fullWeighting(f.x)))
BENCH_CLASS(coarse_residual,
            f.out[coarse(f.out, 1)] = everySecond(fullWeighting(residual(f.x, f.y))))
BENCH_CLASS(cell_means, f.out[coarse(f.out)] = cellMean(f.x))
BENCH_CLASS(every_third, f.out[{I(0, f.out.domain()[I].size() / 3)}] = f.x(I(3 * index(I) + 1)))
BENCH_CLASS(every_fourth, f.out[{I(0, f.out.domain()[I].size() / 4)}] = f.x(I(4 * index(I) + 1)))
BENCH_CLASS(mirrored, f.out[whole] = f.x(I(f.x.domain()[I].size() - 1 - index(I))))
