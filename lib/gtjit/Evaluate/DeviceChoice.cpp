//===- DeviceChoice.cpp - Host or device? ---------------------------------===//
//
// Of the storages that an expression reads the first one that is managed decides; without
// one all must have memory on the same side. Values that are there already go to the side
// where they are, if the target has memory there.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/DeviceChoice.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/RuntimeState.h"

#include <algorithm>

namespace gtjit::detail {

using enum StorageKind;

bool isCurrentOnDevice(const Block &block) {
  if (block.kind == SoftwareManagedGPU)
    return block.onDevice.load()->state() != SYNC_HOST_DIRTY;
  return block.kind != CPU;
}

namespace {

bool isManaged(StorageKind kind) { return kind == SoftwareManagedGPU || kind == CudaManagedGPU; }

/// What an expression reads, from left to right.
class Inputs {
public:
  explicit Inputs(const NodeRef &value) {
    std::vector<StoreRequest> stores(1);
    stores.front().value = value;
    leaves = ExpressionReads(stores).leaves();
  }

  const std::vector<const Node *> &all() const { return leaves; }
  static const Block &blockOf(const Node *leaf) { return *leaf->memory()->block; }
  const Node *first(StorageKind kind) const {
    auto found = std::find_if(leaves.begin(), leaves.end(),
                              [&](const Node *leaf) { return blockOf(leaf).kind == kind; });
    return found == leaves.end() ? nullptr : *found;
  }
  bool has(StorageKind kind) const { return first(kind) != nullptr; }
  bool hasManaged() const { return has(SoftwareManagedGPU) || has(CudaManagedGPU); }

  /// The kind of the storage that decides.
  StorageKind handler() const {
    for (const Node *leaf : leaves)
      if (isManaged(blockOf(leaf).kind))
        return blockOf(leaf).kind;
    return has(GPU) ? GPU : CPU;
  }

private:
  std::vector<const Node *> leaves;
};

[[noreturn]] void throwApart(const std::string &host, const std::string &device, SourceLine line) {
  throw TypeError(line, host + " has memory on the host alone and " + device +
                            " on the device alone; copy one of them, or use managed storages");
}

std::string describe(const StoreRequest &store) {
  return store.targetName.empty() ? "the target" : "'" + std::string(store.targetName) + "'";
}

/// Of the target; of what has no memory yet as of its values.
StorageKind kindOf(const StoreRequest &store, const Inputs &inputs) {
  return store.target.block ? store.target.block->kind : inputs.handler();
}

/// Throws for memory on one side alone that would meet memory on the other side alone.
void checkSides(const StoreRequest &store, const Inputs &inputs, bool isReady) {
  const Node *host = inputs.first(CPU), *device = inputs.first(GPU);
  StorageKind target = kindOf(store, inputs);
  if (target == CPU && device)
    throwApart(describe(store), detail::describe(*device), store.line);
  if (inputs.hasManaged() || isReady)
    return;
  if (host && device)
    throwApart(detail::describe(*host), detail::describe(*device), store.line);
  if (target == GPU && host)
    throwApart(detail::describe(*host), describe(store), store.line);
}

/// Where values that are there are copied.
bool copiesOnDevice(StorageKind target, const Inputs &value) {
  if (value.all().empty())
    return target == GPU; // a number
  const Block &block = Inputs::blockOf(value.all().front());
  if (target == CPU && block.kind == CPU)
    return true; // where the values of plain memory are is nobody's business
  return target == GPU || (target == CudaManagedGPU && block.kind != CPU) ||
         (target == SoftwareManagedGPU && isCurrentOnDevice(block));
}

/// Where an expression is computed.
bool computesOnDevice(StorageKind target, const Inputs &inputs) {
  if (target == GPU)
    return true;
  switch (inputs.handler()) {
  case CPU:
    return target == CPU; // as above
  case GPU:
    return true;
  case CudaManagedGPU:
    return !inputs.has(CPU);
  case SoftwareManagedGPU:
    break;
  }
  return std::any_of(inputs.all().begin(), inputs.all().end(),
                     [](const Node *leaf) { return isCurrentOnDevice(Inputs::blockOf(leaf)); });
}

bool runsOnDevice(const StoreRequest &store) {
  const Node *value = valueNode(store.value.get());
  Inputs inputs(store.value);
  bool isReady = value->memory() || inputs.all().empty();
  checkSides(store, inputs, isReady);
  StorageKind target = kindOf(store, inputs);
  return isReady ? copiesOnDevice(target, inputs) : computesOnDevice(target, inputs);
}

/// Memory on the wrong side alone of a program that runs on the other one.
void checkCall(const StoreRequest &store, bool onDevice) {
  auto check = [&](const Block &block, const std::string &what) {
    if (block.kind == (onDevice ? CPU : GPU))
      throw NoSuchBufferError(store.line, what + " has no memory on the " +
                                              (onDevice ? "device" : "host") +
                                              ", where the program runs");
  };
  check(*store.target.block, describe(store));
  Inputs inputs(store.value);
  for (const Node *leaf : inputs.all())
    check(Inputs::blockOf(leaf), detail::describe(*leaf));
}

} // namespace

bool runsOnDevice(const Runtime::State &runtime, const std::vector<StoreRequest> &stores,
                  const CodeSource *loaded) {
  if (!runtime.device)
    return false;
  if (loaded) {
    if (runtime.options.strictDevice)
      for (const StoreRequest &store : stores)
        checkCall(store, !loaded->isForHost());
    return !loaded->isForHost();
  }
  bool onDevice = false;
  for (const StoreRequest &store : stores)
    onDevice |= runsOnDevice(store);
  return onDevice;
}

StorageKind kindOfValues(const Runtime::State &runtime, const NodeRef &node) {
  return runtime.device ? Inputs(node).handler() : CPU;
}

} // namespace gtjit::detail
