/*===- StorageTest.c - Runtimes and storages through the C API ------------===*/
#define _POSIX_C_SOURCE 200112L
#include "Checks.h"

#include <stdlib.h>

static gtjitRuntime runtime;

static gtjitAxis axis(const char *name, int64_t start, int64_t extent, int64_t halo,
                      int64_t stride) {
  gtjitAxis result = {name, GTJIT_BY_NAME, start, extent, halo, halo, stride};
  return result;
}

static void everyTypeIsWrappedWhereItLies(void) {
  static unsigned char memory[16 * 24] __attribute__((aligned(64)));
  for (int type = GTJIT_BOOL; type <= GTJIT_C128; ++type) {
    int64_t size = (int64_t)gtjitItemSize((gtjitDType)type);
    gtjitAxis axes[] = {axis("I", 5, 2, 1, size), axis("J", -3, 4, 0, 4 * size)};
    gtjitStorage storage = NULL;
    CHECK(gtjitWrap(runtime, memory, (gtjitDType)type, axes, 2, NULL, NULL, GTJIT_HERE, &storage) ==
          GTJIT_OK);
    void *data = NULL;
    CHECK(gtjitStorageData(storage, GTJIT_HERE, &data) == GTJIT_OK && data == memory);
    CHECK((int)gtjitStorageType(storage) == type && gtjitStorageAxisCount(storage) == 2);
    gtjitAxis shown;
    CHECK(gtjitStorageAxis(storage, 0, &shown) == GTJIT_OK);
    CHECK(!strcmp(shown.name, "I") && shown.start == 5 && shown.extent == 2 && shown.haloLow == 1 &&
          shown.haloHigh == 1 && shown.stride == size && shown.kind == GTJIT_HORIZONTAL);
    CHECK(gtjitStorageAxis(storage, 1, &shown) == GTJIT_OK && shown.stride == 4 * size);
    CHECK_ERROR(gtjitStorageAxis(storage, 2, &shown), GTJIT_INDEX_ERROR,
                "expected an axis below 2, got 2");
    gtjitStorageRelease(storage);
  }
  CHECK(gtjitItemSize((gtjitDType)99) == 0);
}

static void aHaloIsFilled(void) {
  double values[7] = {-1, -1, 1, 2, 3, -1, -1};
  gtjitAxis axes[] = {axis("I", 0, 3, 2, sizeof(double))};
  gtjitStorage storage = NULL;
  CHECK(gtjitWrap(runtime, values, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  gtjitHaloFill around = {"I", GTJIT_PERIODIC, 0};
  CHECK(gtjitFillHalo(storage, &around, 1, GTJIT_HERE) == GTJIT_OK);
  CHECK(values[0] == 2 && values[1] == 3 && values[5] == 1 && values[6] == 2);
  gtjitHaloFill wrong = {"K", GTJIT_CONSTANT, 7};
  CHECK_ERROR(gtjitFillHalo(storage, &wrong, 1, GTJIT_HERE), GTJIT_VALUE_ERROR, "K");
  wrong.kind = (gtjitHaloKind)9;
  CHECK_ERROR(gtjitFillHalo(storage, &wrong, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a kind of halo fill, got number 9");
  wrong.dimension = NULL;
  CHECK_ERROR(gtjitFillHalo(storage, &wrong, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected a dimension of every fill, got null");
  gtjitStorageRelease(storage);
}

static void mistakesAreToldWithTheCallersLine(void) {
  double value = 0;
  gtjitAxis axes[] = {axis("I", 0, 1, 0, sizeof(double))};
  gtjitStorage storage = NULL;
  char place[64];
  snprintf(place, sizeof(place), "StorageTest.c:%d: error:", __LINE__ + 1);
  CHECK_ERROR(gtjitWrap(runtime, NULL, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, place);
  CHECK_ERROR(gtjitWrap(runtime, &value, (gtjitDType)77, axes, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_TYPE_ERROR, "expected an element type, got number 77");
  axes[0].stride = 3;
  CHECK_ERROR(gtjitWrap(runtime, &value, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_LAYOUT_ERROR, "multiples of 8 bytes, got 3 in I");
  axes[0].name = "not a name";
  CHECK_ERROR(gtjitWrap(runtime, &value, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, "not a name");
  CHECK_ERROR(gtjitWrap(runtime, &value, GTJIT_F64, NULL, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, "expected axes, got null");
  axes[0] = axis("I", 0, -4, 0, 8);
  CHECK_ERROR(gtjitZeros(runtime, GTJIT_F64, axes, 1, GTJIT_HERE, &storage), GTJIT_VALUE_ERROR,
              "expected an extent from 0 in I, got -4");
  axes[0].name = NULL;
  CHECK_ERROR(gtjitZeros(runtime, GTJIT_F64, axes, 1, GTJIT_HERE, &storage), GTJIT_VALUE_ERROR,
              "expected a name of every axis, got null");
  CHECK_ERROR(gtjitZeros(NULL, GTJIT_F64, axes, 1, GTJIT_HERE, &storage), GTJIT_VALUE_ERROR,
              "expected a runtime, got null");
  CHECK(storage == NULL);
  CHECK(!strcmp(gtjitCodeName(GTJIT_LAYOUT_ERROR), "LayoutError"));
  CHECK(!strcmp(gtjitCodeName((gtjitCode)200), "UnknownError"));
}

static void coordinatesThatDoNotFitAreTold(void) {
  static double values[10];
  const gtjitAxis wide[] = {
      {"I", GTJIT_BY_NAME, INT64_MAX, 8, 0, 0, sizeof(double)},
      {"I", GTJIT_BY_NAME, INT64_MAX - 8, 8, 0, 0, sizeof(double)},
      {"I", GTJIT_BY_NAME, INT64_MAX - 9, 8, 0, 1, sizeof(double)},
      {"I", GTJIT_BY_NAME, INT64_MIN, 8, 0, 0, sizeof(double)},
      {"I", GTJIT_BY_NAME, INT64_MIN + 2, 8, 1, 0, sizeof(double)},
      {"I", GTJIT_BY_NAME, 0, 8, INT64_MAX, 1, sizeof(double)},
  };
  gtjitStorage storage = NULL;
  for (size_t n = 0; n < sizeof(wide) / sizeof(wide[0]); ++n)
    CHECK_ERROR(
        gtjitWrap(runtime, values, GTJIT_F64, &wide[n], 1, NULL, NULL, GTJIT_HERE, &storage),
        GTJIT_VALUE_ERROR, "expected coordinates from -2^62 to 2^62 in I, got 8 points from ");
  CHECK_ERROR(gtjitZeros(runtime, GTJIT_F64, wide, 1, GTJIT_HERE, &storage), GTJIT_VALUE_ERROR,
              "got 8 points from 9223372036854775807 with a halo of (0,0)");
  gtjitAxis far = {"I", GTJIT_BY_NAME, INT64_MAX / 2 - 20, 8, 1, 1, sizeof(double)};
  CHECK(gtjitWrap(runtime, values, GTJIT_F64, &far, 1, NULL, NULL, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  gtjitStorageRelease(storage);
}

/* Options of a caller that knows of more members than the library, or of fewer. */
static void optionsFitEachOtherByTheirSize(void) {
  struct {
    gtjitRuntimeOptions known;
    int64_t later;
  } longer;
  gtjitRuntime own = NULL;
  memset(&longer, 0x55, sizeof(longer));
  gtjitDefaultRuntimeOptions(&longer.known, sizeof(longer));
  CHECK(longer.known.size == sizeof(longer) && longer.later == 0 && longer.known.threads == 0);
  CHECK(gtjitRuntimeCreate(&longer.known, &own) == GTJIT_OK);
  gtjitRuntimeDestroy(own);
  own = NULL;
  longer.later = 1;
  CHECK_ERROR(gtjitRuntimeCreate(&longer.known, &own), GTJIT_VALUE_ERROR,
              "the runtime options ask for what this library does not have");
  gtjitRuntimeOptions shorter;
  memset(&shorter, 0x55, sizeof(shorter));
  gtjitDefaultRuntimeOptions(&shorter, offsetof(gtjitRuntimeOptions, threads));
  CHECK(shorter.size == offsetof(gtjitRuntimeOptions, threads) && shorter.threads == 0x55555555);
  CHECK(gtjitRuntimeCreate(&shorter, &own) == GTJIT_OK); /* the rest is not looked at */
  gtjitRuntimeDestroy(own);
  own = NULL;
  shorter.size = 0;
  CHECK_ERROR(gtjitRuntimeCreate(&shorter, &own), GTJIT_VALUE_ERROR,
              "expected runtime options from gtjitDefaultRuntimeOptions");
  CHECK(own == NULL);
  gtjitDefaultRuntimeOptions(NULL, sizeof(shorter));
  CHECK(gtjitVersion() == GTJIT_VERSION);
}

static void constantsAreReadAndNeverWritten(void) {
  static const double constants[] = {1, 2, 3};
  gtjitAxis axes[] = {axis("I", 0, 2, 0, sizeof(double))};
  axes[0].haloLow = 1;
  gtjitStorage storage = NULL;
  CHECK(gtjitWrapReadOnly(runtime, constants, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE,
                          &storage) == GTJIT_OK);
  gtjitStorageName(storage, "c");
  gtjitHaloFill around = {"I", GTJIT_EXTEND, 0};
  CHECK_ERROR(gtjitFillHalo(storage, &around, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "cannot write 'c': its memory is read-only");
  CHECK(gtjitStorageNontemporal(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK_ERROR(gtjitFillHalo(storage, &around, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "cannot write 'c': its memory is read-only");
  gtjitStorageRelease(storage);
}

/* It is written past the caches, and is the same but for that. */
static void nontemporalStoragesKeepWhatTheyAre(void) {
  static double values[] = {0, 1, 2, 0};
  gtjitAxis axes[] = {axis("I", 5, 2, 1, sizeof(double))}, shown;
  gtjitStorage storage = NULL;
  void *data = NULL;
  CHECK(gtjitWrap(runtime, values, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  gtjitStorageName(storage, "n");
  CHECK(gtjitStorageNontemporal(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitStorageNontemporal(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitStorageAxis(storage, 0, &shown) == GTJIT_OK && shown.start == 5 && shown.extent == 2 &&
        shown.haloLow == 1 && shown.haloHigh == 1);
  CHECK(gtjitStorageData(storage, GTJIT_HERE, &data) == GTJIT_OK && data == values);
  gtjitHaloFill around = {"I", GTJIT_PERIODIC, 0}, wrong = {"K", GTJIT_PERIODIC, 0};
  CHECK(gtjitFillHalo(storage, &around, 1, GTJIT_HERE) == GTJIT_OK);
  CHECK(values[0] == 2 && values[3] == 1);
  CHECK_ERROR(gtjitFillHalo(storage, &wrong, 1, GTJIT_HERE), GTJIT_VALUE_ERROR, "'n'");
  CHECK_ERROR(gtjitStorageNontemporal(NULL, GTJIT_HERE), GTJIT_VALUE_ERROR, "a storage");
  gtjitStorageRelease(storage);
}

/* A failed call leaves what the caller holds. */
static void failedCallsKeepTheHandle(void) {
  static double values[3];
  gtjitAxis axes[] = {axis("I", 0, 3, 0, sizeof(double))};
  gtjitStorage storage = NULL;
  CHECK(gtjitWrap(runtime, values, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  gtjitStorage held = storage;
  CHECK_ERROR(gtjitWrap(runtime, NULL, GTJIT_F64, axes, 1, NULL, NULL, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, "got null");
  CHECK_ERROR(gtjitZeros(NULL, GTJIT_F64, axes, 1, GTJIT_HERE, &storage), GTJIT_VALUE_ERROR,
              "got null");
  CHECK(storage == held && gtjitStorageAxisCount(storage) == 1);
  gtjitRuntime kept = runtime;
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.threads = -3;
  CHECK_ERROR(gtjitRuntimeCreate(&options, &kept), GTJIT_VALUE_ERROR, "got -3");
  CHECK(kept == runtime);
  gtjitStorageRelease(storage);
}

static void placesMayBeMadeAtRunTime(void) {
  char name[] = "model.py";
  gtjitLine line = gtjitLineOf(name, 12);
  memset(name, 'x', sizeof(name) - 1);
  CHECK(!strcmp(line.file, "model.py") && line.line == 12 && line.file != name);
  CHECK(gtjitLineOf("model.py", 13).file == line.file);
  CHECK(gtjitLineOf(NULL, 13).file == NULL);
  gtjitStorage storage = NULL;
  CHECK_ERROR(gtjitZeros(NULL, GTJIT_F64, NULL, 0, line, &storage), GTJIT_VALUE_ERROR,
              "model.py:12: error: ");
}

/* The caller gives no line to gtjitRuntimeCreate, so the message begins with none. */
static void badOptionsAreToldWithoutALine(void) {
  gtjitRuntime own = NULL;
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.threads = -3;
  CHECK_ERROR(gtjitRuntimeCreate(&options, &own), GTJIT_VALUE_ERROR, "got -3");
  CHECK(!strncmp(gtjitErrorText(), "error: ", 7));
  setenv("GTJIT_THREADS", "many", 1);
  CHECK_ERROR(gtjitRuntimeCreate(NULL, &own), GTJIT_VALUE_ERROR, "GTJIT_THREADS: expected a");
  CHECK(!strncmp(gtjitErrorText(), "error: ", 7));
  unsetenv("GTJIT_THREADS");
  CHECK(own == NULL);
}

static void noStorageIsTold(void) {
  void *data = NULL;
  gtjitAxis shown;
  double value = 0;
  gtjitHaloFill fill = {"I", GTJIT_PERIODIC, 0};
  CHECK(gtjitStorageType(NULL) == GTJIT_NO_TYPE && gtjitItemSize(GTJIT_NO_TYPE) == 0);
  CHECK(gtjitStorageAxisCount(NULL) == 0);
  CHECK_ERROR(gtjitStorageAxis(NULL, 0, &shown), GTJIT_VALUE_ERROR, "expected a storage, got null");
  CHECK_ERROR(gtjitStorageData(NULL, GTJIT_HERE, &data), GTJIT_VALUE_ERROR, "a storage, got null");
  CHECK_ERROR(gtjitStorageTouch(NULL, GTJIT_HERE), GTJIT_VALUE_ERROR, "a storage, got null");
  CHECK_ERROR(gtjitStorageName(NULL, "u"), GTJIT_VALUE_ERROR, "a storage, got null");
  CHECK_ERROR(gtjitFillHalo(NULL, &fill, 1, GTJIT_HERE), GTJIT_VALUE_ERROR, "a storage, got null");
  gtjitStorage storage = NULL;
  CHECK(gtjitWrap(runtime, &value, GTJIT_F64, NULL, 0, NULL, NULL, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  gtjitStorageSwap(NULL, NULL);
  gtjitStorageSwap(storage, NULL);
  gtjitStorageSwap(NULL, storage);
  CHECK(gtjitStorageData(storage, GTJIT_HERE, &data) == GTJIT_OK && data == &value);
  CHECK_ERROR(gtjitStorageAxis(storage, 0, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the axis, got null");
  CHECK_ERROR(gtjitStorageData(storage, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the address, got null");
  CHECK_ERROR(gtjitStorageName(storage, NULL), GTJIT_VALUE_ERROR, "expected a name, got null");
  CHECK_ERROR(gtjitFillHalo(storage, NULL, 1, GTJIT_HERE), GTJIT_VALUE_ERROR,
              "expected what to fill the halo with, got null");
  gtjitStorageRelease(storage);
  CHECK_ERROR(gtjitZeros(runtime, GTJIT_F64, NULL, 0, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the storage, got null");
  CHECK_ERROR(gtjitRuntimeCreate(NULL, NULL), GTJIT_VALUE_ERROR, "a place for the runtime");
  CHECK_ERROR(gtjitFail(GTJIT_KEY_ERROR, GTJIT_HERE, NULL), GTJIT_KEY_ERROR, "error: ");
  gtjitRuntimeDestroy(NULL);
}

static void countRelease(void *owner) { ++*(int *)owner; }

static void theOwnerIsReleasedOnce(void) {
  double value = 0;
  gtjitAxis axes[] = {axis("I", 0, 1, 0, sizeof(double))};
  int released = 0;
  gtjitStorage storage = NULL;
  CHECK(gtjitWrap(runtime, &value, GTJIT_F64, axes, 1, countRelease, &released, GTJIT_HERE,
                  &storage) == GTJIT_OK);
  CHECK(released == 0);
  gtjitStorageRelease(storage);
  CHECK(released == 1);
  CHECK(gtjitWrap(runtime, NULL, GTJIT_F64, axes, 1, countRelease, &released, GTJIT_HERE,
                  &storage) == GTJIT_VALUE_ERROR);
  CHECK(released == 2);
  gtjitStorageRelease(NULL);
}

static void theLastOwnerEndsTheStorage(void) {
  double values[2] = {1, 2};
  int released = 0, unreleased = 0;
  gtjitStorage storage = NULL, other = NULL;
  CHECK(gtjitWrap(runtime, &values[0], GTJIT_F64, NULL, 0, countRelease, &released, GTJIT_HERE,
                  &storage) == GTJIT_OK);
  CHECK(gtjitWrap(runtime, &values[1], GTJIT_F64, NULL, 0, countRelease, &unreleased, GTJIT_HERE,
                  &other) == GTJIT_OK);
  CHECK(gtjitStorageRetain(storage) == storage && gtjitStorageRetain(NULL) == NULL);
  gtjitStorageSwap(storage, other); /* the owners stay with the handles */
  gtjitStorageRelease(other);
  CHECK(released == 1);
  gtjitStorageRelease(storage);
  CHECK(unreleased == 0);
  void *data = NULL;
  CHECK(gtjitStorageData(storage, GTJIT_HERE, &data) == GTJIT_OK && data == &values[1]);
  gtjitStorageRelease(storage);
  CHECK(unreleased == 1);
}

static void theLastOwnerEndsTheRuntime(void) {
  gtjitRuntime own = NULL;
  CHECK(gtjitRuntimeCreate(NULL, &own) == GTJIT_OK);
  CHECK(gtjitRuntimeRetain(own) == own && gtjitRuntimeRetain(NULL) == NULL);
  gtjitRuntimeDestroy(own);
  gtjitStorage storage = NULL;
  CHECK(gtjitZeros(own, GTJIT_F64, NULL, 0, GTJIT_HERE, &storage) == GTJIT_OK);
  gtjitStorageRelease(storage);
  gtjitRuntimeDestroy(own);
}

static void *countingAllocate(void *context, size_t bytes) {
  ++*(int *)context;
  void *memory = NULL;
  return posix_memalign(&memory, 64, bytes) == 0 ? memory : NULL;
}
static void countingFree(void *context, void *pointer, size_t bytes) {
  --*(int *)context;
  (void)bytes;
  free(pointer);
}

static int oneThread(void *context) { return context ? 1 : 1; }

static void executorsAreWhole(void) {
  gtjitRuntimeOptions options;
  gtjitRuntime own = NULL;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.executor.threads = oneThread;
  CHECK_ERROR(gtjitRuntimeCreate(&options, &own), GTJIT_VALUE_ERROR,
              "expected an executor with both 'run' and 'threads'");
}

static void memoryComesFromTheHost(void) {
  int blocks = 0;
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.allocator.context = &blocks;
  options.allocator.allocate = countingAllocate;
  gtjitRuntime own = NULL;
  CHECK_ERROR(gtjitRuntimeCreate(&options, &own), GTJIT_VALUE_ERROR,
              "expected an allocator with both 'allocate' and 'deallocate'");
  options.allocator.deallocate = countingFree;
  CHECK(gtjitRuntimeCreate(&options, &own) == GTJIT_OK);
  gtjitAxis axes[] = {axis("I", 0, 100, 1, 0)};
  gtjitStorage storage = NULL;
  CHECK(gtjitZeros(own, GTJIT_F32, axes, 1, GTJIT_HERE, &storage) == GTJIT_OK);
  CHECK(blocks == 1);
  gtjitRuntimeDestroy(own); /* the storage lives on */
  void *data = NULL;
  CHECK(gtjitStorageData(storage, GTJIT_HERE, &data) == GTJIT_OK && ((float *)data)[50] == 0);
  gtjitStorageRelease(storage);
  CHECK(blocks == 0);
}

int main(void) {
  CHECK(gtjitRuntimeCreate(NULL, &runtime) == GTJIT_OK);
  CHECK(!strcmp(gtjitErrorText(), ""));
  everyTypeIsWrappedWhereItLies();
  aHaloIsFilled();
  mistakesAreToldWithTheCallersLine();
  coordinatesThatDoNotFitAreTold();
  optionsFitEachOtherByTheirSize();
  constantsAreReadAndNeverWritten();
  nontemporalStoragesKeepWhatTheyAre();
  failedCallsKeepTheHandle();
  placesMayBeMadeAtRunTime();
  badOptionsAreToldWithoutALine();
  noStorageIsTold();
  theOwnerIsReleasedOnce();
  theLastOwnerEndsTheStorage();
  theLastOwnerEndsTheRuntime();
  executorsAreWhole();
  memoryComesFromTheHost();
  gtjitRuntimeDestroy(runtime);
  return failures != 0;
}
