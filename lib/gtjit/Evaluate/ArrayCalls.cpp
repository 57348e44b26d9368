//===- ArrayCalls.cpp - Functions on whole arrays -------------------------===//
//
// Which calls an evaluation waits for, their operands and results in memory, and
// when a function may write where an assignment does.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/ArrayCalls.h"

#include "gtjit/CallError.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Evaluate/FiniteSearch.h"
#include "gtjit/Evaluate/Flight.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>
#include <unordered_set>

using namespace gtjit;
using namespace gtjit::detail;

//===----------------------------------------------------------------------===//
// Which calls
//===----------------------------------------------------------------------===//

/// Results of calls that the stores need and that are not in memory, those of operands first.
std::vector<NodeRef> ArrayCalls::pendingResults(const std::vector<StoreRequest> &stores) const {
  std::vector<NodeRef> results;
  std::unordered_set<const Node *> seen;
  std::vector<std::pair<Node *, std::size_t>> path;
  auto open = [&](const NodeRef &node) {
    if (node->awaitsCall && !node->memory() && seen.insert(node.get()).second)
      path.push_back({node.get(), 0});
  };
  for (const StoreRequest &store : stores) {
    for (open(store.value); !path.empty();) {
      auto &[node, next] = path.back();
      if (next < node->inputs.size()) {
        open(node->inputs[next++]);
        continue;
      }
      if (arrayCallOf(*node))
        results.emplace_back(node);
      path.pop_back();
    }
  }
  return results;
}

void ArrayCalls::refuseDevice(const std::vector<StoreRequest> &stores, const Node &result) const {
  if (runtime.device && runsOnDevice(runtime, stores, loaded))
    throw NotImplementedError(
        result.line, "'" + std::string(result.spelling()) +
                         "' is a function of the host on whole arrays, which evaluations on a "
                         "device do not call: evaluate it with a runtime without a device, or in "
                         "a program after setDevice(nullptr)");
}

void ArrayCalls::make(const std::vector<StoreRequest> &stores, GraphLock &lock) {
  std::vector<NodeRef> results = pendingResults(stores);
  if (!results.empty())
    refuseDevice(stores, *results.front());
  for (const NodeRef &result : results)
    makeOnce(result, lock);
}

/// Makes the call unless it has been made, and lets the result have its values.
void ArrayCalls::makeOnce(const NodeRef &result, GraphLock &lock) {
  const ArrayCallNode *pending = arrayCallOf(*result);
  if (!pending)
    return; // another thread has done it
  NodeRef node = result->inputs[0];
  Flight flight(runtime);
  flight.take({node}, lock);
  auto &call = static_cast<ArrayCallNode &>(*node);
  if (!call.isDone()) {
    forceOperands({&node, 1}, lock);
    Call own = operandsOf(node);
    std::vector<ArrayView> results = newResults(own);
    run(own, results, lock);
    checkFinite(own, results);
    call.values = std::move(results);
    if (call.runtime)
      call.inputs.clear();
  }
  settleResult(*result);
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

namespace {
/// An array without gaps over a domain, without memory.
struct DenseShape {
  ArrayView view;
  std::vector<std::int64_t> extents;
  std::optional<std::int64_t> count; ///< of elements; nothing if no memory has as many

  DenseShape(const ArrayParameter &array, const Domain &domain) : view{{}, array.dtype, {}, {}, 0} {
    for (const NamedRange &range : array.dims) {
      view.domain = view.domain.with(range.dim(domain[range.dim]));
      extents.push_back(domain[range.dim].size());
    }
    view.strides.assign(extents.size(), 0);
    count = denseStrides(array.dtype, extents, {}, 1, view.strides.begin());
  }
};
} // namespace

/// Whether the elements of an array lie as its declaration says.
static bool liesAs(const ArrayParameter &array, const ArrayView &view) {
  if (!array.isDense)
    return true;
  DenseShape dense(array, view.domain);
  for (std::size_t n = 0; n < dense.extents.size(); ++n)
    for (std::size_t d = 0; d < view.domain.ndim(); ++d)
      if (view.domain[d].dim == dense.view.domain[n].dim && dense.extents[n] > 1 &&
          view.strides[d] != dense.view.strides[n])
        return false;
  return dense.count.has_value();
}

/// Memory for an array without gaps.
static ArrayView allocateDense(Runtime::State &runtime, const ArrayParameter &array,
                               const Domain &domain, SourceLine line) {
  DenseShape dense(array, domain);
  if (!dense.count)
    throwTooLarge(array.dtype, dense.extents, line);
  dense.view.block =
      allocateBlock(runtime, static_cast<std::size_t>(*dense.count) * itemsize(array.dtype), line);
  return std::move(dense.view);
}

/// An operand as it is declared: a copy, unless it lies so or is copied for its result.
static ArrayView declaredView(Runtime::State &runtime, const ArrayParameter &array,
                              const ArrayView &view, SourceLine line) {
  if (array.use != ArrayUse::Read || liesAs(array, view))
    return view;
  ArrayView copy = allocateDense(runtime, array, view.domain, line);
  copyElements(view, copy, view.domain, line);
  return copy;
}

/// Evaluates what the calls read and is not in memory; lets go of the mutex meanwhile.
void ArrayCalls::forceOperands(std::span<const NodeRef> calls, GraphLock &lock) const {
  std::vector<NodeRef> pending;
  for (const NodeRef &call : calls)
    for (const NodeRef &input : call->inputs)
      if (!viewOfValues(*input))
        pending.push_back(input);
  if (pending.empty())
    return;
  lock.unlock();
  force(pending, calls.front()->line, loaded);
  lock.lock();
}

/// The call with its operands as they lie in memory, all of which have been evaluated.
ArrayCalls::Call ArrayCalls::operandsOf(NodeRef node) const {
  Call call{std::move(node), {}, {}, {}};
  for (const NodeRef &input : call.call().inputs)
    call.held.push_back(input);
  auto operand = call.held.begin();
  for (const ArrayParameter &array : call.call().prototype().arrays)
    if (array.use != ArrayUse::Write) {
      ArrayView view = viewOfValues(**operand)->restricted((*operand)->domain);
      call.operands.push_back(declaredView(runtime, array, view, call.node->line));
      ++operand;
    }
  return call;
}

/// Looks again where the operands lie: who writes their memory meanwhile leaves them their values
/// elsewhere. Not what was copied, or is updated and has no reader.
void ArrayCalls::renewOperands(Call &call) {
  std::size_t operand = 0;
  for (const ArrayParameter &array : call.call().prototype().arrays) {
    if (array.use == ArrayUse::Write)
      continue;
    std::size_t n = operand++;
    if (!call.held[n])
      continue;
    ArrayView view = viewOfValues(*call.held[n])->restricted(call.held[n]->domain);
    if (liesAs(array, view))
      call.operands[n] = std::move(view);
  }
}

/// Whether nobody but the call, and its list of operands, has the values of an operand that was
/// evaluated for it.
static bool isOwn(const NodeRef &operand) {
  return !operand->leaf && operand->value.load() && operand->references.load() == 2;
}

/// Memory for the results; of those that are updated it has the operands' values.
std::vector<ArrayView> ArrayCalls::newResults(Call &call) const {
  const ArrayCallNode &node = call.call();
  std::vector<ArrayView> results;
  std::size_t operand = 0;
  for (const ArrayParameter &array : node.prototype().arrays) {
    std::size_t n = operand;
    operand += array.use != ArrayUse::Write;
    if (array.use == ArrayUse::Read)
      continue;
    if (array.use == ArrayUse::Update && isOwn(call.held[n]) && liesAs(array, call.operands[n])) {
      results.push_back(call.operands[n]);
      continue;
    }
    auto number = static_cast<unsigned>(results.size());
    NodeRef result(new ResultNode(call.node, number, array.dtype));
    results.push_back(array.isDense
                          ? allocateDense(runtime, array, result->domain, node.line)
                          : allocateResult(runtime, *result, StorageKind::CPU, node.line));
    if (array.use == ArrayUse::Update)
      copyElements(call.operands[n], results.back(), results.back().domain, node.line);
  }
  return results;
}

void ArrayCalls::checkFinite(const Call &call, std::span<const ArrayView> results) const {
  if (!checksValues(runtime))
    return;
  for (const ArrayView &view : results) {
    Lease lease(view, Access::Read, Holder::Work, call.node->line);
    if (auto bad = firstNotFinite(reference::gridOf(view, lease.first()), view.domain))
      throw FloatingPointError(call.node->line,
                               "'" + call.call().function->symbol + "' gave " + *bad);
  }
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

namespace {

/// The descriptors of a call.
class MemRefs {
public:
  /// `first`: the view's first point.
  void add(const ArrayParameter &array, const ArrayView &view, std::byte *first) {
    auto &shape = shapes.emplace_back();
    for (const NamedRange &range : array.dims)
      for (std::size_t d = 0; d < view.domain.ndim(); ++d)
        if (view.domain[d].dim == range.dim) {
          shape.sizes.push_back(view.domain[d].range.size());
          shape.strides.push_back(view.strides[d]);
          shape.origins.push_back(view.domain[d].range.lo());
        }
    shape.data = first;
    shape.type = array.dtype;
  }
  std::vector<MemRef> all() const {
    std::vector<MemRef> refs;
    for (const Shape &shape : shapes)
      refs.push_back({shape.data, shape.sizes.data(), shape.strides.data(), shape.origins.data(),
                      static_cast<std::int32_t>(shape.sizes.size()),
                      static_cast<std::int32_t>(shape.type)});
    return refs;
  }

private:
  struct Shape {
    std::vector<std::int64_t> sizes, strides, origins;
    std::byte *data = nullptr;
    DType type = DType::F64;
  };
  std::vector<Shape> shapes;
};

} // namespace

/// Calls the function; `results` have the values of what is updated.
void ArrayCalls::run(const Call &call, std::span<const ArrayView> results, GraphLock &lock) const {
  const ArrayCallNode &node = call.call();
  const ImportedFunction &function = *node.function;
  LeaseGroup leases(runtime, Holder::Work, node.line);
  std::vector<const ArrayView *> views;
  std::size_t operand = 0, result = 0;
  for (const ArrayParameter &array : node.prototype().arrays) {
    bool isRead = array.use == ArrayUse::Read;
    views.push_back(isRead ? &call.operands[operand] : &results[result]);
    operand += array.use != ArrayUse::Write;
    result += !isRead;
    leases.add(*views.back(), isRead ? Access::Read : Access::Write);
  }
  leases.take();
  lock.unlock();
  MemRefs arrays;
  for (std::size_t n = 0; n < views.size(); ++n)
    arrays.add(node.prototype().arrays[n], *views[n], leases.first(n));
  TimelineSpan span(runtime.timeline.get(),
                    [&] { return TimelineEvent{"call " + function.symbol, node.line}; });
  auto begin = std::chrono::steady_clock::now();
  auto *address = reinterpret_cast<ArrayFunction *>(const_cast<void *>(function.address));
  int status = address(arrays.all().data());
  if (runtime.profile)
    runtime.profile->called(function.symbol, node.line, std::chrono::steady_clock::now() - begin);
  leases.giveBack();
  lock.lock();
  if (status != 0)
    throw CallError(node.line,
                    "'" + function.symbol + "' reported status " + std::to_string(status), {});
}

//===----------------------------------------------------------------------===//
// Into the targets of assignments
//===----------------------------------------------------------------------===//

/// Whether the results lie as they are declared where the stores put them.
static bool areWritable(const ArrayCallNode &call, std::span<const std::size_t> targets,
                        const std::vector<StoreRequest> &stores) {
  std::size_t result = 0;
  for (const ArrayParameter &array : call.prototype().arrays)
    if (array.use != ArrayUse::Read) {
      const StoreRequest &store = stores[targets[result++]];
      if (!liesAs(array, store.target.restricted(store.region)))
        return false;
    }
  return true;
}

/// Whether the stores are all results of calls, each over all of its points, of which nobody
/// else has any, and the targets lie as the functions want it.
bool ArrayCalls::findTargets(const std::vector<StoreRequest> &stores) {
  prepared.clear();
  for (std::size_t n = 0; n < stores.size(); ++n) {
    const Node &value = *stores[n].value;
    ArrayCallNode *call = arrayCallOf(value);
    if (!call || call->isDone() || value.references.load() != 1 ||
        !(value.domain == stores[n].region))
      return false;
    auto known = std::find_if(prepared.begin(), prepared.end(),
                              [&](const Call &each) { return each.node.get() == call; });
    if (known == prepared.end()) {
      known = prepared.insert(known, Call{NodeRef(call), {}, {}, {}});
      known->stores.assign(call->resultCount(), stores.size());
    }
    known->stores[as<ResultNode>(value)->number] = n;
  }
  return std::all_of(prepared.begin(), prepared.end(), [&](const Call &call) {
    auto written = std::count_if(call.stores.begin(), call.stores.end(),
                                 [&](std::size_t store) { return store < stores.size(); });
    return call.node->references.load() == written + 1 &&
           static_cast<std::size_t>(written) == call.stores.size() &&
           areWritable(call.call(), call.stores, stores);
  });
}

/// Whether a function would write what it, or another one, reads, but for what it updates.
bool ArrayCalls::sharesTargets(const std::vector<StoreRequest> &stores) const {
  for (const Call &call : prepared) {
    std::size_t operand = 0, result = 0;
    for (const ArrayParameter &array : call.call().prototype().arrays) {
      std::size_t own = array.use == ArrayUse::Update ? call.stores[result] : stores.size();
      result += array.use != ArrayUse::Read;
      if (array.use == ArrayUse::Write)
        continue;
      const ArrayView &view = call.operands[operand++];
      for (std::size_t n = 0; n < stores.size(); ++n) {
        const StoreRequest &store = stores[n];
        bool isUpdated = n == own && isSameArray(view, store.target) && view.domain == store.region;
        if (!isUpdated && shareMemory(*view.block, *store.target.block))
          return true;
      }
    }
  }
  return false;
}

bool ArrayCalls::makeOrPrepare(const std::vector<StoreRequest> &stores, GraphLock &lock) {
  bool mayWrite = !runtime.device && !checksValues(runtime) && findTargets(stores);
  if (!mayWrite) {
    prepared.clear();
    make(stores, lock);
    return false;
  }
  std::vector<StoreRequest> operands;
  for (const Call &call : prepared)
    for (const NodeRef &input : call.call().inputs)
      operands.push_back({input, ArrayView(), input->domain, call.node->line});
  make(operands, lock);
  std::vector<NodeRef> calls;
  for (const Call &call : prepared)
    calls.push_back(call.node);
  forceOperands(calls, lock);
  for (Call &call : prepared) {
    std::vector<std::size_t> targets = std::move(call.stores);
    call = operandsOf(std::move(call.node));
    call.stores = std::move(targets);
  }
  if (sharesTargets(stores)) {
    prepared.clear();
    make(stores, lock);
    return false;
  }
  for (Call &call : prepared) { // what is updated has no reader but the function
    call.call().inputs.clear();
    std::size_t operand = 0;
    for (const ArrayParameter &array : call.call().prototype().arrays)
      if (array.use != ArrayUse::Write) {
        if (array.use == ArrayUse::Update)
          call.held[operand] = NodeRef();
        ++operand;
      }
  }
  return true;
}

void ArrayCalls::write(const std::vector<StoreRequest> &stores, GraphLock &lock) {
  for (Call &call : prepared) {
    renewOperands(call);
    std::vector<ArrayView> targets;
    std::size_t operand = 0;
    for (const ArrayParameter &array : call.call().prototype().arrays) {
      std::size_t n = operand;
      operand += array.use != ArrayUse::Write;
      if (array.use == ArrayUse::Read)
        continue;
      const StoreRequest &store = stores[call.stores[targets.size()]];
      targets.push_back(store.target.restricted(store.region));
      if (array.use == ArrayUse::Update &&
          !(call.operands[n].address() == targets.back().address()))
        copyElements(call.operands[n], targets.back(), store.region, store.line);
    }
    run(call, targets, lock);
  }
  prepared.clear();
}
