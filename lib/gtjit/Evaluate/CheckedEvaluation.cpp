//===- CheckedEvaluation.cpp - Evaluations that look for NaN --------------===//
//
// Kernels made for the check only tell that some value was bad; what it was is
// found by the reference evaluator, which computes the same bits operation by
// operation. So the answer depends on neither fusion nor threads, vectors or
// tiles. Results go to memory of their own first: after a report the targets
// still hold their old values, and so do the inputs.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/FiniteSearch.h"
#include "gtjit/Graph/KeyWriter.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/CheckScope.h"

#include "gtabi/CompilerEntry.h"

namespace gtjit::detail {

bool checksValues(const Runtime::State &runtime) {
  return checkInForce(runtime.options.check) == Check::NaN;
}

/// The same stores into fresh memory over their regions, laid out as the
/// targets are.
static std::vector<StoreRequest> redirected(Runtime::State &runtime,
                                            const std::vector<StoreRequest> &stores) {
  std::vector<StoreRequest> result = stores;
  for (StoreRequest &store : result) {
    std::vector<Dimension> slowToFast;
    for (unsigned d : store.target.strideOrder())
      slowToFast.push_back(store.target.domain[d].dim);
    std::int64_t aligned = slowToFast.empty() ? 0 : store.region[slowToFast.back()].lo();
    store.target = allocateView(runtime, store.target.dtype, store.region, slowToFast, aligned,
                                store.line, store.target.block->kind);
  }
  return result;
}

void evaluateChecked(Runtime::State &runtime, std::vector<StoreRequest> stores,
                     const Evaluation &work, GraphLock &lock, StageClock &clock) {
  FiniteSearch search(stores);
  auto runReference = [&] {
    reference::runStores(stores, &search);
    lock.unlock();
  };
  if (runtime.options.reference)
    return runReference();
  std::vector<StoreRequest> aside = redirected(runtime, stores);
  FlatGraph program = flatten(aside);
  if (work.onDevice)
    program.forDevice();
  program.key += kCheckRecord;
  std::optional<bool> reported;
  try {
    reported = runKernels(runtime, program, work.loaded, lock, clock, gtabi::kCheckFinite);
  } catch (const CallFailure &failure) {
    throw CallError(failure); // the targets have not been written
  }
  if (!reported) {
    lock.lock();
    return runReference();
  }
  if (*reported) {
    lock.lock();
    reference::observe(stores, search);
    lock.unlock();
  }
  for (std::size_t n = 0; n < stores.size(); ++n)
    copyElements(aside[n].target, stores[n].target, stores[n].region, stores[n].line);
}

} // namespace gtjit::detail
