//===- DiskCacheRuntimeTest.cpp - Evaluations and the disk cache ----------===//
//
// What evaluations find on disk, what they do not, and what users are told.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include "CacheFolderFixture.h"

#include <array>
#include <cstdlib>
#include <fstream>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;

namespace {

class DiskCacheRuntime : public CacheFolderFixture {
protected:
  /// What one evaluation in a runtime of its own came to.
  struct Outcome {
    double value;
    RuntimeCounters counters;
    std::string told;
  };
  static Outcome evaluate(const RuntimeOptions &options, int shift = 1) {
    Runtime runtime(options);
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 8)}, 2.5);
    Field f = u(I + shift) * 3.0 + sqrt(u);
    std::string told(std::string_view(explain(f)));
    double value = eval(f).item<double>({2});
    return {value, runtime.counters(), told};
  }
  Variable on{"GTJIT_CACHE", "1"};
};

} // namespace

TEST_F(DiskCacheRuntime, oneRuntimeFindsWhatAnotherCompiled) {
  Outcome first = evaluate({.diskCacheFolder = folder}),
          second = evaluate({.diskCacheFolder = folder}),
          other = evaluate({.diskCacheFolder = folder}, 2);
  EXPECT_EQ(first.counters.compiles, 1);
  EXPECT_EQ(first.counters.diskHits, 0);
  EXPECT_EQ(second.counters.compiles, 0);
  EXPECT_EQ(second.counters.diskHits, 1);
  EXPECT_EQ(second.value, first.value);
  EXPECT_EQ(other.counters.compiles, 1) << "another shift is another kernel";
  EXPECT_THAT(first.told, HasSubstr("1 kernel, compiled, compilation took"));
  EXPECT_THAT(second.told, HasSubstr("1 kernel, found on disk, which took"));
  EXPECT_THAT(second.told, HasSubstr("kernels on disk: in '" + folder + "'\n"));
}

TEST_F(DiskCacheRuntime, kernelsOfOtherOptionsAreOthers) {
  RuntimeOptions usual{.diskCacheFolder = folder};
  ASSERT_EQ(evaluate(usual).counters.compiles, 1);
  RuntimeOptions stock = usual, older = usual, checked = usual;
  stock.stockCodegen = true;
  older.cpu = "x86-64-v2";
  checked.check = Check::NaN;
  for (const RuntimeOptions &options : {stock, older, checked}) {
    EXPECT_GE(evaluate(options).counters.compiles, 1);
    EXPECT_EQ(evaluate(options).counters.compiles, 0) << "they are kept, too";
  }
}

TEST_F(DiskCacheRuntime, codeForOtherMachinesIsKeptToo) {
  auto save = [&](std::string_view target) {
    Runtime runtime({.diskCacheFolder = folder});
    Program program = runtime.compile([](Field u) { return u(I + 1) * 3.0; }, arg(F64, {I}));
    program.save(base + "/program", {.targets = {target}});
    return runtime.counters();
  };
  for (std::string_view target : {"x86-64-v2", "sm_80"}) {
    RuntimeCounters first = save(target), second = save(target);
    EXPECT_GE(first.compiles, 1) << target;
    EXPECT_EQ(second.compiles, 0) << target;
    EXPECT_EQ(second.diskHits, first.compiles) << target;
  }
}

TEST_F(DiskCacheRuntime, isOffWhereItIsNotWanted) {
  ASSERT_EQ(evaluate({.diskCacheFolder = folder}).counters.compiles, 1);
  RuntimeOptions off{.diskCache = false, .diskCacheFolder = folder};
  RuntimeOptions debug{.debugInfo = true, .diskCacheFolder = folder};
  const std::string dumpFolder = base + "/dump";
  RuntimeOptions dump{.dump = dumpFolder, .diskCacheFolder = folder};
  for (const RuntimeOptions &options : {off, debug, dump}) {
    Outcome outcome = evaluate(options);
    EXPECT_EQ(outcome.counters.compiles, 1);
    EXPECT_THAT(outcome.told, Not(HasSubstr("on disk")));
  }
  Variable never("GTJIT_CACHE", "0");
  EXPECT_EQ(evaluate({.diskCacheFolder = folder}).counters.compiles, 1);
}

TEST_F(DiskCacheRuntime, theEnvironmentNamesFolderAndSize) {
  Variable home("HOME", base), xdg("XDG_CACHE_HOME", base + "/xdg"),
      given("GTJIT_CACHE_DIR", folder);
  EXPECT_THAT(evaluate({}).told, HasSubstr("kernels on disk: in '" + folder + "'"));
  {
    Variable none("GTJIT_CACHE_DIR", "");
    EXPECT_THAT(evaluate({}).told, HasSubstr("in '" + base + "/xdg/gtjit'"));
    for (const char *ignored : {"", "relative"}) {
      Variable noXdg("XDG_CACHE_HOME", ignored);
      EXPECT_THAT(evaluate({}).told, HasSubstr("in '" + base + "/.cache/gtjit'"));
    }
  }
  auto refusal = [](const char *size) {
    Variable limit("GTJIT_CACHE_SIZE", size);
    try {
      Runtime runtime;
    } catch (const ValueError &error) {
      return std::string(error.message());
    }
    return std::string();
  };
  for (const char *size : {"1000000", "1K", "20M", "3G"})
    EXPECT_EQ(refusal(size), "");
  for (const char *size : {"0", "-1", "M", "1T", "1MM", "9999999999G"})
    EXPECT_EQ(refusal(size), "GTJIT_CACHE_SIZE: expected a number of bytes, which K, M or G may "
                             "follow, got '" +
                                 std::string(size) + "'");
  Variable wrong("GTJIT_CACHE", "yes");
  EXPECT_THROW(Runtime(), ValueError);
}

TEST_F(DiskCacheRuntime, aFolderThatCannotBeUsedIsTold) {
  ASSERT_EQ(::mkdir(folder.c_str(), 0777), 0);
  ::chmod(folder.c_str(), 0777);
  Outcome outcome = evaluate({.diskCacheFolder = folder});
  EXPECT_EQ(outcome.value, 2.5 * 3.0 + std::sqrt(2.5));
  EXPECT_THAT(outcome.told, HasSubstr("kernels on disk: off: others may write to '" + folder));
}

TEST_F(DiskCacheRuntime, theLeastUsedGo) {
  RuntimeOptions options{.diskCacheFolder = folder, .diskCacheBytes = 1};
  for (int shift = 1; shift < 6; ++shift)
    (void)evaluate(options, shift);
  std::size_t files = 0;
  forEachPath(folder, [&](const std::string &path) { files += path.size() > 32 + base.size(); });
  EXPECT_LT(files, 40u);
}

/// As a child of the next tests it tells what it did.
TEST(DiskCacheChild, evaluates) {
  const bool early = isLoaded("libgtjit-compiler");
  Storage u = full<double>({I(0, 8)}, 2.5);
  double value = eval(u(I + 1) * 3.0 + 1.0).item<double>({2});
  EXPECT_EQ(value, 8.5);
  const char *report = std::getenv("DISK_CACHE_CHILD");
  if (!report)
    return;
  RuntimeCounters counters = Runtime::current().counters();
  std::ofstream(report, std::ios::app)
      << counters.compiles << ' ' << counters.diskHits << ' ' << isLoaded("libgtjit-compiler")
      << ' ' << early << ' ' << value << '\n';
}

class DiskCacheProcesses : public CacheFolderFixture {
protected:
  /// Runs children at once; the sums of what they print.
  std::array<double, 5> run(int processes) {
    const std::string report = base + "/report";
    std::filesystem::remove(report);
    for (int n = 0; n < processes; ++n)
      if (::fork() == 0) {
        ::setenv("GTJIT_CACHE", "1", 1);
        ::setenv("GTJIT_CACHE_DIR", folder.c_str(), 1);
        ::setenv("DISK_CACHE_CHILD", report.c_str(), 1);
        ::setenv("OMP_NUM_THREADS", "1", 1);
        std::freopen("/dev/null", "w", stdout);
        ::execl("/proc/self/exe", "child", "--gtest_filter=DiskCacheChild.*",
                static_cast<char *>(nullptr));
        ::_exit(127);
      }
    for (int n = 0; n < processes; ++n) {
      int status = 1;
      ::wait(&status);
      EXPECT_EQ(status, 0);
    }
    std::array<double, 5> sums{}, line{};
    std::ifstream file(report);
    while (file >> line[0] >> line[1] >> line[2] >> line[3] >> line[4])
      for (std::size_t n = 0; n < sums.size(); ++n)
        sums[n] += line[n];
    return sums;
  }
};

TEST_F(DiskCacheProcesses, compileEachKernelOnce) {
  constexpr int kProcesses = 12;
  auto sums = run(kProcesses);
  EXPECT_EQ(sums[0], 1) << "one compiles";
  EXPECT_EQ(sums[1], kProcesses - 1) << "the others find it";
  EXPECT_EQ(sums[4], kProcesses * 8.5);
}

TEST_F(DiskCacheProcesses, loadNoCompilerWhereTheKernelIsThere) {
  ASSERT_EQ(run(1)[2], 1) << "the first one compiles";
  auto sums = run(1);
  EXPECT_EQ(sums[1], 1);
  EXPECT_EQ(sums[2], 0) << "the compiler is loaded";
}
