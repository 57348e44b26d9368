//===- Profile.cpp - Where the time goes ----------------------------------===//
//
// Counting under one mutex: a profile is for finding what is slow, and its own
// cost of a microsecond an evaluation stands beside what it measures.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Observe/Profile.h"

#include "gtjit/Code/DebugObject.h"
#include "gtjit/Graph/KeyWriter.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace gtjit::detail {

/// Profiles that are to be written when the process ends: the default runtime
/// is never destroyed.
static std::vector<Profile *> &pending() {
  static std::vector<Profile *> *list = new std::vector<Profile *>();
  return *list;
}
static std::mutex pendingMutex;

/// What follows a key where code runs in whose place other code is to come.
static constexpr const char *kQuickCode = "quick";

static void writePending() {
  std::lock_guard lock(pendingMutex);
  for (Profile *profile : pending())
    profile->write();
  pending().clear();
}

Profile::Profile(Runtime::State &runtime, std::string path)
    : runtime(runtime), path(std::move(path)) {
  if (this->path.empty())
    return;
  std::lock_guard lock(pendingMutex);
  static bool isRegistered = std::atexit(writePending) == 0;
  (void)isRegistered;
  pending().push_back(this);
}

Profile::~Profile() {
  std::lock_guard lock(pendingMutex);
  if (std::erase(pending(), this))
    write();
}

void Profile::write() {
  static bool isBegun = false; // under pendingMutex
  std::FILE *file = path == "-" ? stderr : std::fopen(path.c_str(), isBegun ? "ae" : "we");
  if (!file) {
    std::fprintf(stderr, "gtjit: the profile could not be written to '%s'\n", path.c_str());
    return;
  }
  isBegun = true;
  std::fputs(text().c_str(), file);
  if (file != stderr)
    std::fclose(file);
}

void Profile::hit(const FlatGraph &graph) {
  std::lock_guard lock(mutex);
  ProgramProfile &program = programs[graph.key];
  ++program.hits;
  if (program.shape.operations.empty()) // its code came from a file
    program.shape = shapeOf(graph);
}

std::string Profile::missReason(const FlatGraph &graph, const GraphShape &shape) const {
  if (auto found = programs.find(graph.key);
      found != programs.end() && !found->second.misses.empty())
    return "forgotten since: the cache was cleared";
  const GraphShape *nearest = compiled.nearest(shape);
  return nearest ? difference(shape, *nearest) : "first evaluation: nothing is known";
}

static void addStages(ProgramProfile &program, const Stages &stages) {
  for (const auto &[name, milliseconds] : stages) {
    auto known = std::find_if(program.stages.begin(), program.stages.end(),
                              [&](const auto &stage) { return stage.first == name; });
    if (known == program.stages.end())
      program.stages.emplace_back(name, milliseconds);
    else
      known->second += milliseconds;
  }
}

void Profile::replaced(const std::string &key, const CompiledProgram &made) {
  std::lock_guard lock(mutex);
  ProgramProfile &program = programs[key];
  ++program.replacements;
  addStages(program, made.stages());
}

void Profile::miss(const FlatGraph &graph, const CompiledProgram &made) {
  GraphShape shape = shapeOf(graph);
  shape.isChecked = isCheckedKey(graph.key);
  std::lock_guard lock(mutex);
  std::string reason = missReason(graph, shape);
  ProgramProfile &program = programs[graph.key];
  program.misses.push_back(std::move(reason));
  program.shape = std::move(shape);
  compiled.add(program.shape);
  addStages(program, made.stages());
}

ProgramProfile &Profile::kernelsOf(const std::string &key, const CompiledProgram &compiled) {
  std::lock_guard lock(mutex);
  bool isQuick = compiled.isProvisional();
  ProgramProfile &program = programs[isQuick ? key + kQuickCode : key];
  if (isQuick && !program.isQuick) {
    program.isQuick = true;
    program.shape = programs[key].shape;
  }
  for (std::size_t n = program.kernels.size(); n < compiled.image().kernels().size(); ++n)
    program.kernels.push_back({kernelSymbol(compiled.image(), n)});
  return program;
}

void Profile::ran(ProgramProfile &program, std::size_t kernel, std::chrono::nanoseconds time,
                  std::int64_t bytes, const KernelUse *use) {
  std::lock_guard lock(mutex);
  KernelProfile &profile = program.kernels[kernel];
  ++profile.runs;
  profile.bytes += bytes;
  profile.seconds += 1e-9 * static_cast<double>(time.count());
  if (use)
    profile.use = *use;
}

void Profile::copied(Transfer direction, std::size_t bytes, SourceLine line) {
  std::lock_guard lock(mutex);
  CopyProfile &known = copies[{toString(line), direction}];
  ++known.times;
  known.bytes += static_cast<std::int64_t>(bytes);
}

void Profile::called(const std::string &symbol, SourceLine line, std::chrono::nanoseconds time) {
  std::lock_guard lock(mutex);
  CallProfile &known = calls[{toString(line), symbol}];
  ++known.times;
  known.seconds += 1e-9 * static_cast<double>(time.count());
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

static double secondsOf(const ProgramProfile &program) {
  double seconds = 0;
  for (const KernelProfile &kernel : program.kernels)
    seconds += kernel.seconds;
  return seconds;
}

/// Bytes a second that processors and the device reach; 0: not known.
struct Limits {
  double host = 0, device = 0;
};

static std::string textOf(const KernelProfile &kernel, Limits limits) {
  if (kernel.runs == 0)
    return "  " + kernel.name + ": never run\n";
  double speed = kernel.seconds > 0 ? static_cast<double>(kernel.bytes) / kernel.seconds : 0;
  double runs = static_cast<double>(kernel.runs);
  double limit = kernel.use ? limits.device : limits.host;
  std::string text =
      "  " + kernel.name +
      filled(": %lld runs, %.3f ms, %.3f us each, %.3f MB each, %.2f GB/s",
             static_cast<long long>(kernel.runs), 1e3 * kernel.seconds, 1e6 * kernel.seconds / runs,
             1e-6 * static_cast<double>(kernel.bytes) / runs, 1e-9 * speed);
  if (limit > 0)
    text += filled(", %.0f %% of memory", 100 * speed / limit);
  return text + (kernel.use ? ", " + kernel.use->text() : "") + "\n";
}

static std::string textOf(const ProgramProfile &program, Limits limits) {
  std::string place = toString(program.shape.line);
  std::string text = (place.empty() ? "an evaluation" : place) + ": " + program.shape.summary();
  if (program.isQuick)
    text += "; quick code, before the optimised was there\n";
  else
    text += filled("; %lld hits, %zu misses\n", static_cast<long long>(program.hits),
                   program.misses.size());
  for (const KernelProfile &kernel : program.kernels)
    text += textOf(kernel, limits);
  if (program.replacements > 0)
    text += filled("  optimised in the background: %lld times\n",
                   static_cast<long long>(program.replacements));
  for (const std::string &reason : program.misses)
    text += "  miss: " + reason + "\n";
  if (program.isQuick)
    return text; // its compilation stands with the optimised code's
  text += filled("  compiled in %.3f ms:", totalOf(program.stages));
  for (std::size_t n = 0; n < program.stages.size(); ++n)
    text += (n ? ", " : " ") + program.stages[n].first + filled(" %.3f", program.stages[n].second);
  return text + "\n";
}

/// The device, and what went there and back; nothing if there is none.
static std::string deviceText(const Runtime::State &runtime) {
  if (!runtime.device)
    return {};
  const DeviceContext &device = *runtime.device;
  std::string text = "device: " + device.name() + ", " + device.chip();
  if (device.memorySpeed() > 0)
    text += filled(", %.0f GB/s by its memory's clock and width", 1e-9 * device.memorySpeed());
  return text + "; " + transferText(runtime) + "\n";
}

/// A line for each line of the program and direction, the most bytes first.
std::string Profile::copiesText() const {
  std::vector<const decltype(copies)::value_type *> order;
  for (const auto &entry : copies)
    order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto *a, const auto *b) { return a->second.bytes > b->second.bytes; });
  std::string text;
  for (const auto *entry : order) {
    const auto &[place, direction] = entry->first;
    text +=
        "  " + (place.empty() ? "an access" : place) +
        filled(": %lld %s, %lld bytes %s the device\n", static_cast<long long>(entry->second.times),
               entry->second.times == 1 ? "copy" : "copies",
               static_cast<long long>(entry->second.bytes),
               direction == Transfer::ToDevice ? "to" : "from");
  }
  return text;
}

/// A line for each line of the program and function.
std::string Profile::callsText() const {
  std::string text;
  for (const auto &[key, call] : calls) {
    const auto &[place, symbol] = key;
    text += "  " + (place.empty() ? "an evaluation" : place) + ": '" + symbol +
            filled("' called on arrays: %lld times, %.3f ms\n", static_cast<long long>(call.times),
                   1e3 * call.seconds);
  }
  return text;
}

std::string Profile::text() {
  Limits limits{memorySpeed(*runtime.executor.load()),
                runtime.device ? runtime.device->memorySpeed() : 0};
  std::lock_guard lock(mutex);
  std::vector<const ProgramProfile *> order;
  double kernels = 0, compiler = 0;
  std::int64_t hits = 0, misses = 0;
  for (const auto &[key, program] : programs) {
    order.push_back(&program);
    kernels += secondsOf(program);
    compiler += totalOf(program.stages);
    hits += program.hits;
    misses += static_cast<std::int64_t>(program.misses.size());
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto *a, const auto *b) { return secondsOf(*a) > secondsOf(*b); });
  std::string text =
      filled("gtjit profile: %.3f ms in kernels, %.3f ms in the compiler; %lld hits, "
             "%lld misses\nmemory: %.2f GB/s, measured by a triad on %d threads\n",
             1e3 * kernels, compiler, static_cast<long long>(hits), static_cast<long long>(misses),
             1e-9 * limits.host, runtime.executor.load()->threads());
  text += deviceText(runtime) + copiesText() + callsText();
  for (const ProgramProfile *program : order)
    text += textOf(*program, limits);
  return text;
}

} // namespace gtjit::detail
