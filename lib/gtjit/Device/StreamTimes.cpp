//===- StreamTimes.cpp - When a stream did its work -----------------------===//
//
// Events are kept for the next pieces. Since the driver tells times in single precision, each
// is counted from the record before.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/StreamTimes.h"

namespace gtjit::detail {

static constexpr CUresult kSuccess = 0;
/// Events after which the stream is asked whether it is through.
static constexpr std::size_t kMany = 512;

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
  if (recorded >= kMany && driver.cuEventQuery(events[recorded - 1]) == kSuccess)
    tell();
  pieces.push_back({std::move(told), record(stream), std::nullopt});
}

void StreamTimes::end(CUstream stream) {
  if (!pieces.empty()) // a wait that failed has forgotten it
    pieces.back().last = record(stream);
}

/// Of all recorded events; none from the first on that the driver does not tell.
std::vector<std::optional<StreamTimes::Clock::time_point>> StreamTimes::times() const {
  std::vector<std::optional<Clock::time_point>> all(recorded);
  std::chrono::duration<double, std::milli> since(0);
  for (std::size_t n = 0; n < recorded; ++n) {
    float step = 0;
    if (n > 0 && driver.cuEventElapsedTime(&step, events[n - 1], events[n]) != kSuccess)
      break;
    since += std::chrono::duration<double, std::milli>(step);
    all[n] = start + std::chrono::duration_cast<Clock::duration>(since);
  }
  return all;
}

void StreamTimes::tell() {
  std::vector<std::optional<Clock::time_point>> all = times();
  for (const Piece &piece : pieces)
    if (piece.first && piece.last && all[*piece.first] && all[*piece.last])
      piece.told(*all[*piece.first], *all[*piece.last]);
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
