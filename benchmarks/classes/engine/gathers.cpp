#include "Class.h"

using namespace gtjit;

/// Linear between the four points around (i + x, j + y), whose coordinates in whole numbers
/// `inside` may move.
static void between(const bench::ClassFields &f, Field (*inside)(Field at, Range points)) {
  Field x = 2.0 * f.y - 1.0, y = 2.0 * f.z - 1.0, left = floor(x), lower = floor(y);
  Field right = x - left, upper = y - lower;
  Domain points = f.x.domain();
  Field i = inside(astype(left, I32) + astype(index(I), I32), points[I]);
  Field j = inside(astype(lower, I32) + astype(index(J), I32), points[J]);
  auto at = [&](std::int64_t a, std::int64_t b) { return f.x(I + a, J + b).at({I(i), J(j)}); };
  f.out[interior] = (1.0 - upper) * ((1.0 - right) * at(0, 0) + right * at(1, 0)) +
                    upper * ((1.0 - right) * at(0, 1) + right * at(1, 1));
}

/// From where something has come, which is up to one point away: `y` and `z` tell where.
static void departure(const bench::ClassFields &f) {
  between(f, [](Field at, Range) { return at; });
}
/// The same where nothing has come from outside.
static void departureInside(const bench::ClassFields &f) {
  between(f, [](Field at, Range points) { return clip(at, points.lo(), points.hi() - 2); });
}

/// Linear between two levels of a column, which `y` tells.
static void betweenLevels(const bench::ClassFields &f) {
  Field height = f.y * static_cast<double>(f.x.domain()[K].size() - 2);
  Field lower = astype(height, I32), upper = height - astype(lower, f.y.dtype());
  f.out[whole] = (1.0 - upper) * f.x(K(lower)) + upper * f.x(K + 1)(K(lower));
}

BENCH_CLASS_OF(departure, (.halo = 1), departure(f))
BENCH_CLASS_OF(departure_inside, (.halo = 1), departureInside(f))
BENCH_CLASS(between_levels, betweenLevels(f))
