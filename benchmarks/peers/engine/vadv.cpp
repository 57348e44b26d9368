#include "Engine.h"

#include <tuple>

using namespace gtjit;

namespace {
using Row = std::tuple<Value, Value>;

/// One step of the elimination of a tridiagonal system.
Row eliminate(Row before, Value lower, Value diagonal, Value upper, Value right) {
  auto [c, d] = before;
  Value r = 1.0 / (diagonal - lower * c);
  return {upper * r, (right - lower * d) * r};
}
Value substitute(Value x, Value c, Value d) { return d - c * x; }

template <class T> struct VerticalAdvection final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field u = this->input[0], w = this->input[1], tendency = this->input[2], k = index(K);
    Field lower = where(k > 0, -0.25 * w, 0.0);
    Field upper = where(k < this->args.nz - 1, 0.25 * w(K + 1), 0.0);
    Field right = 3.0 * u + tendency - lower * (u(K - 1) - u) - upper * (u(K + 1) - u);
    NamedRange levels = K(0, this->args.nz);
    auto [c, d] = scan(levels, Forward, std::tuple(0.0, 0.0), eliminate, lower, 3.0 - lower - upper,
                       upper, right);
    this->output[interior] = 3.0 * (scan(levels, Backward, 0.0, substitute, c, d) - u);
  }
};
} // namespace

BENCH_EXPORT(vadv, VerticalAdvection<T>)
