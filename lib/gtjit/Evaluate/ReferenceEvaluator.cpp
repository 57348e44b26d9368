//===- ReferenceEvaluator.cpp - The graph, operation by operation ---------===//
//
// The users' debug backend and the tests' oracle: every node is computed on
// its own, at every point that somebody needs, in plain C++ that stands with
// its operation. Shares with the compiled way only element types, domains, the
// graph and the table of operations; knows nothing of kernels. No walk recurses.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/ReferenceObserver.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/FloatEnvironment.h"
#include "gtjit/Types/FailedPoints.h"

#include <numeric>
#include <optional>
#include <unordered_map>

using namespace gtjit;
using namespace gtjit::reference;
using detail::Access;
using detail::ArrayView;
using detail::as;
using detail::hullOf;
using detail::LeaseGroup;
using detail::Node;
using detail::NodeKind;
using detail::projected;
using detail::StoreRequest;

Grid reference::gridOf(const ArrayView &view, std::byte *first) {
  Grid grid{view.dtype, view.domain, {view.strides.begin(), view.strides.end()}, first, nullptr};
  for (std::int64_t &stride : grid.strides)
    stride *= static_cast<std::int64_t>(itemsize(view.dtype));
  return grid;
}

namespace {

/// What is known of a node during one evaluation.
struct Progress {
  std::int64_t users = 0;    ///< that have not been computed
  bool isNeeded = false;     ///< `required` has been set
  bool isIndex = false;      ///< an index is computed from it: see checkIndices
  Domain required;           ///< holds the points that users read, in the node's dimensions
  std::vector<Domain> boxes; ///< these points exactly, where somebody observes
  std::size_t lease = 0;     ///< of its memory
  std::vector<Grid> values;  ///< of each result
};

/// Adds a box to a set of points; keeps no box that another one holds. A set of
/// very many boxes becomes the one that holds them all.
void addBox(std::vector<Domain> &boxes, const Domain &box) {
  constexpr std::size_t kMostBoxes = 4096;
  for (const Domain &known : boxes)
    if (known.contains(box))
      return;
  std::erase_if(boxes, [&](const Domain &known) { return box.contains(known); });
  boxes.push_back(box);
  if (boxes.size() > kMostBoxes)
    boxes = {std::accumulate(boxes.begin(), boxes.end(), box, hullOf)};
}

/// One evaluation of all stores.
class Evaluation {
public:
  explicit Evaluation(const std::vector<StoreRequest> &stores, Observer *observer = nullptr)
      : stores(stores), observer(observer) {}
  /// Computes the values of all nodes. Where somebody observes, throws CallError at the
  /// first node whose calls of a function of the host have failed.
  void compute();
  /// Throws what compute() does for an index that is bad, and computes no more than it must.
  void checkIndices();
  void store();
  /// Throws if there was one.
  void throwFailed() const {
    if (failed->count != 0)
      detail::throwFailedCalls(failed);
  }
  void throwObserved() const {
    try {
      throwFailed();
    } catch (const detail::CallFailure &failure) {
      throw gtjit::CallError(failure); // nothing has been stored
    }
  }
  const detail::Ref<detail::FailedPoints> &failedCalls() const { return failed; }

private:
  bool isLeaf(const Node &node) const { return node.inputs.empty() || node.memory(); }
  static bool readsByIndex(const Node &node);
  void requireAll();
  void collect(const Node *root);
  void leaseMemory();
  void require(const Node &node, const Domain &box);
  void requireInputs(const Node &node);
  std::vector<Domain> pointsRead(const Node &node, std::size_t n, const Domain &box) const;
  void compute(const Node &node);
  bool hasAllInputs(const Node &node, const Domain &box) const;
  std::vector<Grid> valuesOf(const Node &node);
  void store(const StoreRequest &request, const Grid &values) const;

  const std::vector<StoreRequest> &stores;
  Observer *observer;              ///< or null
  std::vector<const Node *> order; ///< operands before users
  std::unordered_map<const Node *, Progress> progress;
  std::optional<LeaseGroup> leases; ///< of all memory that is read
  detail::Ref<detail::FailedPoints> failed{new detail::FailedPoints};
};

/// Appends the nodes below `root` to `order`, counts their users.
void Evaluation::collect(const Node *root) {
  ++progress[root].users;
  if (progress[root].users > 1)
    return;
  std::vector<std::pair<const Node *, std::size_t>> path{{root, 0}};
  while (!path.empty()) {
    auto &[node, next] = path.back();
    if (isLeaf(*node) || next == node->inputs.size()) {
      order.push_back(node);
      path.pop_back();
      continue;
    }
    const Node *input = node->inputs[next++].get();
    if (++progress[input].users == 1)
      path.push_back({input, 0});
  }
}

void Evaluation::leaseMemory() {
  for (const Node *node : order)
    if (const ArrayView *memory = node->memory()) {
      if (!leases)
        leases.emplace(*memory->block->runtime);
      progress[node].lease = leases->size();
      leases->add(*memory, Access::Read);
    }
  if (leases)
    leases->take();
}

void Evaluation::require(const Node &node, const Domain &box) {
  Progress &state = progress[&node];
  state.required = state.isNeeded ? hullOf(state.required, box) : box;
  state.isNeeded = true;
  if (observer && !box.empty())
    addBox(state.boxes, box);
}

/// The points of an input that a box reads. Those that other values tell are found by
/// an evaluation of these, but for large boxes.
std::vector<Domain> Evaluation::pointsRead(const Node &node, std::size_t n,
                                           const Domain &box) const {
  constexpr std::int64_t kMostPoints = 4096;
  std::vector<StoreRequest> indices;
  for (std::size_t k = 0; n == 0 && k < node.inputs.size(); ++k)
    if (node.allowedValues(k)) {
      indices.emplace_back();
      indices.back().value = node.inputs[k];
      indices.back().region = node.reads(k, box);
    }
  if (indices.empty() || box.empty() || box.size() > kMostPoints)
    return node.pointsRead(n, box);
  Evaluation before(indices);
  before.compute();
  std::vector<Grid> values;
  for (const StoreRequest &each : indices)
    values.push_back(before.progress.at(each.value.get()).values.front());
  return node.pointsReadAt(box, values);
}

void Evaluation::requireInputs(const Node &node) {
  const Progress &state = progress[&node];
  if (isLeaf(node) || !state.isNeeded || state.required.empty())
    return;
  for (std::size_t n = 0; n < node.inputs.size(); ++n) {
    if (!observer)
      require(*node.inputs[n], node.reads(n, state.required));
    for (const Domain &box : state.boxes)
      for (const Domain &read : pointsRead(node, n, box))
        require(*node.inputs[n], read);
  }
}

/// Whether some of its inputs say where it reads others.
bool Evaluation::readsByIndex(const Node &node) {
  for (std::size_t n = 0; !node.memory() && n < node.inputs.size(); ++n)
    if (node.allowedValues(n))
      return true;
  return false;
}

/// Whether the inputs' values are there for all of a box. Between the points that users read there
/// may be others whose inputs nobody has asked for.
bool Evaluation::hasAllInputs(const Node &node, const Domain &box) const {
  for (std::size_t n = 0; n < node.inputs.size(); ++n) {
    const Domain &there = progress.at(node.inputs[n].get()).values.front().box;
    Domain needed = node.reads(n, box);
    if (there.empty() && !needed.empty())
      return false;
    for (const NamedRange &read : needed)
      if (there.has(read.dim) && !there[read.dim].contains(read.range))
        return false;
  }
  return true;
}

std::vector<Grid> Evaluation::valuesOf(const Node &node) {
  const Progress &state = progress[&node];
  if (const ArrayView *memory = node.memory())
    return {gridOf(*memory, leases->first(state.lease))};
  if (!state.isNeeded || state.required.empty()) // nobody reads a point
    return std::vector<Grid>(node.resultCount(), makeGrid(node.dtype, Domain(I(0, 0)), node.line));
  std::vector<const Grid *> inputs;
  for (const detail::NodeRef &input : node.inputs)
    inputs.push_back(progress.at(input.get()).values.data());
  // An index that nobody has asked for may be anything.
  if (state.boxes.size() <= 1 || (!readsByIndex(node) && hasAllInputs(node, state.required)))
    return node.evaluate({inputs, state.required, *failed});
  std::vector<Grid> results;
  for (const Domain &box : state.boxes) {
    std::vector<Grid> values = node.evaluate({inputs, box, *failed});
    for (std::size_t n = 0; n < values.size(); ++n) {
      if (results.size() == n)
        results.push_back(makeGrid(values[n].dtype, state.required, node.line));
      convertGrid(values[n], results[n], box);
    }
  }
  return results;
}

void Evaluation::compute(const Node &node) {
  progress[&node].values = valuesOf(node);
  if (!node.memory())
    for (const detail::NodeRef &input : node.inputs)
      if (Progress &used = progress[input.get()]; --used.users == 0)
        used.values.clear();
}

void Evaluation::store(const StoreRequest &request, const Grid &values) const {
  detail::Lease lease(request.target, Access::Write, request.region, detail::Holder::Work,
                      request.line);
  convertGrid(values, gridOf(request.target, lease.first()),
              projected(request.region, request.target.domain));
}

/// Finds what there is to compute, and where.
void Evaluation::requireAll() {
  for (const StoreRequest &request : stores)
    collect(request.value.get());
  leaseMemory();
  for (const StoreRequest &request : stores)
    if (!request.region.empty())
      require(*request.value, projected(request.region, request.value->domain));
  for (std::size_t n = order.size(); n-- > 0;)
    requireInputs(*order[n]);
}

void Evaluation::checkIndices() {
  requireAll();
  for (std::size_t n = order.size(); n-- > 0;)
    for (std::size_t k = 0; !isLeaf(*order[n]) && k < order[n]->inputs.size(); ++k)
      if (progress[order[n]].isIndex || order[n]->isChecked(k))
        progress[order[n]->inputs[k].get()].isIndex = true;
  for (const Node *node : order) {
    const Progress &state = progress[node];
    if (state.isIndex)
      compute(*node); // looks at its own
    else if (state.isNeeded && !state.required.empty())
      for (std::size_t k = 0; !isLeaf(*node) && k < node->inputs.size(); ++k)
        if (node->isChecked(k))
          node->check(k, progress[node->inputs[k].get()].values.front(),
                      node->reads(k, state.required));
  }
}

void Evaluation::compute() {
  requireAll();
  for (const Node *node : order) {
    compute(*node);
    if (observer)
      throwObserved();
    const Progress &state = progress[node];
    bool hasValues = node->memory() || node->kind() != NodeKind::Several;
    if (hasValues && !state.boxes.empty())
      observer->computed(*node, state.values.front(), state.boxes);
  }
}

void Evaluation::store() {
  // All values are read before any is written.
  std::vector<Grid> results;
  for (const StoreRequest &request : stores) {
    Grid values = progress.at(request.value.get()).values.front();
    if (!values.owned && !request.region.empty()) {
      Domain part = projected(request.region, request.value->domain);
      Grid copy = makeGrid(values.dtype, part, request.line);
      convertGrid(values, copy, part);
      values = std::move(copy);
    }
    results.push_back(std::move(values));
  }
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (!stores[n].region.empty())
      store(stores[n], results[n]);
}

} // namespace

void reference::runStores(const std::vector<StoreRequest> &stores, Observer *observer) {
  StrictFloatEnvironment strict;
  if (observer) // who looks at fewer points
    Evaluation(stores).checkIndices();
  Evaluation evaluation(stores, observer);
  evaluation.compute();
  evaluation.store();
  evaluation.throwFailed();
}

void reference::observe(const std::vector<StoreRequest> &stores, Observer &observer) {
  StrictFloatEnvironment strict;
  Evaluation(stores, &observer).compute();
}

detail::Ref<detail::FailedPoints>
reference::findFailedCalls(const std::vector<StoreRequest> &stores) {
  StrictFloatEnvironment strict;
  Evaluation evaluation(stores);
  evaluation.compute();
  return evaluation.failedCalls();
}
