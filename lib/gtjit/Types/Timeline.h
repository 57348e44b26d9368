//===- Timeline.h - What ran when, for a viewer -----------------*- C++ -*-===//
//
// Events of the host, the compiler and devices, kept while a process runs and written in the
// Trace Event Format, which chrome://tracing and Perfetto show. Knows neither graphs nor
// kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_TIMELINE_H
#define GTJIT_TYPES_TIMELINE_H

#include "gtjit/SourceLine.h"

#include <chrono>
#include <concepts>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gtjit::detail {

/// Who does something: a thread of the host, the compiler in such a thread, a device's stream.
enum class Actor : std::uint8_t { Host, Compiler, Device };

struct TimelineEvent {
  std::string name;
  SourceLine line = {};     ///< the user's
  std::int64_t bytes = -1;  ///< that were moved; -1: it moves none
  std::int64_t points = -1; ///< that were computed; -1: it computes none
};

/// The events of one file. Thread-safe, and never destroyed: runtimes that come later add to
/// what is there. A child of fork starts with no events, and writes its own file only where the
/// name has its number.
class Timeline {
public:
  using Clock = std::chrono::steady_clock;

  /// That of a file, for one user more; `%p` in `path` stands for the process's number. The
  /// last user's end writes the file, and so does the process's. Throws ValueError, naming
  /// `option`, for a place where no file can be made.
  static std::shared_ptr<Timeline> open(std::string_view option, std::string_view path,
                                        SourceLine line);

  /// `device`: which one, for its row. Does not fail: what there is no room for is left out.
  void add(Actor actor, TimelineEvent event, Clock::time_point start, Clock::time_point end,
           const void *device = nullptr) noexcept;

private:
  /// What does one thing after the other.
  struct Row {
    Actor actor;
    const void *owner; ///< a mark of the thread, the device
  };
  struct Entry {
    TimelineEvent event;
    std::size_t row;
    Clock::time_point start, end;
  };

  explicit Timeline(std::string path);
  void close() noexcept;
  void write() noexcept;
  static void writeOpen() noexcept;
  void startInChild();
  std::size_t rowOf(Actor actor, const void *device);
  std::string nameOf(std::size_t row) const;
  std::string text() const;
  std::string textOf(const Entry &entry) const;

  const std::string path;
  int users = 0; ///< guarded by the table of all timelines
  std::mutex mutex;
  int process, maker; ///< whose events these are, and who made the timeline
  std::vector<Row> rows;
  std::vector<Entry> entries;
  std::size_t leftOut = 0;
};

/// Adds what the calling thread does during its life to a timeline, if there is one; else it
/// costs a test.
class TimelineSpan {
public:
  TimelineSpan(Timeline *timeline, const char *name, SourceLine line, Actor actor = Actor::Host)
      : timeline(timeline), actor(actor) {
    if (timeline)
      begin({name, line});
  }
  /// `make` gives the event; it is called if there is a timeline.
  template <std::invocable Make>
  TimelineSpan(Timeline *timeline, Make &&make) : timeline(timeline), actor(Actor::Host) {
    if (timeline)
      begin(make());
  }
  ~TimelineSpan() {
    if (event)
      timeline->add(actor, std::move(*event), start, Timeline::Clock::now());
  }
  TimelineSpan(const TimelineSpan &) = delete;

  void setBytes(std::int64_t bytes) {
    if (event)
      event->bytes = bytes;
  }

private:
  void begin(TimelineEvent begun) {
    event = std::move(begun);
    start = Timeline::Clock::now();
  }

  Timeline *timeline;
  Actor actor;
  std::optional<TimelineEvent> event;
  Timeline::Clock::time_point start;
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_TIMELINE_H
