//===- MachineCostsTest.cpp - Kernels by measured costs -------------------===//
//
// What is kept for a CPU, whose kernels it is for, and that no result depends on it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include "CacheFolderFixture.h"

#include <sys/stat.h>

using namespace gtjit;
using testing::HasSubstr;

namespace {

class MachineCostsFile : public CacheFolderFixture {
protected:
  struct Outcome {
    double value;
    RuntimeCounters counters;
    std::string told;
  };
  /// A quotient that is read at two points.
  static Outcome evaluate(const RuntimeOptions &options) {
    Runtime runtime(options);
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 8), J(0, 8)}, 2.5);
    Field quotient = 1.0 / u;
    Field f = quotient(J - 1) + quotient(J + 1);
    std::string told(std::string_view(explain(f)));
    double value = eval(f).item<double>({2, 2});
    return {value, runtime.counters(), told};
  }
  void write(const std::string &file, const std::string &text) {
    std::ofstream(file, std::ios::trunc) << text;
  }
  Variable on{"GTJIT_CACHE", "1"}, host{"GTJIT_CPU", ""};
  const MachineCosts dear{.divider = 40, .gather = 5, .cached = 6, .memory = 7};
};

} // namespace

TEST_F(MachineCostsFile, keepsWhatIsMeasured) {
  EXPECT_EQ(keptCosts(folder), MachineCosts{});
  std::string file = keepCosts(dear, folder);
  EXPECT_TRUE(file.starts_with(folder + "/costs-")) << file;
  EXPECT_EQ(keptCosts(folder), dear);
  keepCosts({.gather = 9}, folder);
  EXPECT_EQ(keptCosts(folder), MachineCosts{.gather = 9}) << "the newer ones are in their place";
}

TEST_F(MachineCostsFile, whatIsDamagedForeignOrOpenToOthersSaysNothing) {
  std::string file = keepCosts(dear, folder);
  std::string text(std::istreambuf_iterator<char>(std::ifstream(file).rdbuf()), {});
  for (std::size_t end : {std::size_t(0), std::size_t(5), text.find('\n') + 1, text.size() - 4}) {
    write(file, text.substr(0, end));
    EXPECT_EQ(keptCosts(folder), MachineCosts{}) << end;
  }
  std::string other = text;
  other.insert(text.find('\n') + 1, "Another");
  write(file, other);
  EXPECT_EQ(keptCosts(folder), MachineCosts{});
  write(file, text);
  EXPECT_EQ(keptCosts(folder), dear);
  ASSERT_EQ(::chmod(file.c_str(), 0666), 0);
  EXPECT_EQ(keptCosts(folder), MachineCosts{}) << "anybody may have written it";
}

TEST_F(MachineCostsFile, aFolderThatIsNoneIsAnError) {
  write(base + "/file", "");
  try {
    keepCosts(dear, base + "/file");
    FAIL();
  } catch (const RuntimeError &error) {
    EXPECT_THAT(error.what(), HasSubstr("costs cannot be kept: '" + base + "/file'"));
    EXPECT_THAT(error.what(), HasSubstr("MachineCostsTest.cpp"));
  }
}

TEST_F(MachineCostsFile, decideWhatIsComputedAgain) {
  RuntimeOptions usual{.diskCache = false}, costly = usual;
  usual.costs.divider = 1; // as Zen's; CPUs differ
  costly.costs = dear;
  Outcome before = evaluate(usual), after = evaluate(costly);
  EXPECT_THAT(before.told, HasSubstr("div: inline: read at 2 positions, recomputing costs 9"));
  EXPECT_THAT(after.told, HasSubstr("recomputing would cost 360 cycles, more than 6"));
  EXPECT_EQ(after.value, before.value);
}

TEST_F(MachineCostsFile, runtimesCompileByWhatIsKept) {
  RuntimeOptions usual{.diskCacheFolder = folder};
  Outcome before = evaluate(usual);
  ASSERT_EQ(before.counters.compiles, 1);
  keepCosts(dear, folder);
  Outcome after = evaluate(usual), again = evaluate(usual);
  EXPECT_EQ(after.counters.compiles, 1) << "its code is another one";
  EXPECT_EQ(again.counters.diskHits, 1);
  EXPECT_THAT(after.told, HasSubstr("more than 6"));
  EXPECT_EQ(after.value, before.value);

  RuntimeOptions own = usual;
  own.costs.cached = 11;
  EXPECT_THAT(evaluate(own).told, HasSubstr("more than 11")) << "what is said comes first";
  RuntimeOptions off = usual;
  off.diskCache = false;
  off.costs.divider = 1;
  EXPECT_THAT(evaluate(off).told, HasSubstr("recomputing costs 9"));
  RuntimeOptions level = usual;
  level.cpu = "x86-64-v2";
  EXPECT_THAT(evaluate(level).told, HasSubstr("recomputing costs 9"))
      << "code for other machines, too";
}
