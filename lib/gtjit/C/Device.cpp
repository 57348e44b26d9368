//===- Device.cpp - Storages on a device, for C ---------------------------===//

#include "gtjit/C/NewStorage.h"
#include "gtjit/Types/NpyHeader.h"

#include <string>

using namespace gtjit;
using namespace gtjit::detail;

static_assert(GTJIT_CPU == static_cast<int>(StorageKind::CPU));
static_assert(GTJIT_SOFTWARE_MANAGED_GPU == static_cast<int>(StorageKind::SoftwareManagedGPU));
static_assert(GTJIT_CUDA_MANAGED_GPU == static_cast<int>(StorageKind::CudaManagedGPU));
static_assert(GTJIT_GPU == static_cast<int>(StorageKind::GPU));
static_assert(GTJIT_SYNC_CLEAN == static_cast<int>(SYNC_CLEAN));
static_assert(GTJIT_SYNC_HOST_DIRTY == static_cast<int>(SYNC_HOST_DIRTY));
static_assert(GTJIT_SYNC_DEVICE_DIRTY == static_cast<int>(SYNC_DEVICE_DIRTY));

/// Sets the options that stand for a kind.
static void setKind(StorageOptions &options, gtjitKind kind, SourceLine line) {
  if (kind < GTJIT_CPU || kind > GTJIT_GPU)
    throw ValueError(line, "expected a kind of storage, got number " + std::to_string(kind));
  options.device = kind == GTJIT_CPU ? NameOrNone(nullptr) : NameOrNone("gpu");
  options.managed = kind == GTJIT_GPU                ? NameOrNone(nullptr)
                    : kind == GTJIT_CUDA_MANAGED_GPU ? NameOrNone("cuda")
                                                     : NameOrNone("gt4py");
}

gtjitCode gtjitZerosOfKind(gtjitRuntime runtime, gtjitKind kind, gtjitDType type,
                           const gtjitAxis *axes, size_t axisCount, gtjitLine line,
                           gtjitStorage *storage) {
  auto fill = [&](Description &wanted, SourceLine here) {
    setKind(wanted.options, kind, here);
    return zerosOf(runtime, type, wanted, here);
  };
  return newStorage(runtime, axes, axisCount, {}, line, storage, fill);
}

gtjitCode gtjitZerosOfPreset(gtjitRuntime runtime, const char *preset, gtjitDType type,
                             const gtjitAxis *axes, size_t axisCount, gtjitLine line,
                             gtjitStorage *storage) {
  auto fill = [&](Description &wanted, SourceLine here) {
    requirePointer(preset, "the name of a preset", here);
    wanted.options.preset = preset;
    return zerosOf(runtime, type, wanted, here);
  };
  return newStorage(runtime, axes, axisCount, {}, line, storage, fill);
}

gtjitCode gtjitWrapOfKind(gtjitRuntime runtime, gtjitKind kind, void *data, void *deviceData,
                          gtjitDType type, const gtjitAxis *axes, size_t axisCount,
                          gtjitReleaseFunction release, void *owner, gtjitLine line,
                          gtjitStorage *storage) {
  auto wrap = [&](Description &wanted, SourceLine here) {
    setKind(wanted.options, kind, here);
    if (kind != GTJIT_SOFTWARE_MANAGED_GPU && (kind == GTJIT_GPU ? data : deviceData))
      throw ValueError(here, "expected one address for a storage with one memory, got two");
    if (kind == GTJIT_SOFTWARE_MANAGED_GPU)
      wanted.options.device_data = deviceData;
    return runtime->runtime.wrap(kind == GTJIT_GPU ? deviceData : data, checkedType(type, here),
                                 wanted.domain, std::move(wanted.options), here);
  };
  return newStorage(runtime, axes, axisCount, {release, owner}, line, storage, wrap);
}

gtjitCode gtjitWrapSharing(gtjitStorage other, gtjitRuntime runtime, void *data, void *deviceData,
                           gtjitDType type, const gtjitAxis *axes, size_t axisCount,
                           gtjitReleaseFunction release, void *owner, gtjitLine line,
                           gtjitStorage *storage) {
  auto wrap = [&](Description &wanted, SourceLine here) {
    requirePointer(other, "a storage to share the state with", here);
    wanted.options.sync_state = SoftwareManagedGPUStorage(other->storage, here).sync_state(here);
    setKind(wanted.options, GTJIT_SOFTWARE_MANAGED_GPU, here);
    wanted.options.device_data = deviceData;
    return runtime->runtime.wrap(data, checkedType(type, here), wanted.domain,
                                 std::move(wanted.options), here);
  };
  return newStorage(runtime, axes, axisCount, {release, owner}, line, storage, wrap);
}

gtjitKind gtjitStorageKind(gtjitStorage storage) {
  return storage ? static_cast<gtjitKind>(storage->storage.kind({})) : GTJIT_CPU;
}

gtjitCode gtjitStorageDeviceData(gtjitStorage storage, gtjitLine line, void **data) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    requirePointer(data, "a place for the address", sourceLine(line));
    *data = storage->storage.device_data(sourceLine(line));
  });
}

gtjitCode gtjitStorageArrayInterface(gtjitStorage storage, int onDevice, gtjitLine line,
                                     gtjitArrayInterface *array) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a storage", here);
    requirePointer(array, "a place for the description", here);
    ArrayData view =
        onDevice ? storage->storage.device_view(here) : storage->storage.host_view(here);
    *array = {view.data(), view.readOnly(), {}};
    npyTypeText(view.dtype()).copy(array->typestr, sizeof(array->typestr) - 1);
  });
}

gtjitCode gtjitStorageSyncState(gtjitStorage storage, gtjitLine line, gtjitSyncState *state) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(storage, "a storage", here);
    requirePointer(state, "a place for the state", here);
    SoftwareManagedGPUStorage managed(storage->storage, here);
    *state = static_cast<gtjitSyncState>(managed.sync_state(here).state(here));
  });
}

/// Calls `change` with the storage and the line.
template <class Change>
static gtjitCode changeState(gtjitStorage storage, gtjitLine line, Change change) {
  return guarded([&] {
    requirePointer(storage, "a storage", sourceLine(line));
    change(storage->storage, sourceLine(line));
  });
}

gtjitCode gtjitStorageSetHostModified(gtjitStorage storage, gtjitLine line) {
  return changeState(storage, line, [](Storage &s, SourceLine l) { s.set_host_modified(l); });
}
gtjitCode gtjitStorageSetDeviceModified(gtjitStorage storage, gtjitLine line) {
  return changeState(storage, line, [](Storage &s, SourceLine l) { s.set_device_modified(l); });
}
gtjitCode gtjitStorageSetSynchronized(gtjitStorage storage, gtjitLine line) {
  return changeState(storage, line, [](Storage &s, SourceLine l) { s.set_synchronized(l); });
}
gtjitCode gtjitStorageHostToDevice(gtjitStorage storage, int force, gtjitLine line) {
  return changeState(storage, line,
                     [&](Storage &s, SourceLine l) { s.host_to_device({.force = force != 0}, l); });
}
gtjitCode gtjitStorageDeviceToHost(gtjitStorage storage, int force, gtjitLine line) {
  return changeState(storage, line,
                     [&](Storage &s, SourceLine l) { s.device_to_host({.force = force != 0}, l); });
}
gtjitCode gtjitStorageSynchronize(gtjitStorage storage, gtjitLine line) {
  return changeState(storage, line, [](Storage &s, SourceLine l) { s.synchronize(l); });
}
