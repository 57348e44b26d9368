//===- main.cpp - A wind-driven gyre in a basin with coasts ---------------===//
//
// The ocean circulation that H. Stommel found (Trans. AGU 29, 1948): wind drives
// a gyre, friction at the bottom holds it, and the rotation of the Earth presses
// it against the western coast. Solves laplacian(psi) + d(psi)/dx / width = curl
// for the streamfunction by red-black relaxation, among coasts given by a mask.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cmath>
#include <cstdio>
#include <iostream>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 96, ny = 64;
constexpr double width = 4.0; ///< of the western boundary current, in cells

// listing: coast
/// True where there is water. The western coast is a wide bay, a continent
/// fills the south-eastern corner.
Storage makeOcean() {
  Storage ocean = zeros<bool>({I(0, nx), J(0, ny)}).named("ocean");
  Field coast = 4 + floor_divide(abs(index(J) - ny / 2), 3); // integers, computed as such
  ocean[interior] = index(I) >= coast;
  ocean[{I(nx - 24, nx), J(0, 16)}] = false;
  return ocean;
}
// end listing

// listing: relax
/// What is missing in the equation, in units of psi.
Field residual(Field psi, Field curl) {
  Field laplacian = psi(I + 1) + psi(I - 1) + psi(J + 1) + psi(J - 1) - 4.0 * psi;
  Field drift = (psi(I + 1) - psi(I - 1)) / (2.0 * width);
  return 0.25 * (laplacian + drift - curl);
}

/// Moves the points of one colour towards the solution; land keeps its 0.
Field relaxed(Field psi, Field curl, Field ocean, int colour) {
  Field chosen = ocean & ((index(I) + index(J)) % 2 == colour);
  return where(chosen, psi + 1.8 * residual(psi, curl), psi);
}
// end listing

// listing: draw
/// A digit for the flow between the coast (0) and the middle of the gyre (9).
void draw(const Storage &psi, const Storage &ocean) {
  const double strongest = max(psi).item<double>();
  auto values = psi.domain_view().read<double>(); // without halo: index 0 is coordinate 0
  auto water = ocean.read<bool>();
  for (std::int64_t j = ny - 2; j >= 0; j -= 4) {
    for (std::int64_t i = 0; i < nx; i += 2)
      std::putchar(water(i, j) ? '0' + int(9.0 * values(i, j) / strongest) : '#');
    std::putchar('\n');
  }
}
// end listing

} // namespace

int main() try {
  Storage ocean = makeOcean();
  // listing: solve
  Storage psi = zeros<double>({I(0, nx), J(0, ny)}, {.halo = {{I, 1}, {J, 1}}}).named("psi");
  Storage curl = zeros<double>({J(0, ny)}).named("curl"); // the wind's, the same at all longitudes
  curl[interior] = -sin(M_PI / ny * (astype(index(J), F64) + 0.5));

  int sweeps = 0;
  Field error = where(ocean, residual(psi, curl), 0.0);
  while (max(abs(error)).item<double>() > 1e-9) {
    for (int n = 0; n < 20; ++n, ++sweeps) {
      psi[interior] = relaxed(psi, curl, ocean, 0);
      psi[interior] = relaxed(psi, curl, ocean, 1);
    }
    error = where(ocean, residual(psi, curl), 0.0);
  }
  // end listing

  // listing: results
  auto [atI, atJ] = argmax(psi[interior], I, J);
  const std::int64_t i = atI.item<std::int64_t>(), j = atJ.item<std::int64_t>();
  std::printf("%d sweeps; the middle of the gyre is at (%d, %d), psi there %.6f\n", sweeps, int(i),
              int(j), psi[{I(i), J(j)}].item<double>());
  Field northward = 0.5 * (psi(I + 1) - psi(I - 1));
  Field section = northward[{J(ny / 2)}]; // a field on I
  Field inshore = argmax(section, I);
  Field size = astype(sum(ocean), F64); // a sum of bools is an i64
  auto [greatest, least] = eval(max(section), min(section));
  std::printf("at latitude %d: %.3f northward at I=%d, elsewhere %.3f southward at most\n",
              int(ny / 2), greatest.item<double>(), inshore.item<int>(), -least.item<double>());
  std::printf("mean of psi over the ocean: %.6f\n", (sum(psi[interior]) / size).item<double>());
  // end listing
  draw(psi, ocean);

  try {
    // listing: mistake
    Field y = index(J) + 0.5;
    // end listing
  } catch (const DTypeError &mistake) {
    std::cout << mistake.what() << '\n';
  }
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
