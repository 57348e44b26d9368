//===- StaticDestructorTest.cpp - Evaluation when a process ends ----------===//
//
// Destructors of statics evaluate, too, after all that is thread-local is gone.
// The compiler's own statics are gone, too, for objects that are older.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

using namespace gtjit;

namespace {
/// Evaluates when it dies, each `kind` a kernel of its own.
struct Evaluates {
  int kind;
  ~Evaluates() {
    try {
      evaluate();
    } catch (const CompileError &error) {
      std::fprintf(stderr, "%d: %s;", kind, error.what());
    }
  }
  void evaluate() const {
    Storage u = full<double>({I(0, 10)}, 9.0), v = zeros<double>(u.domain());
    switch (kind) {
    case 0:
      v[interior] = sqrt(u) + 1.0;
      break;
    case 1:
      v[interior] = u * u - 1.0;
      break;
    default:
      v[interior] = sum(u, I) / u + u;
    }
    std::fprintf(stderr, "%d: %g;", kind, v[{I(3)}].item<double>());
  }
};

[[noreturn]] void endTheProcess(bool compilesBefore) {
  static Evaluates older{0};
  if (compilesBefore)
    Evaluates{2};
  static Evaluates younger{1};
  std::exit(0);
}
} // namespace

TEST(StaticDestructor, CompilesWhatNobodyCompiledBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(endTheProcess(true), ::testing::ExitedWithCode(0),
              "2: 19;1: 80;0: .*this evaluation needs a kernel that was not compiled before, and "
              "the process is ending: the compiler is gone when objects are destroyed that were "
              "there before it");
}

TEST(StaticDestructor, OpensTheCompiler) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(endTheProcess(false), ::testing::ExitedWithCode(0),
              "1: 80;0: .*the process is ending");
}
