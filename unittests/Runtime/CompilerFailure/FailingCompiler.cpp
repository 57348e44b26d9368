//===- FailingCompiler.cpp - A compiler that compiles nothing -------------===//
//
// Stands for libgtjit-compiler in the tests of errors. Takes some time, so
// that threads come to wait for it.
//
//===----------------------------------------------------------------------===//
#include "gtabi/CompilerEntry.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void gtcCompile(const gtabi::CompileRequest *request, gtabi::CompileResult *result) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  *result = {};
  result->message = "model.cpp:12:3: error: the first thing\nmodel.cpp:17:1: note: the second\n";
  result->reproducer = "module { reproducer }\n";
  result->owner = std::malloc(1);
}

EXPORTED void gtcRelease(gtabi::CompileResult *result) {
  std::free(result->owner);
  *result = {};
}
