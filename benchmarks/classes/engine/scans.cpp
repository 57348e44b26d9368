#include "Class.h"

#include <tuple>

using namespace gtjit;

using Row = std::tuple<Value, Value>;

/// A mean that forgets, towards later points.
static Value relax(Value mean, Value x) { return 0.75 * mean + 0.25 * x; }

static Row eliminate(Row before, Value lower, Value diagonal, Value right) {
  auto [c, d] = before;
  Value r = 1.0 / (diagonal - lower * c);
  return {lower * r, (right - lower * d) * r};
}

/// The solution of a symmetric tridiagonal system in each column.
static Field solved(const Field &lower, const Field &diagonal, const Field &right) {
  auto [c, d] = scan(K, Forward, std::tuple(0.0, 0.0), eliminate, lower, diagonal, right);
  return scan(K, Backward, 0.0, [](Value x, Value c, Value d) { return d - c * x; }, c, d);
}

/// What is left of a beam behind each layer, and what the layer adds.
static Value dimmed(Value beam, Value layer, Value source) {
  return beam * exp(-0.1 * layer) + source;
}

/// What a column comes to at its last level.
static Field columnEnd(const Field &x) {
  Field rest = scan(
      K, Forward, 0.0, [](Value rest, Value x) { return where(x > 0.5, 0.5 * rest + x, rest); }, x);
  return rest[{K(x.domain()[K].hi() - 1)}];
}

/// How many points ago a mask was true.
static Value lengthen(Value length, Value mask) { return where(mask, 0.0, length + 1.0); }
static Value add(Value sum, Value x) { return sum + x; }

BENCH_CLASS(cumsum_slow, f.out[whole] = cumsum(f.x, K))
BENCH_CLASS(cumsum_middle, f.out[whole] = cumsum(f.x, J))
BENCH_CLASS(cumsum_fast, f.out[whole] = cumsum(f.x, I))
BENCH_CLASS(relaxed, f.out[whole] = scan(K, Forward, 0.0, relax, f.x))
BENCH_CLASS(relaxed_fast, f.out[whole] = scan(I, Forward, 0.0, relax, f.x))
BENCH_CLASS(relaxed_both,
            f.out[whole] = scan(K, Backward, 0.0, relax, scan(K, Forward, 0.0, relax, f.x)))
BENCH_CLASS(tridiagonal, f.out[whole] = solved(f.y - 0.5, 2.0 + f.x, f.z))
BENCH_CLASS(dimmed_columns,
            f.columnOut[whole] = scan(K, Forward, 1.0, dimmed, f.columnX, f.columnY))
BENCH_CLASS(tridiagonal_columns,
            f.columnOut[whole] = solved(f.columnY - 0.5, 2.0 + f.columnX, f.columnY))
BENCH_CLASS(column_end, f.onIJ[whole] = columnEnd(f.x))
BENCH_CLASS(run_lengths, f.out[whole] = scan(I, Forward, 0.0, lengthen, f.mask))
BENCH_CLASS(cumsum_columns_back, f.columnOut[whole] = scan(K, Backward, 0.0, add, f.columnX))
