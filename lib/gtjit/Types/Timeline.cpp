//===- Timeline.cpp - What ran when, for a viewer -------------------------===//
//
// Events in memory, one table of files for the process, and the text of a file.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/Timeline.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/DraftFile.h"
#include "gtjit/Types/StageTimes.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <tuple>
#include <unistd.h>

namespace gtjit::detail {

/// Some hundred megabytes of events: more than viewers open.
static constexpr std::size_t kMostEvents = 1'000'000;

namespace {

/// All timelines of the process, by their absolute paths.
struct Timelines {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Timeline>> byPath;
};

Timelines &timelines() {
  static Timelines *all = new Timelines;
  return *all;
}

} // namespace

/// Where a file of this name is whatever folder is the current one later.
static std::string absolute(std::string_view path) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(path, error);
  return error ? std::string(path) : place.lexically_normal().string();
}

/// The path with the number of this process.
static std::string fileOf(const std::string &path) {
  std::string file = path, number = std::to_string(::getpid());
  for (std::size_t at = file.find("%p"); at != std::string::npos; at = file.find("%p", at))
    file.replace(at, 2, number);
  return file;
}

Timeline::Timeline(std::string of) : path(std::move(of)), process(::getpid()), maker(process) {}

std::shared_ptr<Timeline> Timeline::open(std::string_view option, std::string_view path,
                                         SourceLine line) {
  std::string file = fileOf(std::string(path));
  if (std::string why = DraftFile().make(file); !why.empty())
    throw ValueError(line, std::string(option) + ": the trace cannot be written to '" + file +
                               "': " + why);
  Timelines &all = timelines();
  std::lock_guard lock(all.mutex);
  static const bool isRegistered = std::atexit(writeOpen) == 0;
  (void)isRegistered;
  std::string place = absolute(path);
  auto found = all.byPath.find(place);
  if (found == all.byPath.end())
    found = all.byPath.emplace(place, std::unique_ptr<Timeline>(new Timeline(place))).first;
  ++found->second->users;
  return {found->second.get(), [](Timeline *timeline) { timeline->close(); }};
}

void Timeline::close() noexcept {
  std::lock_guard lock(timelines().mutex);
  if (--users == 0)
    write();
}

/// For runtimes that live until the process ends.
void Timeline::writeOpen() noexcept {
  std::lock_guard lock(timelines().mutex);
  for (const auto &[path, timeline] : timelines().byPath)
    if (timeline->users > 0)
      timeline->write();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// What the parent did stands in the parent's file.
void Timeline::startInChild() {
  if (process == ::getpid())
    return;
  process = ::getpid();
  rows.clear();
  entries.clear();
  leftOut = 0;
}

std::size_t Timeline::rowOf(Actor actor, const void *device) {
  static thread_local const char thread = 0;
  const void *owner = actor == Actor::Device ? device : &thread;
  auto found = std::find_if(rows.begin(), rows.end(), [&](const Row &row) {
    return row.actor == actor && row.owner == owner;
  });
  if (found == rows.end())
    found = rows.insert(rows.end(), {actor, owner});
  return static_cast<std::size_t>(found - rows.begin());
}

void Timeline::add(Actor actor, TimelineEvent event, Clock::time_point start, Clock::time_point end,
                   const void *device) noexcept {
  std::lock_guard lock(mutex);
  startInChild();
  if (entries.size() == kMostEvents) {
    ++leftOut;
    return;
  }
  try {
    entries.push_back({std::move(event), rowOf(actor, device), start, std::max(start, end)});
  } catch (const std::bad_alloc &) {
    ++leftOut;
  }
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
static std::size_t characterLength(std::string_view text) {
  auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  unsigned char first = byte(0);
  std::size_t length = first < 0x80                    ? 1
                       : first >= 0xc2 && first < 0xe0 ? 2
                       : first >= 0xe0 && first < 0xf0 ? 3
                       : first >= 0xf0 && first < 0xf5 ? 4
                                                       : 0;
  if (length > text.size())
    return 0;
  for (std::size_t n = 1; n < length; ++n)
    if ((byte(n) & 0xc0) != 0x80)
      return 0;
  bool isOverlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  bool isNoCharacter = (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
  return isOverlong || isNoCharacter ? 0 : length;
}

/// A string of JSON. What is no UTF-8, as names of files need not be, becomes '?'.
static std::string jsonText(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    std::size_t length = characterLength(text);
    auto first = static_cast<unsigned char>(text[0]);
    if (length == 0)
      result += '?';
    else if (first < 0x20)
      result += filled("\\u%04x", unsigned(first));
    else
      (result += first == '"' || first == '\\' ? "\\" : "") += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result + '"';
}

/// Microseconds, to the nanosecond.
static std::string microseconds(std::chrono::nanoseconds time) {
  return filled("%lld.%03d", static_cast<long long>(time.count() / 1000),
                static_cast<int>(time.count() % 1000));
}

static const char *nameOf(Actor actor) {
  switch (actor) {
  case Actor::Host:
    return "host";
  case Actor::Compiler:
    return "compiler";
  case Actor::Device:
    return "device";
  }
  return "";
}

/// "host 1": the rows of a kind are counted from 1.
std::string Timeline::nameOf(std::size_t row) const {
  Actor actor = rows[row].actor;
  auto number = std::count_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(row) + 1,
                              [&](const Row &other) { return other.actor == actor; });
  return std::string(detail::nameOf(actor)) + " " + std::to_string(number);
}

/// What a viewer takes for the name of the process or, in a row, of a thread.
static std::string nameEvent(const char *kind, int process, std::size_t row,
                             const std::string &name) {
  return "{\"ph\":\"M\",\"name\":\"" + std::string(kind) + "\",\"pid\":" + std::to_string(process) +
         ",\"tid\":" + std::to_string(row) + ",\"args\":{\"name\":" + jsonText(name) + "}}";
}

std::string Timeline::textOf(const Entry &entry) const {
  const TimelineEvent &event = entry.event;
  std::string args;
  auto add = [&](const char *name, const std::string &value) {
    args += (args.empty() ? "\"" : ",\"") + std::string(name) + "\":" + value;
  };
  if (event.line.line)
    add("line", jsonText(toString(event.line)));
  if (event.bytes >= 0)
    add("bytes", std::to_string(event.bytes));
  if (event.points >= 0)
    add("points", std::to_string(event.points));
  return "{\"ph\":\"X\",\"name\":" + jsonText(event.name) + ",\"cat\":\"" +
         detail::nameOf(rows[entry.row].actor) +
         "\",\"ts\":" + microseconds(entry.start.time_since_epoch()) +
         ",\"dur\":" + microseconds(entry.end - entry.start) +
         ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(entry.row) +
         ",\"args\":{" + args + "}}";
}

/// Events by row and time, one that holds others before them.
std::string Timeline::text() const {
  std::vector<const Entry *> order;
  for (const Entry &entry : entries)
    order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(), [](const Entry *a, const Entry *b) {
    return std::tuple(a->row, a->start, b->end) < std::tuple(b->row, b->start, a->end);
  });
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" +
                     nameEvent("process_name", process, 0, program_invocation_short_name);
  for (std::size_t row = 0; row < rows.size(); ++row)
    text += ",\n" + nameEvent("thread_name", process, row, nameOf(row));
  for (const Entry *entry : order)
    text += ",\n" + textOf(*entry);
  return text + "\n]}\n";
}

/// Whole, or not at all.
static std::string writeWhole(const std::string &name, const std::string &text) {
  DraftFile draft;
  if (std::string why = draft.make(name); !why.empty())
    return why;
  std::FILE *file = std::fopen(draft.path().c_str(), "we");
  if (!file)
    return std::strerror(errno);
  bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (std::fclose(file) != 0 && isWritten) {
    isWritten = false;
    error = errno;
  }
  return isWritten ? draft.commit() : std::strerror(error);
}

void Timeline::write() noexcept {
  std::lock_guard lock(mutex);
  std::string why;
  try {
    startInChild();
    if (process != maker && path.find("%p") == std::string::npos)
      return; // the file is the parent's
    why = writeWhole(fileOf(path), text());
  } catch (const std::exception &error) {
    why = error.what();
  }
  if (!why.empty())
    std::fprintf(stderr, "gtjit: the trace could not be written to '%s': %s\n", path.c_str(),
                 why.c_str());
  if (leftOut)
    std::fprintf(stderr, "gtjit: the trace in '%s' lacks %zu events\n", path.c_str(), leftOut);
}

} // namespace gtjit::detail
