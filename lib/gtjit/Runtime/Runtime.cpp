//===- Runtime.cpp - Runtimes and the current one -------------------------===//
//
// Life of a runtime: options from the program and the environment, the
// process's default, scopes, counters.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime.h"

#include "gtjit/Code/Background.h"
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Launch/OpenMPExecutor.h"
#include "gtjit/Memory/BlockPool.h"
#include "gtjit/Memory/CacheModel.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/PinnedPool.h"
#include "gtjit/Memory/Presets.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/SyncRecord.h"
#include "gtjit/Memory/WorkingMemory.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Runtime/Options.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Timeline.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <unistd.h>

namespace gtjit {

/// What the disk cache takes if nobody says.
static constexpr std::int64_t kDiskCacheBytes = std::int64_t(512) << 20;

static void checkThreads(int threads, SourceLine line) {
  if (threads < 0 || threads > detail::kMostThreads)
    throw ValueError(line, "RuntimeOptions::threads: expected 0 to " +
                               std::to_string(detail::kMostThreads) + ", got " +
                               std::to_string(threads));
}

static void checkNotNegative(const char *option, std::int64_t value, SourceLine line) {
  if (value < 0)
    throw ValueError(line, "RuntimeOptions::" + std::string(option) + ": expected 0 or more, got " +
                               std::to_string(value));
}

static void checkThreadPoints(std::uint32_t rows, std::uint32_t columns, SourceLine line) {
  constexpr std::uint32_t kMost = 16;
  auto isPower = [](std::uint32_t points) {
    return std::has_single_bit(points) && points <= kMost;
  };
  if ((rows != 0 || columns != 0) && !(isPower(rows) && isPower(columns)))
    throw ValueError(line, "RuntimeOptions::threadRows, threadColumns: expected powers of two up "
                           "to 16, or 0 for both, got " +
                               std::to_string(rows) + " and " + std::to_string(columns));
}

/// Waits for what was started; who asked for it hears no more of it.
static void settle(detail::DeviceContext *device) noexcept {
  if (!device)
    return;
  try {
    detail::DeviceContext::Use use(*device, {});
    device->settle();
  } catch (const Error &) {
    // A context that is no more does nothing.
  }
}

/// Timelines are written when the process ends, with what runtimes that live as long have started.
static void settleAtExit(const std::shared_ptr<detail::DeviceContext> &device) {
  struct Live {
    std::weak_ptr<detail::DeviceContext> device;
    int process; ///< a child of fork leaves it alone
  };
  static std::mutex mutex;
  static auto &all = *new std::vector<Live>; // never destroyed: the handler may be the last to run
  std::lock_guard lock(mutex);
  std::erase_if(all, [](const Live &one) { return one.device.expired(); });
  all.push_back({device, ::getpid()});
  static const bool isRegistered = std::atexit([] {
                                     for (const Live &one : all)
                                       if (one.process == ::getpid())
                                         settle(one.device.lock().get());
                                   }) == 0;
  (void)isRegistered;
}

/// The device of a name; null for none, and where "auto" finds none, of which the log tells why.
static std::shared_ptr<detail::DeviceContext> openDevice(std::string_view name, void *stream,
                                                         bool log, SourceLine line) {
  if (name.empty())
    return nullptr;
  if (name != "auto")
    return detail::DeviceContext::open(name, line, stream);
  try {
    return detail::DeviceContext::open("cuda", line, stream);
  } catch (const Error &error) {
    if (stream)
      throw;
    if (log)
      std::fprintf(stderr, "gtjit: kernels run on processors: %s\n",
                   std::string(error.message()).c_str());
    return nullptr;
  }
}

Runtime::State::State(const RuntimeOptions &given, SourceLine line)
    : options(given), dumpFolder(detail::checkedFolder("RuntimeOptions::dump", given.dump, line)),
      presetName(given.preset), cpu(detail::checkedCpu("RuntimeOptions::cpu", given.cpu, line)),
      pool(std::make_unique<detail::BlockPool>(given.allocator)),
      cache(std::make_unique<detail::KernelCache>(given.codeBytes)),
      presets(std::make_unique<detail::PresetTable>()),
      leases(std::make_unique<detail::LeaseTable>()),
      working(std::make_unique<detail::WorkingMemory>(given.workspace)) {
  detail::EnvironmentOptions environment = detail::readEnvironment(line);
  if (!options.threads)
    options.threads = environment.threads;
  checkThreads(options.threads, line);
  for (std::int64_t extent : options.tile)
    if (extent < 1)
      throw ValueError(line, "RuntimeOptions::tile: expected extents of at least 1, got " +
                                 std::to_string(extent));
  checkNotNegative("graphDepth", options.graphDepth, line);
  checkNotNegative("smallDomain", options.smallDomain, line);
  checkNotNegative("cacheBytes", options.cacheBytes, line);
  checkNotNegative("codeBytes", options.codeBytes, line);
  checkNotNegative("diskCacheBytes", options.diskCacheBytes, line);
  checkThreadPoints(options.threadRows, options.threadColumns, line);
  if (options.graphDepth == 0)
    options.graphDepth = std::numeric_limits<std::int64_t>::max();
  if (options.cacheBytes == 0)
    options.cacheBytes = detail::lastLevelCacheBytes();
  caches = std::make_unique<detail::CacheModel>(options.cacheBytes);
  options.reference |= environment.reference;
  options.contract |= environment.contract;
  options.debugInfo |= environment.debugInfo;
  options.perfMap |= environment.perfMap;
  if (options.check == Check::Default)
    options.check = environment.check;
  if (dumpFolder.empty())
    dumpFolder = environment.dump;
  options.dump = dumpFolder;
  options.tiered |= environment.tiered;
  options.tiered &= !options.reference && !options.debugInfo && dumpFolder.empty();
  if (cpu.empty())
    cpu = environment.cpu;
  options.cpu = cpu;
  options.trace = {};
  if (!given.trace.empty())
    timeline = detail::Timeline::open("RuntimeOptions::trace", given.trace, line);
  else if (!environment.trace.empty())
    timeline = detail::Timeline::open("GTJIT_TRACE", environment.trace, line);
  std::string deviceName = detail::checkedDevice("RuntimeOptions::device", given.device, line);
  if (deviceName.empty())
    deviceName = environment.device;
  options.device = {};
  if (deviceName.empty() && given.stream)
    throw ValueError(line, "RuntimeOptions::stream: expected none without a device");
  if (!options.reference)
    device = openDevice(deviceName, given.stream, environment.log, line);
  if (device && !given.allocator)
    pinnedPool = std::make_unique<detail::PinnedPool>(device);
  if (device && timeline)
    settleAtExit(device);
  options.preset = presetName;
  options.diskCache &= environment.diskCache;
  if (options.diskCacheBytes == 0)
    options.diskCacheBytes =
        environment.diskCacheBytes ? environment.diskCacheBytes : kDiskCacheBytes;
  if (options.diskCache && !options.reference && !options.debugInfo && dumpFolder.empty())
    disk = std::make_unique<detail::DiskCache>(std::string(given.diskCacheFolder),
                                               options.diskCacheBytes);
  options.diskCacheFolder = {};
  dumpData = environment.dumpData;
  log = environment.log;
  executor = options.executor;
  if (!executor) {
    ownExecutor = std::make_unique<detail::OpenMPExecutor>(options.threads);
    executor = ownExecutor.get();
  }
  options.profile |= !environment.profile.empty();
  if (options.profile) {
    profile = std::make_unique<detail::Profile>(*this, environment.profile);
    transferListener = profile.get();
  }
  if (options.openCompilerEarly && !options.reference)
    detail::CompilerLibrary::openEarly();
}

Runtime::State::~State() {
  detail::Background::forget(this);
  settle(device.get());
}

Runtime::Runtime(const RuntimeOptions &options, SourceLine line) : state(new State(options, line)) {
  state->handle = this;
}

/// What outlives the runtime may still be evaluated, though not on threads of
/// the host application, which need not live longer.
static void leaveHostExecutor(Runtime::State &state) {
  if (state.ownExecutor)
    return;
  state.ownExecutor = std::make_unique<detail::OpenMPExecutor>(state.options.threads);
  state.executor = state.ownExecutor.get();
}

Runtime::~Runtime() {
  state->handle = nullptr;
  leaveHostExecutor(*state);
  if (state->device)
    state->device->leaveHostStream();
  detail::release(state);
}

Runtime &Storage::runtime(SourceLine line) const {
  detail::stateOf(*this, line);
  Runtime *handle = state->runtime->handle;
  if (!handle)
    throw ValueError(line, "runtime: the runtime of " + state->describe() + " is gone");
  return *handle;
}

static thread_local Runtime *scoped = nullptr;

Runtime &Runtime::current() {
  if (scoped)
    return *scoped;
  // Never destroyed: storages of static lifetime may outlive any other order.
  static Runtime *processDefault = new Runtime();
  return *processDefault;
}

Runtime::Scope::Scope(Runtime &runtime) : previous(scoped) { scoped = &runtime; }

Runtime::Scope::~Scope() { scoped = previous; }

void Runtime::wait(SourceLine line) {
  if (!state->device)
    return;
  detail::DeviceContext::Use use(*state->device, line);
  state->device->wait(line);
}

void Runtime::waitForCode() { detail::Background::wait(state); }

RuntimeCounters Runtime::counters() const {
  const detail::AtomicCounters &now = state->counters;
  detail::KernelCache::Usage code = state->cache->usage();
  return {.allocations = now.allocations,
          .reuses = now.reuses,
          .bytesAllocated = now.bytesAllocated,
          .bytesCopied = now.bytesCopied,
          .copies = now.copies,
          .kernels = now.kernels + now.plannedKernels,
          .chained = now.chained,
          .streamed = now.streamed,
          .evaluations = now.evaluations + now.plannedRuns,
          .compiles = now.compiles,
          .cacheHits = now.cacheHits + now.plannedRuns,
          .diskHits = now.diskHits,
          .replacements = now.replacements,
          .deepFields = now.deepFields,
          .tableScans = now.tableScans,
          .bytesToDevice = now.bytesToDevice,
          .bytesFromDevice = now.bytesFromDevice,
          .copiesToDevice = now.copiesToDevice,
          .copiesFromDevice = now.copiesFromDevice,
          .deviceWaits = state->device ? state->device->waits() : 0,
          .evictions = code.evictions,
          .workspaceBytes = state->working->mostBytes(),
          .codeBytes = code.bytes,
          .codeMaps = static_cast<std::int64_t>(detail::CodeMemory::process().maps())};
}

void Runtime::registerPreset(std::string_view name, const Preset &preset, SourceLine line) {
  state->presets->add(name, preset, line);
}

Preset Runtime::preset(std::string_view name, SourceLine line) const {
  return state->presets->find(name, line);
}

detail::Sequence<Text> Runtime::presetNames() const {
  detail::Sequence<Text> names;
  for (const std::string &name : state->presets->names())
    names.push_back(Text(name));
  return names;
}

Text Runtime::profile() const {
  return Text(state->profile ? state->profile->text()
                             : "no profile: set GTJIT_PROFILE=1 or RuntimeOptions::profile\n");
}

void Runtime::clearCache() {
  state->cache->clear();
  std::lock_guard lock(state->graphMutex);
  for (detail::CodeHolder *holder : state->codeHolders)
    holder->forgetCode();
}

} // namespace gtjit
