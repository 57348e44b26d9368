/*===- DeviceTest.c - Storages on a device in the C API --------------------===*/
#include "Checks.h"

#include <stdlib.h>
#include <string.h>

static gtjitRuntime runtime;
static const gtjitAxis points = {"I", GTJIT_BY_NAME, 0, 4, 0, 0, sizeof(double)};

static gtjitSyncState stateOf(gtjitStorage storage) {
  gtjitSyncState state = GTJIT_SYNC_CLEAN;
  CHECK(gtjitStorageSyncState(storage, GTJIT_HERE, &state) == GTJIT_OK);
  return state;
}

static gtjitStorage zerosOf(gtjitKind kind) {
  gtjitStorage storage = NULL;
  CHECK(gtjitZerosOfKind(runtime, kind, GTJIT_F64, &points, 1, GTJIT_HERE, &storage) == GTJIT_OK);
  CHECK(gtjitStorageKind(storage) == kind);
  return storage;
}

static void kindsHaveTheirMemory(void) {
  gtjitKind kind;
  for (kind = GTJIT_CPU; kind <= GTJIT_GPU; ++kind) {
    gtjitStorage storage = zerosOf(kind);
    void *host = NULL, *device = NULL;
    CHECK(gtjitStorageData(storage, GTJIT_HERE, &host) == GTJIT_OK);
    CHECK(gtjitStorageDeviceData(storage, GTJIT_HERE, &device) == GTJIT_OK);
    CHECK((host != NULL) == (kind != GTJIT_GPU));
    CHECK((device != NULL) == (kind != GTJIT_CPU));
    CHECK((host == device) == (kind == GTJIT_CUDA_MANAGED_GPU));
    gtjitStorageRelease(storage);
  }
}

static void memoriesAreDescribedAsNumPyAndCudaDo(void) {
  gtjitKind kind;
  const double values[4] = {1, 2, 3, 4};
  gtjitStorage constants = NULL;
  gtjitArrayInterface array;
  int onDevice;
  for (kind = GTJIT_CPU; kind <= GTJIT_GPU; ++kind) {
    gtjitStorage storage = zerosOf(kind);
    void *address[2] = {NULL, NULL};
    CHECK(gtjitStorageData(storage, GTJIT_HERE, &address[0]) == GTJIT_OK);
    CHECK(gtjitStorageDeviceData(storage, GTJIT_HERE, &address[1]) == GTJIT_OK);
    for (onDevice = 0; onDevice < 2; ++onDevice) {
      gtjitCode code = gtjitStorageArrayInterface(storage, onDevice, GTJIT_HERE, &array);
      CHECK(code == (address[onDevice] ? GTJIT_OK : GTJIT_NO_SUCH_BUFFER));
      if (code == GTJIT_OK)
        CHECK(array.data == address[onDevice] && !array.readOnly &&
              strcmp(array.typestr, "<f8") == 0);
    }
    gtjitStorageRelease(storage);
  }
  CHECK(gtjitWrapReadOnly(runtime, values, GTJIT_F64, &points, 1, NULL, NULL, GTJIT_HERE,
                          &constants) == GTJIT_OK);
  CHECK(gtjitStorageArrayInterface(constants, 0, GTJIT_HERE, &array) == GTJIT_OK);
  CHECK(array.data == values && array.readOnly);
  CHECK_ERROR(gtjitStorageArrayInterface(constants, 0, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the description, got null");
  gtjitStorageRelease(constants);
  CHECK_ERROR(gtjitStorageArrayInterface(NULL, 0, GTJIT_HERE, &array), GTJIT_VALUE_ERROR,
              "a storage, got null");
}

static void theStateFollowsWhatIsTold(void) {
  gtjitStorage storage = zerosOf(GTJIT_SOFTWARE_MANAGED_GPU), plain = zerosOf(GTJIT_CPU);
  gtjitSyncState state;
  CHECK(gtjitStorageSynchronize(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_CLEAN);
  CHECK(gtjitStorageSetDeviceModified(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_DEVICE_DIRTY);
  CHECK(gtjitStorageHostToDevice(storage, 0, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_DEVICE_DIRTY);
  CHECK(gtjitStorageDeviceToHost(storage, 0, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_CLEAN);
  CHECK(gtjitStorageSetHostModified(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_HOST_DIRTY);
  CHECK(gtjitStorageHostToDevice(storage, 1, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_CLEAN);
  CHECK(gtjitStorageTouch(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(gtjitStorageSetSynchronized(storage, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_CLEAN);
  CHECK_ERROR(gtjitStorageSyncState(plain, GTJIT_HERE, &state), GTJIT_TYPE_ERROR,
              "expected a SoftwareManagedGPUStorage, got the CPUStorage");
  CHECK_ERROR(gtjitStorageSynchronize(NULL, GTJIT_HERE), GTJIT_VALUE_ERROR, "a storage, got null");
  CHECK(gtjitStorageSynchronize(plain, GTJIT_HERE) == GTJIT_OK);
  CHECK_ERROR(gtjitStorageSyncState(storage, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the state, got null");
  gtjitStorageRelease(storage);
  gtjitStorageRelease(plain);
}

static void count(void *owner) { ++*(int *)owner; }

static void memoryOfBothSidesIsWrapped(void) {
  double values[4] = {1, 2, 3, 4};
  int released = 0;
  void *device = NULL, *address = NULL;
  gtjitStorage memory = zerosOf(GTJIT_GPU), storage = NULL, there = NULL;
  CHECK(gtjitStorageDeviceData(memory, GTJIT_HERE, &device) == GTJIT_OK);
  CHECK(gtjitWrapOfKind(runtime, GTJIT_SOFTWARE_MANAGED_GPU, values, device, GTJIT_F64, &points, 1,
                        count, &released, GTJIT_HERE, &storage) == GTJIT_OK);
  CHECK(stateOf(storage) == GTJIT_SYNC_CLEAN);
  CHECK(gtjitStorageHostToDevice(storage, 1, GTJIT_HERE) == GTJIT_OK);
  memset(values, 0, sizeof(values));
  CHECK(gtjitStorageDeviceToHost(storage, 1, GTJIT_HERE) == GTJIT_OK);
  CHECK(values[0] == 1 && values[3] == 4);
  CHECK(released == 0);
  gtjitStorageRelease(storage);
  CHECK(released == 1);

  CHECK(gtjitWrapOfKind(runtime, GTJIT_GPU, NULL, device, GTJIT_F64, &points, 1, NULL, NULL,
                        GTJIT_HERE, &there) == GTJIT_OK);
  CHECK(gtjitStorageDeviceData(there, GTJIT_HERE, &address) == GTJIT_OK && address == device);
  gtjitStorageRelease(there);
  CHECK_ERROR(gtjitWrapOfKind(runtime, GTJIT_GPU, values, device, GTJIT_F64, &points, 1, NULL, NULL,
                              GTJIT_HERE, &there),
              GTJIT_VALUE_ERROR, "expected one address for a storage with one memory, got two");
  CHECK_ERROR(gtjitWrapOfKind(runtime, (gtjitKind)7, values, NULL, GTJIT_F64, &points, 1, NULL,
                              NULL, GTJIT_HERE, &there),
              GTJIT_VALUE_ERROR, "expected a kind of storage, got number 7");
  gtjitStorageRelease(memory);
}

static void twoStoragesShareOneState(void) {
  double values[4] = {1, 2, 3, 4};
  void *device = NULL;
  gtjitStorage memory = zerosOf(GTJIT_GPU), first = NULL, second = NULL, none = NULL;
  CHECK(gtjitStorageDeviceData(memory, GTJIT_HERE, &device) == GTJIT_OK);
  CHECK(gtjitWrapOfKind(runtime, GTJIT_SOFTWARE_MANAGED_GPU, values, device, GTJIT_F64, &points, 1,
                        NULL, NULL, GTJIT_HERE, &first) == GTJIT_OK);
  CHECK(gtjitWrapSharing(first, runtime, values, device, GTJIT_F64, &points, 1, NULL, NULL,
                         GTJIT_HERE, &second) == GTJIT_OK);
  CHECK(gtjitStorageSetHostModified(second, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(first) == GTJIT_SYNC_HOST_DIRTY);
  CHECK(gtjitStorageHostToDevice(first, 0, GTJIT_HERE) == GTJIT_OK);
  CHECK(stateOf(second) == GTJIT_SYNC_CLEAN);
  CHECK_ERROR(gtjitWrapSharing(memory, runtime, values, device, GTJIT_F64, &points, 1, NULL, NULL,
                               GTJIT_HERE, &none),
              GTJIT_TYPE_ERROR, "expected a SoftwareManagedGPUStorage, got the GPUStorage");
  CHECK_ERROR(gtjitWrapSharing(NULL, runtime, values, device, GTJIT_F64, &points, 1, NULL, NULL,
                               GTJIT_HERE, &none),
              GTJIT_VALUE_ERROR, "a storage to share the state with, got null");
  gtjitStorageRelease(first);
  gtjitStorageRelease(second);
  gtjitStorageRelease(memory);
}

static void presetsHaveNames(void) {
  gtjitStorage storage = NULL;
  CHECK(gtjitZerosOfPreset(runtime, "gtcuda", GTJIT_F64, &points, 1, GTJIT_HERE, &storage) ==
        GTJIT_OK);
  CHECK(gtjitStorageKind(storage) == GTJIT_SOFTWARE_MANAGED_GPU);
  gtjitStorageRelease(storage);
  CHECK_ERROR(gtjitZerosOfPreset(runtime, "gtnone", GTJIT_F64, &points, 1, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, "gtnone");
  CHECK_ERROR(gtjitZerosOfPreset(runtime, NULL, GTJIT_F64, &points, 1, GTJIT_HERE, &storage),
              GTJIT_VALUE_ERROR, "the name of a preset, got null");
}

static void tensorsGoThereAndBack(void) {
  gtjitStorage storage = zerosOf(GTJIT_CPU), again = NULL;
  struct DLManagedTensorVersioned *tensor = NULL;
  struct DLManagedTensor *old = NULL;
  void *first = NULL, *second = NULL;
  CHECK_ERROR(gtjitToDLPack(storage, 0, GTJIT_HERE, &tensor), GTJIT_VALUE_ERROR,
              "expected a stream");
  CHECK_ERROR(gtjitToDLPack(storage, 1, GTJIT_HERE, NULL), GTJIT_VALUE_ERROR,
              "expected a place for the tensor, got null");
  CHECK(gtjitToDLPack(storage, 1, GTJIT_HERE, &tensor) == GTJIT_OK);
  CHECK(gtjitStorageData(storage, GTJIT_HERE, &first) == GTJIT_OK);
  gtjitStorageRelease(storage);
  CHECK(gtjitFromDLPack(runtime, tensor, 1, GTJIT_HERE, &again) == GTJIT_OK);
  CHECK(gtjitStorageData(again, GTJIT_HERE, &second) == GTJIT_OK && second == first);
  CHECK(gtjitToDLPackUnversioned(again, -1, GTJIT_HERE, &old) == GTJIT_OK);
  gtjitStorageRelease(again);
  CHECK(gtjitFromDLPackUnversioned(runtime, old, 2, GTJIT_HERE, &again) == GTJIT_OK);
  CHECK(gtjitStorageData(again, GTJIT_HERE, &second) == GTJIT_OK && second == first);
  gtjitStorageRelease(again);
  CHECK_ERROR(gtjitFromDLPack(runtime, NULL, 1, GTJIT_HERE, &again), GTJIT_VALUE_ERROR,
              "a tensor, got null");
  CHECK_ERROR(gtjitToDLPack(NULL, 1, GTJIT_HERE, &tensor), GTJIT_VALUE_ERROR,
              "a storage, got null");
}

static void waitsAreForWhatWasStarted(void) {
  gtjitRuntimeOptions options;
  gtjitRuntime other = NULL;
  CHECK(gtjitRuntimeWait(runtime, GTJIT_HERE) == GTJIT_OK);
  CHECK_ERROR(gtjitRuntimeWait(NULL, GTJIT_HERE), GTJIT_VALUE_ERROR, "a runtime, got null");
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.stream = &options;
  if (!getenv("GTJIT_DEVICE"))
    CHECK_ERROR(gtjitRuntimeCreate(&options, &other), GTJIT_VALUE_ERROR,
                "expected none without a device");
}

int main(void) {
  gtjitRuntimeOptions options;
  gtjitDefaultRuntimeOptions(&options, sizeof(options));
  options.device = "emulated";
  CHECK(gtjitRuntimeCreate(&options, &runtime) == GTJIT_OK);
  kindsHaveTheirMemory();
  memoriesAreDescribedAsNumPyAndCudaDo();
  theStateFollowsWhatIsTold();
  memoryOfBothSidesIsWrapped();
  twoStoragesShareOneState();
  presetsHaveNames();
  tensorsGoThereAndBack();
  waitsAreForWhatWasStarted();
  gtjitRuntimeDestroy(runtime);
  return failures != 0;
}
