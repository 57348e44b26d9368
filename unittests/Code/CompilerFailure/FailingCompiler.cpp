//===- FailingCompiler.cpp - A compiler that compiles nothing -------------===//
//
// Stands for libgtjit-compiler in the tests of errors.
//
//===----------------------------------------------------------------------===//
#include "gtabi/CompilerEntry.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

#define EXPORTED extern "C" __attribute__((visibility("default")))

/// Threads that have not begun to evaluate yet: a compilation lasts until none
/// is left, so that they come to wait for it.
extern "C" {
__attribute__((visibility("default"))) std::atomic<int> failingCompilerExpects{0};
}

EXPORTED void gtcCompile(const gtabi::CompileRequest *request, gtabi::CompileResult *result) {
  while (failingCompilerExpects.load() > 0)
    std::this_thread::yield();
  *result = {};
  if (const char *image = std::getenv("GTJIT_TEST_IMAGE")) {
    result->ok = 1;
    result->image = reinterpret_cast<const std::uint8_t *>(image);
    result->imageSize = std::strlen(image);
    result->owner = std::malloc(1);
    return;
  }
  if (const char *message = std::getenv("GTJIT_TEST_MESSAGE")) {
    result->message = message;
    result->owner = std::malloc(1);
    return;
  }
  result->message = "model.cpp:12:3: error: the first thing\nmodel.cpp:17:1: note: the second\n";
  result->reproducer = "module { reproducer }\n";
  result->owner = std::malloc(1);
}

EXPORTED void gtcRelease(gtabi::CompileResult *result) {
  std::free(result->owner);
  *result = {};
}
