//===- DeviceCall.cpp - Compiled programs on a device ---------------------===//
//
// Memory of the device's own is used where it is. That of the engine's own on the host has a
// copy on the device that stays. That of others, and what a host view may write at any time, is
// copied there for one call; arguments that share such memory share it there, too. The call is
// over when its kernels are in the stream, which keeps the order of what follows there.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/DeviceCall.h"

#include "gtabi/ThreadArgs.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/BoundArguments.h"
#include "gtjit/Launch/GridShape.h"
#include "gtjit/Launch/KernelTraffic.h"
#include "gtjit/Launch/TableCheck.h"
#include "gtjit/Memory/DeviceBlock.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"

#include <algorithm>

namespace gtjit::detail {

/// Memory of the device begins at a multiple of this, and that of the host is put there at
/// the same distance from one.
static constexpr std::uintptr_t kAlignment = 64;

namespace {

/// Host memory that some arguments lie in, and where it is on the device.
struct Mirror {
  HostSpan span;
  bool isRead; ///< by kernels, or written in part
  DeviceMemory memory = {};

  std::uintptr_t start() const { return span.lo / kAlignment * kAlignment; }
  CUdeviceptr at(std::uintptr_t address) const { return memory.address() + (address - start()); }
};

class DeviceCall {
public:
  DeviceCall(Runtime::State &runtime, const Arguments &arguments, const CompiledProgram &compiled,
             const LeaseGroup &leases, const DeviceTask &task)
      : runtime(runtime), arguments(arguments), image(compiled.image()), leases(leases), task(task),
        bound(image, arguments, arena), context(runtime.device), use(*context, arguments.line),
        module(compiled.deviceModule(runtime, arguments.line)) {}

  bool run();

private:
  std::uintptr_t first(std::size_t storage) const {
    return reinterpret_cast<std::uintptr_t>(leases.first(storage));
  }
  ArrayView viewOf(const WrittenPart &part) const;
  void findCopies();
  void findMirrors();
  Mirror &mirrorOf(std::uintptr_t address);
  CUdeviceptr placeOf(std::size_t n);
  void takeMemory();
  StreamTimes::Told toldKernel(std::size_t index, CUfunction function) const;
  void launch(std::size_t index);
  void start(CUfunction function, const LaunchShape &shape);
  void launchParts(CUfunction function, const gtabi::KernelInfo &info,
                   const gtabi::ThreadArgsLayout &layout);
  void launchTogether(CUfunction function, const gtabi::KernelInfo &info,
                      const gtabi::ThreadArgsLayout &layout, TogetherShape shape);
  bool mustWait() const;
  bool runKernels();
  void finish(const WrittenPart &part);

  Runtime::State &runtime;
  const Arguments &arguments;
  const ImageView &image;
  const LeaseGroup &leases;
  const DeviceTask &task;
  Arena arena;
  BoundArguments bound;
  std::shared_ptr<DeviceContext> context;
  DeviceContext::Use use; ///< until all of the following is given back
  std::shared_ptr<const DeviceModule> module;
  std::vector<bool> needsValues;    ///< each storage: kernels read it, or write a part
  std::vector<DeviceCopy *> copies; ///< of the storages' blocks; null for other memory
  std::vector<Mirror> mirrors;      ///< of others' memory, by address
  std::vector<DeviceMemory> temporaries;
  DeviceMemory status;              ///< of kernels that may report
  std::vector<std::uint64_t> words; ///< of the kernel that is started
  std::vector<DeviceMemory> blocks; ///< words of kernels that take too many by value
};

} // namespace

ArrayView DeviceCall::viewOf(const WrittenPart &part) const {
  const ArrayView &whole = arguments.storages[part.storage];
  return part.region ? whole.restricted(*part.region) : whole;
}

/// Whether kernels may work on the block itself.
static bool isResident(const Block &block) {
  return block.kind == StorageKind::GPU || block.kind == StorageKind::CudaManagedGPU;
}

/// Whether they may work on a copy that stays: nobody writes the block behind our back, or who
/// does says so.
static bool mayStay(const Block &block, const Runtime::State &runtime) {
  if (isResident(block))
    return false;
  return block.kind == StorageKind::SoftwareManagedGPU ||
         (!block.isPinned() && block.bytes > 0 && block.runtime == &runtime);
}

void DeviceCall::findCopies() {
  std::size_t count = arguments.storages.size();
  needsValues.assign(count, false);
  copies.assign(count, nullptr);
  for (const gtabi::KernelInfo &kernel : image.kernels())
    for (const gtabi::StorageUse &use : image.storages(kernel.storages))
      if (!use.isTemporary && use.isRead)
        needsValues[use.index] = true;
  for (std::size_t n = 0; n < count; ++n)
    if (Block &block = *arguments.storages[n].block; mayStay(block, runtime))
      copies[n] = &copyOnDevice(context, block, arguments.line);
  for (const WrittenPart &part : task.written) {
    ArrayView view = viewOf(part);
    if (view.domain.empty())
      continue;
    HostSpan span = spanOf(view, view.address());
    bool isAll =
        copies[part.storage] ? view.domain.size() == view.block->elements : isDense(view, span);
    if (!part.region || !isAll)
      needsValues[part.storage] = true;
  }
}

/// What overlaps is one piece of memory there as well.
void DeviceCall::findMirrors() {
  std::vector<Mirror> all;
  for (std::size_t n = 0; n < arguments.storages.size(); ++n)
    if (const ArrayView &view = arguments.storages[n];
        !copies[n] && !isResident(*view.block) && !view.domain.empty())
      all.push_back({spanOf(view, first(n)), needsValues[n]});
  std::sort(all.begin(), all.end(),
            [](const Mirror &a, const Mirror &b) { return a.span.lo < b.span.lo; });
  for (Mirror &next : all) {
    if (mirrors.empty() || next.span.lo >= mirrors.back().span.hi) {
      mirrors.push_back(std::move(next));
      continue;
    }
    mirrors.back().span.hi = std::max(mirrors.back().span.hi, next.span.hi);
    mirrors.back().isRead |= next.isRead;
  }
}

Mirror &DeviceCall::mirrorOf(std::uintptr_t address) {
  auto behind = std::upper_bound(
      mirrors.begin(), mirrors.end(), address,
      [](std::uintptr_t wanted, const Mirror &mirror) { return wanted < mirror.span.lo; });
  return *std::prev(behind);
}

/// Where the first element of a storage is on the device.
CUdeviceptr DeviceCall::placeOf(std::size_t n) {
  const ArrayView &view = arguments.storages[n];
  auto offset = static_cast<std::uint64_t>(view.offset);
  if (copies[n])
    return copies[n]->address() + offset;
  if (isResident(*view.block))
    return view.block->address() + offset;
  return mirrorOf(spanOf(view, first(n)).lo).at(first(n));
}

void DeviceCall::takeMemory() {
  for (Mirror &mirror : mirrors) {
    mirror.memory = DeviceMemory(context, mirror.span.hi - mirror.start(), arguments.line);
    if (!mirror.isRead)
      continue;
    std::size_t bytes = mirror.span.hi - mirror.span.lo;
    DeviceContext::Timing timing(*context,
                                 toldTransfer(runtime, Transfer::ToDevice, bytes, arguments.line));
    context->upload(mirror.at(mirror.span.lo), reinterpret_cast<const void *>(mirror.span.lo),
                    bytes, arguments.line);
    noteTransfer(runtime, Transfer::ToDevice, bytes, arguments.line);
  }
  for (std::size_t n = 0; n < arguments.storages.size(); ++n) {
    const ArrayView &view = arguments.storages[n];
    if (view.domain.empty())
      continue;
    if (copies[n] && view.block->hostWriters.load() > 0)
      copies[n]->apply(SyncEvent::HostWrite, *view.block, arguments.line);
    if (copies[n] && needsValues[n])
      copies[n]->apply(SyncEvent::DeviceRead, *view.block, arguments.line);
    bound.storages[n].setFirst(placeOf(n));
  }
  for (std::size_t n = 0; n < image.temporaries().size(); ++n) {
    temporaries.emplace_back(context, bound.bytesOfTemporaries[n], arguments.line);
    bound.temporaries[n].setFirst(temporaries.back().address());
  }
  if (!task.mayReport)
    return;
  status = DeviceMemory(context, sizeof(std::uint64_t), arguments.line);
  context->clear(status.address(), sizeof(std::uint64_t), arguments.line);
}

void DeviceCall::start(CUfunction function, const LaunchShape &shape) {
  std::size_t bytes = words.size() * sizeof(words[0]);
  if (bytes <= gtabi::kMostParameterBytes)
    return context->launch(function, shape, words, arguments.line);
  blocks.emplace_back(context, bytes, arguments.line);
  context->upload(blocks.back().address(), words.data(), bytes, arguments.line);
  std::uint64_t address = blocks.back().address();
  context->launch(function, shape, {&address, 1}, arguments.line);
}

/// Reduces points, then what that leaves, until it is one value of each result.
void DeviceCall::launchTogether(CUfunction function, const gtabi::KernelInfo &info,
                                const gtabi::ThreadArgsLayout &layout, TogetherShape shape) {
  std::span<std::uint64_t> loops = std::span(words).subspan(layout.launch, 2 * info.loopDims);
  std::uint64_t results = 1;
  for (std::size_t loop = 0; loop < info.loopDims; ++loop)
    results *= loops[2 * loop + 1] - loops[2 * loop];
  std::uint64_t *reduction = &words[layout.reduction];
  reduction[gtabi::kIn] = reduction[gtabi::kValues] = 0;
  while (true) {
    reduction[gtabi::kOut] = 0;
    reduction[gtabi::kShares] = shape.shares;
    reduction[gtabi::kGroups] = shape.groups;
    if (shape.shares > 1) {
      temporaries.emplace_back(
          context, info.partials * shape.shares * results * gtabi::kPartialBytes, arguments.line);
      reduction[gtabi::kOut] = temporaries.back().address();
    }
    start(function, shape.grid.shape);
    if (shape.shares == 1)
      return;
    reduction[gtabi::kIn] = reduction[gtabi::kOut];
    reduction[gtabi::kValues] = shape.shares;
    shape = shapeTogether(loops, info, 0, static_cast<std::int64_t>(shape.shares));
  }
}

/// Starts the kernel on the part of its loops that stands in the words, in halves of halves
/// until a grid has room for each.
void DeviceCall::launchParts(CUfunction function, const gtabi::KernelInfo &info,
                             const gtabi::ThreadArgsLayout &layout) {
  std::span<std::uint64_t> loops = std::span(words).subspan(layout.launch, 2 * info.loopDims);
  std::optional<std::size_t> tooLong;
  if (info.partials != 0) {
    const std::uint64_t *reduced = &words[layout.ranges + 2 * info.loopDims];
    auto points = static_cast<std::int64_t>(reduced[1] - reduced[0]);
    TogetherShape together = shapeTogether(loops, info, points, /*values=*/0);
    if (!together.grid.tooLong)
      return launchTogether(function, info, layout, together);
    tooLong = together.grid.tooLong;
  } else {
    GridShape grid = shapeGrid(loops, info);
    if (!grid.tooLong)
      return start(function, grid.shape);
    tooLong = grid.tooLong;
  }
  std::uint64_t &lo = loops[2 * *tooLong], &hi = loops[2 * *tooLong + 1];
  std::uint64_t first = lo, last = hi, middle = first + (last - first) / 2;
  hi = middle;
  launchParts(function, info, layout);
  lo = middle;
  hi = last;
  launchParts(function, info, layout);
  lo = first;
}

/// Tells the profile and the timeline of a kernel when it has been waited for.
StreamTimes::Told DeviceCall::toldKernel(std::size_t index, CUfunction function) const {
  ProgramProfile *profile = task.profile;
  if (!profile && !runtime.timeline)
    return {};
  Traffic moved = KernelTraffic(arguments, image).of(index);
  TimelineEvent event = eventOf(image, index, bound.bounds, arguments.line);
  KernelUse use;
  if (auto shape = launchShapeOf(image, image.kernels()[index], bound.bounds); profile && shape)
    use = context->useOf(function, *shape);
  return [&runtime = runtime, index, profile, event, use,
          bytes = moved.bytesRead + moved.bytesWritten](auto start, auto end) {
    if (profile)
      runtime.profile->ran(*profile, index, end - start, bytes, &use);
    if (runtime.timeline)
      runtime.timeline->add(Actor::Device, event, start, end, runtime.device.get());
  };
}

void DeviceCall::launch(std::size_t index) {
  const gtabi::KernelInfo &info = image.kernels()[index];
  std::span<const std::uint32_t> ranges = image.boundsUses(info.bounds);
  gtabi::ThreadArgsLayout layout(ranges.size(), info.loopDims, info.partials != 0);
  words.assign(layout.storages, 0);
  words[0] = status.address();
  auto setBounds = [&](std::size_t at, gtabi::Bounds range) {
    words[at] = static_cast<std::uint64_t>(range.lo);
    words[at + 1] = static_cast<std::uint64_t>(range.hi);
  };
  for (std::size_t n = 0; n < ranges.size(); ++n)
    setBounds(layout.ranges + 2 * n, bound.bounds[ranges[n]]);
  for (std::size_t loop = 0; loop < info.loopDims; ++loop) {
    if (extentOf(bound.bounds[ranges[loop]]) == 0)
      return;
    setBounds(layout.launch + 2 * loop, bound.bounds[ranges[loop]]);
  }
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    const BoundStorage &storage = (use.isTemporary ? bound.temporaries : bound.storages)[use.index];
    std::size_t rank = use.isTemporary ? image.temporaries()[use.index].bounds.count
                                       : image.arguments()[use.index].rank;
    words.push_back(reinterpret_cast<std::uintptr_t>(storage.address->origin));
    for (std::size_t d = 0; d < rank; ++d)
      words.push_back(static_cast<std::uint64_t>(storage.stride(d)));
  }
  for (std::uint32_t word : image.scalars(info.scalars))
    words.push_back(arguments.scalars[word]);
  CUfunction function = module->kernel(index);
  DeviceContext::Timing timing(*context, toldKernel(index, function));
  launchParts(function, info, layout);
  runtime.counters.kernels.fetch_add(1, std::memory_order_relaxed);
}

/// Memory of the host's own gets what the kernels have written, and nothing else of it is.
void DeviceCall::finish(const WrittenPart &part) {
  ArrayView view = viewOf(part);
  if (view.domain.empty() || isResident(*view.block))
    return;
  if (DeviceCopy *copy = copies[part.storage]) {
    copy->noteWritten(*view.block, view, arguments.line);
    if (view.block->hostWriters.load() > 0) // who may write more before the next call
      copy->apply(SyncEvent::HostWrite, *view.block, arguments.line);
    return;
  }
  const ArrayView &whole = arguments.storages[part.storage];
  std::uintptr_t begin =
      first(part.storage) + static_cast<std::uintptr_t>(view.offset - whole.offset);
  std::uintptr_t lowest = spanOf(view, begin).lo;
  std::size_t bytes =
      downloadElements(runtime, view, begin, mirrorOf(lowest).at(lowest), arguments.line);
  noteTransfer(runtime, Transfer::ToHost, bytes, arguments.line);
}

/// Whether others may use memory of the call when it is over, or it ends then.
bool DeviceCall::mustWait() const {
  return task.mayReport || task.profile || !mirrors.empty() || !blocks.empty() ||
         context->mustIdleForHost() ||
         std::any_of(arguments.storages.begin(), arguments.storages.end(),
                     [](const ArrayView &view) { return isSeenByOthers(*view.block); });
}

/// Starts all kernels, and waits for them if need be; true if one reported.
bool DeviceCall::runKernels() {
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    launch(n);
  std::uint64_t reported = 0;
  if (task.mayReport)
    context->download(&reported, status.address(), sizeof(reported), arguments.line);
  if (mustWait())
    context->wait(arguments.line);
  return reported != 0;
}

bool DeviceCall::run() {
  TimelineSpan span(runtime.timeline.get(), "run", arguments.line);
  checkTables(image, arguments, bound.bounds, [&](std::size_t n) { return leases.first(n); });
  findCopies();
  findMirrors();
  takeMemory();
  bool hasReported = false;
  try {
    hasReported = runKernels();
  } catch (...) {
    for (const WrittenPart &part : task.written)
      if (copies[part.storage])
        copies[part.storage]->abandon(*arguments.storages[part.storage].block, arguments.line);
    throw;
  }
  for (const WrittenPart &part : task.written)
    finish(part);
  return hasReported;
}

bool runOnDevice(Runtime::State &runtime, const Arguments &arguments,
                 const CompiledProgram &compiled, const LeaseGroup &leases,
                 const DeviceTask &task) {
  DeviceCall call = [&] {
    TimelineSpan span(runtime.timeline.get(), "bind", arguments.line);
    return DeviceCall(runtime, arguments, compiled, leases, task);
  }();
  return call.run();
}

} // namespace gtjit::detail
