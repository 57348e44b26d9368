//===- RuntimeState.h - What a Runtime is made of ---------------*- C++ -*-===//
//
// Shared by everything that holds memory or evaluates; counted, so that
// storages and fields may outlive the Runtime handle.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_RUNTIMESTATE_H
#define GTJIT_RUNTIME_RUNTIMESTATE_H

#include "gtjit/Runtime.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit {

namespace detail {
class BlockPool;   // Storage/BlockPool.h: reuses freed blocks
class KernelCache; // Runtime/KernelCache.h: key -> image, compiles once

/// An atomic counter per member of RuntimeCounters.
struct AtomicCounters {
  std::atomic<std::int64_t> allocations{0}, reuses{0}, bytesAllocated{0}, bytesCopied{0}, copies{0},
      kernels{0}, evaluations{0}, compiles{0}, cacheHits{0};
};
} // namespace detail

struct Runtime::State {
  std::atomic<long> references{1};
  RuntimeOptions options; ///< its text members point into the strings below
  std::string dumpFolder;
  detail::AtomicCounters counters;
  std::unique_ptr<detail::BlockPool> pool;
  std::unique_ptr<detail::KernelCache> cache;
  std::unique_ptr<Executor> ownExecutor;
  Executor *executor = nullptr;
  /// Guards graph state that changes: leaf views, node values, storage leaves.
  std::recursive_mutex graphMutex;
  /// Copies that writes forced, with both lines, for explain(); the last 64.
  std::vector<std::string> copyLog;

  State(const RuntimeOptions &options);
  ~State();
};

namespace detail {
void retain(Runtime::State *state) noexcept;
void release(Runtime::State *state) noexcept;
} // namespace detail

} // namespace gtjit

#endif // GTJIT_RUNTIME_RUNTIMESTATE_H
