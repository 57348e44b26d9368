//===- Column.cpp - Solvers along the columns of the atmosphere -----------===//
//
// The listings of docs/Columns.md.
//
//===----------------------------------------------------------------------===//
#include "Column.h"

#include <tuple>

using namespace gtjit;

namespace column {

// listing: height
Field heightOf(const Field &temperature, const Field &pressure) {
  constexpr double gasConstant = 287.05, gravity = 9.80665;
  using Below = std::tuple<Value, Value, Value>; // height, temperature, pressure
  auto climb = [](Below below, Value warmth, Value weight) {
    auto [z, t, p] = below;
    Value mean = 0.5 * (t + warmth);
    return Below{z + gasConstant / gravity * mean * log(p / weight), warmth, weight};
  };
  Below lowest{0.0, temperature[{K(0)}], pressure[{K(0)}]};
  return std::get<0>(scan(K, Forward, lowest, climb, temperature, pressure));
}
// end listing

// listing: solver
Field solveTridiagonal(const Field &lower, const Field &diagonal, const Field &upper,
                       const Field &right) {
  using Row = std::tuple<Value, Value>;
  auto eliminate = [](Row before, Value a, Value b, Value c, Value d) {
    auto [u, v] = before;
    Value pivot = b - a * u;
    return Row{c / pivot, (d - a * v) / pivot};
  };
  auto substitute = [](Value above, Value u, Value v) { return v - u * above; };
  auto [u, v] = scan(K, Forward, Row{0.0, 0.0}, eliminate, lower, diagonal, upper, right);
  return scan(K, Backward, 0.0, substitute, u, v);
}
// end listing

Field thicknessOf(const Field &height, std::int64_t levels) {
  Field above = where(index(K) < levels - 1, height(K + 1) - height, 0.0);
  Field below = where(index(K) > 0, height - height(K - 1), 0.0);
  return 0.5 * (above + below);
}

// listing: diffusion
Field diffuse(const Field &temperature, const Field &height, double diffusivity, double seconds,
              std::int64_t levels) {
  Field exchange = diffusivity * seconds / thicknessOf(height, levels);
  Field lower = where(index(K) > 0, -exchange / (height - height(K - 1)), 0.0);
  Field upper = where(index(K) < levels - 1, -exchange / (height(K + 1) - height), 0.0);
  return solveTridiagonal(lower, 1.0 - lower - upper, upper, temperature);
}
// end listing

} // namespace column
