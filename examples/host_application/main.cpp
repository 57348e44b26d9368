//===- main.cpp - gtjit inside a host application -------------------------===//
//
// A model that owns its memory and its threads, as most do: its fields are
// Fortran-ordered arrays with a halo, and its numerics used to be loops. The
// arrays are wrapped without a copy, kernels run on the model's threads,
// temporary memory comes from the model's allocator, and a mistake arrives as
// an exception that names the line. The loops are kept to compare with.
//
//===----------------------------------------------------------------------===//
#include "Arena.h"
#include "ThreadPool.h"

#include <gtjit/gtjit.h>

#include <cmath>
#include <cstring>
#include <iostream>
#include <memory>
#include <vector>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 200, ny = 120, nz = 40, halo = 1;

/// T(1-halo:nx+halo, 1-halo:ny+halo, 1:nz): the first index runs fastest.
struct ModelField {
  static constexpr std::int64_t rows = nx + 2 * halo, planes = rows * (ny + 2 * halo);
  std::shared_ptr<std::vector<double>> values =
      std::make_shared<std::vector<double>>(static_cast<std::size_t>(planes * nz), 0.0);

  double &at(std::int64_t i, std::int64_t j, std::int64_t k) {
    return (*values)[static_cast<std::size_t>((i + halo) + (j + halo) * rows + k * planes)];
  }
};

ModelField warmBubble() {
  ModelField t;
  for (std::int64_t k = 0; k < nz; ++k)
    for (std::int64_t j = -halo; j < ny + halo; ++j)
      for (std::int64_t i = -halo; i < nx + halo; ++i)
        t.at(i, j, k) = 288.0 - 0.65 * double(k) +
                        10.0 * std::exp(-0.002 * double((i - 90) * (i - 90) + (j - 60) * (j - 60)));
  return t;
}

// listing: smoothed
/// Horizontal diffusion whose strength grows with the local gradient.
Field smoothed(Field t, Field strength) {
  Field dx = t(I + 1) - t, dy = t(J + 1) - t;
  Field laplacian = dx - dx(I - 1) + (dy - dy(J - 1));
  return t + strength * laplacian / (1.0 + abs(laplacian));
}
// end listing

/// The same as the loop that a model would have.
void smoothLoop(ModelField &out, ModelField &t, double strength) {
  for (std::int64_t k = 0; k < nz; ++k)
    for (std::int64_t j = 0; j < ny; ++j)
      for (std::int64_t i = 0; i < nx; ++i) {
        double dx = t.at(i + 1, j, k) - t.at(i, j, k), dxWest = t.at(i, j, k) - t.at(i - 1, j, k);
        double dy = t.at(i, j + 1, k) - t.at(i, j, k), dySouth = t.at(i, j, k) - t.at(i, j - 1, k);
        double laplacian = dx - dxWest + (dy - dySouth);
        out.at(i, j, k) = t.at(i, j, k) + strength * laplacian / (1.0 + std::fabs(laplacian));
      }
}

bool sameInterior(ModelField &a, ModelField &b) {
  for (std::int64_t k = 0; k < nz; ++k)
    for (std::int64_t j = 0; j < ny; ++j)
      if (std::memcmp(&a.at(0, j, k), &b.at(0, j, k), nx * sizeof(double)) != 0)
        return false;
  return true;
}

} // namespace

int main() {
  // listing: runtime
  host::ThreadPool pool(2);
  host::Arena arena;
  Runtime runtime({.executor = &pool, .allocator = &arena});
  // end listing

  ModelField now = warmBubble(), next, byLoop;
  // listing: wrap
  auto wrapped = [&](ModelField &field, const char *name) {
    return runtime
        .wrap(field.values->data(), {I(0, nx), J(0, ny), K(0, nz)},
              {.halo = {{I, halo}, {J, halo}}, .layout = fortran, .keepAlive = field.values})
        .named(name);
  };
  Storage t = wrapped(now, "t"), tNext = wrapped(next, "tNext");
  // end listing

  const double strength = 0.15;
  // listing: step
  tNext[interior] = smoothed(t, strength);
  smoothLoop(byLoop, now, strength);
  // end listing
  bool same = sameInterior(next, byLoop);
  std::cout << "in the model's array, compared with its loop: "
            << (same ? "the same bits" : "DIFFERENT") << '\n';

  Field warmest = max(t[interior]), heat = sum(t[interior]);
  auto [heatValue, warmestValue] = eval(heat, warmest); // one pass over memory
  std::cout << "mean " << heatValue.item<double>() / double(nx * ny * nz) << " K, warmest "
            << warmestValue.item<double>() << " K\n";

  try {
    tNext[interior] = t(I + 2) - t;
    same = false;
  } catch (const Error &error) {
    std::cout << "a mistake, caught: " << error.what() << '\n';
  }

  RuntimeCounters count = runtime.counters();
  std::cout << count.kernels << " kernels ran in " << pool.partsRun() << " parts on the model's "
            << pool.threads() << " threads; " << arena.allocations()
            << " blocks came from its memory\n";
  return same && pool.partsRun() > 0 ? 0 : 1;
}
