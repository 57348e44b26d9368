//===- Diffusion.cpp - Flux-limited fourth-order diffusion ----------------===//
//
// Expressions, boundaries and the double buffer.
//
//===----------------------------------------------------------------------===//
#include "Diffusion.h"

using namespace gtjit;

namespace orography {

static Field limited(Field flux, Field slope) { return where(flux * slope > 0.0, 0.0, flux); }

Field hdiff(Field u, Field c) {
  Field lap = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
  Field fx = limited(lap(I + 1) - lap, u(I + 1) - u);
  Field fy = limited(lap(J + 1) - lap, u(J + 1) - u);
  return u - c * (fx - fx(I - 1) + fy - fy(J - 1));
}

// listing: missing
Field hdiff(Field u, Field c, Field valid) {
  Field openX = valid & valid(I + 1), openY = valid & valid(J + 1);
  Field dx = where(openX, u(I + 1) - u, 0.0), dy = where(openY, u(J + 1) - u, 0.0);
  Field lap = dx - dx(I - 1) + dy - dy(J - 1);
  Field fx = where(openX, limited(lap(I + 1) - lap, dx), 0.0);
  Field fy = where(openY, limited(lap(J + 1) - lap, dy), 0.0);
  return u - c * (fx - fx(I - 1) + fy - fy(J - 1));
}
// end listing

Diffusion::Diffusion(Runtime &runtime, const SurfaceHeight &height, double alpha)
    : hasMissing(height.missingCount > 0), alpha(alpha),
      count(static_cast<double>(height.values.size() - height.missingCount)) {
  const auto nx = static_cast<std::int64_t>(height.nx), ny = static_cast<std::int64_t>(height.ny);
  const StorageOptions options{.halo = {{I, 2}, {J, 2}}, .runtime = &runtime};
  u = zeros<double>({I(0, nx), J(0, ny)}, options).named("height");
  v = like(u).named("next");
  {
    HostView<double> points = u.write<double>();
    for (std::int64_t j = 0, p = 0; j < ny; ++j)
      for (std::int64_t i = 0; i < nx; ++i, ++p)
        points(i + 2, j + 2) = height.values[static_cast<std::size_t>(p)];
  }
  fillHalo(u, mirror(I), mirror(J));
  if (!hasMissing)
    return;
  valid = full<bool>({I(0, nx), J(0, ny)}, true, options).named("valid");
  {
    HostView<bool> points = valid.write<bool>();
    for (std::int64_t j = 0, p = 0; j < ny; ++j)
      for (std::int64_t i = 0; i < nx; ++i, ++p)
        points(i + 2, j + 2) = !height.missing[static_cast<std::size_t>(p)];
  }
  fillHalo(valid, mirror(I), mirror(J));
}

Field Diffusion::next() const { return hasMissing ? hdiff(u, alpha, valid) : hdiff(u, alpha); }

// listing: step
void Diffusion::step() {
  v[interior] = next();
  fillHalo(v, mirror(I), mirror(J));
  swap(u, v);
}
// end listing

double Diffusion::variance() const {
  Field inside = u[interior];
  Field mean = sum(inside) / count; // missing points hold zero
  Field deviation = inside - mean;
  if (hasMissing)
    deviation = where(valid[interior], deviation, 0.0);
  return (sum(deviation * deviation) / count).item<double>();
}

std::vector<double> Diffusion::values() const {
  HostView<const double> points = u.read<double>();
  std::vector<double> result;
  for (std::int64_t j = 2; j < points.shape()[1] - 2; ++j)
    for (std::int64_t i = 2; i < points.shape()[0] - 2; ++i)
      result.push_back(points(i, j));
  return result;
}

} // namespace orography
