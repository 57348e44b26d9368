// Traces one step of diffusion and saves it, so that models in C and Fortran run it
// with no compiler: embedding_save <file>.
#include <gtjit/gtjit.h>

#include <cstdio>

using namespace gtjit;

static Field diffusion(Field t, Field alpha) {
  return t + alpha * (t(I + 1) + t(I - 1) + t(J + 1) + t(J - 1) - 4.0 * t);
}

int main(int count, char **arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: embedding_save <file>\n");
    return 1;
  }
  Runtime runtime;
  Program step = runtime.compile(diffusion, {arg(F64, {I, J}, "t"), arg(F64, {}, "alpha")});
  step.save(arguments[1]);
}
