//===- Evaluate.cpp - From stores to running kernels ----------------------===//
//
// Flatten, find the code, bind, run. The graph is only looked at under the
// graph mutex; printing, compiling and running happen without it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Evaluate.h"

#include "gtjit/Code/KernelCache.h"
#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/InputCheck.h"
#include "gtjit/Evaluate/StorePlans.h"
#include "gtjit/Evaluate/WrittenMemory.h"
#include "gtjit/Launch/Binding.h"
#include "gtjit/Launch/DeviceCall.h"
#include "gtjit/Memory/DeviceCopy.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Observe/Recording.h"
#include "gtjit/Types/Timeline.h"

#include "gtabi/CompilerEntry.h"

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

std::vector<Domain> namedBoxes(const Runtime::State &runtime, const FlatGraph &program) {
  bool isLarge = std::any_of(program.stores.begin(), program.stores.end(), [&](const auto &store) {
    return store.region.size() >= runtime.options.smallDomain;
  });
  return isLarge ? boxesRead(program) : std::vector<Domain>();
}

/// Names all memory of a program; the graph and `boxes`, of what is read, must
/// stay where they are. What is read and written is named as read: that it is
/// written a transaction says.
static void nameMemory(LeaseGroup &leases, const FlatGraph &program,
                       const std::vector<Domain> &boxes) {
  struct Uses {
    const StoreRequest *store = nullptr;
    bool isRead = false;
  };
  Sequence<Uses, 16> uses; // of each argument
  uses.assign(program.arguments.storages.size(), {});
  for (unsigned n = 0; n < program.targets.size(); ++n)
    uses[program.targets[n].storage].store = &program.stores[n];
  for (const FlatGraph::Entry &entry : program.order)
    if (entry.isMemory)
      uses[entry.argument].isRead = true;
  for (std::size_t n = 0; n < program.arguments.storages.size(); ++n) {
    const ArrayView &view = program.arguments.storages[n];
    if (!uses[n].isRead)
      leases.add(view, Access::Overwrite, &uses[n].store->region);
    else if (uses[n].store && view.block->kind == StorageKind::GPU) // it may have to go back
      leases.add(view, Access::Write);
    else
      leases.add(view, Access::Read, boxes.empty() ? nullptr : &boxes[n]);
  }
}

/// Copies what the stores read of memory that they write through other blocks:
/// memory that was wrapped twice. True if there is some.
static bool separateBlocks(const FlatGraph &program, Substitutes &substitutes) {
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
        substitutes.emplace(leaf, snapshot(memory.restricted(box), store.line));
        break;
      }
  }
  return substitutes.size() != before;
}

static ProgramProfile *profileOf(Runtime::State &runtime, const FlatGraph &program,
                                 const CompiledProgram &compiled) {
  return runtime.profile ? &runtime.profile->kernelsOf(program.key, compiled) : nullptr;
}

/// Brings to the host what kernels there need of memory that a device has too, and notes what
/// they are about to write.
static void provideHost(const FlatGraph &program, const LeaseGroup &leases) {
  for (std::size_t n = 0; n < program.arguments.storages.size(); ++n)
    (void)leases.base(n);
  for (const FlatGraph::Target &target : program.targets)
    if (const Block &block = *program.arguments.storages[target.storage].block;
        block.onDevice.load(std::memory_order_acquire))
      accessMemory(block, SyncEvent::HostOverwrite, program.arguments.line);
}

static std::vector<WrittenPart> partsWritten(const FlatGraph &program) {
  std::vector<WrittenPart> parts;
  for (std::size_t n = 0; n < program.targets.size(); ++n)
    parts.push_back({program.targets[n].storage, &program.stores[n].region});
  return parts;
}

/// Runs compiled kernels, those on a device up to where they are in its stream, then ends the
/// leases; true if a kernel reported.
static bool runBound(Runtime::State &runtime, const FlatGraph &program,
                     const CompiledProgram &compiled, LeaseGroup &leases, StageClock &clock,
                     bool mayReport) {
  std::optional<Binding> binding; // of what runs on processors
  ProgramProfile *profile = profileOf(runtime, program, compiled);
  if (!program.isForDevice) {
    if (runtime.device)
      provideHost(program, leases);
    binding.emplace(runtime, program.arguments, compiled, leases, profile);
  }
  std::optional<Recording> recording;
  if (clock.compiled) {
    clock.mark("bind");
    if (!clock.text.empty())
      recording.emplace(runtime, program.arguments, clock.text);
  } else {
    countHit(runtime, program);
  }
  bool hasReported = false;
  std::int64_t status = 0;
  if (binding) {
    binding->run();
    runtime.counters.kernels.fetch_add(binding->kernelsRun(), std::memory_order_relaxed);
    status = binding->status();
    hasReported = status != 0;
  } else {
    hasReported = runOnDevice(runtime, program.arguments, compiled, leases,
                              {partsWritten(program), profile, mayReport});
  }
  if (clock.compiled)
    clock.mark("run");
  if (recording)
    for (const FlatGraph::Target &target : program.targets)
      recording->addResult(target.storage);
  leases.giveBack();
  if (clock.compiled)
    keepStages(runtime, clock);
  if (isFailedCall(status))
    throwFailedCall(runtime, program, compiled.image(), status);
  return hasReported;
}

/// Runs stores without a compiler: by an image for any strides, else by the
/// reference evaluator. `lock` holds the graph mutex when called and not after.
static void evaluateAnyStrides(Runtime::State &runtime, std::vector<StoreRequest> stores,
                               const Evaluation &work, GraphLock &lock) {
  FlatGraph program = flattenForAnyStrides(std::move(stores), work.substitutes);
  SourceLine line = program.arguments.line;
  auto compiled = findForAnyStrides(*work.loaded, program, work.onDevice);
  if (!compiled) {
    reference::runStores(program.stores);
    lock.unlock();
    return;
  }
  if (program.arguments.mayFail())
    program.hold();
  for (std::size_t n : inputsInWrittenMemory(program)) // an image for any strides knows of none
    program.arguments.storages[n] = snapshot(program.arguments.storages[n], line);
  std::vector<Domain> boxes = namedBoxes(runtime, program);
  LeaseGroup leases(runtime, Holder::Work, line);
  nameMemory(leases, program, boxes);
  leases.take();
  lock.unlock();
  StageClock clock;
  runBound(runtime, program, *compiled, leases, clock, /*mayReport=*/false);
}

std::optional<bool> runKernels(Runtime::State &runtime, FlatGraph &program,
                               const CodeSource *loaded, GraphLock &lock, StageClock &clock,
                               std::uint32_t flags) {
  if (program.arguments.mayFail())
    program.hold(); // where it fails is found in them
  std::vector<Domain> boxes = namedBoxes(runtime, program);
  LeaseGroup leases(runtime, Holder::Work, program.arguments.line);
  nameMemory(leases, program, boxes);
  leases.take();
  auto compiled = findCode(runtime, program, loaded, lock, clock, flags);
  if (!compiled)
    return std::nullopt;
  return runBound(runtime, program, *compiled, leases, clock,
                  /*mayReport=*/(flags & gtabi::kCheckFinite) != 0);
}

void runCode(Runtime::State &runtime, FlatGraph &program, const Evaluation &work, GraphLock &lock,
             StageClock &clock) {
  std::uint32_t flags = chooseFlags(runtime, program, work.loaded);
  if (runKernels(runtime, program, work.loaded, lock, clock, flags))
    return;
  lock.lock(); // what was found out about the graph may be over
  evaluateAnyStrides(runtime, program.stores, work, lock);
}

/// Runs a program that has passed all checks, and keeps a plan of it.
static void runProgram(Runtime::State &runtime, FlatGraph &program, Evaluation &work,
                       GraphLock &lock, StageClock &clock) {
  if (separateBlocks(program, work.substitutes)) {
    program = flatten(std::move(program.stores), work.substitutes);
    if (work.onDevice)
      program.forDevice();
  }
  std::shared_ptr<StorePlan> plan;
  if (!work.loaded && work.substitutes.empty())
    plan = StorePlans::of(runtime).planOf(program, work.passed);
  runCode(runtime, program, work, lock, clock);
  if (plan)
    StorePlans::of(runtime).add(std::move(plan), runtime.cache->peek(program.key));
}

void evaluate(Runtime::State &runtime, Evaluation work, GraphLock &lock, StageClock &clock) {
  runtime.counters.evaluations.fetch_add(1, std::memory_order_relaxed);
  TimelineSpan span(runtime.timeline.get(), "evaluate", work.stores.front().line);
  bool isChecked = !work.isCopy && checksValues(runtime);
  if (runtime.options.reference && !isChecked) {
    reference::runStores(work.stores);
    lock.unlock();
    return;
  }
  auto flattened = [&](std::vector<StoreRequest> stores) {
    TimelineSpan span(runtime.timeline.get(), "flatten", stores.front().line);
    FlatGraph flat = flatten(std::move(stores), work.substitutes);
    if (work.onDevice)
      flat.forDevice();
    return flat;
  };
  FlatGraph program = flattened(std::move(work.stores));
  if (program.checksValues && !runtime.options.reference &&
      !checkInputs(runtime, program, work, lock))
    program = flattened(std::move(program.stores));
  if (isChecked)
    evaluateChecked(runtime, std::move(program.stores), work, lock, clock);
  else
    runProgram(runtime, program, work, lock, clock);
}

} // namespace gtjit::detail
