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

static Field meanOfFive(const Field &x, Dimension dim) {
  return 0.2 * (x(dim - 2) + x(dim - 1) + x + x(dim + 1) + x(dim + 2));
}

BENCH_CLASS_OF(advection, (.halo = 3), f.out[inner(f.out)] = advected(f.x, f.y))
BENCH_CLASS_OF(dense, (.halo = 3), f.out[interior] = weighted(f.x))
BENCH_CLASS_OF(two_passes, (.halo = 3), f.out[interior] = meanOfFive(meanOfFive(f.x, I), J))
