//===- main.cpp - The programs of docs/GettingStarted.md ------------------===//
//
// Every C++ block of that page stands here and is run; check_blocks.py
// compares. A function a section; each returns what its text promises.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cmath>
#include <iostream>
#include <vector>

using namespace gtjit;

static bool storagesAndFields() {
  Storage t = full<double>({I(0, 128), J(0, 64), K(0, 40)}, 288.0).named("t");
  Storage p = zeros<double>({K(0, 40)}); // one value a level
  p[interior] = 1000.0;
  Storage theta = like(t);

  Field ratio = p / 1013.25;                      // a field on K, not computed yet
  theta[interior] = t * exp(-0.286 * log(ratio)); // p meets t by name: one kernel
  double value = theta.read<double>()(0, 0, 0);
  return std::fabs(value - 288.0 * std::pow(1000.0 / 1013.25, -0.286)) < 1e-9;
}

static bool stencilsAndHalos() {
  Storage u = zeros<double>({I(0, 128), J(0, 64)}, {.halo = {{I, 1}, {J, 1}}});
  Storage du = zeros<double>({I(0, 128), J(0, 64)});
  u[interior] = 3.0;
  fillHalo(u, periodic(I), mirror(J)); // in this order, corners included
  du[interior] = 0.5 * (u(I + 1) - u(I - 1));
  du[{I(0), J(0, 64)}] = 0.0; // a part: index I = 0
  return max(abs(du)).item<double>() == 0.0;
}

static bool reductions() {
  Storage rho = full<float>({I(0, 100), J(0, 100), K(0, 10)}, 1.25f);
  Storage column = zeros<float>({I(0, 100), J(0, 100)});
  column[interior] = sum(rho, K);
  auto [mass, densest] = eval(sum(rho), max(rho)); // together, one pass over memory
  Field mean = sum(rho) / 100000.0f;               // a field without dimensions
  rho[interior] = rho - mean;                      // stays where the kernels are
  return mass.item<float>() == 125000.0f && densest.item<float>() == 1.25f &&
         max(abs(rho)).item<float>() == 0.0f && column.read<float>()(5, 5) == 12.5f;
}

static bool updates() {
  Storage p = full<double>({I(0, 1000)}, 2.0), q = full<double>({I(0, 1000)}, 3.0);
  update({{p, p + q}, {q, p - q}}); // both read the old values
  return p.read<double>()(7) == 5.0 && q.read<double>()(7) == -1.0;
}

static bool errors() {
  Storage u = zeros<double>({I(0, 10)}).named("u"), v = like(u).named("v");
  try {
    v[interior] = u(I + 1) - u;
  } catch (const DomainError &error) {
    std::cout << error.what() << '\n';
    return error.message().find("'u' over I[0,11)") != std::string_view::npos;
  }
  return false;
}

static bool ownMemory() {
  std::vector<double> values(12 * 8, 1.0); // the host's array, halo of 1 included
  Storage a =
      wrap(values.data(), {I(0, 10), J(0, 6)}, {.halo = {{I, 1}, {J, 1}}, .layout = fortran});
  a[interior] = a + 1.0; // written in place, nothing is copied
  return values[1 * 12 + 1] == 2.0 && values[0] == 1.0;
}

static bool explaining() {
  Storage u = ones<double>({I(0, 64), J(0, 64)}, {.halo = {{I, 1}, {J, 1}}});
  Field gradient = u[interior] + u(I + 1);
  std::cout << explain(gradient) << print(gradient);
  return true;
}

int main() {
  bool good = storagesAndFields() & stencilsAndHalos() & reductions() & updates() & errors() &
              ownMemory() & explaining();
  std::cout << (good ? "every section gave what it promises\n" : "WRONG\n");
  return good ? 0 : 1;
}
