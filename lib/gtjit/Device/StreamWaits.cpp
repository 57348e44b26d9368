//===- StreamWaits.cpp - What was asked for, and its end ------------------===//
//
// The part of a context that waits for its stream. A kernel that fails is told by whatever is
// asked for next: so the lines of all kernels since the last wait are kept.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

namespace gtjit::detail {

static constexpr CUresult kSuccess = 0, kOutOfMemory = 2;
static constexpr unsigned kDisableTiming = 2; // of events
/// Lines that an error can tell.
static constexpr std::size_t kMostLines = 8;

/// Whether it comes from a kernel that ran, not from what is asked for.
static bool isOfKernels(CUresult result) {
  static constexpr CUresult numbers[] = {
      214,                          // memory that does not hold its values
      700,                          // an address that is no memory's
      702,                          // a kernel that ran too long
      710,                          // an assertion
      714, 715, 716, 717, 718, 719, // a stack, instruction or address that is wrong, and others
  };
  return std::find(std::begin(numbers), std::end(numbers), result) != std::end(numbers);
}

std::string DeviceContext::textOf(CUresult result, const char *what) const {
  const char *name = nullptr, *text = nullptr;
  (void)driver.cuGetErrorName(result, &name);
  (void)driver.cuGetErrorString(result, &text);
  std::string message = std::string(what) + ": " + (name ? name : "an error without a name");
  return text && *text ? message + ", " + text : message;
}

static bool isSame(const SourceLine &a, const SourceLine &b) {
  return a.line == b.line && a.column == b.column && std::string_view(a.file) == b.file;
}

void DeviceContext::noteStarted(SourceLine line) {
  if (std::any_of(started.begin(), started.end(),
                  [&](const SourceLine &known) { return isSame(known, line); }))
    return;
  if (started.size() < kMostLines)
    started.push_back(line);
  else
    startedMore = true;
}

/// At the line of what was started since the last wait, or the first of these lines.
void DeviceContext::throwOfStarted(const std::string &message, SourceLine line) {
  std::vector<SourceLine> lines = std::exchange(started, {});
  bool isOne = lines.size() == 1, hasMore = std::exchange(startedMore, false);
  DeviceError error(lines.front(), isOne ? message
                                         : message + "; it may come from " +
                                               std::to_string(lines.size()) +
                                               (hasMore ? " lines or more" : " lines"));
  for (std::size_t n = 1; n < lines.size(); ++n)
    error.addNote(lines[n], "this was started, too");
  if (!isOne || !isSame(lines.front(), line))
    error.addNote(line, "found here");
  throw error;
}

void DeviceContext::check(CUresult result, const char *what, SourceLine line) {
  if (result == kSuccess)
    return;
  if (isOfKernels(result) && !started.empty())
    throwOfStarted(textOf(result, "running kernels"), line);
  if (result == kOutOfMemory)
    throw MemoryError(line, textOf(result, what));
  throw DeviceError(line, textOf(result, what));
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Waits for all; what a wait before has met comes first.
CUresult DeviceContext::finish() noexcept {
  if (!isBusy && ownsStream)
    return kSuccess;
  waitCount.fetch_add(1, std::memory_order_relaxed);
  CUresult result = std::exchange(kept, kSuccess);
  if (result == kSuccess)
    result = driver.cuStreamSynchronize(stream);
  if (result != kSuccess) {
    times.forget();
    return result;
  }
  times.tell();
  isBusy = false;
  ++round;
  started.clear();
  startedMore = false;
  return kSuccess;
}

void DeviceContext::wait(SourceLine line) { check(finish(), "running kernels", line); }

void DeviceContext::settle() noexcept { kept = finish(); }

bool DeviceContext::set(Mark &mark) {
  CUevent event = std::exchange(mark.event, nullptr);
  if (!event && driver.cuEventCreate(&event, kDisableTiming) != kSuccess)
    return false;
  if (driver.cuEventRecord(event, stream) != kSuccess) {
    (void)driver.cuEventDestroy_v2(event);
    return false;
  }
  mark = {event, round};
  return true;
}

CUresult DeviceContext::pass(Mark &mark) noexcept {
  Mark passed = std::exchange(mark, {});
  if (!passed.event)
    return kSuccess;
  CUresult result = kSuccess;
  if (passed.round == round && driver.cuEventQuery(passed.event) != kSuccess) {
    waitCount.fetch_add(1, std::memory_order_relaxed);
    result = driver.cuEventSynchronize(passed.event);
  }
  (void)driver.cuEventDestroy_v2(passed.event);
  return result;
}

void DeviceContext::waitFor(Mark &mark, SourceLine line) {
  check(pass(mark), "copying to the device", line);
}

void DeviceContext::settle(Mark &mark) noexcept {
  if (CUresult result = pass(mark); result != kSuccess)
    kept = result;
}

/// The work of `second` that follows comes behind that of `first`.
void DeviceContext::order(CUstream first, CUstream second, SourceLine line) {
  CUevent event = nullptr;
  check(driver.cuEventCreate(&event, kDisableTiming), "making an event", line);
  CUresult result = driver.cuEventRecord(event, first);
  if (result == kSuccess)
    result = driver.cuStreamWaitEvent(second, event, 0);
  (void)driver.cuEventDestroy_v2(event); // once the streams are through with it
  check(result, "ordering two streams", line);
}

void DeviceContext::follow(CUstream other, SourceLine line) {
  order(other, stream, line);
  isBusy = true;
}

void DeviceContext::precede(CUstream other, SourceLine line) { order(stream, other, line); }

void DeviceContext::leaveHostStream() noexcept {
  if (ownsStream)
    return;
  try {
    Use use(*this, {});
    settle();
    makeStream({});
    ownsStream = true;
  } catch (const Error &) {
    // A context that is no more does nothing in any stream.
  }
}

} // namespace gtjit::detail
