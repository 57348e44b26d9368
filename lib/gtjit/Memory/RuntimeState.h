//===- RuntimeState.h - What a Runtime is made of ---------------*- C++ -*-===//
//
// Shared by everything that holds memory or evaluates; counted, so that
// storages and fields may outlive the Runtime handle.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_RUNTIMESTATE_H
#define GTJIT_MEMORY_RUNTIMESTATE_H

#include "gtjit/Runtime.h"
#include "gtjit/Types/StageTimes.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace gtjit {

namespace detail {
class BlockPool;     // Memory/BlockPool.h: reuses freed blocks
class Profile;       // Observe/Profile.h: counts kernels and compilations
class Timeline;      // Types/Timeline.h: what ran when
class KernelCache;   // Code/KernelCache.h: key -> image, compiles once
class DiskCache;     // Code/DiskCache.h: images of other processes
class PinnedPool;    // Memory/PinnedPool.h: memory that a device copies by itself
class PresetTable;   // Memory/Presets.h: names for layouts
class LeaseTable;    // Memory/Lease.h: memory in use
class WorkingMemory; // Memory/WorkingMemory.h: what kernels keep for themselves
class CacheModel;    // Memory/CacheModel.h: what the caches are likely to hold
class DeviceContext; // Device/DeviceContext.h: context, stream and memory of a device
struct Node;
enum class Transfer : std::uint8_t; // Memory/SyncRecord.h

/// What holds compiled code beside the cache: plans of programs and of stores.
class CodeHolder {
public:
  virtual ~CodeHolder() = default;
  /// Lets go of code that can be found or made again. The caller holds the graph
  /// mutex.
  virtual void forgetCode() noexcept = 0;
};

/// Hears of copies between host and device. Thread-safe.
class TransferListener {
public:
  virtual ~TransferListener() = default;
  virtual void copied(Transfer direction, std::size_t bytes, SourceLine line) = 0;
};

/// An atomic counter per member of RuntimeCounters that counts events.
struct AtomicCounters {
  std::atomic<std::int64_t> allocations{0}, reuses{0}, bytesAllocated{0}, bytesCopied{0}, copies{0},
      kernels{0}, chained{0}, streamed{0}, evaluations{0}, compiles{0}, cacheHits{0}, diskHits{0},
      replacements{0}, deepFields{0}, tableScans{0}, bytesToDevice{0}, bytesFromDevice{0},
      copiesToDevice{0}, copiesFromDevice{0};
  /// Evaluations by plans, each a hit, and their kernels; grow under the graph mutex alone.
  std::atomic<std::int64_t> plannedRuns{0}, plannedKernels{0};

  /// Under the graph mutex; so without an atomic addition.
  void countPlanned(std::int64_t kernelsRun) noexcept {
    auto add = [](std::atomic<std::int64_t> &to, std::int64_t count) {
      to.store(to.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
    };
    add(plannedRuns, 1);
    add(plannedKernels, kernelsRun);
  }
};
} // namespace detail

struct Runtime::State {
  std::atomic<long> references{1};
  std::atomic<Runtime *> handle{nullptr}; ///< null once the handle is gone
  RuntimeOptions options;                 ///< its text members point into the strings below
  std::string dumpFolder;
  std::string presetName;
  std::string cpu;       ///< RuntimeOptions::cpu, or GTJIT_CPU
  bool dumpData = false; ///< GTJIT_DUMP_DATA
  bool log = false;      ///< GTJIT_LOG: tells compilations and copies on standard error
  detail::AtomicCounters counters;
  std::shared_ptr<detail::Timeline> timeline; ///< null: nobody wants to know what ran when
  std::unique_ptr<detail::BlockPool> pool;
  std::unique_ptr<detail::KernelCache> cache;
  std::unique_ptr<detail::DiskCache> disk; ///< null: kernels are not kept on disk
  std::unique_ptr<detail::PresetTable> presets;
  std::unique_ptr<detail::LeaseTable> leases;
  std::unique_ptr<detail::WorkingMemory> working;
  std::unique_ptr<detail::CacheModel> caches;
  std::unique_ptr<Executor> ownExecutor;
  std::shared_ptr<detail::DeviceContext> device;        ///< null: kernels run on processors
  std::unique_ptr<detail::PinnedPool> pinnedPool;       ///< null without a device, and where the
                                                        ///< application gives memory
  std::unique_ptr<detail::Profile> profile;             ///< null: nothing is counted
  detail::TransferListener *transferListener = nullptr; ///< the profile, or null
  std::atomic<Executor *> executor{nullptr};            ///< OpenMP's once the handle is gone

  /// Guards graph state that changes: leaf views, node values and inputs,
  /// storage leaves, and the members below. Not held while kernels are
  /// compiled or run.
  std::recursive_mutex graphMutex;
  /// Nodes that some thread evaluates; another that wants one of them waits.
  std::vector<const detail::Node *> inFlight;
  std::condition_variable_any landed;
  std::unordered_set<detail::CodeHolder *> codeHolders;
  std::unique_ptr<detail::CodeHolder> storePlans; ///< Evaluate/StorePlans.h; null before the first
  std::mutex copiesMutex;                         ///< of what follows
  /// Copies that writes forced, with both lines, for explain(); the last 64.
  std::deque<std::string> copyLog;
  /// Copies to the device and from it, likewise.
  std::deque<std::string> transferLog;
  /// Stages of the last evaluation that compiled, in order; together its time.
  detail::Stages lastStages;

  explicit State(const RuntimeOptions &options, SourceLine line);
  virtual ~State(); ///< where the parts are known, which is above whoever lets go last
};

namespace detail {
void retain(Runtime::State *state) noexcept;
void release(Runtime::State *state) noexcept;

/// Notes a copy for explain() and the log.
void logCopy(Runtime::State &state, std::string text);
/// Counts and notes a copy of a storage's values to the device or back.
void noteTransfer(Runtime::State &state, Transfer direction, std::size_t bytes, SourceLine line);
/// "2 copies of 80 bytes to the device, 1 of 40 bytes from it": all that noteTransfer counted.
std::string transferText(const Runtime::State &state);
/// Notes that values went which `side`, "host" or "device", alone had.
void noteLoss(Runtime::State &state, const char *side, std::size_t bytes, SourceLine line);
} // namespace detail

} // namespace gtjit

#endif // GTJIT_MEMORY_RUNTIMESTATE_H
