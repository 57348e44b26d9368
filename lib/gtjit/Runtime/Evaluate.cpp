//===- Evaluate.cpp - From stores to running kernels ----------------------===//
//
// Flatten, look up or compile, bind, run. The graph is only looked at under
// the graph mutex; compiling and running happen without it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/Evaluate.h"

#include "gtjit/Error.h"
#include "gtjit/Runtime/Compilation.h"
#include "gtjit/Runtime/Dispatch.h"
#include "gtjit/Runtime/KernelCache.h"
#include "gtjit/Runtime/Profile.h"
#include "gtjit/Runtime/Recording.h"
#include "gtjit/Runtime/RuntimeState.h"

#include <algorithm>
#include <optional>
#include <shared_mutex>

namespace gtjit::detail {

void StageClock::mark(const char *stage) {
  Clock::time_point now = Clock::now();
  stages.emplace_back(stage, std::chrono::duration<double, std::milli>(now - last).count());
  last = now;
}

void StageClock::mark(const char *stage, const std::vector<std::pair<std::string, double>> &parts) {
  mark(stage);
  double rest = stages.back().second;
  stages.pop_back();
  for (const auto &part : parts) {
    stages.push_back(part);
    rest -= part.second;
  }
  stages.emplace_back(stage, std::max(0.0, rest));
}

using GraphLock = std::unique_lock<std::recursive_mutex>;

static void countHit(Runtime::State &runtime, const FlatGraph &program) {
  runtime.counters.cacheHits.fetch_add(1, std::memory_order_relaxed);
  if (runtime.profile)
    runtime.profile->hit(program);
}

std::shared_ptr<const CompiledProgram> findOrCompile(Runtime::State &runtime,
                                                     const FlatGraph &program, GraphLock &lock,
                                                     StageClock &clock, std::uint32_t flags) {
  KernelCache::Ticket ticket = runtime.cache->find(program.key);
  if (ticket.program) {
    lock.unlock();
    countHit(runtime, program);
    return ticket.program;
  }
  if (!ticket.mine) {
    lock.unlock();
    auto compiled = runtime.cache->wait(ticket);
    countHit(runtime, program);
    return compiled;
  }
  clock.compiled = true;
  try {
    clock.mark("flatten and look up");
    std::string text = printProgram(program);
    lock.unlock();
    clock.mark("print");
    auto compiled = compileText(runtime, text, program.stores.front().line, flags);
    clock.mark("load", compiled->stages());
    if (runtime.profile)
      runtime.profile->miss(program, *compiled);
    runtime.cache->fulfil(ticket, compiled);
    if (!runtime.dumpFolder.empty())
      clock.text = std::move(text);
    return compiled;
  } catch (...) {
    runtime.cache->fail(ticket, std::current_exception());
    throw;
  }
}

static bool readsPinnedMemory(const FlatGraph &program) {
  return std::any_of(program.storages.begin(), program.storages.end(),
                     [](const ArrayView &view) { return view.block->isPinned(); });
}

/// Keeps the stages of an evaluation that compiled, for explain().
static void keepStages(Runtime::State &runtime, StageClock &clock) {
  std::lock_guard lock(runtime.graphMutex);
  runtime.lastStages = std::move(clock.stages);
}

/// Inputs that share memory with a target get a copy: an image for any strides
/// knows of no such memory.
static void separateInputs(FlatGraph &program, SourceLine line) {
  std::size_t inputs = program.targets.empty() ? 0 : program.targets[0].storage;
  for (std::size_t n = 0; n < inputs; ++n)
    for (const FlatGraph::Target &target : program.targets)
      if (program.storages[n].block == program.storages[target.storage].block) {
        program.storages[n] = snapshot(program.storages[n], line);
        break;
      }
}

/// Runs stores without a compiler: by an image for any strides, else by the
/// reference evaluator. `lock` holds the graph mutex when called and not after.
static void evaluateAnyStrides(Runtime::State &runtime, std::vector<StoreRequest> stores,
                               GraphLock &lock, const CodeSource &code) {
  SourceLine line = stores.front().line;
  FlatGraph program = flattenForAnyStrides(std::move(stores));
  auto compiled = code.find(program.key);
  if (!compiled) {
    reference::runStores(program.stores);
    lock.unlock();
    return;
  }
  separateInputs(program, line);
  std::shared_lock<std::shared_mutex> pinned(runtime.pinnedReads, std::defer_lock);
  if (readsPinnedMemory(program))
    pinned.lock();
  lock.unlock();
  countHit(runtime, program);
  Binding(runtime, program, *compiled).run(line);
}

using PinnedLock = std::shared_lock<std::shared_mutex>;

/// Runs compiled kernels; true if one of them reported. Gives `pinned` back.
static bool runBound(Runtime::State &runtime, const FlatGraph &program,
                     const CompiledProgram &compiled, PinnedLock &pinned, StageClock &clock) {
  SourceLine line = program.stores.front().line;
  Binding binding(runtime, program, compiled);
  if (!clock.compiled) {
    binding.run(line);
  } else {
    clock.mark("bind");
    std::optional<Recording> recording;
    if (!clock.text.empty())
      recording.emplace(runtime, program, clock.text);
    binding.run(line);
    clock.mark("run");
    if (recording)
      recording->finish();
  }
  if (pinned)
    pinned.unlock();
  if (clock.compiled)
    keepStages(runtime, clock);
  return binding.reported();
}

bool runKernels(Runtime::State &runtime, const FlatGraph &program, std::uint32_t flags,
                GraphLock &lock, StageClock &clock) {
  PinnedLock pinned(runtime.pinnedReads, std::defer_lock);
  if (readsPinnedMemory(program))
    pinned.lock();
  auto compiled = findOrCompile(runtime, program, lock, clock, flags);
  return runBound(runtime, program, *compiled, pinned, clock);
}

void evaluate(Runtime::State &runtime, std::vector<StoreRequest> stores, GraphLock &lock,
              StageClock &clock, const CodeSource *code) {
  runtime.counters.evaluations.fetch_add(1, std::memory_order_relaxed);
  if (checksValues(runtime))
    return evaluateChecked(runtime, std::move(stores), lock, clock, !code || code->canCompile());
  if (runtime.options.reference) {
    reference::runStores(stores);
    lock.unlock();
    return;
  }
  FlatGraph program = flatten(std::move(stores));
  PinnedLock pinned(runtime.pinnedReads, std::defer_lock);
  if (readsPinnedMemory(program))
    pinned.lock();
  auto compiled = code ? code->find(program.key) : nullptr;
  if (compiled) {
    lock.unlock();
    countHit(runtime, program);
  } else if (code && !runtime.cache->peek(program.key) && !code->canCompile()) {
    if (pinned)
      pinned.unlock();
    return evaluateAnyStrides(runtime, std::move(program.stores), lock, *code);
  } else {
    compiled = findOrCompile(runtime, program, lock, clock);
  }
  runBound(runtime, program, *compiled, pinned, clock);
}

} // namespace gtjit::detail
