//===- main.cpp - Physics in columns: the forcing of Held and Suarez ------===//
//
// Relaxes an isothermal atmosphere towards the temperature that I. Held and
// M. Suarez (Bull. Am. Meteorol. Soc. 75, 1994) give for tests of dynamical
// cores, and slows the wind near the ground. Profiles on K and on J and a surface
// pressure on I, J meet fields on I, J, K; columns are reduced in the end.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cmath>
#include <cstdio>
#include <iostream>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 48, ny = 32, nz = 20;
constexpr double day = 86400.0, gravity = 9.81, kappa = 2.0 / 7.0, reference = 1e5;

// listing: profiles
/// The grid: what does not depend on a dimension lacks it.
struct Grid {
  Storage latitude = zeros<double>({J(0, ny)}).named("latitude");
  Storage sigma = zeros<double>({K(0, nz)}).named("sigma"); // pressure over surface pressure
  Storage surfacePressure = zeros<double>({I(0, nx), J(0, ny)}).named("surfacePressure");

  Grid() {
    latitude[interior] = M_PI * ((astype(index(J), F64) + 0.5) / double(ny) - 0.5);
    sigma[interior] = (astype(index(K), F64) + 0.5) / double(nz);
    Field x = astype(index(I), F64) - 12.0, y = astype(index(J), F64) - 22.0;
    Field mountain = 3000.0 * exp(-0.03 * (x * x + y * y));
    surfacePressure[interior] = reference * exp(-gravity * mountain / (287.0 * 260.0));
  }
};
// end listing

// listing: equilibrium
Field equilibrium(const Grid &grid) {
  Field pressure = grid.sigma * grid.surfacePressure / reference; // on I, J, K
  Field sine = sin(grid.latitude), cosine = cos(grid.latitude);   // on J
  Field radiative = 315.0 - 60.0 * sine * sine - 10.0 * log(pressure) * cosine * cosine;
  return max(200.0, radiative * pow(pressure, kappa));
}

/// 0 above the boundary layer, 1 at the ground; on K.
Field nearGround(const Grid &grid) { return max(0.0, (grid.sigma - 0.7) / 0.3); }

/// Rate of relaxation, on J and K.
Field coolingRate(const Grid &grid) {
  return 1.0 / (40.0 * day) +
         (1.0 / (4.0 * day) - 1.0 / (40.0 * day)) * nearGround(grid) * pow(cos(grid.latitude), 4);
}
// end listing

} // namespace

int main() try {
  Grid grid;
  Storage t = full<double>({I(0, nx), J(0, ny), K(0, nz)}, 264.0).named("t");
  Storage wind = full<double>(t.domain(), 20.0).named("wind");

  // listing: loop
  Field target = equilibrium(grid), cooling = coolingRate(grid), friction = nearGround(grid) / day;
  eval(target, cooling, friction); // once: the loop reads their values
  const double dt = 3.0 * 3600.0;
  for (int n = 0; n < 20 * 8; ++n)
    update({{t, t + dt * cooling * (target - t)}, {wind, wind - dt * friction * wind}});
  // end listing

  // listing: columns
  Field mass = grid.surfacePressure / (gravity * double(nz));      // of a layer, on I, J
  Field content = sum(1004.0 * mass * t, K);                       // of heat, J/m2
  Field stratosphere = sum(target <= 200.0, K);                    // how many levels, i64
  Field zonal = mean(t, I);                                        // on J, K
  Field weight = cos(grid.latitude);                               // on J
  Field global = sum(weight * zonal) / (double(nz) * sum(weight)); // a number, 0-d
  // end listing

  auto [ground, levels, heat] = eval(zonal[{K(nz - 1)}], stratosphere, content);
  for (std::int64_t j : {0, 8, 16, 24, 31})
    std::printf("latitude %6.2f: %.3f K at the ground, %d levels of stratosphere\n",
                grid.latitude.item<double>({j}) * 180.0 / M_PI, ground.item<double>({j}),
                int(levels.item<std::int64_t>({36, j})));
  std::printf("heat above the mountain: %.6e J/m2, beside it: %.6e J/m2\n",
              heat.item<double>({12, 22}), heat.item<double>({36, 22}));
  std::printf("wind by level from the top:");
  for (std::int64_t k = 0; k < nz; k += 3)
    std::printf(" %.3f", wind.item<double>({0, 0, k}));
  std::printf(" m/s\nmean temperature: %.9f K\n", global.item<double>());

  try {
    // listing: mistake
    grid.surfacePressure[interior] = grid.sigma * grid.surfacePressure;
    // end listing
  } catch (const ValueError &mistake) {
    std::cout << mistake.what() << '\n';
  }
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
