#include "Class.h"

using namespace gtjit;

/// The fifth-order weighted essentially non-oscillatory value at the upper face of each point.
static Field weno(const Field &x, Dimension dim) {
  Field a = x(dim - 2), b = x(dim - 1), d = x(dim + 1), e = x(dim + 2);
  auto square = [](const Field &value) { return value * value; };
  Field smooth0 = 13.0 / 12.0 * square(a - 2.0 * b + x) + 0.25 * square(a - 4.0 * b + 3.0 * x);
  Field smooth1 = 13.0 / 12.0 * square(b - 2.0 * x + d) + 0.25 * square(b - d);
  Field smooth2 = 13.0 / 12.0 * square(x - 2.0 * d + e) + 0.25 * square(3.0 * x - 4.0 * d + e);
  Field weight0 = 0.1 / square(1e-6 + smooth0), weight1 = 0.6 / square(1e-6 + smooth1),
        weight2 = 0.3 / square(1e-6 + smooth2);
  Field value0 = 2.0 * a - 7.0 * b + 11.0 * x, value1 = 5.0 * x + 2.0 * d - b,
        value2 = 2.0 * x + 5.0 * d - e;
  return (weight0 * value0 + weight1 * value1 + weight2 * value2) /
         (6.0 * (weight0 + weight1 + weight2));
}

static Field transported(const Field &x, const Field &courant, Dimension dim) {
  Field flux = courant * weno(x, dim);
  return x - (flux - flux(dim - 1));
}

/// The velocity along I behind one stage of the rotating shallow-water equations on a C grid that
/// conserve potential enstrophy.
static Field staged(const Field &u, const Field &v, const Field &height) {
  Field depth = 1.0 + height;
  Field vorticity = 1.0 + (v(I + 1) - v) - (u(J + 1) - u);
  Field potential = 4.0 * vorticity / (depth + depth(I + 1) + depth(J + 1) + depth(I + 1, J + 1));
  Field flow = 0.5 * (depth + depth(J + 1)) * v;
  Field energy = 9.81 * height + 0.25 * (u * u + u(I - 1) * u(I - 1) + v * v + v(J - 1) * v(J - 1));
  Field turned = 0.125 * (potential + potential(J - 1)) *
                 (flow + flow(I + 1) + flow(J - 1) + flow(I + 1, J - 1));
  return u + 0.1 * (turned - (energy(I + 1) - energy));
}

/// A speed less what flows in with it: read at the point, and through the flow beside it.
static Field braked(const Field &x, const Field &courant) {
  Field speed = sqrt(1.0 + x * x) / (2.0 + x);
  return speed - (courant * speed)(J - 1);
}

BENCH_CLASS_OF(weno_across, (.halo = 3), f.out[interior] = transported(f.x, f.y, J))
BENCH_CLASS_OF(weno_along, (.halo = 3), f.out[interior] = transported(f.x, f.y, I))
BENCH_CLASS_OF(shallow_water, (.halo = 3), f.out[interior] = staged(f.x, f.y, f.z))
BENCH_CLASS_OF(braked, (.halo = 1), f.out[interior] = braked(f.x, f.y))
