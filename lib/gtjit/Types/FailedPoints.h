//===- FailedPoints.h - Where functions of the host failed ------*- C++ -*-===//
//
// Collected by the reference evaluator, handed out by CallError.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_FAILEDPOINTS_H
#define GTJIT_TYPES_FAILEDPOINTS_H

#include "gtjit/CallError.h"

#include <atomic>
#include <span>
#include <vector>

namespace gtjit::detail {

struct FailedPoints {
  std::atomic<long> references{0};
  std::vector<FailedPoint> listed; ///< the first CallError::mostListed
  std::size_t count = 0;

  /// `point`: in the dimensions of `points`, over which the function was called.
  void add(std::string_view symbol, int status, SourceLine line, const Domain &points,
           std::span<const std::int64_t> point);
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_FAILEDPOINTS_H
