//===- FailedCalls.h - Functions that report a status -----------*- C++ -*-===//
//
// Kernels go on where a function of the host has no result, and only tell of one that
// has none. Which call it was, and at which point, is found here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_FAILEDCALLS_H
#define GTJIT_EVALUATE_FAILEDCALLS_H

#include "gtjit/Error.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Kernel/ImageView.h"
#include "gtjit/Reference/Evaluated.h"

namespace gtjit::reference {

/// The first call that fails when the stores are computed once more, operation by
/// operation, in the order of points; none if none does. Stores nothing. The caller holds
/// the graph mutex.
FailedCall findFailedCall(const std::vector<detail::StoreRequest> &stores);

} // namespace gtjit::reference

namespace gtjit::detail {

/// What is thrown after everything has been computed and stored as far as it can be.
class CallFailure : public RuntimeError {
  using RuntimeError::RuntimeError;
};

/// Throws CallFailure: "'saturation' reported status 3 at I=2".
[[noreturn]] void throwFailedCall(const reference::FailedCall &failed);

/// Throws it for a program whose kernels have set `status`: with the first point if the
/// functions that may fail have no effects and what the program reads is what it was; else
/// for some point that failed, at the line of the first call of this function. The caller
/// does not hold the graph mutex.
[[noreturn]] void throwFailedCall(Runtime::State &runtime, const FlatGraph &program,
                                  const ImageView &image, std::int64_t status);
/// The same for stores that have been run with arguments of a plan.
[[noreturn]] void throwFailedCall(Runtime::State &runtime, std::vector<StoreRequest> stores,
                                  const Arguments &arguments, const ImageView &image,
                                  std::int64_t status);
/// Throws it for a program of which no graph is known.
[[noreturn]] void throwFailedCall(const Arguments &arguments, const ImageView &image,
                                  std::int64_t status);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_FAILEDCALLS_H
