// The first program of the README, which prints it from the first #include on
// (examples/first_steps/check_readme.py compares the two).
#include <gtjit/gtjit.h>
#include <iostream>
using namespace gtjit;

int main() {
  Storage u = zeros<double>({I(0, 512), J(0, 512)}, {.halo = {{I, 1}, {J, 1}}}), v = like(u);
  u[{I(256), J(256)}] = 1000.0; // a warm point
  for (int step = 0; step < 100; ++step) {
    Field laplacian = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
    v[interior] = u + 0.2 * laplacian; // one kernel, compiled at the first step
    fillHalo(v, periodic(I), mirror(J));
    swap(u, v);
  }
  double total = sum(u[interior]).item<double>(), peak = max(u).item<double>();
  std::cout << "total " << total << ", peak " << peak << "\n";
}
