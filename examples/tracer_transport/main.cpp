//===- main.cpp - Advection of a tracer with limiters ---------------------===//
//
// A cosine bell goes once around the centre of the domain, carried by fluxes
// with three kinds of slopes. Everything is written as C++ functions of fields;
// a step is one kernel. An argument sets the width of the halo (2): with 1 the
// first step is refused.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace gtjit;

namespace {

constexpr std::int64_t size = 64;
constexpr int steps = 256; ///< of one turn

// listing: slopes
/// The slope of a tracer in a cell, from the differences to both neighbours.
using Slope = Field(Field before, Field after);

Field upwind(Field before, Field) { return 0.0 * before; } // a number could not be shifted

Field fromm(Field before, Field after) { return 0.5 * (before + after); }

/// Harmonic mean of differences with the same sign, else 0: makes no extremes
/// (B. van Leer, J. Comput. Phys. 14, 1974).
Field vanLeer(Field before, Field after) {
  Field product = before * after;
  return 2.0 * max(product, 0.0) / where(product > 0.0, before + after, 1.0);
}
// end listing

// listing: flux
/// What a step carries through the face between a cell and the next one along
/// `dim`, where the wind covers `courant` cells a step.
Field flux(Field q, Field courant, Dimension dim, Slope slopeOf) {
  Field slope = slopeOf(q - q(dim - 1), q(dim + 1) - q);
  Field fromHere = q + 0.5 * (1.0 - courant) * slope;
  Field fromNext = q(dim + 1) - 0.5 * (1.0 + courant) * slope(dim + 1);
  return courant * where(courant > 0.0, fromHere, fromNext);
}

Field transported(Field q, Field courant, Dimension dim, Slope slopeOf) {
  Field through = flux(q, courant, dim, slopeOf);
  return q - (through - through(dim - 1));
}
// end listing

// listing: rotation
/// One step of solid rotation, first along I, then along J.
Field rotated(Field q, Slope slopeOf) {
  const double angle = 2.0 * M_PI / steps, centre = 0.5 * (size - 1);
  Field alongI = -angle * (astype(index(J), F64) - centre);
  Field alongJ = angle * (astype(index(I), F64) - centre);
  return transported(transported(q, alongI, I, slopeOf), alongJ, J, slopeOf);
}
// end listing

/// A bell of height 1 around (32, 16) that ends at a distance of 8 cells.
Field bell() {
  Field x = astype(index(I), F64) - 32.0, y = astype(index(J), F64) - 16.0;
  Field distance = min(hypot(x, y) / 8.0, 1.0);
  return 0.5 + 0.5 * cos(M_PI * distance);
}

void turn(const char *name, Slope slopeOf, int halo) {
  // listing: turn
  Storage q = zeros<double>({I(0, size), J(0, size)}, {.halo = {{I, halo}, {J, halo}}}).named("q");
  Storage next = like(q).named("next");
  q[whole] = bell();
  fillHalo(next, constant(I, 0.0), constant(J, 0.0)); // clean air beyond the edges
  for (int n = 0; n < steps; ++n) {
    next[interior] = rotated(q, slopeOf);
    swap(q, next);
  }
  // end listing
  // listing: results
  auto [mass, least, greatest] = eval(sum(q[interior]), min(q), max(q));
  std::printf("%-9s mass %.12f, values from %9.6f to %.6f\n", name, mass.item<double>(),
              least.item<double>(), greatest.item<double>());
  // end listing
}

} // namespace

int main(int count, char **arguments) try {
  const int halo = count > 1 ? std::atoi(arguments[1]) : 2;
  std::printf("%-9s mass %.12f\n", "start", sum(bell()[{I(0, size), J(0, size)}]).item<double>());
  turn("van Leer", vanLeer, halo);
  turn("Fromm", fromm, halo);
  turn("upwind", upwind, halo);

  Storage q = zeros<double>({I(0, size), J(0, size)}, {.halo = {{I, halo}, {J, halo}}}).named("q");
  std::cout << explain(rotated(q, vanLeer));
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
