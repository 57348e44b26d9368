#include "Class.h"

using namespace gtjit;

/// What flows through the upper faces in a dimension, with a limited slope.
static Field upwind(const Field &x, const Field &velocity, Dimension dim) {
  Field behind = x - x(dim - 1), ahead = x(dim + 1) - x;
  Field least = where(abs(behind) < abs(ahead), behind, ahead);
  Field slope = where(behind * ahead > 0.0, least, 0.0);
  return velocity * (x + 0.5 * (1.0 - velocity) * slope);
}

static Field advected(const Field &x, const Field &velocity) {
  Field i = upwind(x, velocity, I), j = upwind(x, velocity, J), k = upwind(x, velocity, K);
  return x - 0.1 * ((i - i(I - 1)) + (j - j(J - 1)) + (k - k(K - 1)));
}

/// All points but those of the outermost levels.
static Domain inner(const Storage &storage) {
  Domain all = storage.compute_domain();
  return {all[0], all[1], K(2, all[2].range.hi() - 1)};
}

static Field weighted(const Field &x) {
  Field sum;
  for (int n = 0; n < 25; ++n) {
    Field term = (0.01 * (n + 1)) * x(I + (n % 5 - 2), J + (n / 5 - 2));
    sum = n == 0 ? term : sum + term;
  }
  return sum;
}

static Field greatestOf25(const Field &x) {
  Field most = x(I - 2, J - 2);
  for (int n = 1; n < 25; ++n)
    most = max(most, x(I + (n % 5 - 2), J + (n / 5 - 2)));
  return most;
}

static Field meanOfFive(const Field &x, Dimension dim) {
  return 0.2 * (x(dim - 2) + x(dim - 1) + x + x(dim + 1) + x(dim + 2));
}

/// The piecewise parabolic method with van Leer's slopes and monotonic parabolas.
static Field parabolic(const Field &x, const Field &courant, Dimension dim) {
  Field behind = 2.0 * (x - x(dim - 1)), ahead = 2.0 * (x(dim + 1) - x);
  Field central = 0.25 * (behind + ahead);
  Field least = min(abs(central), min(abs(behind), abs(ahead)));
  Field slope = where(behind * ahead > 0.0, copysign(least, central), 0.0);
  Field edge = 0.5 * (x(dim - 1) + x) - 1.0 / 6.0 * (slope - slope(dim - 1));
  Field left = edge, right = edge(dim + 1), rise = right - left;
  Field bend = 6.0 * (x - 0.5 * (left + right));
  Field isExtreme = (right - x) * (x - left) <= 0.0;
  Field lower = where(rise * bend > rise * rise, 3.0 * x - 2.0 * right, left);
  Field upper = where(-(rise * rise) > rise * bend, 3.0 * x - 2.0 * left, right);
  left = where(isExtreme, x, lower), right = where(isExtreme, x, upper);
  bend = 6.0 * (x - 0.5 * (left + right));
  Field half = 0.5 * courant, part = 1.0 - 2.0 / 3.0 * half;
  Field flux = half * (right - 0.5 * half * (right - left - part * bend));
  return x - (flux - flux(dim - 1));
}

/// Diffusion along columns, without their ends.
static Field exchanged(const Field &x, const Field &y) {
  return x + 0.1 * (y(K + 1) * (x(K + 1) - x) - y * (x - x(K - 1)));
}

BENCH_CLASS_OF(advection, (.halo = 3), f.out[inner(f.out)] = advected(f.x, f.y))
BENCH_CLASS_OF(dense, (.halo = 3), f.out[interior] = weighted(f.x))
BENCH_CLASS_OF(greatest_of_25, (.halo = 3), f.out[interior] = greatestOf25(f.x))
BENCH_CLASS_OF(gradient, (.halo = 1), f.out[interior] = (f.x(I + 1) - f.x(I - 1)) / 0.3)
BENCH_CLASS(per_thickness, f.out[whole] = f.x / (1.0 + Field(f.y)[{I(0), J(0)}]))
BENCH_CLASS(median, f.out[whole] = max(min(f.x, f.y), min(max(f.x, f.y), f.z)))
BENCH_CLASS_OF(two_passes, (.halo = 3), f.out[interior] = meanOfFive(meanOfFive(f.x, I), J))
BENCH_CLASS_OF(parabolic, (.halo = 3), f.out[interior] = parabolic(f.x, f.y, J))
BENCH_CLASS_OF(diffused_columns, (.sizes = {"64x64x40", "256x256x60"}),
               f.columnOut[{K(1, f.columnOut.domain()[K].hi() - 1)}] = exchanged(f.columnX,
                                                                                 f.columnY))

/// Without the outermost points of planes: rows begin inside of lines of the cache.
static Region inside(const Storage &x) {
  const Domain all = x.domain();
  return {J(all[J].lo() + 1, all[J].hi() - 1), I(all[I].lo() + 1, all[I].hi() - 1)};
}

BENCH_CLASS(inner_points, {
  Field x = f.x, y = f.y;
  update({{f.out[inside(f.x)], 0.5 * (y(I + 1) - y(I - 1)) - 0.5 * (x(J + 1) - x(J - 1))},
          {f.other[inside(f.x)], 0.5 * (x(I + 1) - x(I - 1)) + 0.5 * (y(J + 1) - y(J - 1))}});
})
