// Saves the program that the others load, and runs it itself.
#include <gtjit/gtjit.h>

#include <cstdio>

using namespace gtjit;

static Field diffusion(Field u, Field alpha) {
  return u + alpha * (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u);
}

int main(int, char **arguments) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Program step = runtime.compile(diffusion, arg(F64, {I, J}), arg(F64));
  step.save(arguments[1]);
  Storage u = zeros<double>({I(0, 8), J(0, 8)}, {.halo = {{I, 1}, {J, 1}}}), v = like(u);
  u[{I(4, 5), J(4, 5)}] = 1.0;
  step(out(v), u, 0.25);
  std::printf("%g %g\n", v.at({I(4), J(4)}).item<double>(), sum(v[interior]).item<double>());
}
