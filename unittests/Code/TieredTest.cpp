//===- TieredTest.cpp - Quick code first, optimised code later ------------===//
//
// A job that waits keeps the background busy, so that nothing is optimised before a test
// wants it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include "../Backends.h"
#include "CacheFolderFixture.h"

#include "gtjit/Code/Background.h"
#include "gtjit/Memory/RuntimeState.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace gtjit;
using gtjit::detail::Background;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Keeps the background from all that is posted after, until it is opened or goes.
class Gate {
public:
  Gate() {
    Background::post(this, [this] { opened.wait(); });
  }
  ~Gate() { open(); }
  Gate(const Gate &) = delete;
  void open() {
    if (!opened.try_wait())
      opened.count_down();
    Background::wait(this);
  }

private:
  std::latch opened{1};
};

class Tiered : public CacheFolderFixture {
protected:
  Tiered() { ::setenv("GTJIT_CACHE", "1", 1); }
  ~Tiered() override {
    before ? ::setenv("GTJIT_CACHE", before->c_str(), 1) : ::unsetenv("GTJIT_CACHE");
  }
  RuntimeOptions options() const {
    RuntimeOptions options;
    options.tiered = true;
    options.diskCacheFolder = folder;
    return options;
  }
  /// Something that is rolled, masked, and reduced.
  static Field expression(Field u) {
    Field lap = u(I + 1) + u(I - 1) - 2.0 * sqrt(u);
    return lap(I + 1) / lap - lap(I - 1);
  }
  static Storage input(std::int64_t points) {
    return counting(empty<double>({I(-2, points + 2)}), 1.0);
  }
  /// That the result of the expression on an input has the reference evaluator's bits.
  static void expectValues(const Storage &result) {
    std::vector<double> got = valuesOf(result);
    RuntimeOptions options;
    options.reference = true;
    Runtime plain(options);
    Runtime::Scope scope(plain);
    Storage expected = empty<double>(result.domain());
    expected[expected.domain()] = expression(input(result.domain().size()));
    std::vector<double> wanted = valuesOf(expected);
    ASSERT_EQ(got.size(), wanted.size());
    EXPECT_EQ(std::memcmp(got.data(), wanted.data(), got.size() * sizeof(double)), 0);
  }

private:
  std::optional<std::string> before = std::getenv("GTJIT_CACHE")
                                          ? std::optional<std::string>(std::getenv("GTJIT_CACHE"))
                                          : std::nullopt;
};

} // namespace

TEST_F(Tiered, OptimisedCodeComesInThePlaceOfQuickCode) {
  Runtime runtime(options());
  Runtime::Scope scope(runtime);
  Storage u = input(37), quick = empty<double>({I(0, 37)}), optimised = empty<double>({I(0, 37)});
  runtime.waitForCode();
  RuntimeCounters before = runtime.counters();
  {
    Gate gate;
    quick[quick.domain()] = expression(u);
    EXPECT_EQ(runtime.counters().compiles - before.compiles, 1);
    EXPECT_THAT(std::string(explain(expression(u))), HasSubstr("quick code"));
  }
  runtime.waitForCode();
  EXPECT_GE(runtime.counters().replacements - before.replacements, 1);
  optimised[optimised.domain()] = expression(u);
  EXPECT_THAT(std::string(explain(expression(u))), Not(HasSubstr("quick code")));
  expectValues(quick);
  expectValues(optimised);
}

TEST_F(Tiered, LargerDataRunsOnCodeForTheCachesAtFirst) {
  Runtime runtime(options());
  Runtime::Scope scope(runtime);
  Storage u = input(500), out = empty<double>({I(0, 500)});
  out[out.domain()] = expression(u);
  runtime.waitForCode();
  runtime.get().options.cacheBytes = 1; // nothing fits any more
  std::int64_t before = runtime.counters().compiles;
  {
    Gate gate;
    Storage again = empty<double>({I(0, 500)});
    again[again.domain()] = expression(u);
    EXPECT_EQ(runtime.counters().compiles, before) << "it runs at once";
    expectValues(again);
  }
  runtime.waitForCode();
  EXPECT_EQ(runtime.counters().compiles, before + 1);
  out[out.domain()] = expression(u);
  EXPECT_EQ(runtime.counters().compiles, before + 1);
  expectValues(out);
}

TEST_F(Tiered, TheDiskHasOptimisedCodeAlone) {
  auto evaluate = [&](bool keepsQuick) {
    Runtime runtime(options());
    Runtime::Scope scope(runtime);
    std::unique_ptr<Gate> gate = keepsQuick ? std::make_unique<Gate>() : nullptr;
    Storage u = input(20), out = empty<double>({I(0, 20)});
    out[out.domain()] = expression(u);
    expectValues(out);
    if (!keepsQuick)
      runtime.waitForCode();
    return std::pair(runtime.counters().compiles, runtime.counters().diskHits);
  };
  auto [compiled, found] = evaluate(/*keepsQuick=*/false);
  EXPECT_EQ(found, 0);
  EXPECT_GE(compiled, 2);
  EXPECT_EQ(evaluate(/*keepsQuick=*/true), std::pair(std::int64_t(0), compiled / 2));
}

TEST_F(Tiered, ProgramsAndRepeatedStoresTakeTheOptimisedCode) {
  Runtime runtime(options());
  Runtime::Scope scope(runtime);
  Storage u = input(30), out = empty<double>({I(0, 30)});
  Program program = runtime.compile(
      [](Field f) {
        Field lap = f(I + 1) + f(I - 1) - 2.0 * sqrt(f);
        return lap(I + 1) / lap - lap(I - 1);
      },
      arg(F64, {I}));
  auto step = [&] {
    program(gtjit::out(out), u);
    expectValues(out);
    out[out.domain()] = expression(u);
    expectValues(out);
  };
  {
    Gate gate;
    for (int n = 0; n < 5; ++n)
      step();
  }
  runtime.waitForCode();
  std::int64_t before = runtime.counters().compiles;
  for (int n = 0; n < 5; ++n)
    step();
  EXPECT_EQ(runtime.counters().compiles, before);
}

TEST_F(Tiered, AProgramSavedWhileItsCodeIsQuickHasOptimisedCode) {
  auto saved = [&](bool isTiered) {
    RuntimeOptions chosen = options();
    chosen.tiered = isTiered;
    Runtime runtime(chosen);
    Runtime::Scope scope(runtime);
    runtime.clearCache();
    Storage u = input(30), out = empty<double>({I(0, 30)});
    Program program = runtime.compile([](Field f) { return expression(f); }, arg(F64, {I}));
    {
      Gate gate;
      program(gtjit::out(out), u);
    }
    std::string path = folder + (isTiered ? "-tiered.gtp" : "-plain.gtp");
    program.save(path);
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    Program loaded = Program::load(path);
    Storage result = empty<double>({I(0, 30)});
    loaded(gtjit::out(result), u);
    expectValues(result);
    std::filesystem::remove(path);
    return bytes.str();
  };
  std::string tiered = saved(true);
  std::filesystem::remove_all(folder); // else the plain one has the other's code from disk
  EXPECT_TRUE(tiered == saved(false));
}

TEST_F(Tiered, RuntimesEndWhileTheirCodeIsMade) {
  for (int n = 0; n < 10; ++n) {
    Runtime runtime(options());
    Runtime::Scope scope(runtime);
    Storage u = input(20), out = empty<double>({I(0, 20)});
    out[out.domain()] = expression(u) + static_cast<double>(n) * u(I + (n % 3 - 1));
    if (n % 2)
      runtime.clearCache();
  }
}

TEST_F(Tiered, AChildOfForkGoesOn) {
  Runtime runtime(options());
  Runtime::Scope scope(runtime);
  Storage u = input(25), out = empty<double>({I(0, 25)});
  for (int n = 0; n < 4; ++n) {
    for (int other = 0; other < 3; ++other) // what the background is at
      eval(u(I + n) * sqrt(u) + u(I - other));
    out[out.domain()] = expression(u);
    EXPECT_TRUE(inChild([&] {
      runtime.waitForCode();
      out[out.domain()] = expression(u);
      expectValues(out);
      bool isOptimised =
          std::string(explain(expression(u))).find("quick code") == std::string::npos;
      return isOptimised && !testing::Test::HasFailure();
    })) << n;
    runtime.waitForCode();
    runtime.clearCache();
  }
}

TEST_F(Tiered, TheProcessEndsWhileCodeIsMade) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto end = [&] {
    Runtime::Scope scope(*new Runtime(options())); // never destroyed, as the default one
    Storage u = input(20), out = empty<double>({I(0, 20)});
    for (int n = 0; n < 5; ++n)
      out[out.domain()] = expression(u) * u(I + (n % 3 - 1)) + static_cast<double>(n) * sqrt(u);
    std::exit(7);
  };
  EXPECT_EXIT(end(), ::testing::ExitedWithCode(7), "");
}
