/* Runs the saved program on an array of C. */
#include <gtjit-c/gtjit.h>

#include <stdio.h>

static void check(gtjitCode code) {
  if (code != GTJIT_OK)
    fprintf(stderr, "%s\n", gtjitErrorText());
}

int main(int count, char **arguments) {
  static double u[10][10], v[8][8];
  gtjitAxis halo[] = {{"J", GTJIT_BY_NAME, 0, 8, 1, 1, sizeof(u[0])},
                      {"I", GTJIT_BY_NAME, 0, 8, 1, 1, sizeof(double)}};
  gtjitAxis plain[] = {{"J", GTJIT_BY_NAME, 0, 8, 0, 0, sizeof(v[0])},
                       {"I", GTJIT_BY_NAME, 0, 8, 0, 0, sizeof(double)}};
  gtjitRuntime runtime;
  gtjitStorage us, vs;
  gtjitProgram step;
  double sum = 0;
  u[5][5] = 1.0;
  if (count != 2)
    return 1;
  check(gtjitRuntimeCreate(NULL, &runtime));
  check(gtjitWrap(runtime, u, GTJIT_F64, halo, 2, NULL, NULL, GTJIT_HERE, &us));
  check(gtjitWrap(runtime, v, GTJIT_F64, plain, 2, NULL, NULL, GTJIT_HERE, &vs));
  check(gtjitProgramLoad(runtime, arguments[1], GTJIT_HERE, &step));
  gtjitArgument call[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(0.25)};
  check(gtjitProgramCall(step, call, 3, GTJIT_HERE));
  for (int n = 0; n < 64; ++n)
    sum += v[n / 8][n % 8];
  printf("%g %g\n", v[4][4], sum);
  gtjitProgramRelease(step);
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitRuntimeDestroy(runtime);
  return 0;
}
