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
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Evaluate/WrittenMemory.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Selection.h"

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

/// Whether a value, or what it is computed of, reads memory that one of `stores` writes, as far as
/// a few nodes tell.
static bool mayReadTargets(const Node &value, const std::vector<StoreRequest> &stores) {
  constexpr std::size_t kMostNodes = 64;
  Sequence<const Node *, kMostNodes> seen{&value};
  for (std::size_t n = 0; n < seen.size(); ++n) {
    const Node &node = *seen[n];
    if (const ArrayView *memory = node.memory()) {
      if (std::any_of(stores.begin(), stores.end(),
                      [&](const auto &store) { return store.target.block == memory->block; }))
        return true;
      continue;
    }
    for (const NodeRef &input : node.inputs)
      if (std::find(seen.begin(), seen.end(), input.get()) == seen.end())
        seen.push_back(input.get());
    if (seen.size() > kMostNodes)
      return true;
  }
  return false;
}

/// Whether a store to indices, of whose dimensions the value has none, goes across its target's
/// rows. Few points gain nothing by others.
static bool goesAcrossRows(const Assignment &assignment, const StoreRequest &store) {
  constexpr std::int64_t kLeastPoints = 64;
  bool isAcross = false;
  for (NamedIndex index : assignment.indices) {
    if (store.value->domain.has(index.dim))
      return false;
    isAcross |= store.target.strides[positionOf(store.target.domain, index.dim)] == 1;
  }
  return isAcross && store.target.domain.ndim() > assignment.indices.size() &&
         finitePoints(store.region) >= kLeastPoints;
}

/// Stores to views of targets across whose rows they go: rows of one point become rows of the next
/// dimension, and stores to neighbouring elements share a kernel. Not if anything reads what is
/// written: what overlaps is told exactly for one storage alone.
static void turnRows(std::vector<StoreRequest> &stores,
                     const std::vector<Assignment> &assignments) {
  auto reads = [&](const StoreRequest &store) { return mayReadTargets(*store.value, stores); };
  Sequence<std::size_t, 8> turned;
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (goesAcrossRows(assignments[n], stores[n]))
      turned.push_back(n);
  if (turned.empty() || std::any_of(stores.begin(), stores.end(), reads))
    return;
  for (std::size_t n : turned)
    for (NamedIndex index : assignments[n].indices) {
      ArrayView &target = stores[n].target;
      target = target.pinnedAt(positionOf(target.domain, index.dim), index.index);
      stores[n].region = stores[n].region.without(index.dim);
    }
}

/// Makes views of the targets of turned stores, which lack the dimensions of their indices.
static void turnTargets(const std::vector<StoreRequest> &stores,
                        std::vector<Assignment> &assignments) {
  for (std::size_t n = 0; n < stores.size(); ++n) {
    Assignment &assignment = assignments[n];
    const StorageState &whole = *assignment.target.get();
    if (stores[n].target.domain.ndim() == whole.layout.domain.ndim())
      continue;
    Ref<StorageState> view = derived(whole);
    pin(*view, assignment.indices);
    for (const NamedRange &range : view->layout.domain)
      addHalo(*view, range, whole.halo[positionOf(whole.layout.domain, range.dim)]);
    assignment.target = Storage(std::move(view));
    assignment.region = stores[n].region;
  }
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
  turnRows(planned.stores, assignments);
  turnTargets(planned.stores, assignments);
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
  turnRows(stores, assignments);

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
  turnTargets(stores, assignments);
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
