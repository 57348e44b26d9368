//===- Run.cpp - All of gt-run but its main -------------------------------===//
//
// The order of things, the time loop, and what is told of time.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Run.h"

#include "gtrun/Bindings.h"
#include "gtrun/Calibrate.h"
#include "gtrun/Externals.h"
#include "gtrun/Fault.h"
#include "gtrun/FieldRun.h"
#include "gtrun/OutputFile.h"
#include "gtrun/Results.h"
#include "gtrun/StencilRun.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>

using namespace gtrun;

namespace {

/// What took how long.
class Stopwatch {
public:
  explicit Stopwatch(bool on) : on(on) {}
  double lap() {
    Clock::time_point now = Clock::now();
    double spent = std::chrono::duration<double, std::milli>(now - last).count();
    last = now;
    return spent;
  }
  void tell(const char *what) {
    double spent = lap();
    if (on)
      std::printf("%-14s %10.3f ms\n", what, spent);
  }
  void step() { steps.push_back(lap()); }
  /// The first step compiles.
  void tellSteps() {
    if (!on || steps.empty())
      return;
    std::printf("%-14s %10.3f ms, compilation included\n", "first step", steps.front());
    if (steps.size() == 1)
      return;
    std::vector<double> rest(steps.begin() + 1, steps.end());
    std::sort(rest.begin(), rest.end());
    std::printf("%-14s %10.3f ms (median), %.3f ms (least) of %zu\n", "later steps",
                rest[rest.size() / 2], rest.front(), rest.size());
  }

  void tellCopies(const char *where, std::int64_t copies, std::int64_t bytes) {
    if (on)
      std::printf("%-14s %10.3f MB in %lld copies\n", where, 1e-6 * static_cast<double>(bytes),
                  static_cast<long long>(copies));
  }

private:
  using Clock = std::chrono::steady_clock;
  bool on;
  Clock::time_point last = Clock::now();
  std::vector<double> steps;
};

/// One program while its steps are made.
class Loop {
public:
  Loop(const Listing &listing, const Options &options, gtjit::Runtime &runtime, Bindings &bindings)
      : listing(listing), options(options), runtime(runtime), bindings(bindings) {}
  void checkFeeds() const;
  void step(bool isFirst);
  void feed();

private:
  const Listing &listing;
  const Options &options;
  gtjit::Runtime &runtime;
  Bindings &bindings;
  std::unique_ptr<StencilRun> stencils;
};

} // namespace

void Loop::checkFeeds() const {
  for (const auto &[from, to] : options.feeds) {
    const Argument &a = argumentNamed(listing, from, Argument::Kind::Storage, "--feed");
    const Argument &b = argumentNamed(listing, to, Argument::Kind::Storage, "--feed");
    if (a.type != b.type || a.dims != b.dims)
      throw Fault("--feed " + from + ":" + to + ": they are storages of different types");
  }
}

void Loop::feed() {
  for (const auto &[from, to] : options.feeds) {
    auto &a = *bindings.storages[listing.numberOf(*listing.find(from))];
    auto &b = *bindings.storages[listing.numberOf(*listing.find(to))];
    if (!a.domain().contains(b.domain()) || !b.domain().contains(a.domain()))
      throw Fault("--feed " + from + ":" + to + ": they have different points");
    swap(a, b);
    a.named(listing.find(from)->name);
    b.named(listing.find(to)->name);
  }
}

void Loop::step(bool isFirst) {
  fillHalos(listing, options, bindings);
  if (listing.isStencilLevel) {
    if (isFirst)
      stencils = std::make_unique<StencilRun>(listing, options, runtime, bindings);
    stencils->run(bindings);
    if (isFirst && options.explain)
      std::fputs(stencils->explain().c_str(), stdout);
    return;
  }
  FieldRun fields(listing, options, runtime, bindings);
  if (isFirst && options.explain)
    std::fputs(fields.explain().c_str(), stdout);
  fields.run();
}

void gtrun::run(const Options &options) {
  Stopwatch watch(options.time);
  Listing listing = readProgram(options.file, options.program);
  if (listing.isStencilLevel && options.reference)
    throw Fault("'" + options.file + "': '" + listing.name +
                "' is at the stencil level, which --backend=reference cannot run");
  watch.tell("read program");
  if (!options.target.empty()) {
    gtjit::Runtime compiling;
    std::fputs(gtjit::detail::ptxOf(compiling, listing.text, options.target, listing.line).c_str(),
               stdout);
    return;
  }
  loadExternals(listing, options);
  gtjit::RuntimeOptions how;
  how.reference = options.reference;
  how.device = options.device;
  how.trace = options.trace;
  gtjit::Runtime runtime(how);
  Bindings bindings = bindArguments(listing, options, runtime);
  watch.tell("read inputs");
  Loop loop(listing, options, runtime, bindings);
  loop.checkFeeds();
  for (int n = 0; n < options.repeat; ++n) {
    if (n > 0)
      loop.feed();
    loop.step(n == 0);
    watch.step();
  }
  watch.tellSteps();
  if (options.outputs.empty())
    note("no --out: what is computed goes nowhere");
  writeResults(listing, options, bindings);
  watch.tell("write results");
  if (options.device.empty())
    return;
  gtjit::RuntimeCounters counters = runtime.counters();
  watch.tellCopies("to device", counters.copiesToDevice, counters.bytesToDevice);
  watch.tellCopies("from device", counters.copiesFromDevice, counters.bytesFromDevice);
}

/// A message as one line that any terminal can show: notes are joined, what
/// damaged files put into it is made visible.
static std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end))
    text.replace(end, 1, "; ");
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      c = '?';
  return text;
}

void gtrun::note(const std::string &text) {
  std::fprintf(stderr, "gt-run: note: %s\n", oneLine(text).c_str());
}

int gtrun::mainOf(int argc, const char *const *argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of its writing
  std::string message;
  try {
    Options options;
    if (!parseOptions(argc, argv, options))
      return 0;
    if (options.calibrate) {
      calibrate();
      return 0;
    }
    checkOutputs(options);
    run(options);
    return 0;
  } catch (const gtjit::Error &error) {
    message = error.what();
  } catch (const std::bad_alloc &) {
    message = "there is not enough memory";
  } catch (const std::exception &error) {
    message = error.what();
  }
  std::fprintf(stderr, "gt-run: %s\n", oneLine(message).c_str());
  return 1;
}
