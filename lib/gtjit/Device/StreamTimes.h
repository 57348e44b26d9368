//===- StreamTimes.h - When a stream did its work ---------------*- C++ -*-===//
//
// Pieces of a stream's work between two events of the driver, whose times are asked for when
// the work has been waited for anyway.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_STREAMTIMES_H
#define GTJIT_DEVICE_STREAMTIMES_H

#include "gtjit/Device/Driver.h"

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace gtjit::detail {

/// Of one stream, which has nothing to do when the first piece begins after a wait: so the
/// host's time at this moment is the stream's. Many pieces without a wait are told once the
/// stream is through with them. Used with the context current, by one thread at
/// a time. A piece whose times the driver does not tell is left out.
class StreamTimes {
public:
  using Clock = std::chrono::steady_clock;
  /// Takes when a piece began and ended. Must not throw.
  using Told = std::function<void(Clock::time_point start, Clock::time_point end)>;

  explicit StreamTimes(const Driver &driver) : driver(driver) {}
  StreamTimes(const StreamTimes &) = delete;

  void begin(CUstream stream, Told told);
  void end(CUstream stream);
  /// Calls what waits to be told: all that the stream had to do is done.
  void tell();
  /// Forgets what began since the last wait.
  void forget();
  /// Gives the driver's events back.
  void close();

private:
  struct Piece {
    Told told;
    std::optional<std::size_t> first, last; ///< events
  };

  std::optional<std::size_t> record(CUstream stream);
  std::vector<std::optional<Clock::time_point>> times() const;

  const Driver &driver;
  std::vector<CUevent> events; ///< in the order of their records, then unused ones
  std::size_t recorded = 0;
  Clock::time_point start; ///< of the first one
  std::vector<Piece> pieces;
};

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_STREAMTIMES_H
