//===- UncachedOptions.h - One thread, no disk cache ------------*- C++ -*-===//
//
// Options of runtimes that tests compare with one another.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_EVALUATE_UNCACHEDOPTIONS_H
#define GTJIT_UNITTESTS_EVALUATE_UNCACHEDOPTIONS_H

#include <gtjit/gtjit.h>

namespace gtjit {

/// One thread, and each image made by this runtime.
inline RuntimeOptions uncachedOptions(bool reference) {
  RuntimeOptions options;
  options.reference = reference;
  options.threads = 1;
  options.diskCache = false;
  return options;
}

} // namespace gtjit

#endif // GTJIT_UNITTESTS_EVALUATE_UNCACHEDOPTIONS_H
