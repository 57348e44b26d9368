//===- CallError.h - Functions of the host that have failed -----*- C++ -*-===//
//
// What an evaluation throws where functions had no result, and at which points.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CALLERROR_H
#define GTJIT_CALLERROR_H

#include "gtjit/Domain.h"
#include "gtjit/Error.h"
#include "gtjit/detail/Ref.h"

namespace [[gnu::visibility("default")]] gtjit {

/// A point at which a function has reported that it has no result.
struct FailedPoint {
  std::string_view symbol; ///< of the function; lives as long as the process
  int status;              ///< that it reported
  SourceLine line;         ///< of the call
  Domain point;            ///< that point, in the dimensions of the call
};

namespace detail {
struct FailedPoints;
void retain(FailedPoints *points) noexcept;
void release(FailedPoints *points) noexcept;
} // namespace detail

/// Functions of the host (External.h) have reported a status. The message tells of the first
/// point, a note of several. All else has been computed and stored, so that what to do at
/// these points the program may say:
///
///     catch (const CallError &error) {
///       for (const FailedPoint &failed : error.failed())
///         w[failed.point] = t;
///     }
class CallError : public RuntimeError {
public:
  /// The points that are listed at most.
  static constexpr std::size_t mostListed = 1000;

  CallError(SourceLine line, std::string_view message, detail::Ref<detail::FailedPoints> failed);
  /// At how many points calls have failed; 0 where that is not known, since a function with
  /// effects is not called once more, or since what it was called with has been overwritten.
  std::size_t failedCount() const noexcept;
  /// The first of them: call by call in the order of evaluation, each in the order of
  /// coordinates. They live as long as the error or a copy of it.
  detail::Items<FailedPoint> failed() const noexcept;

private:
  detail::Ref<detail::FailedPoints> points;
};

} // namespace gtjit

#endif // GTJIT_CALLERROR_H
