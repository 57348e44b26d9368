//===- CompilerFailureTest.cpp - When the compiler fails ------------------===//
//
// The error, the file that reproduces it, and that nothing else happened.
//
//===----------------------------------------------------------------------===//
#include "../../MemoryOut/FailingAllocations.h"
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace gtjit;

namespace {
class CompilerFailureTest : public testing::Test {
protected:
  static void SetUpTestSuite() { ::setenv("GTJIT_COMPILER", FAILING_COMPILER, 1); }
  CompilerFailureTest()
      : folder(testing::TempDir() + "gtjit-failure-" + std::to_string(::getpid())),
        runtime({.dump = folder}) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~CompilerFailureTest() override { std::filesystem::remove_all(folder); }

  std::string folder;
  Runtime runtime;
  Runtime::Scope scope{runtime};
};
} // namespace

static std::string contentOf(const std::filesystem::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_F(CompilerFailureTest, theErrorHasTheDiagnosticsAndNamesAReproducer) {
  Storage u = zeros<double>({I(0, 4)});
  try {
    eval(u + 1.0);
    FAIL() << "compiled";
  } catch (const CompileError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
    EXPECT_EQ(error.message(), "the compiler could not compile this evaluation; this is a fault of "
                               "gtjit, not of the program");
    ASSERT_EQ(error.noteCount(), 3u);
    EXPECT_EQ(error.note(0), "model.cpp:12:3: error: the first thing");
    EXPECT_EQ(error.note(1), "model.cpp:17:1: note: the second");
    std::string last(error.note(2));
    EXPECT_THAT(last, testing::StartsWith("the module that failed is in '" + folder + "/gt-"));
    EXPECT_THAT(last, testing::EndsWith("-reproducer.mlir', which gt-opt reads"));
    std::string path = last.substr(last.find('\'') + 1);
    EXPECT_EQ(contentOf(path.substr(0, path.find('\''))), "module { reproducer }\n");
  }
}

TEST_F(CompilerFailureTest, aReproducerThatCannotBeWrittenIsTold) {
  std::filesystem::remove_all(folder);
  Storage u = zeros<double>({I(0, 4)});
  try {
    eval(u + 1.5);
    FAIL() << "compiled";
  } catch (const CompileError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
    ASSERT_EQ(error.noteCount(), 3u);
    EXPECT_THAT(
        std::string(error.note(2)),
        testing::StartsWith("the module that failed could not be written to '" + folder + "/gt-"));
  }
}

TEST_F(CompilerFailureTest, anImageThatCannotBeUsedIsRefused) {
  ::setenv("GTJIT_TEST_IMAGE", "no image", 1);
  Storage u = zeros<double>({I(0, 4)});
  try {
    eval(u + 2.5);
    ADD_FAILURE() << "compiled";
  } catch (const CompileError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
    EXPECT_EQ(error.message(),
              "the compiler gave an image that cannot be used: it is shorter than a header");
  }
  ::unsetenv("GTJIT_TEST_IMAGE");
}

// What runs is looked up as any other code from then on.
TEST_F(CompilerFailureTest, quickCodeStaysWhereBetterCannotBeMade) {
  ::setenv("GTJIT_TEST_QUICK_COMPILER", REAL_COMPILER, 1);
  ::setenv("GTJIT_LOG", "1", 1);
  {
    Runtime tiered({.tiered = true});
    Runtime::Scope current(tiered);
    Storage u = full<double>({I(0, 4)}, 2.0);
    testing::internal::CaptureStderr();
    EXPECT_EQ(eval(u + 3.0).item<double>({1}), 5.0);
    tiered.waitForCode();
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                testing::HasSubstr("gtjit: no optimised code, the quick code stays: "));
    RuntimeCounters before = tiered.counters();
    EXPECT_EQ(before.replacements, 0);
    EXPECT_EQ(eval(u + 3.0).item<double>({3}), 5.0);
    tiered.waitForCode();
    EXPECT_EQ(tiered.counters().compiles, before.compiles) << "nobody tries again";
    EXPECT_EQ(tiered.counters().cacheHits, before.cacheHits + 1);
  }
  ::unsetenv("GTJIT_LOG");
  ::unsetenv("GTJIT_TEST_QUICK_COMPILER");
}

TEST_F(CompilerFailureTest, aFailureIsNotCached) {
  Storage u = zeros<double>({I(0, 4)});
  Field f = u + 1.0;
  EXPECT_THROW(eval(f), CompileError);
  EXPECT_THROW(eval(f), CompileError);
  EXPECT_EQ(runtime.counters().compiles, 2);
}

TEST_F(CompilerFailureTest, everyThreadThatWaitsGetsTheError) {
  Storage u = zeros<double>({I(0, 4)});
  EXPECT_THROW(eval(u + 0.0), CompileError); // opens the compiler
  void *compiler = ::dlopen(FAILING_COMPILER, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_TRUE(compiler);
  auto &expected = *static_cast<std::atomic<int> *>(::dlsym(compiler, "failingCompilerExpects"));
  expected = 4;
  std::atomic<int> errors{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([&] {
      --expected;
      try {
        eval(u * 3.0);
      } catch (const CompileError &) {
        ++errors;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  ::dlclose(compiler);
  EXPECT_EQ(errors, 4);
}

// Whoever asks next would wait for ever for what failed without a word.
TEST_F(CompilerFailureTest, anErrorThatThereIsNoMemoryForIsHandedInNonetheless) {
  Storage u = zeros<double>({I(0, 4)});
  Field f = u + 4.0;
  EXPECT_THROW(eval(f), CompileError);
  for (std::int64_t n = 0;; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    bool hasFailed = false;
    {
      FailingAllocation failing(n);
      EXPECT_ANY_THROW(eval(f));
      hasFailed = failing.hasFailed();
    }
    ::alarm(60);
    EXPECT_THROW(eval(f), CompileError);
    ::alarm(0);
    if (!hasFailed)
      break;
  }
}

// M-008
TEST_F(CompilerFailureTest, storagesKeepTheirValuesAndMemory) {
  Storage u = full<double>({I(0, 4)}, 3.0);
  Field pending = u + 1.0;
  EXPECT_THROW(u[{I(1, 4)}] = u(I - 1) * 2.0, CompileError);
  HostView<const double> values = u.read<double>();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(values(i), 3.0);
}

TEST_F(CompilerFailureTest, lackOfMemoryIsNoFaultOfTheLibrary) {
  for (const char *message :
       {"error: out of memory\n", "error: cannot link: Cannot allocate memory; Failed to "
                                  "materialize symbols\n"}) {
    ::setenv("GTJIT_TEST_MESSAGE", message, 1);
    Storage u = zeros<double>({I(0, 4)});
    try {
      eval(u + 2.0);
      ADD_FAILURE() << "compiled";
    } catch (const MemoryError &error) {
      EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
      EXPECT_EQ(error.message(), "the system gives this process no memory to compile the "
                                 "evaluation in, or no more mappings (vm.max_map_count)");
    }
  }
  ::unsetenv("GTJIT_TEST_MESSAGE");
}
