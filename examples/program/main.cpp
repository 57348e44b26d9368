//===- main.cpp - A model step as a program -------------------------------===//
//
// Traces a step once, calls it for storages of two sizes, saves it, and runs
// the file as a batch job would.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cstdio>
#include <iostream>
#include <tuple>

using namespace gtjit;

// listing: callable
/// A step of diffusion, and the largest change of any point.
static std::tuple<Field, Field> diffuse(Field t, Field alpha) {
  Field laplacian = t(I + 1) + t(I - 1) + t(J + 1) + t(J - 1) - 4.0 * t;
  return {t + alpha * laplacian, alpha * max(abs(laplacian))};
}
// end listing

static Storage warmSpot(std::int64_t size) {
  Storage t = full<double>({I(0, size), J(0, size)}, 280.0, {.halo = {{I, 1}, {J, 1}}});
  t[{I(2, 4), J(2, 4)}] = 300.0;
  return t;
}

int main() try {
  // listing: compile
  Program step = Runtime::current().compile(diffuse, arg(F64, {I, J}, "t"), arg(F64, {}, "alpha"));
  // end listing

  // listing: call
  for (std::int64_t size : {16, 64}) { // any size, halo and stride order
    Storage t = warmSpot(size), next = like(t), change = zeros<double>(Domain());
    for (int n = 0; n < 100; ++n) {
      step(out(next), out(change), t, 0.2);
      fillHalo(next, periodic(I), periodic(J));
      swap(t, next);
    }
    std::cout << "size " << size << ": " << change << '\n';
  }
  // end listing

  // listing: refuse
  Storage small = full<double>({I(0, 8), J(0, 8)}, 280.0).named("small");
  Storage change = zeros<double>(Domain());
  if (Status done = step.tryCall(out(small), out(change), small, 0.2); !done)
    std::cout << done.message() << '\n';
  // end listing

  // listing: file
  step.save("diffuse.gtprogram");
  Program loaded = Program::load("diffuse.gtprogram"); // needs no compiler
  Storage t = warmSpot(16), next = like(t);
  loaded(out(next), out(change), t, 0.2);
  std::cout << "takes " << loaded.argumentCount() << " arguments, first '"
            << loaded.argument(0).name << "', gives " << loaded.outputCount() << " results\n"
            << "largest change: " << change << '\n';
  // end listing
  std::remove("diffuse.gtprogram");
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
