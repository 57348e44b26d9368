#include "Class.h"

using namespace gtjit;

static const Dimension A("A"), B("B"), C("C");

BENCH_CLASS(energies, f.onVectors[whole] = 0.5 * sum(f.vectorX * f.vectorX, {C}))
BENCH_CLASS(energies_by_planes, f.onVectors[whole] = 0.5 * sum(f.planesX * f.planesX, {C}))
BENCH_CLASS(tensors_by_planes, f.onTensors[whole] = sum(f.tensorX * f.tensorX, {A, B}))
BENCH_CLASS(cross_products, {
  auto x = [&](std::int64_t c) { return Field(f.vectorX)[{C(c)}]; };
  auto y = [&](std::int64_t c) { return Field(f.vectorY)[{C(c)}]; };
  update({{f.vectorOut[{C(0)}], x(1) * y(2) - x(2) * y(1)},
          {f.vectorOut[{C(1)}], x(2) * y(0) - x(0) * y(2)},
          {f.vectorOut[{C(2)}], x(0) * y(1) - x(1) * y(0)}});
})
