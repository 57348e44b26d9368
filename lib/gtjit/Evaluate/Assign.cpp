//===- Assign.cpp - Assignments to parts of storages ----------------------===//
//
// `v[interior] = f` and `update(...)`: checks, copy-on-write, evaluation. All
// that can fail for a reason the user can mend fails before memory changes.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Evaluate/ArrayCalls.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/StorePlans.h"
#include "gtjit/Evaluate/StoresAtIndices.h"
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Evaluate/WrittenMemory.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <optional>

namespace gtjit::detail {

static void checkRuntimes(const std::vector<Assignment> &assignments) {
  const Runtime::State *runtime = assignments.front().target.get()->runtime;
  for (const Assignment &assignment : assignments)
    if (assignment.target.get()->runtime != runtime)
      throw ValueError(assignment.line, assignments.front().target.get()->describe() + " and " +
                                            assignment.target.get()->describe() +
                                            " belong to different runtimes");
}

/// The store of an assignment, which passes all checks. Takes its value.
static StoreRequest makeStore(Assignment &assignment) {
  StorageState &target = *assignment.target.get();
  StoreRequest store;
  store.value = buildStoreValue(assignment.value, target, assignment.region, assignment.line);
  assignment.value = NodeRef();
  checkWritable(target, assignment.region, assignment.line);
  store.target = target.layout;
  store.target.block = target.buffer->block;
  store.region = assignment.region;
  store.line = assignment.line;
  store.targetName = target.name;
  return store;
}

static void checkOverlap(const std::vector<StoreRequest> &stores,
                         const std::vector<Assignment> &assignments) {
  std::optional<WrittenTwice> twice = findWrittenTwice(stores);
  if (!twice)
    return;
  auto [first, second] = *twice;
  ValueError error(stores[second].line, "update: " + assignments[second].target.get()->describe() +
                                            " over " + toString(stores[second].region) +
                                            " is written twice");
  error.addNote(stores[first].line, "also over " + toString(stores[first].region));
  throw error;
}

/// Stores of no points have no effect.
static void dropEmpty(std::vector<StoreRequest> &stores, std::vector<Assignment> &assignments) {
  if (std::none_of(stores.begin(), stores.end(), [](const auto &s) { return s.region.empty(); }))
    return;
  std::erase_if(stores, [](const StoreRequest &store) { return store.region.empty(); });
  std::erase_if(assignments, [](const Assignment &given) { return given.region.empty(); });
}

/// The runtime that all of them belong to, and that may be written now.
static Runtime::State &runtimeOf(const std::vector<Assignment> &assignments) {
  for (const Assignment &assignment : assignments)
    requireConcrete(*assignment.value, "storing", assignment.line);
  refuseWhileTracing("writing a storage", assignments.front().line);
  checkRuntimes(assignments);
  return *assignments.front().target.get()->runtime;
}

/// The stores of those that have points; takes their values. Under the graph mutex.
static std::vector<StoreRequest> takeStores(std::vector<Assignment> &assignments) {
  std::vector<StoreRequest> stores;
  stores.reserve(assignments.size());
  for (Assignment &assignment : assignments)
    stores.push_back(makeStore(assignment));
  if (stores.size() > 1)
    checkOverlap(stores, assignments);
  dropEmpty(stores, assignments);
  return stores;
}

PlannedAssignments planAssignments(std::vector<Assignment> assignments) {
  PlannedAssignments planned;
  if (assignments.empty())
    return planned;
  Runtime::State &runtime = runtimeOf(assignments);
  planned.runtime = &runtime;
  std::lock_guard lock(runtime.graphMutex);
  planned.stores = takeStores(assignments);
  std::vector<std::string> targets;
  for (const Assignment &assignment : assignments)
    targets.push_back(assignment.target.get()->describe() + " over " + toString(assignment.region));
  storeToViews(planned.stores, assignments);
  assignToViews(assignments, planned.stores);
  planned.ways = WriteTransaction(runtime).foresee(assignments, planned.stores);
  for (std::size_t n = 0; n < planned.ways.size(); ++n)
    planned.ways[n] = targets[n] + ": " + planned.ways[n];
  return planned;
}

void assign(std::vector<Assignment> assignments, const CodeSource *loaded) {
  if (assignments.empty())
    return;
  Runtime::State &runtime = runtimeOf(assignments);
  std::unique_lock lock(runtime.graphMutex);
  std::vector<StoreRequest> stores = takeStores(assignments);
  if (stores.empty())
    return;
  storeToViews(stores, assignments);

  ArrayCalls calls(runtime, loaded);
  bool awaitsCall = std::any_of(stores.begin(), stores.end(),
                                [](const auto &store) { return store.value->awaitsCall; });
  bool isWrittenByCalls = awaitsCall && calls.makeOrPrepare(stores, lock);
  if (awaitsCall) // others may have moved targets meanwhile
    takeBlocks(assignments, stores);
  bool mayHavePlan = !isWrittenByCalls && StorePlans::serve(runtime, loaded);
  Detours detours;
  if (mayHavePlan && StorePlans::of(runtime).run(assignments, stores, lock, detours))
    return;
  assignToViews(assignments, stores);
  StageClock clock;
  bool onDevice = runsOnDevice(runtime, stores, loaded);
  WriteTransaction transaction(runtime);
  transaction.prepare(assignments, stores, lock, std::move(detours));
  if (transaction.hasCopied())
    clock.mark("copy-on-write");
  if (isWrittenByCalls) {
    calls.write(stores, lock);
    transaction.commit();
    return;
  }
  mayHavePlan &= transaction.substitutes().empty();
  auto finish = [&] {
    transaction.writeStaged();
    lock.lock();
    transaction.commit();
  };
  try {
    if (!(mayHavePlan && StorePlans::of(runtime).runPrepared(transaction, stores, lock)))
      evaluate(runtime, {std::move(stores), transaction.substitutes(), loaded, onDevice}, lock,
               clock);
  } catch (const CallFailure &) {
    if (lock)
      lock.unlock();
    finish();
    throw;
  }
  finish();
}

void prepareWrite(StorageState &target, const Domain &region, bool keep, SourceLine line) {
  refuseWhileTracing("writing a storage", line);
  checkWritable(target, region, line);
  std::unique_lock lock(target.runtime->graphMutex);
  WriteTransaction transaction(*target.runtime);
  transaction.prepare(target, region, keep, line, lock);
  transaction.commit();
}

} // namespace gtjit::detail
