//===- FailedCalls.h - Functions that report a status -----------*- C++ -*-===//
//
// Kernels go on where a function of the host has no result, and only tell of one that
// has none. Which call it was, and at which point, is found here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_FAILEDCALLS_H
#define GTJIT_EVALUATE_FAILEDCALLS_H

#include "gtjit/CallError.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Kernel/ImageView.h"

#include "gtabi/Prototype.h"

namespace gtjit::reference {

/// Where calls fail when the stores are computed once more, operation by operation, in the
/// order of points. Stores nothing. The caller holds the graph mutex.
detail::Ref<detail::FailedPoints> findFailedCalls(const std::vector<detail::StoreRequest> &stores);

} // namespace gtjit::reference

namespace gtjit::detail {

/// Whether kernels have set their status word for a function, not for a value or not at all.
inline bool isFailedCall(std::int64_t status) { return status != 0 && status != gtabi::kNotFinite; }

/// What is thrown after everything has been computed and stored as far as it can be.
class CallFailure : public CallError {
  using CallError::CallError;
};

/// Throws CallFailure: "'saturation' reported status 3 at I=2", with a note if other points failed.
/// There is one.
[[noreturn]] void throwFailedCalls(Ref<FailedPoints> failed);

/// Throws it for a program whose kernels have set `status`: with all points if the
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
