//===- StreamTimes.cpp - When a stream did its work -----------------------===//
//
// Events are kept for the next pieces; times are counted from the first record after a wait,
// since the driver tells them in single precision.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/StreamTimes.h"

namespace gtjit::detail {

static constexpr CUresult kSuccess = 0;

std::optional<std::size_t> StreamTimes::record(CUstream stream) {
  if (recorded == events.size()) {
    CUevent made = nullptr;
    if (driver.cuEventCreate(&made, 0) != kSuccess)
      return std::nullopt;
    events.push_back(made);
  }
  if (recorded == 0)
    start = Clock::now();
  if (driver.cuEventRecord(events[recorded], stream) != kSuccess)
    return std::nullopt;
  return recorded++;
}

void StreamTimes::begin(CUstream stream, Told told) {
  pieces.push_back({std::move(told), record(stream), std::nullopt});
}

void StreamTimes::end(CUstream stream) {
  if (!pieces.empty()) // a wait that failed has forgotten it
    pieces.back().last = record(stream);
}

std::optional<StreamTimes::Clock::time_point>
StreamTimes::timeOf(std::optional<std::size_t> event) const {
  float milliseconds = 0;
  if (!event || driver.cuEventElapsedTime(&milliseconds, events[0], events[*event]) != kSuccess)
    return std::nullopt;
  std::chrono::duration<double, std::milli> since(milliseconds);
  return start + std::chrono::duration_cast<Clock::duration>(since);
}

void StreamTimes::tell() {
  for (const Piece &piece : pieces) {
    auto first = timeOf(piece.first), last = timeOf(piece.last);
    if (first && last)
      piece.told(*first, *last);
  }
  forget();
}

void StreamTimes::forget() {
  pieces.clear();
  recorded = 0;
}

void StreamTimes::close() {
  for (CUevent event : events)
    (void)driver.cuEventDestroy_v2(event);
  events.clear();
  forget();
}

} // namespace gtjit::detail
