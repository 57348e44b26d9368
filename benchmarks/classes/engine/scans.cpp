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
