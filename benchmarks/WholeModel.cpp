//===- WholeModel.cpp - A model beside loops ------------------------------===//
//
// Shallow water on a torus, a C grid, with the energy-conserving scheme of R. Sadourny (J. Atmos.
// Sci. 32, 1975) and Runge-Kutta steps of three stages: thirteen evaluations and fills of halos a
// step, whose length the waves tell. The loops are what one writes first, with a field for each
// quantity that several points need; one thread. Both take turns, each keeps its least time, and
// all come to the same depths. Prints rows of a table: the time of a step, over that of the loops.
//
//   WholeModel [NXxNY...]
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <tuple>
#include <vector>

using namespace gtjit;

namespace {

constexpr double gravity = 9.81, coriolis = 1e-4, spacing = 10e3, courant = 0.5;

double hill(double x, double y) { return 1000.0 + 50.0 * std::exp(-0.01 * (x * x + y * y)); }

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

/// Depth in cell (i, j), velocities on its eastern and northern face.
struct State {
  Storage h, u, v;
};

Field mean2(Field f, Dimension dim) { return 0.5 * (f + f(dim + 1)); }
Field slope(Field f, Dimension dim) { return (f(dim + 1) - f) / spacing; }

using Fields = std::tuple<Field, Field, Field>;

/// part * (from + dt * d(from)/dt) + (1 - part) * old
Fields staged(Field h, Field u, Field v, Field h0, Field u0, Field v0, Field dt, Field part) {
  Field flowX = mean2(h, I) * u, flowY = mean2(h, J) * v;
  Field energy = gravity * h + 0.5 * (mean2(u * u, I)(I - 1) + mean2(v * v, J)(J - 1));
  Field vorticity = (coriolis + slope(v, I) - slope(u, J)) / mean2(mean2(h, I), J);
  Field rateH = -(slope(flowX, I)(I - 1) + slope(flowY, J)(J - 1));
  Field rateU = mean2(vorticity * mean2(flowY, I), J)(J - 1) - slope(energy, I);
  Field rateV = -mean2(vorticity * mean2(flowX, J), I)(I - 1) - slope(energy, J);
  return {part * (h + dt * rateH) + (1.0 - part) * h0, part * (u + dt * rateU) + (1.0 - part) * u0,
          part * (v + dt * rateV) + (1.0 - part) * v0};
}

/// The length of a step, as waves let it be.
Field lengthOf(Field h, Field u, Field v) {
  return courant * spacing / max(sqrt(gravity * h) + max(abs(u), abs(v)));
}

/// Expressions that are written anew at each step, or programs.
class Model {
public:
  Model(std::int64_t nx, std::int64_t ny, int threads, bool hasPrograms)
      : runtime({.threads = threads}), scope(runtime), now(atRest(nx, ny)), first(atRest(nx, ny)),
        second(atRest(nx, ny)), dt(zeros<double>(Domain())) {
    Field x = astype(index(I), F64) - 0.5 * double(nx),
          y = astype(index(J), F64) - 0.5 * double(ny);
    now.h[interior] = 1000.0 + 50.0 * exp(-0.01 * (x * x + y * y));
    fillHalos(now);
    if (!hasPrograms)
      return;
    auto plane = [] { return arg(F64, {I, J}); };
    auto number = [] { return arg(F64, {}); };
    length = runtime.compile(lengthOf, plane(), plane(), plane());
    rates = runtime.compile(staged, plane(), plane(), plane(), plane(), plane(), plane(), number(),
                            number());
  }
  void step() {
    Runtime::Scope mine(runtime);
    if (length)
      (*length)(out(dt), now.h, now.u, now.v);
    else
      dt[interior] = lengthOf(now.h, now.u, now.v);
    stage(first, 1.0, now);
    stage(second, 0.25, first);
    stage(now, 2.0 / 3.0, second);
  }
  /// By positions, which begin in the halo.
  double depth(std::int64_t i, std::int64_t j) { return now.h.read<double>(I, J)(i + 1, j + 1); }

private:
  static State atRest(std::int64_t nx, std::int64_t ny) {
    const Domain cells{I(0, nx), J(0, ny)};
    StorageOptions options{.halo = {{I, 1}, {J, 1}}};
    return {zeros<double>(cells, options), zeros<double>(cells, options),
            zeros<double>(cells, options)};
  }
  static void fillHalos(const State &s) {
    for (const Storage &field : {s.h, s.u, s.v})
      fillHalo(field, periodic(I), periodic(J));
  }
  void stage(const State &to, double part, const State &from) {
    const auto &[h, u, v] = from;
    if (rates) {
      (*rates)(out(to.h), out(to.u), out(to.v), h, u, v, now.h, now.u, now.v, dt, part);
    } else {
      auto [nextH, nextU, nextV] = staged(h, u, v, now.h, now.u, now.v, dt, part);
      update({{to.h, std::move(nextH)}, {to.u, std::move(nextU)}, {to.v, std::move(nextV)}});
    }
    fillHalos(to);
  }

  Runtime runtime;
  Runtime::Scope scope;
  State now, first, second;
  Storage dt;
  std::optional<Program> length, rates;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A field with a halo of a point, whose rows begin at lines of the cache.
struct Plane {
  long nx, ny, row = (nx + 2 + 15) / 8 * 8;
  std::vector<double> values = std::vector<double>(static_cast<std::size_t>(row * (ny + 3)), 0.0);

  double *origin() { return values.data() + 8 + row; }
  void fillHalo() {
    double *p = origin();
    for (long j = 0; j < ny; ++j)
      p[j * row - 1] = p[j * row + nx - 1], p[j * row + nx] = p[j * row];
    for (long i = -1; i <= nx; ++i)
      p[i - row] = p[i + (ny - 1) * row], p[i + ny * row] = p[i];
  }
};

class Loops {
public:
  Loops(long nx, long ny) : nx(nx), ny(ny) {
    for (long j = 0; j < ny; ++j)
      for (long i = 0; i < nx; ++i)
        now.h.origin()[i + j * now.h.row] =
            hill(double(i) - 0.5 * double(nx), double(j) - 0.5 * double(ny));
    now.h.fillHalo();
  }
  void step() {
    double fastest = 0;
    for (long j = 0; j < ny; ++j)
#pragma omp simd reduction(max : fastest)
      for (long i = 0; i < nx; ++i) {
        const long p = i + j * now.h.row;
        const double u = std::fabs(now.u.origin()[p]), v = std::fabs(now.v.origin()[p]);
        const double speed = std::sqrt(gravity * now.h.origin()[p]) + (u > v ? u : v);
        fastest = fastest > speed ? fastest : speed;
      }
    dt = courant * spacing / fastest;
    stage(first, 1.0, now);
    stage(second, 0.25, first);
    stage(now, 2.0 / 3.0, second);
  }
  double depth(long i, long j) { return now.h.origin()[i + j * now.h.row]; }

private:
  struct Planes {
    Plane h, u, v;
  };
  void stage(Planes &to, double part, Planes &from) {
    const long row = from.h.row;
    const double *h = from.h.origin(), *u = from.u.origin(), *v = from.v.origin();
    double *x = flowX.origin(), *y = flowY.origin(), *e = energy.origin(), *q = vorticity.origin();
    const double rest = 1.0 - part;
    for (long j = -1; j <= ny; ++j)
#pragma omp simd
      for (long i = -1; i <= nx; ++i) {
        const long p = i + j * row;
        x[p] = i < nx ? 0.5 * (h[p] + h[p + 1]) * u[p] : 0;
        y[p] = j < ny ? 0.5 * (h[p] + h[p + row]) * v[p] : 0;
      }
    for (long j = 0; j <= ny; ++j)
#pragma omp simd
      for (long i = 0; i <= nx; ++i) {
        const long p = i + j * row;
        e[p] = gravity * h[p] + 0.5 * (0.5 * (u[p - 1] * u[p - 1] + u[p] * u[p]) +
                                       0.5 * (v[p - row] * v[p - row] + v[p] * v[p]));
      }
    for (long j = -1; j < ny; ++j)
#pragma omp simd
      for (long i = -1; i < nx; ++i) {
        const long p = i + j * row;
        q[p] = (coriolis + (v[p + 1] - v[p]) / spacing - (u[p + row] - u[p]) / spacing) /
               (0.5 * (0.5 * (h[p] + h[p + 1]) + 0.5 * (h[p + row] + h[p + row + 1])));
      }
    const double *h0 = now.h.origin(), *u0 = now.u.origin(), *v0 = now.v.origin();
    double *h1 = to.h.origin(), *u1 = to.u.origin(), *v1 = to.v.origin();
    for (long j = 0; j < ny; ++j)
#pragma omp simd
      for (long i = 0; i < nx; ++i) {
        const long p = i + j * row;
        const double rateH = -((x[p] - x[p - 1]) / spacing + (y[p] - y[p - row]) / spacing);
        const double rateU = 0.5 * (q[p - row] * (0.5 * (y[p - row] + y[p - row + 1])) +
                                    q[p] * (0.5 * (y[p] + y[p + 1]))) -
                             (e[p + 1] - e[p]) / spacing;
        const double rateV = -(0.5 * (q[p - 1] * (0.5 * (x[p - 1] + x[p - 1 + row])) +
                                      q[p] * (0.5 * (x[p] + x[p + row])))) -
                             (e[p + row] - e[p]) / spacing;
        h1[p] = part * (h[p] + dt * rateH) + rest * h0[p];
        u1[p] = part * (u[p] + dt * rateU) + rest * u0[p];
        v1[p] = part * (v[p] + dt * rateV) + rest * v0[p];
      }
    to.h.fillHalo(), to.u.fillHalo(), to.v.fillHalo();
  }

  long nx, ny;
  Planes now{{nx, ny}, {nx, ny}, {nx, ny}}, first = now, second = now;
  Plane flowX{nx, ny}, flowY{nx, ny}, energy{nx, ny}, vorticity{nx, ny};
  double dt = 0;
};

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

template <class Stepped> void measure(Stepped &stepped, double &least) {
  auto start = std::chrono::steady_clock::now();
  stepped.step();
  std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  least = std::min(least, time.count());
}

/// The greatest difference of depths.
double difference(Model &model, Loops &loops, long nx, long ny) {
  double most = 0;
  for (long j = 0; j < ny; ++j)
    for (long i = 0; i < nx; ++i)
      most = std::max(most, std::fabs(model.depth(i, j) - loops.depth(i, j)));
  return most;
}

/// Blocks of steps, so that each finds its data where a model finds it. False if the depths differ
/// behind the first ones: later waves break, and tell of each rounding.
bool compare(long nx, long ny) {
  constexpr long kSteps = 20;
  const long rounds = std::clamp(4'000'000 / (nx * ny), 4L, 40L);
  Loops loops(nx, ny);
  Model alone(nx, ny, 1, false), program(nx, ny, 1, true), together(nx, ny, 2, false);
  Model *models[] = {&alone, &program, &together};
  double ofLoops = 1e30, times[] = {1e30, 1e30, 1e30}, error = 0;
  for (long round = 0; round < rounds; ++round) {
    for (long n = 0; n < kSteps; ++n)
      measure(loops, ofLoops);
    for (std::size_t m = 0; m < std::size(models); ++m)
      for (long n = 0; n < kSteps; ++n)
        measure(*models[m], times[m]);
    for (Model *model : models)
      if (round == 0)
        error = std::max(error, difference(*model, loops, nx, ny));
  }
  std::printf("| %ldx%ld | %.1f us |", nx, ny, ofLoops);
  for (double time : times)
    std::printf(" %.1f us, %.2f |", time, time / ofLoops);
  std::printf("\n");
  if (!(error < 1e-6))
    std::fprintf(stderr, "WholeModel: depths of %ldx%ld differ by %g m\n", nx, ny, error);
  return error < 1e-6;
}

} // namespace

int main(int count, char **arguments) {
  std::vector<std::pair<long, long>> sizes{{24, 24},   {64, 48},   {96, 64},    {128, 128},
                                           {200, 200}, {512, 512}, {1024, 1024}};
  if (count > 1)
    sizes.clear();
  for (int n = 1; n < count; ++n) {
    long nx = 0, ny = 0;
    if (std::sscanf(arguments[n], "%ldx%ld", &nx, &ny) != 2 || nx < 1 || ny < 1) {
      std::fprintf(stderr, "WholeModel: expected NXxNY, got '%s'\n", arguments[n]);
      return 2;
    }
    sizes.push_back({nx, ny});
  }
  std::printf("| cells | loops, 1 thread | expressions, 1 thread | programs, 1 thread | "
              "expressions, 2 threads |\n|---|---|---|---|---|\n");
  bool isRight = true;
  for (auto [nx, ny] : sizes)
    isRight &= compare(nx, ny);
  return isRight ? 0 : 1;
}
