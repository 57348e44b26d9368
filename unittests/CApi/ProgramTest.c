/*===- ProgramTest.c - Saved programs through the C API -------------------===//
//
// Argument: the folder with laplacian.gtp (v = alpha * (u(I + 1) + u(I - 1) - 2 u)
// over I, J), minmax.gtp (the least and greatest value of an f32 field over I) and
// choice.gtp (v = flag ? u + shift : u of u64 over I) and around.gtp (the sums of u
// over the indices of V in a table), external.gtp (host_limited(host_growth(u, 3)) + 1
// over I), checked.gtp (host_checked(u) + 1 over I, J), arrays.gtp (host_mirrored(2 * u,
// factor) + u over I, J, host_mirrored on whole arrays) and difference.gtp (exp(u)(I + 1) -
// exp(u) over I, J, with the exponentials in memory).
//
//===--------------------------------------------------------------------===*/
#define _POSIX_C_SOURCE 200112L
#include "Checks.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static gtjitRuntime runtime;
static char path[1024];

static const char *in(const char *folder, const char *name) {
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

static gtjitStorage wrapRows(gtjitRuntime where, double *data, int64_t start, int64_t extent,
                             int64_t halo, int64_t rows) {
  gtjitAxis axes[] = {
      {"J", GTJIT_BY_NAME, 0, rows, 0, 0, (int64_t)sizeof(double) * (extent + 2 * halo)},
      {"I", GTJIT_BY_NAME, start, extent, halo, halo, sizeof(double)},
  };
  gtjitStorage storage = NULL;
  CHECK(gtjitWrap(where, data, GTJIT_F64, axes, 2, NULL, NULL, GTJIT_HERE, &storage) == GTJIT_OK);
  return storage;
}

static void aProgramIsDescribed(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "laplacian.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  CHECK(gtjitProgramInputCount(program) == 2 && gtjitProgramOutputCount(program) == 1);
  gtjitParameter parameter;
  CHECK(gtjitProgramInput(program, 0, &parameter) == GTJIT_OK && parameter.type == GTJIT_F64 &&
        parameter.dimensionCount == 2);
  CHECK(!strcmp(gtjitProgramInputDimension(program, 0, 0), "I"));
  CHECK(gtjitProgramInputDimension(program, 0, 2) == NULL);
  CHECK(gtjitProgramInput(program, 1, &parameter) == GTJIT_OK && parameter.dimensionCount == 0);
  CHECK(gtjitProgramOutput(program, 0, &parameter) == GTJIT_OK && parameter.type == GTJIT_F64);
  CHECK(!strcmp(gtjitProgramOutputDimension(program, 0, 1), "J"));
  CHECK_ERROR(gtjitProgramInput(program, 2, &parameter), GTJIT_INDEX_ERROR, "2");
  gtjitProgramRelease(program);
}

static void noProgramIsTold(const char *folder) {
  gtjitParameter parameter;
  CHECK(gtjitProgramInputCount(NULL) == 0 && gtjitProgramOutputCount(NULL) == 0);
  CHECK(!gtjitProgramInputDimension(NULL, 0, 0) && !gtjitProgramOutputDimension(NULL, 0, 0));
  CHECK_ERROR(gtjitProgramInput(NULL, 0, &parameter), GTJIT_VALUE_ERROR, "a program, got null");
  CHECK_ERROR(gtjitProgramOutput(NULL, 0, &parameter), GTJIT_VALUE_ERROR, "a program, got null");
  CHECK_ERROR(gtjitProgramCall(NULL, NULL, 0, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "a program, got null");
  gtjitProgram program = NULL;
  CHECK_ERROR(gtjitProgramLoad(runtime, NULL, GTJIT_HERE, &program), GTJIT_VALUE_ERROR,
              "expected a path, got null");
  CHECK_ERROR(gtjitProgramLoad(NULL, in(folder, "minmax.gtp"), GTJIT_HERE, &program),
              GTJIT_VALUE_ERROR, "expected a runtime, got null");
  CHECK_ERROR(gtjitProgramLoad(runtime, path, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the program, got null");
  CHECK(gtjitProgramLoad(runtime, path, GTJIT_HERE, &program) == GTJIT_OK);
  CHECK_ERROR(gtjitProgramInput(program, 0, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the description, got null");
  CHECK_ERROR(gtjitProgramCall(program, NULL, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected arguments, got null");
  gtjitProgramRelease(program);
}

static void aProgramRunsWhereItIsTold(const char *folder) {
  gtjitRuntimeOptions options;
  gtjitRuntime strict = NULL;
  gtjitProgram program = NULL;
  gtjitStorage there = NULL;
  const gtjitAxis axes[] = {{"J", GTJIT_BY_NAME, 0, 1, 0, 0, 0},
                            {"I", GTJIT_BY_NAME, 0, 2, 0, 0, 0}};
  double u[4] = {1, 4, 9, 16}, v[2] = {0};
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.device = "emulated";
  options.strictDevice = 1;
  CHECK(gtjitRuntimeCreate(&options, &strict) == GTJIT_OK);
  CHECK(gtjitProgramLoad(strict, in(folder, "laplacian.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  CHECK(gtjitZerosOfKind(strict, GTJIT_GPU, GTJIT_F64, axes, 2, GTJIT_HERE, &there) == GTJIT_OK);
  gtjitStorage us = wrapRows(strict, u, 0, 2, 1, 1), vs = wrapRows(strict, v, 0, 2, 0, 1);
  gtjitArgument here[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(0.5)};
  gtjitArgument apart[] = {gtjitOut(there), gtjitIn(us), gtjitReal(0.5)};
  CHECK_ERROR(gtjitProgramCall(program, here, 3, GTJIT_HERE), GTJIT_NO_SUCH_BUFFER,
              "has no memory on the device, where the program runs");
  CHECK(gtjitProgramSetDevice(program, NULL, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitProgramCall(program, here, 3, GTJIT_HERE) == GTJIT_OK);
  CHECK(v[0] == 1 && v[1] == 1);
  CHECK_ERROR(gtjitProgramCall(program, apart, 3, GTJIT_HERE), GTJIT_NO_SUCH_BUFFER,
              "has no memory on the host, where the program runs");
  CHECK(gtjitProgramSetDevice(program, "gpu", GTJIT_HERE) == GTJIT_OK);
  CHECK_ERROR(gtjitProgramSetDevice(program, "tpu", GTJIT_HERE), GTJIT_VALUE_ERROR, "got 'tpu'");
  CHECK_ERROR(gtjitProgramSetDevice(NULL, NULL, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "a program, got null");
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitStorageRelease(there);
  gtjitProgramRelease(program);
  gtjitRuntimeDestroy(strict);
}

static void aProgramServesEverySize(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "laplacian.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  for (int64_t n = 1; n <= 40; n += 13) {
    double u[2 * 64], v[2 * 64];
    for (int64_t i = 0; i < n + 2; ++i)
      u[i] = (double)(i * i), u[n + 2 + i] = (double)(3 * i * i);
    gtjitStorage us = wrapRows(runtime, u, -5, n, 1, 2), vs = wrapRows(runtime, v, -5, n, 0, 2);
    gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(0.5)};
    CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
    CHECK(v[0] == 1 && v[n - 1] == 1 && v[n] == 3 && v[2 * n - 1] == 3);
    gtjitStorageRelease(us);
    gtjitStorageRelease(vs);
  }
  CHECK(gtjitProgramRetain(program) == program && gtjitProgramRetain(NULL) == NULL);
  gtjitProgramRelease(program);
  CHECK(gtjitProgramInputCount(program) == 2);
  gtjitProgramRelease(program);
  gtjitProgramRelease(NULL);
}

/* Sums of u over the vertices of each edge; indices count from 1, as in Fortran. */
static void tablesAreArguments(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "around.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  double u[4] = {1, 2, 4, 8}, sums[3] = {0, 0, 0};
  int32_t table[3][2] = {{1, 2}, {2, -1}, {4, 3}};
  gtjitAxis vertices = {"V", GTJIT_BY_NAME, 1, 4, 0, 0, sizeof(double)};
  gtjitAxis edges = {"E", GTJIT_BY_NAME, 1, 3, 0, 0, sizeof(double)};
  gtjitAxis pairs[] = {{"E", GTJIT_BY_NAME, 1, 3, 0, 0, sizeof(table[0])},
                       {"E2V", GTJIT_LOCAL, 0, 2, 0, 0, sizeof(int32_t)}};
  gtjitStorage us = NULL, ts = NULL, ss = NULL;
  CHECK(gtjitWrap(runtime, u, GTJIT_F64, &vertices, 1, NULL, NULL, GTJIT_HERE, &us) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, table, GTJIT_I32, pairs, 2, NULL, NULL, GTJIT_HERE, &ts) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, sums, GTJIT_F64, &edges, 1, NULL, NULL, GTJIT_HERE, &ss) == GTJIT_OK);
  gtjitArgument arguments[] = {gtjitOut(ss), gtjitIn(us), gtjitIn(ts)};
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
  CHECK(sums[0] == 3 && sums[1] == 2 && sums[2] == 12);
  table[1][1] = 4;
  CHECK(gtjitStorageTouch(ts, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
  CHECK(sums[0] == 3 && sums[1] == 10 && sums[2] == 12);
  table[2][0] = 5;
  CHECK(gtjitStorageTouch(ts, GTJIT_HERE) == GTJIT_OK);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_NON_CONTIGUOUS_DOMAIN,
              "its index at E(3), E2V(0) is 5, not in V[1,5)");
  CHECK(sums[1] == 10);
  gtjitStorageRelease(us);
  gtjitStorageRelease(ts);
  gtjitStorageRelease(ss);
  gtjitProgramRelease(program);
}

static void nothingIsWrittenAfterAMistake(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "laplacian.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  double u[6] = {1, 2, 3, 4, 5, 6}, v[6] = {7, 7, 7, 7, 7, 7};
  gtjitStorage us = wrapRows(runtime, u, 0, 4, 1, 1), vs = wrapRows(runtime, v, 0, 6, 0, 1);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(1)};
  CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_DOMAIN_ERROR, "I");
  CHECK(gtjitProgramCall(program, arguments, 2, GTJIT_HERE) != GTJIT_OK);
  arguments[2] = gtjitIn(us);
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) != GTJIT_OK);
  arguments[2] = gtjitReal(1);
  arguments[1] = gtjitIn(NULL);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_VALUE_ERROR, "null");
  arguments[1].kind = (gtjitArgumentKind)8;
  CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a kind of argument, got number 8");
  for (int i = 0; i < 6; ++i)
    CHECK(v[i] == 7);
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
  gtjitProgram missing = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "missing.gtp"), GTJIT_HERE, &missing) != GTJIT_OK &&
        missing == NULL && strstr(gtjitErrorText(), "missing.gtp"));
}

/* A failed call leaves what the caller holds. */
static void aFailedLoadKeepsTheHandle(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "place.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  gtjitProgram held = program;
  CHECK(gtjitProgramLoad(runtime, in(folder, "missing.gtp"), GTJIT_HERE, &program) != GTJIT_OK);
  CHECK(gtjitProgramLoad(NULL, in(folder, "place.gtp"), GTJIT_HERE, &program) != GTJIT_OK);
  CHECK(program == held && gtjitProgramInputCount(program) == 1);
  gtjitProgramRelease(program);
}

static void numbersThatOverflowAreTold(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "single.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  float u = 2, v = 7;
  gtjitAxis one = {.name = "I", .extent = 1, .stride = sizeof(float)};
  gtjitStorage us = NULL, vs = NULL;
  CHECK(gtjitWrap(runtime, &u, GTJIT_F32, &one, 1, NULL, NULL, GTJIT_HERE, &us) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, &v, GTJIT_F32, &one, 1, NULL, NULL, GTJIT_HERE, &vs) == GTJIT_OK);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(1e300)};
  for (int n = 0; n < 3; ++n) {
    CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_DTYPE_ERROR,
                "argument 1 of the program: the number 1e+300 overflows f32");
    CHECK(v == 7);
  }
  arguments[2] = gtjitReal(3.4e38);
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
  arguments[2] = gtjitReal(HUGE_VAL); /* an infinity is a number of every float type */
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK && isinf(v));
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
}

/* What depends on the domain is checked in every call. */
static void anExtremeOfNoPointsHasNoPlace(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "place.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  double u[3] = {3, 1, 2};
  int64_t least = -1;
  gtjitAxis row = {"I", GTJIT_BY_NAME, 0, 3, 0, 0, sizeof(double)}, nothing = row;
  nothing.extent = 0;
  gtjitStorage us = NULL, none = NULL, place = NULL;
  CHECK(gtjitWrap(runtime, u, GTJIT_F64, &row, 1, NULL, NULL, GTJIT_HERE, &us) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, u, GTJIT_F64, &nothing, 1, NULL, NULL, GTJIT_HERE, &none) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, &least, GTJIT_I64, NULL, 0, NULL, NULL, GTJIT_HERE, &place) == GTJIT_OK);
  gtjitArgument good[] = {gtjitOut(place), gtjitIn(us)}, bad[] = {gtjitOut(place), gtjitIn(none)};
  for (int n = 0; n < 3; ++n) {
    CHECK_ERROR(gtjitProgramCall(program, bad, 2, GTJIT_HERE), GTJIT_VALUE_ERROR,
                "which has no points there");
    CHECK(strstr(gtjitErrorText(), "SavePrograms.cpp:"));
    CHECK(gtjitProgramCall(program, good, 2, GTJIT_HERE) == GTJIT_OK && least == 1);
  }
  gtjitStorageRelease(us);
  gtjitStorageRelease(none);
  gtjitStorageRelease(place);
  gtjitProgramRelease(program);
}

static void severalOutputsWithoutDimensions(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "minmax.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  float u[5] = {3, -1, 4, 1, 5}, least = 0, greatest = 0;
  gtjitAxis row = {"I", GTJIT_BY_NAME, 0, 5, 0, 0, sizeof(float)};
  gtjitStorage us = NULL, low = NULL, high = NULL;
  CHECK(gtjitWrap(runtime, u, GTJIT_F32, &row, 1, NULL, NULL, GTJIT_HERE, &us) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, &least, GTJIT_F32, NULL, 0, NULL, NULL, GTJIT_HERE, &low) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, &greatest, GTJIT_F32, NULL, 0, NULL, NULL, GTJIT_HERE, &high) ==
        GTJIT_OK);
  gtjitArgument arguments[] = {gtjitOut(low), gtjitOut(high), gtjitIn(us)};
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
  CHECK(least == -1 && greatest == 5);
  gtjitStorageRelease(us);
  gtjitStorageRelease(low);
  gtjitStorageRelease(high);
  gtjitProgramRelease(program);
}

static void numbersOfEveryKind(const char *folder) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "choice.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  uint64_t u[2] = {1, UINT64_MAX - 1}, v[2] = {0, 0};
  gtjitAxis row = {"I", GTJIT_BY_NAME, 0, 2, 0, 0, sizeof(uint64_t)};
  gtjitStorage us = NULL, vs = NULL;
  CHECK(gtjitWrap(runtime, u, GTJIT_U64, &row, 1, NULL, NULL, GTJIT_HERE, &us) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, v, GTJIT_U64, &row, 1, NULL, NULL, GTJIT_HERE, &vs) == GTJIT_OK);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitBoolean(2),
                               gtjitUnsigned(UINT64_MAX - 2)};
  CHECK(gtjitProgramCall(program, arguments, 4, GTJIT_HERE) == GTJIT_OK);
  CHECK(v[0] == UINT64_MAX - 1 && v[1] == UINT64_MAX - 4);
  arguments[2] = gtjitBoolean(0);
  CHECK(gtjitProgramCall(program, arguments, 4, GTJIT_HERE) == GTJIT_OK && v[0] == 1);
  arguments[2] = gtjitInteger(1);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 4, GTJIT_HERE), GTJIT_DTYPE_ERROR,
              "argument 1 of the program is a bool scalar, got a number of type i64");
  arguments[2] = gtjitBoolean(1);
  arguments[3] = gtjitBoolean(1);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 4, GTJIT_HERE), GTJIT_DTYPE_ERROR,
              "argument 2 of the program is a u64 scalar, got a number of type bool");
  arguments[3] = gtjitInteger(-1);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 4, GTJIT_HERE), GTJIT_DTYPE_ERROR, "-1");
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
}

static void inOrder(void *context, int64_t count, void (*body)(void *, int64_t, int64_t),
                    void *argument) {
  ++*(int *)context;
  for (int64_t tile = count; tile-- > 0;)
    body(argument, tile, tile + 1);
}
static int four(void *context) {
  (void)context;
  return 4;
}

static void tilesRunOnTheHostsThreads(const char *folder) {
  enum { rows = 300, extent = 400 };
  static double u[rows * (extent + 2)], v[rows * extent];
  int runs = 0;
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.executor.context = &runs;
  options.executor.run = inOrder;
  options.executor.threads = four;
  gtjitRuntime own = NULL;
  CHECK(gtjitRuntimeCreate(&options, &own) == GTJIT_OK);
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(own, in(folder, "laplacian.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  for (int n = 0; n < rows * (extent + 2); ++n)
    u[n] = (double)((n % (extent + 2)) * (n % (extent + 2)));
  gtjitStorage us = wrapRows(own, u, 0, extent, 1, rows), vs = wrapRows(own, v, 0, extent, 0, rows);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(0.5)};
  CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
  CHECK(runs == 1 && v[0] == 1 && v[rows * extent - 1] == 1);
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
  gtjitRuntimeDestroy(own);
}

static double growth(double x, int32_t level) { return x + level; }
static int limited(double x, double *result) {
  *result = x;
  return x > 100.0 ? 8 : 0;
}

static void functionsOfTheHostAreCalled(const char *folder) {
  gtjitProgram program = NULL;
  CHECK_ERROR(gtjitProgramLoad(runtime, in(folder, "external.gtp"), GTJIT_HERE, &program),
              GTJIT_RUNTIME_ERROR,
              "the external function 'host_growth', f64(f64, i32), is not known here");
  const gtjitDType operands[] = {GTJIT_F64, GTJIT_I32};
  const gtjitDType results[] = {GTJIT_F64, GTJIT_I8};
  gtjitPrototype prototype = {sizeof(gtjitPrototype), results, 1, operands, 2,
                              GTJIT_RETURNED,         0,       0};
  gtjitFunction function = (gtjitFunction)growth;
  CHECK(gtjitRegisterExternal("host_growth", &prototype, function, GTJIT_HERE) == GTJIT_OK);
  prototype.operandCount = 1;
  CHECK_ERROR(gtjitRegisterExternal("host_growth", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "is f64(f64) here, but it is known as f64(f64, i32)");
  CHECK(gtjitRegisterExternal("host_limited", &prototype, (gtjitFunction)limited, GTJIT_HERE) ==
        GTJIT_OK);
  CHECK_ERROR(gtjitProgramLoad(runtime, path, GTJIT_HERE, &program), GTJIT_RUNTIME_ERROR,
              "'host_limited' is f64(f64) with status here, but it is known as f64(f64)");
  prototype.size = 8;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "gtjitPrototype::size is 8, expected sizeof(gtjitPrototype)");
  prototype.size = sizeof(gtjitPrototype);
  prototype.resultCount = 2;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_DTYPE_ERROR, "has several results, which C does not return");
  prototype.way = (gtjitResults)7;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "gtjitPrototype::way is 7, expected one of gtjitResults");
  prototype.way = GTJIT_STATUS_LAST;
  prototype.takesReferences = 1;
  CHECK(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE) == GTJIT_OK);
  prototype.results = NULL;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "expected the types of the results, got null");
  prototype.results = results;
  prototype.operands = NULL;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "expected the types of the operands, got null");
  CHECK_ERROR(gtjitRegisterExternal(NULL, &prototype, function, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a symbol, got null");
  CHECK_ERROR(gtjitRegisterExternal("host_other", NULL, function, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a prototype, got null");
  prototype.operands = operands;
  prototype.operandCount = SIZE_MAX;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "expected at most 32 operands, got 18446744073709551615");
  prototype.operandCount = 0;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_DTYPE_ERROR, "takes no operand");
  const gtjitDType unknown = (gtjitDType)77, half = GTJIT_F16;
  prototype.operandCount = 1;
  prototype.operands = &unknown;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &prototype, function, GTJIT_HERE),
              GTJIT_TYPE_ERROR, "expected an element type, got number 77");
  prototype.operands = &half;
  CHECK_ERROR(gtjitRegisterExternal("host_third", &prototype, function, GTJIT_HERE),
              GTJIT_DTYPE_ERROR, "has a type that C lacks; expected bool, integers, f32 and f64");
  prototype.operands = operands;
  CHECK_ERROR(gtjitRegisterExternal("host_third", &prototype, NULL, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "the external function 'host_third' has no address");
  CHECK_ERROR(gtjitRegisterExternal("host third", &prototype, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "is an identifier of C, got 'host third'");
  struct {
    gtjitPrototype known;
    int later;
  } wider = {prototype, 0};
  wider.known.size = sizeof(gtjitPrototype) + sizeof(int);
  CHECK(gtjitRegisterExternal("host_other", &wider.known, function, GTJIT_HERE) == GTJIT_OK);
  wider.later = 1;
  CHECK_ERROR(gtjitRegisterExternal("host_other", &wider.known, function, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "the prototype asks for what this library does not have");
}

static int checked(double x, double *result) {
  *result = 2.0 * x;
  return x < -9.0 ? -300 : x < 0.0 ? 4 : 0;
}

/** factor times the elements, mirrored along the first dimension; 6 if the factor is 0. */
static int mirrored(const gtjitMemRef *arrays) {
  const gtjitMemRef *u = &arrays[0], *v = &arrays[2];
  double factor = *(const double *)arrays[1].data;
  for (int64_t i = 0; i < u->sizes[0]; ++i)
    for (int64_t j = 0; j < u->sizes[1]; ++j)
      ((double *)v->data)[i * v->strides[0] + j * v->strides[1]] =
          factor * ((double *)u->data)[(u->sizes[0] - 1 - i) * u->strides[0] + j * u->strides[1]];
  return factor == 0.0 ? 6 : u->rank == 2 && u->type == GTJIT_F64 && u->origins[0] == -1 ? 0 : 5;
}

static void functionsOnArraysAreCalled(const char *folder) {
  const char *arrays = "reads f64 [I, J], reads f64 [], writes f64 [I, J]";
  gtjitProgram program = NULL;
  CHECK_ERROR(gtjitProgramLoad(runtime, in(folder, "arrays.gtp"), GTJIT_HERE, &program),
              GTJIT_RUNTIME_ERROR,
              "'host_mirrored', a function on arrays that reads f64 [I, J], reads f64 [], writes "
              "f64 [I, J], is not known here: make it so with registerExternalArrays");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", "reads f65 [I]", mirrored, GTJIT_HERE),
              GTJIT_VALUE_ERROR,
              "the arrays of 'host_mirrored', 'reads f65 [I]': line 1: expected an element type, "
              "got 'f65'");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", "eats f64 [I]", mirrored, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "expected 'updates', got 'eats f64 [I]'");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", "updates f64 [I] so", mirrored, GTJIT_HERE),
              GTJIT_VALUE_ERROR, "expected the end of the text");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", "reads f64 [I]", mirrored, GTJIT_HERE),
              GTJIT_DTYPE_ERROR, "reads f64 [I], writes no array");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", arrays, NULL, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "has no address");
  CHECK_ERROR(gtjitRegisterArrays(NULL, arrays, mirrored, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a symbol, got null");
  CHECK_ERROR(gtjitRegisterArrays("host_mirrored", NULL, mirrored, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected the arrays of a function, got null");
  CHECK(gtjitRegisterArrays("host_layers",
                            "updates bool [horizontal X, vertical L, local N from -1 to 2] dense",
                            mirrored, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitRegisterArrays("host_mirrored", arrays, mirrored, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitProgramLoad(runtime, in(folder, "arrays.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  double u[2][3] = {{1, 2, 3}, {4, 5, 6}}, v[2][3];
  gtjitStorage us = wrapRows(runtime, &u[0][0], -1, 3, 0, 2);
  gtjitStorage vs = wrapRows(runtime, &v[0][0], -1, 3, 0, 2);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us), gtjitReal(10)};
  for (int round = 0; round < 3; ++round) {
    CHECK(gtjitProgramCall(program, arguments, 3, GTJIT_HERE) == GTJIT_OK);
    CHECK(v[0][0] == 20 * 3 + 1 && v[0][1] == 20 * 2 + 2 && v[1][2] == 20 * 4 + 6);
  }
  arguments[2] = gtjitReal(0);
  CHECK_ERROR(gtjitProgramCall(program, arguments, 3, GTJIT_HERE), GTJIT_RUNTIME_ERROR,
              "'host_mirrored' reported status 6");
  CHECK(gtjitFailedCount() == 0 && v[0][0] == 61);
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
}

/** The caller repairs the points at which a function has failed. */
static void pointsThatFailAreListed(const char *folder) {
  const gtjitDType type = GTJIT_F64;
  gtjitPrototype prototype = {sizeof(gtjitPrototype), &type, 1, &type, 1, GTJIT_STATUS, 0, 0};
  CHECK(gtjitRegisterExternal("host_checked", &prototype, (gtjitFunction)checked, GTJIT_HERE) ==
        GTJIT_OK);
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, in(folder, "checked.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  double u[2][5] = {{1, -1, 3, 4, 5}, {6, 7, 8, -10, 9}}, v[2][5];
  gtjitStorage us = wrapRows(runtime, &u[0][0], 1, 5, 0, 2);
  gtjitStorage vs = wrapRows(runtime, &v[0][0], 1, 5, 0, 2);
  gtjitArgument arguments[] = {gtjitOut(vs), gtjitIn(us)};
  gtjitFailedPoint point;
  CHECK(gtjitFailedCount() == 0 && !gtjitFailedPointAt(0, &point)); // another failure
  for (int round = 0; round < 3; ++round) {
    CHECK_ERROR(gtjitProgramCall(program, arguments, 2, GTJIT_HERE), GTJIT_RUNTIME_ERROR,
                "'host_checked' reported status 4 at I=2, J=0\n");
    CHECK(strstr(gtjitErrorText(),
                 "note: calls failed at 2 points: status 4 at I=2, J=0; status -300 at I=4, J=1"));
    CHECK(gtjitFailedCount() == 2 && !gtjitFailedPointAt(2, &point) &&
          !gtjitFailedPointAt(0, NULL));
    for (size_t n = 0; gtjitFailedPointAt(n, &point); ++n) {
      CHECK(!strcmp(point.symbol, "host_checked") && point.status == (n ? -300 : 4));
      CHECK(point.dimensionCount == 2 && !strcmp(point.dimensions[0], "I") &&
            !strcmp(point.dimensions[1], "J"));
      v[point.coordinates[1]][point.coordinates[0] - 1] = -7.0;
    }
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 5; ++i)
        CHECK(v[j][i] == (u[j][i] < 0 ? -7.0 : 2.0 * u[j][i] + 1.0));
    CHECK(gtjitStorageTouch(vs, GTJIT_HERE) == GTJIT_OK);
  }
  CHECK(gtjitProgramCall(program, NULL, 1, GTJIT_HERE) == GTJIT_VALUE_ERROR);
  CHECK(gtjitFailedCount() == 0 && !gtjitFailedPointAt(0, &point));
  gtjitStorageRelease(us);
  gtjitStorageRelease(vs);
  gtjitProgramRelease(program);
}

static int memoryIsOut = 0;
static void *takeMemory(void *context, size_t bytes) {
  (void)context;
  void *memory = NULL;
  return memoryIsOut || posix_memalign(&memory, 64, bytes) ? NULL : memory;
}
static void giveMemory(void *context, void *pointer, size_t bytes) {
  (void)context;
  (void)bytes;
  free(pointer);
}

/** A call like one before runs by its plan, which keeps no temporaries while another one runs. */
static void callsLikeOneBeforeNameTheirLine(const char *folder) {
  enum { kRows = 200, kColumns = 100 };
  static double data[2][2][kRows][kColumns + 2];
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.allocator.allocate = takeMemory;
  options.allocator.deallocate = giveMemory;
  gtjitRuntime own = NULL;
  CHECK(gtjitRuntimeCreate(&options, &own) == GTJIT_OK);
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(own, in(folder, "difference.gtp"), GTJIT_HERE, &program) == GTJIT_OK);
  gtjitArgument arguments[2][2];
  for (int shape = 0; shape < 2; ++shape)
    for (int n = 0; n < 2; ++n) {
      gtjitStorage made = wrapRows(own, &data[shape][n][0][0], 0, kColumns, 1, kRows - shape);
      arguments[shape][n] = n ? gtjitIn(made) : gtjitOut(made);
    }
  for (int round = 0; round < 4; ++round)
    CHECK(gtjitProgramCall(program, arguments[round % 2], 2, GTJIT_HERE) == GTJIT_OK);
  memoryIsOut = 1;
  gtjitLine line = {"host.c", 77};
  CHECK_ERROR(gtjitProgramCall(program, arguments[0], 2, line), GTJIT_MEMORY_ERROR,
              "host.c:77: error: cannot allocate ");
  memoryIsOut = 0;
  CHECK(gtjitProgramCall(program, arguments[0], 2, line) == GTJIT_OK);
  for (int shape = 0; shape < 2; ++shape)
    for (int n = 0; n < 2; ++n)
      gtjitStorageRelease(arguments[shape][n].storage);
  gtjitProgramRelease(program);
  gtjitRuntimeDestroy(own);
}

static void *failOnAnotherThread(void *unused) {
  (void)unused;
  gtjitProgram program = NULL;
  CHECK_ERROR(gtjitProgramLoad(runtime, "elsewhere.gtp", GTJIT_HERE, &program), GTJIT_RUNTIME_ERROR,
              "elsewhere.gtp");
  return NULL;
}

static void everyThreadHasItsOwnErrorText(void) {
  gtjitProgram program = NULL;
  CHECK(gtjitProgramLoad(runtime, "here.gtp", GTJIT_HERE, &program) != GTJIT_OK);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, failOnAnotherThread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(strstr(gtjitErrorText(), "here.gtp") && !strstr(gtjitErrorText(), "elsewhere.gtp"));
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : ".";
  CHECK(gtjitRuntimeCreate(NULL, &runtime) == GTJIT_OK);
  aProgramIsDescribed(folder);
  noProgramIsTold(folder);
  aProgramRunsWhereItIsTold(folder);
  aProgramServesEverySize(folder);
  tablesAreArguments(folder);
  nothingIsWrittenAfterAMistake(folder);
  aFailedLoadKeepsTheHandle(folder);
  numbersThatOverflowAreTold(folder);
  anExtremeOfNoPointsHasNoPlace(folder);
  severalOutputsWithoutDimensions(folder);
  numbersOfEveryKind(folder);
  tilesRunOnTheHostsThreads(folder);
  functionsOfTheHostAreCalled(folder);
  functionsOnArraysAreCalled(folder);
  pointsThatFailAreListed(folder);
  callsLikeOneBeforeNameTheirLine(folder);
  everyThreadHasItsOwnErrorText();
  gtjitRuntimeDestroy(runtime);
  return failures != 0;
}
