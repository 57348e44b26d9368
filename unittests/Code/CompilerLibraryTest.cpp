//===- CompilerLibraryTest.cpp - Finding the compiler ---------------------===//
//
// The errors of a compiler that is not there or is something else.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Error.h"
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

using namespace gtjit;
using namespace gtjit::detail;
using testing::HasSubstr;

TEST(CompilerLibraryTest, theErrorNamesEveryFileThatWasTriedAndWhy) {
  try {
    openCompiler({"/nowhere/libgtjit-compiler.so", "libm.so.6"}, {});
    FAIL() << "opened";
  } catch (const CompileError &error) {
    EXPECT_EQ(error.message(), "the compiler library cannot be opened");
    ASSERT_EQ(error.noteCount(), 3u);
    EXPECT_THAT(std::string(error.note(0)),
                HasSubstr("tried '/nowhere/libgtjit-compiler.so': /nowhere/libgtjit-compiler.so: "
                          "cannot open shared object file"));
    EXPECT_THAT(std::string(error.note(1)),
                HasSubstr("tried 'libm.so.6': it has no gtcCompile and gtcRelease"));
    EXPECT_THAT(std::string(error.note(2)),
                HasSubstr("set GTJIT_COMPILER to the path of libgtjit-compiler.so, or "
                          "GTJIT_REFERENCE=1 to evaluate without a compiler"));
  }
}

TEST(CompilerLibraryTest, isOpenSoonAfterARuntimeAskedForItEarly) {
  Runtime runtime{{.openCompilerEarly = true}};
  // Long enough for a machine that does much else.
  auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!CompilerLibrary::isOpen()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "it is not opened";
    std::this_thread::yield();
  }
}
