#include "Class.h"

using namespace gtjit;

static Field squared(const Field &x) { return x * x; }

/// Vapour above what air of a temperature and pressure holds, of which latent heat leaves a part.
static Field condensed(const Field &x, const Field &y, const Field &z) {
  Field t = 260.0 + 40.0 * x, p = 9e4 + 1e4 * y, vapour = 0.02 * z;
  Field pressure = 611.2 * exp(17.67 * (t - 273.15) / (t - 29.65));
  Field most = 0.622 * pressure / (p - 0.378 * pressure);
  Field excess = (vapour - most) / (1.0 + 5423.0 * 2500.0 * most / (t * t));
  return where(vapour > most, excess, 0.0);
}

/// The density of sea water at the surface.
static Field density(const Field &x, const Field &y) {
  Field t = 30.0 * x, s = 40.0 * y;
  Field water = 999.842594 +
                t * (6.793952e-2 +
                     t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))));
  Field first = 0.824493 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)));
  Field second = -5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6);
  return water + s * (first + sqrt(s) * second + s * 4.8314e-4);
}

/// Diffused by eddies of Smagorinsky's.
static Field eddies(const Field &u, const Field &v) {
  Field stretch = (u(I + 1) - u(I - 1)) - (v(J + 1) - v(J - 1));
  Field shear = (v(I + 1) - v(I - 1)) + (u(J + 1) - u(J - 1));
  Field viscosity = 0.04 * sqrt(squared(stretch) + squared(shear));
  Field i = (viscosity + viscosity(I + 1)) * (u(I + 1) - u);
  Field j = (viscosity + viscosity(J + 1)) * (u(J + 1) - u);
  return u + 0.5 * ((i - i(I - 1)) + (j - j(J - 1)));
}

/// Depths behind a step of the fluxes of Harten, Lax and van Leer.
static Field flooded(const Field &x, const Field &y) {
  Field h = 1.0 + x, u = y - 0.5, c = sqrt(9.81 * h), flow = h * u;
  Field slow = min(u - c, (u - c)(I + 1)), fast = max(u + c, (u + c)(I + 1));
  Field between = (fast * flow - slow * flow(I + 1) + slow * fast * (h(I + 1) - h)) / (fast - slow);
  Field flux = where(slow >= 0.0, flow, where(fast <= 0.0, flow(I + 1), between));
  return h - 0.1 * (flux - flux(I - 1));
}

/// Linear in a table that a field looks up.
static Field lookedUp(const Field &x, const Field &y) {
  Field table = x[{J(0), K(0)}];
  Field at = y * static_cast<double>(x.domain()[I].size() - 2);
  Field lower = astype(at, I32), upper = at - astype(lower, y.dtype());
  return (1.0 - upper) * table(I(lower)) + upper * table(I + 1)(I(lower));
}

/// One step of nine populations on a plane that stream and collide; they are levels.
static void streamed(bench::ClassFields &f) {
  static constexpr int along[] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  static constexpr int across[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  std::vector<Field> n;
  for (int q = 0; q < 9; ++q)
    n.push_back(Field(f.x)[{K(q)}](I - along[q], J - across[q]));
  Field rho = n[0];
  for (int q = 1; q < 9; ++q)
    rho = rho + n[q];
  Field u = ((n[1] + n[5] + n[8]) - (n[3] + n[6] + n[7])) / rho;
  Field v = ((n[2] + n[5] + n[6]) - (n[4] + n[7] + n[8])) / rho;
  Field energy = 1.0 - 1.5 * (u * u + v * v);
  Domain plane = f.out.compute_domain();
  std::vector<Update> results;
  for (int q = 0; q < 9; ++q) {
    double weight = q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36;
    Field e = energy;
    if (q > 0) {
      Field s = along[q] == 0    ? double(across[q]) * v
                : across[q] == 0 ? double(along[q]) * u
                                 : double(along[q]) * u + double(across[q]) * v;
      e = energy + s * (3.0 + 4.5 * s);
    }
    results.push_back(
        {f.out[{I(plane[I].lo(), plane[I].hi()), J(plane[J].lo(), plane[J].hi()), K(q)}],
         n[q] + 0.8 * (weight * rho * e - n[q])});
  }
  update(results);
}

/// Diffusion between points of the sea.
static Field mixed(const Field &x, const Field &sea) {
  Field i = where(sea & sea(I + 1), x(I + 1) - x, 0.0),
        j = where(sea & sea(J + 1), x(J + 1) - x, 0.0);
  return x + 0.1 * ((i - i(I - 1)) + (j - j(J - 1)));
}

static Field lived(const Field &mask) {
  Field alive = astype(mask, U8), n = alive(I - 1) + alive(I + 1);
  for (int j : {-1, 1})
    for (int i : {-1, 0, 1})
      n = n + alive(I + i, J + j);
  return where((n == 3) | (mask & (n == 2)), 1.0, 0.0);
}

static Value settle(Value above, Value x, Value rate) { return (x + rate * above) / (1.0 + rate); }
static std::tuple<Value, Value> overlap(std::tuple<Value, Value> before, Value cover) {
  auto [clear, above] = before;
  return {clear * (1.0 - max(cover, above)) / (1.0 - above), cover};
}

/// Of 15 points along a row.
static Field smoothed(const Field &x) {
  Field sum = 0.1 * x;
  for (int n = 1; n <= 7; ++n)
    sum = sum + (0.1 / (n + 1)) * (x(I - n) + x(I + n));
  return sum;
}

/// Of four kinds.
static Field kinds(const Field &x, const Field &y) {
  return where(x < 0.2, y * y,
               where(x < 0.4, 1.0 - y, where(x < 0.7, sqrt(y), where(y < 0.5, x, x + y))));
}

BENCH_CLASS(velocities, {
  Field density = 1.0 + f.x;
  update({{f.out, f.y / density}, {f.other, f.z / density}});
})
BENCH_CLASS(unit_vectors, {
  Field x = f.x, y = f.y, z = f.z, length = sqrt(x * x + y * y + z * z + 1e-6);
  update({{f.out, x / length}, {f.other, y / length}});
})
BENCH_CLASS(condensation, f.out[whole] = condensed(f.x, f.y, f.z))
BENCH_CLASS(sea_water, f.out[whole] = density(f.x, f.y))
BENCH_CLASS_OF(smagorinsky, (.halo = 3), f.out[interior] = eddies(f.x, f.y))
BENCH_CLASS_OF(flood, (.halo = 3), f.out[interior] = flooded(f.x, f.y))
BENCH_CLASS(table, f.out[whole] = lookedUp(f.x, f.y))
BENCH_CLASS_OF(lattice, (.halo = 1, .sizes = {"112x112x9", "512x512x9"}), streamed(f))
BENCH_CLASS_OF(sea_mixing, (.halo = 1), f.out[interior] = mixed(f.x, f.mask))
BENCH_CLASS_OF(life, (.halo = 1), f.out[interior] = lived(f.mask))
BENCH_CLASS(column_integral, f.onIJ[whole] = sum(f.x * f.y * (f.z(K + 1) - f.z), {K}))
BENCH_CLASS(settling, f.out[whole] = scan(K, Backward, 0.0, settle, f.x, f.y))
BENCH_CLASS(overlapping,
            f.out[whole] = std::get<0>(scan(K, Forward, std::tuple(1.0, 0.0), overlap, 0.9 * f.x)))
BENCH_CLASS(courant, f.point[whole] = max(abs(f.x) / 0.3 + abs(f.y) / 0.4 + abs(f.z) / 0.1))
BENCH_CLASS(transposed, f.out[whole] = rename(f.x, {{I, J}, {J, I}}))
BENCH_CLASS_OF(filter_along, (.halo = 8), f.out[interior] = smoothed(f.x))
BENCH_CLASS(classified, f.out[whole] = kinds(f.x, f.y))
BENCH_CLASS(mean_where, f.onIJ[whole] = mean(f.x, {K}, Where(f.x > 0.2)))
BENCH_CLASS_OF(rotated, (.inPlace = true, .sizes = {"256x256x2", "1024x1024x2"}), {
  auto u = f.out[{K(0)}], v = f.out[{K(1)}];
  update({{u, 0.8 * u + 0.6 * v}, {v, 0.8 * v - 0.6 * u}});
})
