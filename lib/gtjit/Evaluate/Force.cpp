//===- Force.cpp - Evaluating fields --------------------------------------===//
//
// Several roots at once, each into memory of its own; afterwards the nodes are
// leaves of their values.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Evaluate/ArrayCalls.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/Flight.h"
#include "gtjit/Evaluate/StorePlans.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Tracing.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>
#include <cstring>

namespace gtjit::detail {

static bool isEvaluated(const NodeRef &node) {
  return node->value.load(std::memory_order_acquire) != nullptr;
}

/// The runtime of the nodes; the current one for numbers.
static Runtime::State &runtimeOf(const std::vector<NodeRef> &nodes, SourceLine line) {
  Runtime::State *runtime = nullptr;
  for (const NodeRef &node : nodes) {
    if (runtime && node->runtime && node->runtime != runtime)
      throw ValueError(line, "eval: " + describe(*nodes.front()) + " and " + describe(*node) +
                                 " belong to different runtimes");
    if (node->runtime)
      runtime = node->runtime;
  }
  return runtime ? *runtime : Runtime::current().get();
}

static void checkFinite(const Node &node, SourceLine line) {
  for (const NamedRange &range : node.domain)
    if (!range.range.isFinite()) {
      ValueError error(line, "cannot evaluate " + describe(node) + ": it is infinite in " +
                                 toString(range));
      error.addNote(SourceLine{}, "assign it to a part of a storage, or slice it");
      throw error;
    }
}

/// Which kind of memory the values of each node get. What cannot be computed takes none.
static std::vector<StorageKind> inferKinds(Runtime::State &runtime,
                                           const std::vector<NodeRef> &nodes,
                                           const CodeSource *loaded, SourceLine line) {
  TimelineSpan span(runtime.timeline.get(), "infer", line);
  std::vector<StorageKind> kinds;
  kinds.reserve(nodes.size());
  for (const NodeRef &node : nodes) {
    if (runtime.device && !loaded && !node->domain.empty())
      (void)runsOnDevice(runtime, {{node, ArrayView(), node->domain, line}}, loaded);
    kinds.push_back(kindOfValues(runtime, node));
  }
  return kinds;
}

ArrayView allocateResult(Runtime::State &runtime, const Node &node, StorageKind kind,
                         SourceLine line) {
  std::vector<Dimension> order = resultOrder(node);
  std::int64_t aligned = 0;
  if (!order.empty()) {
    Range whole = node.domain[order.back()], inner = whole & node.compute.rangeOr(order.back());
    aligned = inner.empty() ? whole.lo() : inner.lo();
  }
  return allocateView(runtime, node.dtype, node.domain, order, aligned, line, kind);
}

/// Nodes whose values need no kernel: numbers, and leaves on the host, which are copied
/// so that their storage may be written.
static bool copyDirectly(const Node &node, const ArrayView &target) {
  if (const auto *number = as<NumberNode>(node)) {
    std::memcpy(Lease(target, Access::Write, Holder::Work, node.line).first(), &number->bits,
                itemsize(node.dtype));
    return true;
  }
  if (!node.leaf || target.block->kind != StorageKind::CPU)
    return false;
  copyElements(node.leaf->view, target, node.domain, node.line);
  return true;
}

/// Makes the calls of functions on whole arrays that the nodes wait for.
static void makeCalls(Runtime::State &runtime, const std::vector<NodeRef> &nodes,
                      const CodeSource *loaded, SourceLine line) {
  if (std::none_of(nodes.begin(), nodes.end(),
                   [](const NodeRef &node) { return node->awaitsCall; }))
    return;
  GraphLock lock(runtime.graphMutex);
  std::vector<StoreRequest> stores;
  for (const NodeRef &node : nodes)
    if (!node->domain.empty())
      stores.push_back({node, ArrayView(), node->domain, line});
  ArrayCalls(runtime, loaded).make(stores, lock);
}

void force(const std::vector<NodeRef> &nodes, SourceLine line, const CodeSource *loaded) {
  if (std::all_of(nodes.begin(), nodes.end(), isEvaluated))
    return;
  StageClock clock;
  Runtime::State &runtime = runtimeOf(nodes, line);
  for (const NodeRef &node : nodes) {
    requireConcrete(*node, "the value", line);
    checkFinite(*node, line);
  }
  refuseWhileTracing("evaluating a field", line);

  makeCalls(runtime, nodes, loaded, line);
  Flight flight(runtime);
  GraphLock lock(runtime.graphMutex);
  const std::vector<NodeRef> &mine = flight.take(nodes, lock);
  std::vector<StorageKind> kinds = inferKinds(runtime, mine, loaded, line);
  std::vector<ArrayView> results;
  std::vector<StoreRequest> stores, copies;
  results.reserve(mine.size());
  stores.reserve(mine.size());
  for (std::size_t n = 0; n < mine.size(); ++n) {
    const NodeRef &node = mine[n];
    results.push_back(allocateResult(runtime, *node, kinds[n], line));
    if (!node->domain.empty() && !copyDirectly(*node, results.back()))
      (node->leaf ? copies : stores).push_back({node, results.back(), results.back().domain, line});
  }
  for (std::vector<StoreRequest> *some : {&stores, &copies}) {
    if (some->empty())
      continue;
    Detours none; // for fresh memory
    if (!(StorePlans::serve(runtime, loaded) &&
          StorePlans::of(runtime).run({}, *some, lock, none))) {
      bool onDevice = runsOnDevice(runtime, *some, loaded);
      evaluate(runtime, {std::move(*some), {}, loaded, onDevice, /*isCopy=*/some == &copies}, lock,
               clock);
    }
    lock.lock();
  }
  for (std::size_t n = 0; n < mine.size(); ++n)
    setValue(*mine[n], std::move(results[n]));
}

} // namespace gtjit::detail
