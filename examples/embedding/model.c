/* A model in C that keeps its own arrays: embedding_c <file of the program>. */
#include <gtjit-c/gtjit.h>

#include <stdio.h>
#include <stdlib.h>

enum { n = 64, steps = 100 };

/* Ends the model with the library's message. */
static void check(gtjitCode code) {
  if (code == GTJIT_OK)
    return;
  fprintf(stderr, "%s\n", gtjitErrorText());
  exit(1);
}

/* t[j][i] on 0 <= i, j < n, with a halo of one point. */
static gtjitStorage wrap(gtjitRuntime runtime, double *t, const char *name) {
  gtjitAxis axes[] = {
      {.name = "I", .start = 0, .extent = n, .haloLow = 1, .haloHigh = 1, .stride = sizeof(double)},
      {.name = "J",
       .start = 0,
       .extent = n,
       .haloLow = 1,
       .haloHigh = 1,
       .stride = (n + 2) * sizeof(double)},
  };
  gtjitStorage storage;
  check(gtjitWrap(runtime, t, GTJIT_F64, axes, 2, NULL, NULL, GTJIT_HERE, &storage));
  check(gtjitStorageName(storage, name));
  return storage;
}

int main(int count, char **arguments) {
  static double t[n + 2][n + 2], next[n + 2][n + 2];
  t[n / 2][n / 2] = 1000.0;

  gtjitRuntime runtime;
  gtjitProgram step;
  check(gtjitRuntimeCreate(NULL, &runtime));
  check(gtjitProgramLoad(runtime, count > 1 ? arguments[1] : "diffusion.gtp", GTJIT_HERE, &step));
  gtjitStorage now = wrap(runtime, &t[0][0], "t"), then = wrap(runtime, &next[0][0], "next");
  const gtjitHaloFill around[] = {{"I", GTJIT_PERIODIC, 0}, {"J", GTJIT_MIRROR, 0}};

  for (int s = 0; s < steps; ++s) {
    check(gtjitFillHalo(now, around, 2, GTJIT_HERE));
    gtjitArgument call[] = {gtjitOut(then), gtjitIn(now), gtjitReal(0.2)};
    check(gtjitProgramCall(step, call, 3, GTJIT_HERE));
    gtjitStorageSwap(now, then);
  }

  double sum = 0, greatest = 0; /* an even number of steps: the result is in t */
  for (int j = 1; j <= n; ++j)
    for (int i = 1; i <= n; ++i) {
      sum += t[j][i];
      greatest = t[j][i] > greatest ? t[j][i] : greatest;
    }
  printf("heat %.6f, greatest %.6f\n", sum, greatest);

  gtjitStorageRelease(now);
  gtjitStorageRelease(then);
  gtjitProgramRelease(step);
  gtjitRuntimeDestroy(runtime);
  return 0;
}
