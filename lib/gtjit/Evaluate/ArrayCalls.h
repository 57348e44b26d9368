//===- ArrayCalls.h - Functions on whole arrays -----------------*- C++ -*-===//
//
// No kernel calls them: an evaluation cuts its graph at their results. What a call
// reads is evaluated into memory, the function is called once, by this thread, and what
// it has written is memory for the kernels behind it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_ARRAYCALLS_H
#define GTJIT_EVALUATE_ARRAYCALLS_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/Operations/ArrayCall.h"

#include <span>

namespace gtjit::detail {

/// The calls that some stores wait for. `lock` always holds the runtime's graph mutex before and
/// after, and not meanwhile.
class ArrayCalls {
public:
  ArrayCalls(Runtime::State &runtime, const CodeSource *loaded)
      : runtime(runtime), loaded(loaded) {}

  /// Makes all calls that have not been made, operands before users; their results are memory
  /// then. Throws CallError for a status, FloatingPointError for a NaN where that is looked
  /// for, NotImplementedError for stores that run on a device, and what evaluations throw.
  void make(const std::vector<StoreRequest> &stores, GraphLock &lock);
  /// The same for stores to storages that are about to be written. Where these are the
  /// results of calls, and nothing else is, their operands are evaluated and no more: true, and
  /// `write` makes the calls.
  bool makeOrPrepare(const std::vector<StoreRequest> &stores, GraphLock &lock);
  /// Makes the calls that were prepared, by functions that write into the targets.
  void write(const std::vector<StoreRequest> &stores, GraphLock &lock);

private:
  /// A call that is about to be made, with its operands in memory.
  struct Call {
    NodeRef node;
    std::vector<ArrayView> operands;
    std::vector<NodeRef> held;       ///< operands
    std::vector<std::size_t> stores; ///< of each result, for calls that write targets

    ArrayCallNode &call() const { return static_cast<ArrayCallNode &>(*node); }
  };

  std::vector<NodeRef> pendingResults(const std::vector<StoreRequest> &stores) const;
  void refuseDevice(const std::vector<StoreRequest> &stores, const Node &result) const;
  void makeOnce(const NodeRef &result, GraphLock &lock);
  void forceOperands(std::span<const NodeRef> calls, GraphLock &lock) const;
  Call operandsOf(NodeRef node) const;
  static void renewOperands(Call &call);
  std::vector<ArrayView> newResults(Call &call) const;
  void run(const Call &call, std::span<const ArrayView> results, GraphLock &lock) const;
  void checkFinite(const Call &call, std::span<const ArrayView> results) const;
  bool findTargets(const std::vector<StoreRequest> &stores);
  bool sharesTargets(const std::vector<StoreRequest> &stores) const;

  Runtime::State &runtime;
  const CodeSource *loaded;   ///< or null
  std::vector<Call> prepared; ///< that write targets
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_ARRAYCALLS_H
