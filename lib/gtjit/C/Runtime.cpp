//===- Runtime.cpp - Runtimes of the C API --------------------------------===//

#include "gtjit/C/Host.h"

#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

gtjitRuntimeOptions gtjitDefaultOptions(void) {
  gtjitRuntimeOptions options{};
  options.size = sizeof(options);
  return options;
}

/// The caller's options, as much of them as it knows of.
static gtjitRuntimeOptions knownOptions(const gtjitRuntimeOptions *given) {
  gtjitRuntimeOptions options = gtjitDefaultOptions();
  if (!given)
    return options;
  if (given->size < sizeof(std::size_t) || given->size > sizeof(options))
    throw ValueError({}, "expected runtime options from gtjitDefaultOptions()");
  std::memcpy(&options, given, given->size);
  return options;
}

gtjitCode gtjitRuntimeCreate(const gtjitRuntimeOptions *given, gtjitRuntime *runtime) {
  return guarded([&] {
    requirePointer(runtime, "a place for the runtime", {});
    *runtime = nullptr;
    gtjitRuntimeOptions asked = knownOptions(given);
    auto host = std::make_shared<CHost>(asked);
    RuntimeOptions options;
    options.executor = host->executor();
    options.allocator = host->allocator();
    options.threads = asked.threads;
    options.reference = asked.reference != 0;
    // No place in the source: the caller gives none, and this file is not the user's.
    *runtime = new gtjitRuntimeObject{host, Runtime(options, SourceLine{})};
  });
}

gtjitRuntime gtjitRuntimeRetain(gtjitRuntime runtime) { return retained(runtime); }
void gtjitRuntimeDestroy(gtjitRuntime runtime) { released(runtime); }
