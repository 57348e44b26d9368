//===- main.cpp - Shallow water in a rotating channel ---------------------===//
//
// A hill of water falls apart into gravity waves and a rotating high, on a C
// grid: depths in the cells, velocities on the faces. Energy-conserving
// scheme of R. Sadourny (J. Atmos. Sci. 32, 1975), third-order Runge-Kutta steps.
// An argument sets the Courant number (0.5); above 0.61 the waves grow until
// numbers overflow.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 96, ny = 64;
constexpr double gravity = 9.81, coriolis = 1e-4, spacing = 10e3;

// listing: state
/// Depth in cell (i, j), velocities on its eastern and northern face.
struct State {
  Storage h, u, v;
};

State atRest() {
  StorageOptions options{.halo = {{I, 1}, {J, 1}}};
  return {full<double>({I(0, nx), J(0, ny)}, 1000.0, options).named("h"),
          zeros<double>({I(0, nx), J(0, ny)}, options).named("u"),
          zeros<double>({I(0, nx), J(0, ny - 1)}, options).named("v")}; // faces between cells
}

/// Periodic along the channel; walls that slip and let nothing through.
void fillHalos(const State &s) {
  fillHalo(s.h, periodic(I), mirror(J));
  fillHalo(s.u, periodic(I), mirror(J));
  fillHalo(s.v, periodic(I), constant(J, 0.0));
}
// end listing

// listing: tendencies
struct Tendencies {
  Field h, u, v;
};

/// Mean of, and difference between, a point and the next one.
Field mean2(Field f, Dimension dim) { return 0.5 * (f + f(dim + 1)); }
Field slope(Field f, Dimension dim) { return (f(dim + 1) - f) / spacing; }

Tendencies tendencies(Field h, Field u, Field v) {
  Field flowX = mean2(h, I) * u, flowY = mean2(h, J) * v;
  Field energy = gravity * h + 0.5 * (mean2(u * u, I)(I - 1) + mean2(v * v, J)(J - 1));
  Field vorticity = (coriolis + slope(v, I) - slope(u, J)) / mean2(mean2(h, I), J);
  return {-(slope(flowX, I)(I - 1) + slope(flowY, J)(J - 1)),
          mean2(vorticity * mean2(flowY, I), J)(J - 1) - slope(energy, I),
          -mean2(vorticity * mean2(flowX, J), I)(I - 1) - slope(energy, J)};
}
// end listing

// listing: step
/// to = part * (from + dt * d(from)/dt) + (1 - part) * old
void stage(const State &to, double part, const State &from, Field dt, const State &old) {
  Tendencies rate = tendencies(from.h, from.u, from.v);
  update({{to.h, part * (from.h + dt * rate.h) + (1.0 - part) * old.h},
          {to.u, part * (from.u + dt * rate.u) + (1.0 - part) * old.u},
          {to.v, part * (from.v + dt * rate.v) + (1.0 - part) * old.v}});
  fillHalos(to);
}

void step(const State &s, const State &first, const State &second, Field dt) {
  stage(first, 1.0, s, dt, s);
  stage(second, 0.25, first, dt, s);
  stage(s, 2.0 / 3.0, second, dt, s);
}
// end listing

// listing: fastest
/// The greatest speed of any signal, without a dimension.
Field fastestWave(const State &s) { return max(sqrt(gravity * s.h) + max(abs(s.u), abs(s.v))); }
// end listing

// listing: report
/// Mass and energy of the channel, and the greatest speed.
void report(const State &s, double time) {
  Domain cells = s.h.compute_domain();
  Field kinetic = mean2(s.h, I) * s.u * s.u + mean2(s.h, J) * s.v * s.v;
  Field energy = 0.5 * (gravity * s.h * s.h + kinetic);
  auto [mass, total, speed] =
      eval(sum(s.h[interior]), sum(energy[cells]), max(max(abs(s.u)), max(abs(s.v))));
  std::printf("%7.0f s: mass %.17g, energy %.10g, fastest %.6f m/s\n", time, mass.item<double>(),
              total.item<double>(), speed.item<double>());
}
// end listing

} // namespace

int main(int count, char **arguments) try {
  const double courant = count > 1 ? std::atof(arguments[1]) : 0.5;
  State s = atRest(), first = atRest(), second = atRest();
  Field x = astype(index(I), F64) - 0.5 * nx, y = astype(index(J), F64) - 0.5 * ny;
  s.h[interior] = 1000.0 + 50.0 * exp(-0.01 * (x * x + y * y));
  fillHalos(s);

  // listing: loop
  Storage dt = zeros<double>(Domain()), time = zeros<double>(Domain()); // 0-d: one value
  for (int n = 0; n <= 400; ++n) {
    if (n % 100 == 0)
      report(s, time.item<double>());
    dt[interior] = courant * spacing / fastestWave(s);
    step(s, first, second, dt);
    time[interior] = time + dt;
  }
  // end listing
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
