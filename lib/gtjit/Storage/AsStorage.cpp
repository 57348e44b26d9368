//===- AsStorage.cpp - Arrays as storages, and copies of them -------------===//
//
// as_storage: what the options say is checked against the array. storage: the
// array gives what the options do not say, and the values.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Functions.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/CopyElements.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Foreign.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <cstdlib>

namespace gtjit {

namespace detail {

namespace {

std::string tupleText(std::span<const std::int64_t> numbers) {
  std::string text;
  for (std::int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "(" + text + (numbers.size() == 1 ? ",)" : ")");
}

/// What the array is, in elements.
struct Described {
  DataFacts facts;
  Strides strides;
};

Described describe(const ArrayData &data, SourceLine line) {
  Described result;
  if (data.storage().get()) {
    StorageState &state = stateOf(data.storage(), line);
    return {factsOf(state), state.layout.strides};
  }
  DataFacts &facts = result.facts;
  facts.dtype = data.dtype();
  facts.isOnDevice = data.isOnDevice();
  facts.extents.assign(data.shape().begin(), data.shape().end());
  std::vector<NamedRange> unnamed;
  for (std::size_t d = 0; d < facts.extents.size(); ++d)
    unnamed.push_back({Dimension("D" + std::to_string(d)), Range(0, facts.extents[d])});
  ArrayView view;
  view.domain = Domain(std::span<const NamedRange>(unnamed));
  Order order = orderOf(view.domain.dims(), cOrder, line);
  if (data.strides().empty() && !facts.extents.empty()) {
    std::vector<std::int64_t> first(facts.extents.size());
    view.strides = planMemory(facts.dtype, facts.extents, order, 1, first, line).strides;
  } else {
    view.strides = elementStrides(facts.dtype, view.domain, data.strides(), line);
  }
  Sequence<unsigned, 4> strideOrder = view.strideOrder();
  facts.order.assign(strideOrder.begin(), strideOrder.end());
  result.strides = view.strides;
  return result;
}

void checkShape(const DataFacts &facts, const Domain &whole, const StorageOptions &options,
                SourceLine line) {
  if (options.shape.empty())
    return;
  std::vector<std::int64_t> asked = extentsOfShape(options.shape, whole.dims(), line);
  if (asked != facts.extents)
    throw ValueError(line, "expected data of shape " + tupleText(asked) + ", got " +
                               tupleText(facts.extents));
}

/// Strides decrease in the order that is asked for, where there is more than
/// one point.
void checkOrder(const Blueprint &blueprint, const Described &data, const StorageOptions &options,
                SourceLine line) {
  std::int64_t larger = INT64_MAX;
  for (unsigned d : blueprint.order) {
    if (data.facts.extents[d] <= 1)
      continue;
    std::int64_t stride = std::abs(data.strides[d]);
    if (stride > larger) {
      std::vector<Dimension> dims;
      for (unsigned place : blueprint.order)
        dims.push_back(blueprint.whole[std::size_t{place}].dim);
      std::vector<std::int64_t> bytes;
      for (std::int64_t elements : data.strides)
        bytes.push_back(elements * static_cast<std::int64_t>(itemsize(data.facts.dtype)));
      std::string text = "expected data with decreasing strides in the order " +
                         toString(Dims(std::span<const Dimension>(dims))) + ", got " +
                         tupleText(bytes) + " bytes on " + toString(blueprint.whole.dims());
      if (options.layout.kind == Layout::Kind::Preset)
        text += "; leave out the preset '" + std::string(options.preset) + "', or copy the data";
      throw LayoutError(line, text);
    }
    larger = stride;
  }
}

void checkType(const Blueprint &blueprint, const DataFacts &facts, SourceLine line) {
  if (blueprint.dtype != facts.dtype)
    throw DTypeError(line, "expected data of " + std::string(name(blueprint.dtype)) + ", got " +
                               std::string(name(facts.dtype)));
}

/// Another handle to a storage's memory, with the halo of the blueprint, and nontemporal as that
/// is.
Storage shared(StorageState &storage, const Blueprint &blueprint, SourceLine line) {
  Dims asked = blueprint.whole.dims(), have = storage.layout.domain.dims();
  if (!std::equal(asked.begin(), asked.end(), have.begin(), have.end()) ||
      blueprint.runtime != storage.runtime || blueprint.kind != storage.view().block->kind)
    throw ValueError(line, "the dimensions, the runtime and the device of " + storage.describe() +
                               " stay what they are without a copy");
  Ref<StorageState> state = derived(storage);
  state->compute = blueprint.compute;
  state->halo = blueprint.halo;
  state->alignment = blueprint.alignment;
  state->alignedIndex = blueprint.alignedIndex;
  state->layout.nontemporal = blueprint.nontemporal;
  return Storage(std::move(state));
}

/// The array as a view on the domain of the blueprint, with its own type.
ArrayView viewOf(const ArrayData &data, const Described &described, const Blueprint &blueprint,
                 SourceLine line) {
  Blueprint own = blueprint;
  own.dtype = described.facts.dtype;
  if (!described.facts.storage && data.isOnDevice())
    return foreignView(own, {.device = data.data(), .deviceOwner = data.keepAlive()},
                       described.strides, line);
  if (!described.facts.storage)
    return foreignView(own, {.host = data.data(), .hostOwner = data.keepAlive()}, described.strides,
                       line);
  ArrayView view = described.facts.storage->view();
  view.domain = blueprint.whole;
  return view;
}

/// What the options say, and the array fits.
Blueprint checkedBlueprint(const Described &described, const StorageOptions &options,
                           SourceLine line) {
  Blueprint blueprint = blueprintOf(described.facts, options, line);
  checkShape(described.facts, blueprint.whole, options, line);
  checkType(blueprint, described.facts, line);
  checkOrder(blueprint, described, options, line);
  return blueprint;
}

/// A storage around memory of others.
Storage wrapped(const Blueprint &blueprint, ForeignMemory memory, const Described &described,
                bool isReadOnly, const StorageOptions &options, SourceLine line) {
  ArrayView view = foreignView(blueprint, std::move(memory), described.strides, line);
  checkAlignment(blueprint, view, options, line);
  Storage result = storageOf(blueprint, std::move(view), line);
  if (isReadOnly)
    result.get()->access = WriteAccess::ReadOnly;
  return result;
}

} // namespace
} // namespace detail

using namespace detail;

Storage as_storage(const ArrayData &data, const StorageOptions &options, SourceLine line) {
  Described described = describe(data, line);
  Blueprint blueprint = checkedBlueprint(described, options, line);
  if (described.facts.storage) {
    checkAlignment(blueprint, viewOf(data, described, blueprint, line), options, line);
    return shared(*described.facts.storage, blueprint, line);
  }
  ForeignMemory memory{.state = options.sync_state};
  (data.isOnDevice() ? memory.device : memory.host) = data.data();
  (data.isOnDevice() ? memory.deviceOwner : memory.hostOwner) = data.keepAlive();
  return wrapped(blueprint, std::move(memory), described, data.readOnly(), options, line);
}

Storage as_storage(const ArrayData &data, const ArrayData &deviceData,
                   const StorageOptions &options, SourceLine line) {
  Described described = describe(data, line), other = describe(deviceData, line);
  if (described.facts.storage || other.facts.storage || data.isOnDevice() ||
      !deviceData.isOnDevice())
    throw ValueError(line, "expected an array of the host and one of the device");
  if (described.facts.extents != other.facts.extents || described.strides != other.strides ||
      described.facts.dtype != other.facts.dtype)
    throw ValueError(line, "expected arrays of one type, shape and strides on host and device");
  described.facts.isOnDevice = true; // it has memory there
  Blueprint blueprint = checkedBlueprint(described, options, line);
  return wrapped(blueprint,
                 {data.data(), data.keepAlive(), deviceData.data(), deviceData.keepAlive(),
                  options.sync_state},
                 described, data.readOnly() || deviceData.readOnly(), options, line);
}

/// Whether a copy of the storage is to be made on the device, since it is there.
static bool copiesOnDevice(const Blueprint &blueprint, const ArrayView &source) {
  if (blueprint.kind == StorageKind::SoftwareManagedGPU)
    return source.block->kind == StorageKind::GPU || isOnDevice(*source.block);
  return blueprint.kind != StorageKind::CPU;
}

/// Whether one has memory on the host alone and the other on the device alone.
static bool isApart(const Block &block, StorageKind kind) {
  return (block.kind == StorageKind::CPU && kind == StorageKind::GPU) ||
         (block.kind == StorageKind::GPU && kind == StorageKind::CPU);
}

static Storage copied(const Blueprint &blueprint, const ArrayView &values, SourceLine line) {
  Storage result = allocate(blueprint, line);
  copyElementsByThreads(values, result.get()->view(), blueprint.whole, line);
  return result;
}

static bool hasBothSides(const ArrayView &view) {
  return view.block->kind == StorageKind::SoftwareManagedGPU &&
         view.block->onDevice.load()->state() == SYNC_CLEAN;
}

/// The host has got the values of memory which the device has, too.
static void completeOnDevice(const ArrayView &source, Storage &target, SourceLine line) {
  ArrayView view = target.get()->view();
  if (view.strides != source.strides || view.offset != source.offset ||
      view.block->bytes != source.block->bytes)
    return target.host_to_device({}, line);
  Lease lease(view, Access::Overwrite, Holder::Work, line);
  copyOnDevice(*source.block, *view.block, line);
}

Storage storage(const ArrayData &data, const StorageOptions &options, SourceLine line) {
  if (!options.copy)
    return as_storage(data, options, line);
  Described described = describe(data, line);
  Blueprint blueprint = blueprintOf(described.facts, options, line);
  checkShape(described.facts, blueprint.whole, options, line);
  Storage result = allocate(blueprint, line);
  Blueprint source = blueprint;
  source.dtype = described.facts.dtype;
  source.kind = data.isOnDevice() ? StorageKind::GPU : StorageKind::CPU;
  ArrayView view = viewOf(data, described, source, line);
  if (blueprint.dtype == source.dtype && !copiesOnDevice(blueprint, view)) {
    Lease lease(view, Access::Read, Holder::Work, line); // its state stays
    copyElementsByThreads(view, result.get()->view(), blueprint.whole, line);
    if (blueprint.kind == StorageKind::SoftwareManagedGPU && hasBothSides(view))
      completeOnDevice(view, result, line);
    return result;
  }
  source.kind = blueprint.kind;
  Storage values = isApart(*view.block, blueprint.kind) ? copied(source, view, line)
                                                        : storageOf(source, std::move(view), line);
  NodeRef value = buildLeaf(*values.get(), line);
  if (blueprint.dtype != source.dtype)
    value = buildCast(value, blueprint.dtype, line);
  assign({{result, result.domain(line), std::move(value), line}});
  return result;
}

Storage storage(const ArrayData &data, const ArrayData &deviceData, const StorageOptions &options,
                SourceLine line) {
  if (!options.copy)
    return as_storage(data, deviceData, options, line);
  StorageOptions plain{.sync_state = options.sync_state, .runtime = options.runtime};
  StorageOptions asked = options;
  if (!asked.device.given())
    asked.device = "gpu";
  return storage(as_storage(data, deviceData, plain, line), asked, line);
}

} // namespace gtjit
