//===- FailingCompiler.cpp - A compiler that compiles nothing -------------===//
//
// Stands for libgtjit-compiler in the tests of errors. With GTJIT_TEST_QUICK_COMPILER,
// the real one, it makes quick code alone.
//
//===----------------------------------------------------------------------===//
#include "gtabi/CompilerEntry.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <thread>

#define EXPORTED extern "C" __attribute__((visibility("default")))

/// Threads that have not begun to evaluate yet: a compilation lasts until none
/// is left, so that they come to wait for it.
extern "C" {
__attribute__((visibility("default"))) std::atomic<int> failingCompilerExpects{0};
}

namespace {
/// The function of the library that makes quick code; null if none does.
template <class Function> Function ofQuickCompiler(const char *name) {
  const char *path = std::getenv("GTJIT_TEST_QUICK_COMPILER");
  void *library = path ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  return library ? reinterpret_cast<Function>(::dlsym(library, name)) : nullptr;
}
char own; ///< the owner of this library's results
} // namespace

EXPORTED void gtcCompile(const gtabi::CompileRequest *request, gtabi::CompileResult *result) {
  while (failingCompilerExpects.load() > 0)
    std::this_thread::yield();
  *result = {};
  auto quick = ofQuickCompiler<gtabi::CompileFunction>("gtcCompile");
  if (quick && (request->flags & gtabi::kQuick)) {
    quick(request, result);
    return;
  }
  result->owner = &own;
  if (const char *image = std::getenv("GTJIT_TEST_IMAGE")) {
    result->ok = 1;
    result->image = reinterpret_cast<const std::uint8_t *>(image);
    result->imageSize = std::strlen(image);
    return;
  }
  if (const char *message = std::getenv("GTJIT_TEST_MESSAGE")) {
    result->message = message;
    return;
  }
  result->message = "model.cpp:12:3: error: the first thing\nmodel.cpp:17:1: note: the second\n";
  result->reproducer = "module { reproducer }\n";
}

EXPORTED void gtcRelease(gtabi::CompileResult *result) {
  if (result->owner != &own)
    ofQuickCompiler<gtabi::ReleaseFunction>("gtcRelease")(result);
  *result = {};
}
