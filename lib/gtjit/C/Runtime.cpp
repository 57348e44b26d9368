//===- Runtime.cpp - Runtimes of the C API --------------------------------===//

#include "gtjit/C/Host.h"

#include <algorithm>
#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

void gtjitDefaultRuntimeOptions(gtjitRuntimeOptions *options, size_t size) {
  if (!options || size < sizeof(options->size))
    return;
  std::memset(options, 0, size); // the defaults of later libraries are zero, too
  options->size = size;
}

/// The caller's options: as much of them as it knows of, and no more than this
/// library knows of.
static gtjitRuntimeOptions knownOptions(const gtjitRuntimeOptions *given) {
  gtjitRuntimeOptions options{};
  if (!given)
    return options;
  if (given->size < sizeof(given->size) || given->size > 65536)
    throw ValueError({}, "expected runtime options from gtjitDefaultRuntimeOptions");
  if (asksForMore(*given))
    throw ValueError({}, "the runtime options ask for what this library does not have");
  std::memcpy(&options, given, std::min(given->size, sizeof(options)));
  return options;
}

gtjitCode gtjitRuntimeCreate(const gtjitRuntimeOptions *given, gtjitRuntime *runtime) {
  return guarded([&] {
    requirePointer(runtime, "a place for the runtime", {});
    gtjitRuntimeOptions asked = knownOptions(given);
    auto host = std::make_shared<CHost>(asked);
    RuntimeOptions options;
    options.executor = host->executor();
    options.allocator = host->allocator();
    options.threads = asked.threads;
    options.reference = asked.reference != 0;
    if (asked.device)
      options.device = asked.device;
    options.stream = asked.stream;
    options.strictDevice = asked.strictDevice != 0;
    // No place in the source: the caller gives none, and this file is not the user's.
    *runtime = new gtjitRuntimeObject{host, Runtime(options, SourceLine{})};
  });
}

gtjitCode gtjitRuntimeWait(gtjitRuntime runtime, gtjitLine line) {
  return guarded([&] {
    requirePointer(runtime, "a runtime", sourceLine(line));
    runtime->runtime.wait(sourceLine(line));
  });
}

gtjitRuntime gtjitRuntimeRetain(gtjitRuntime runtime) { return retained(runtime); }
void gtjitRuntimeDestroy(gtjitRuntime runtime) { released(runtime); }
