//===- Evaluator.cpp - The graph, operation by operation ------------------===//
//
// The users' debug backend and the tests' oracle: every node is computed on
// its own, at every point that somebody needs, in plain C++. Shares with the
// compiled way only element types, domains, the graph and the table of
// operations; knows nothing of kernels. No walk recurses.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Reference/FloatEnvironment.h"
#include "gtjit/Reference/Observer.h"
#include "gtjit/Reference/PointRows.h"
#include "gtjit/Reference/Reduction.h"
#include "gtjit/Runtime/Evaluate.h"
#include "gtjit/Storage/Lease.h"

#include <optional>
#include <unordered_map>

using namespace gtjit;
using namespace gtjit::reference;
using detail::Access;
using detail::ArrayView;
using detail::LeaseGroup;
using detail::Node;
using detail::OpCode;
using detail::StoreRequest;

namespace {

/// Memory of a storage as a grid.
Grid gridOf(const ArrayView &view, std::byte *first) {
  Grid grid{view.dtype, view.domain, view.strides, first, nullptr};
  for (std::int64_t &stride : grid.strides)
    stride *= static_cast<std::int64_t>(itemsize(view.dtype));
  return grid;
}

/// `box` in the dimensions of `domain` alone.
Domain projected(const Domain &box, const Domain &domain) {
  std::vector<NamedRange> ranges;
  for (const NamedRange &range : domain)
    ranges.push_back(range.dim(box.rangeOr(range.dim)));
  return Domain(ranges);
}

/// The smallest box that holds both; an empty one holds no points.
Domain hullOf(const Domain &a, const Domain &b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  Domain result = a;
  for (const NamedRange &range : b)
    result = result.with(range.dim(hull(a.rangeOr(range.dim), range.range)));
  return result;
}

/// What is known of a node during one evaluation.
struct Progress {
  std::int64_t users = 0; ///< that have not been computed
  bool isNeeded = false;  ///< `required` has been set
  Domain required;        ///< points that users read, in the node's dimensions
  std::size_t lease = 0;  ///< of its memory
  Grid values;
};

/// One evaluation of all stores.
class Evaluation {
public:
  explicit Evaluation(const std::vector<StoreRequest> &stores, Observer *observer = nullptr)
      : stores(stores), observer(observer) {}
  /// Computes the values of all nodes.
  void compute();
  void store();

private:
  bool isLeaf(const Node &node) const {
    return node.inputs.empty() || node.value.load(std::memory_order_acquire);
  }
  void collect(const Node *root);
  void leaseMemory();
  void require(const Node &node, const Domain &box);
  void requireInputs(const Node &node);
  Domain neededOf(const Node &node, const Node &input) const;
  void compute(const Node &node);
  Grid leafValues(const Node &node) const;
  Grid indexValues(const Node &node);
  Grid pointValues(const Node &node);
  Grid reducedValues(const Node &node);
  Grid viewedValues(const Node &node);
  void store(const StoreRequest &request, const Grid &values) const;
  const Grid &valuesOf(const detail::NodeRef &input) const {
    return progress.at(input.get()).values;
  }

  const std::vector<StoreRequest> &stores;
  Observer *observer;              ///< or null
  std::vector<const Node *> order; ///< operands before users
  std::unordered_map<const Node *, Progress> progress;
  std::optional<LeaseGroup> leases; ///< of all memory that is read
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
}

/// The points of an input that the required points of `node` read.
Domain Evaluation::neededOf(const Node &node, const Node &input) const {
  const Domain &box = progress.at(&node).required;
  switch (node.op) {
  case OpCode::Shift:
    return box.translated(node.dim, node.offset);
  case OpCode::Pin:
    return projected(box.with(node.dim(node.offset, node.offset + 1)), input.domain);
  case OpCode::Reduce: {
    Domain all = box;
    for (Dimension dim : node.reduced)
      all = all.with(dim(input.domain[dim]));
    return projected(all, input.domain);
  }
  default:
    return projected(box, input.domain);
  }
}

void Evaluation::requireInputs(const Node &node) {
  const Progress &state = progress[&node];
  bool reads = !isLeaf(node) && state.isNeeded && !state.required.empty();
  for (const detail::NodeRef &input : node.inputs)
    if (reads)
      require(*input, neededOf(node, *input));
}

Grid Evaluation::leafValues(const Node &node) const {
  if (const ArrayView *memory = node.memory())
    return gridOf(*memory, leases->first(progress.at(&node).lease));
  Grid number = makeGrid(node.dtype, Domain(), node.line);
  std::memcpy(number.first, &node.scalarBits, itemsize(node.dtype));
  return number;
}

/// The coordinates themselves.
Grid Evaluation::indexValues(const Node &node) {
  Grid result = makeGrid(node.dtype, progress[&node].required, node.line);
  Range range = result.box[0].range;
  for (std::int64_t at = range.lo(); at < range.hi(); ++at)
    storeValue(result.first + (at - range.lo()) * result.strides[0], at);
  return result;
}

/// An operation of the table at every point.
Grid Evaluation::pointValues(const Node &node) {
  const Domain &box = progress[&node].required;
  Grid result = makeGrid(node.dtype, box, node.line);
  if (isConversion(node.point)) {
    convertGrid(valuesOf(node.inputs[0]), result, box);
    return result;
  }
  DType type = isComparison(node.point) ? node.inputs.back()->dtype : node.dtype;
  std::vector<Grid> converted; // keeps operands of another type alive
  std::vector<Operand> operands;
  for (std::size_t n = 0; n < node.inputs.size(); ++n) {
    DType wanted = n == 0 && hasCondition(node.point) ? DType::Bool : type;
    converted.push_back(valuesOf(node.inputs[n]));
    if (converted.back().dtype != wanted) {
      Domain part = projected(box, node.inputs[n]->domain);
      converted.push_back(makeGrid(wanted, part, node.line));
      convertGrid(valuesOf(node.inputs[n]), converted.back(), part);
    }
    operands.push_back(operandOver(converted.back(), box));
  }
  operands.push_back(operandOver(result, box));
  if (RowFunction row = pointRow(node.point, type))
    forEachRow(box, operands, row);
  else
    throw TypeError(node.line, "an operation has no definition for its operands' type");
  return result;
}

Grid Evaluation::reducedValues(const Node &node) {
  const Node &input = *node.inputs[0];
  Grid values = valuesOf(node.inputs[0]);
  Domain box = neededOf(node, input);
  if (values.dtype != node.dtype) {
    Grid converted = makeGrid(node.dtype, box, node.line);
    convertGrid(values, converted, box);
    values = std::move(converted);
  }
  for (std::size_t n = 0; n < node.reduced.size(); ++n) {
    Dimension dim = node.reduced[n];
    box = box.without(dim);
    LineReduction reduction{dim, input.domain[dim], node.reduce, n == 0 && node.lanes, node.line};
    values = reduceDimension(values, reduction, box);
  }
  return values;
}

/// Shift, slice, pin and broadcast: the same memory under other coordinates.
Grid Evaluation::viewedValues(const Node &node) {
  Grid values = valuesOf(node.inputs[0]);
  if (node.op == OpCode::Shift)
    values.box = values.box.translated(node.dim, -node.offset);
  if (node.op != OpCode::Pin)
    return values;
  for (std::size_t d = 0; d < values.box.ndim(); ++d)
    if (values.box[d].dim == node.dim) {
      values.first += (node.offset - values.box[d].range.lo()) * values.strides[d];
      values.strides.erase(values.strides.begin() + static_cast<std::ptrdiff_t>(d));
      values.box = values.box.without(node.dim);
      break;
    }
  return values;
}

void Evaluation::compute(const Node &node) {
  Progress &state = progress[&node];
  if (isLeaf(node) && (node.memory() || node.op != OpCode::Index)) {
    state.values = leafValues(node);
    return;
  }
  if (!state.isNeeded || state.required.empty())
    state.values = makeGrid(node.dtype, Domain(I(0, 0)), node.line); // nobody reads a point
  else if (node.op == OpCode::Index)
    state.values = indexValues(node);
  else if (node.op == OpCode::Point)
    state.values = pointValues(node);
  else if (node.op == OpCode::Reduce)
    state.values = reducedValues(node);
  else
    state.values = viewedValues(node);
  for (const detail::NodeRef &input : node.inputs)
    if (Progress &used = progress[input.get()]; --used.users == 0)
      used.values = Grid();
}

void Evaluation::store(const StoreRequest &request, const Grid &values) const {
  detail::Lease lease(request.target, Access::Write, request.region);
  convertGrid(values, gridOf(request.target, lease.first()),
              projected(request.region, request.target.domain));
}

void Evaluation::compute() {
  for (const StoreRequest &request : stores)
    collect(request.value.get());
  leaseMemory();
  for (const StoreRequest &request : stores)
    if (!request.region.empty())
      require(*request.value, projected(request.region, request.value->domain));
  for (std::size_t n = order.size(); n-- > 0;)
    requireInputs(*order[n]);
  for (const Node *node : order) {
    compute(*node);
    const Progress &state = progress[node];
    if (observer && state.isNeeded && !state.required.empty())
      observer->computed(*node, state.values, state.required);
  }
}

void Evaluation::store() {
  // All values are read before any is written.
  std::vector<Grid> results;
  for (const StoreRequest &request : stores) {
    Grid values = valuesOf(request.value);
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
  Evaluation evaluation(stores, observer);
  evaluation.compute();
  evaluation.store();
}

void reference::observe(const std::vector<StoreRequest> &stores, Observer &observer) {
  StrictFloatEnvironment strict;
  Evaluation(stores, &observer).compute();
}
