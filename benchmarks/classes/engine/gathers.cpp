#include "Class.h"

using namespace gtjit;

static const Dimension fromI("FromI"), fromJ("FromJ"), level("Level");

/// Linear between the four points around that from which something has come, which is up to one
/// point away: `y` and `z` tell where.
static void departure(const bench::ClassFields &f) {
  Field x = 2.0 * f.y - 1.0, y = 2.0 * f.z - 1.0, left = floor(x), lower = floor(y);
  Field right = x - left, upper = y - lower;
  Connectivity i((astype(left, I32) + astype(index(I), I32))[interior], fromI);
  Connectivity j((astype(lower, I32) + astype(index(J), I32))[interior], fromJ);
  Field u = rename(f.x, {{I, fromI}, {J, fromJ}});
  auto at = [&](std::int64_t a, std::int64_t b) { return u(fromI + a, fromJ + b).premap({i, j}); };
  f.out[interior] = (1.0 - upper) * ((1.0 - right) * at(0, 0) + right * at(1, 0)) +
                    upper * ((1.0 - right) * at(0, 1) + right * at(1, 1));
}

/// Linear between two levels of a column, which `y` tells.
static void betweenLevels(const bench::ClassFields &f) {
  Field height = f.y * static_cast<double>(f.x.domain()[K].size() - 2);
  Field lower = astype(height, I32), upper = height - astype(lower, f.y.dtype());
  Connectivity k(lower, level);
  Field u = rename(f.x, {{K, level}});
  f.out[whole] = (1.0 - upper) * u(k) + upper * u(level + 1)(k);
}

BENCH_CLASS_OF(departure, (.halo = 1), departure(f))
BENCH_CLASS(between_levels, betweenLevels(f))
