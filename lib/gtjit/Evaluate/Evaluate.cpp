//===- Evaluate.cpp - From stores to running kernels ----------------------===//
//
// Flatten, find the code, bind, run. The graph is only looked at under the
// graph mutex; printing, compiling and running happen without it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Evaluate.h"

#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Launch/Dispatch.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Observe/Recording.h"

#include <algorithm>
#include <optional>

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

/// Keeps the stages of an evaluation that compiled, for explain().
static void keepStages(Runtime::State &runtime, StageClock &clock) {
  std::lock_guard lock(runtime.graphMutex);
  runtime.lastStages = std::move(clock.stages);
}

/// The number of the first store to an argument; none if nothing is stored there.
static std::size_t storeTo(const FlatGraph &program, std::size_t argument) {
  std::size_t n = 0;
  while (n < program.targets.size() && program.targets[n].storage != argument)
    ++n;
  return n;
}
static bool isTarget(const FlatGraph &program, std::size_t argument) {
  return storeTo(program, argument) < program.targets.size();
}

/// Names all memory of a program; the graph must stay where it is. What is read
/// and written is named as read: that it is written a transaction says.
static void nameMemory(LeaseGroup &leases, const FlatGraph &program) {
  Sequence<bool, 16> isRead;
  for (std::size_t n = 0; n < program.arguments.storages.size(); ++n)
    isRead.push_back(false);
  for (const FlatGraph::Entry &entry : program.order)
    if (entry.isMemory)
      isRead[entry.argument] = true;
  for (std::size_t n = 0; n < program.arguments.storages.size(); ++n)
    if (isRead[n])
      leases.add(program.arguments.storages[n], Access::Read);
    else
      leases.add(program.arguments.storages[n], Access::Write,
                 &program.stores[storeTo(program, n)].region);
}

/// Inputs that share memory with a target get a copy: an image for any strides
/// knows of no such memory.
static void separateInputs(FlatGraph &program, SourceLine line) {
  for (std::size_t n = 0; n < program.arguments.storages.size(); ++n)
    for (const FlatGraph::Target &target : program.targets)
      if (!isTarget(program, n) && shareMemory(*program.arguments.storages[n].block,
                                               *program.arguments.storages[target.storage].block)) {
        program.arguments.storages[n] = snapshot(program.arguments.storages[n], line);
        break;
      }
}

/// True if an argument shares memory with a target of another block.
static bool writesThroughOtherBlock(const FlatGraph &program) {
  for (const FlatGraph::Target &target : program.targets) {
    const BlockRef &written = program.arguments.storages[target.storage].block;
    for (const ArrayView &view : program.arguments.storages)
      if (!(view.block == written) && shareMemory(*view.block, *written))
        return true;
  }
  return false;
}

/// Copies what the stores read of memory that they write through other blocks:
/// memory that was wrapped twice. True if there is some.
static bool separateBlocks(const FlatGraph &program, std::vector<Substitute> &substitutes) {
  if (!writesThroughOtherBlock(program))
    return false;
  std::size_t before = substitutes.size();
  ExpressionReads reads(program.stores);
  for (const Node *leaf : reads.leaves()) {
    Domain box = reads.boxRead(*leaf);
    const ArrayView &memory = *leaf->memory();
    for (const StoreRequest &store : program.stores)
      if (!(memory.block == store.target.block) &&
          mayOverlap(memory, box, store.target, store.region)) {
        substitutes.push_back({leaf, snapshot(memory.restricted(box), store.line)});
        break;
      }
  }
  return substitutes.size() != before;
}

static ProgramProfile *profileOf(Runtime::State &runtime, const FlatGraph &program,
                                 const CompiledProgram &compiled) {
  return runtime.profile ? &runtime.profile->kernelsOf(program.key, compiled) : nullptr;
}

/// Runs stores without a compiler: by an image for any strides, else by the
/// reference evaluator. `lock` holds the graph mutex when called and not after.
static void evaluateAnyStrides(Runtime::State &runtime, std::vector<StoreRequest> stores,
                               const Evaluation &work, GraphLock &lock) {
  FlatGraph program = flattenForAnyStrides(std::move(stores), work.substitutes);
  SourceLine line = program.arguments.line;
  auto compiled = work.loaded->find(program.key);
  if (!compiled) {
    reference::runStores(program.stores);
    lock.unlock();
    return;
  }
  separateInputs(program, line);
  LeaseGroup leases(runtime);
  nameMemory(leases, program);
  leases.take();
  lock.unlock();
  countHit(runtime, program);
  Binding(runtime, program.arguments, *compiled, leases, profileOf(runtime, program, *compiled))
      .run(line);
}

/// Runs compiled kernels, then ends the leases; true if a kernel reported.
static bool runBound(Runtime::State &runtime, const FlatGraph &program,
                     const CompiledProgram &compiled, LeaseGroup &leases, StageClock &clock) {
  SourceLine line = program.arguments.line;
  Binding binding(runtime, program.arguments, compiled, leases,
                  profileOf(runtime, program, compiled));
  if (!clock.compiled) {
    countHit(runtime, program);
    binding.run(line);
  } else {
    clock.mark("bind");
    std::optional<Recording> recording;
    if (!clock.text.empty())
      recording.emplace(runtime, program.arguments, clock.text);
    binding.run(line);
    clock.mark("run");
    if (recording)
      for (const FlatGraph::Target &target : program.targets)
        recording->addResult(target.storage);
  }
  leases.giveBack();
  if (clock.compiled)
    keepStages(runtime, clock);
  return binding.reported();
}

std::optional<bool> runKernels(Runtime::State &runtime, FlatGraph &program,
                               const CodeSource *loaded, GraphLock &lock, StageClock &clock,
                               std::uint32_t flags) {
  LeaseGroup leases(runtime);
  nameMemory(leases, program);
  leases.take();
  auto compiled = findCode(runtime, program, loaded, lock, clock, flags);
  if (!compiled)
    return std::nullopt;
  return runBound(runtime, program, *compiled, leases, clock);
}

void evaluate(Runtime::State &runtime, Evaluation work, GraphLock &lock, StageClock &clock) {
  runtime.counters.evaluations.fetch_add(1, std::memory_order_relaxed);
  if (checksValues(runtime))
    return evaluateChecked(runtime, std::move(work.stores), lock, clock, work.loaded);
  if (runtime.options.reference) {
    reference::runStores(work.stores);
    lock.unlock();
    return;
  }
  FlatGraph program = flatten(std::move(work.stores), work.substitutes);
  if (separateBlocks(program, work.substitutes))
    program = flatten(std::move(program.stores), work.substitutes);
  if (runKernels(runtime, program, work.loaded, lock, clock))
    return;
  lock.lock(); // what was found out about the graph may be over
  evaluateAnyStrides(runtime, std::move(program.stores), work, lock);
}

} // namespace gtjit::detail
