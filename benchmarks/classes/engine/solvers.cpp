#include "Class.h"

using namespace gtjit;

/// A symmetric operator whose diagonal is greater than its other coefficients.
static Field applied(const Field &p) {
  return 4.5 * p - (p(I - 1) + p(I + 1) + p(J - 1) + p(J + 1));
}

static Storage every(const Storage &storage, std::int64_t start) {
  return storage.slice({{start, Slice::none, 2}});
}

/// Half of the points in I, without the last `less` of them.
static Domain half(const Storage &storage, std::int64_t less) {
  Domain all = storage.domain();
  return {I(0, all[I].size() / 2 - less), all[1], all[2]};
}

/// Values of a coarse grid between which the fine one has the means.
static void prolong(const Storage &fine, const Storage &coarse) {
  Storage even = every(fine, 0), odd = every(fine, 1);
  update({{even[half(fine, 1)], coarse}, {odd[half(fine, 1)], 0.5 * (coarse + coarse(I + 1))}});
}

/// Means of a fine grid, two points in I for one of the coarse one.
static void restricted(const Storage &coarse, const Storage &fine) {
  coarse[half(coarse, 0)] = 0.5 * (every(fine, 0) + every(fine, 1));
}

static Field relaxed(const Storage &u, const Storage &right) {
  return 0.25 * (u(I - 1) + u(I + 1) + u(J - 1) + u(J + 1) + right);
}

/// Half a sweep of Gauss and Seidel on the points of one colour.
static void relaxColour(const Storage &u, const Storage &right, std::int64_t colour) {
  u[interior] = where((index(I) + index(J)) % 2 == colour, relaxed(u, right), u);
}

/// A matrix that has a coefficient for each of the 27 points around one.
static Field product(const Storage &matrix, const Field &x) {
  const Dimension C("C");
  Field sum;
  for (std::int64_t n = 0; n < 27; ++n) {
    Field term = Field(matrix)[{C(n)}] * x(I + (n % 3 - 1), J + (n / 3 % 3 - 1))(K + (n / 9 - 1));
    sum = n == 0 ? term : sum + term;
  }
  return sum;
}

/// The points of the matrix that have neighbours on all sides.
static Domain inner(const Storage &matrix) {
  const Domain all = matrix.domain();
  return {I(1, all[I].hi() - 1), J(1, all[J].hi() - 1), K(all[K].lo(), all[K].hi())};
}

BENCH_CLASS(sparse_matrix, f.out[inner(f.matrix)] = product(f.matrix, f.y))
BENCH_CLASS_OF(residual_norm, (.halo = 1), {
  Field rest = f.y - applied(f.x);
  update({{f.out[interior], rest}, {f.number[0], max(abs(rest[interior]))}});
})
BENCH_CLASS_OF(apply_and_dot, (.halo = 1), {
  Field q = applied(f.x);
  update({{f.out[interior], q}, {f.number[0], sum((f.x * q)[interior])}});
})
BENCH_CLASS_OF(cg_update, (.inPlace = true), {
  auto rest = [&] { return f.out - 0.001 * f.z; };
  update({{f.other, f.other + 0.001 * f.y}, {f.out, rest()}, {f.number[0], sum(rest() * rest())}});
})
// A step of leapfrog with its filter: the new values, and the filtered ones in the place of the
// old.
BENCH_CLASS_OF(time_filter, (.inPlace = true), {
  auto next = [&] { return 0.9 * f.other + 0.1 * f.y; };
  update({{f.other, f.out + 0.1 * (f.other - 2.0 * f.out + next())}, {f.out, next()}});
})
BENCH_CLASS(sum_and_max, update({{f.number[0], sum(f.x)}, {f.number[1], max(abs(f.x))}}))
BENCH_CLASS(anomaly, f.out[whole] = f.x - mean(f.x, {I}))
BENCH_CLASS_OF(anomaly_in_place, (.inPlace = true), f.out[whole] = f.out - mean(f.out, {I}))
BENCH_CLASS(prolong, prolong(f.out, f.x))
BENCH_CLASS(restriction, restricted(f.out, f.x))
BENCH_CLASS_OF(red_black, (.halo = 1, .inPlace = true), {
  relaxColour(f.out, f.y, 0);
  relaxColour(f.out, f.y, 1);
})
