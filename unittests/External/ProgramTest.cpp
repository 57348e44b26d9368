//===- ProgramTest.cpp - C functions in programs --------------------------===//
//
// Traced, called by plans, saved and loaded.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "gtjit/Kernel/Imports.h"
#include "gtjit/Program/ProgramState.h"
#include "gtjit/Program/RecipeText.h"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

double twice(double x) { return 2.0 * x; }
double thrice(double x) { return 3.0 * x; }
int checked(double x, std::int32_t level, double *result) {
  *result = x + level;
  return x < 0 ? 5 : 0;
}
std::atomic<long> calls{0};
double draw(double x) {
  ++calls;
  return -x;
}

class ExternalProgramTest : public BackendTest {
protected:
  ~ExternalProgramTest() override { std::filesystem::remove(path); }
  std::string path = (std::filesystem::temp_directory_path() /
                      ("gtjit-external-" + std::to_string(::getpid()) + ".gtprogram"))
                         .string();
};
GTJIT_ON_ALL_BACKENDS(ExternalProgramTest);

} // namespace

TEST_P(ExternalProgramTest, isCalledAgainAndAgain) {
  auto function = external("program_twice", &twice);
  auto drawn = external("program_draw", &draw, {.effects = true});
  Program step =
      runtime.compile([&](Field u, Field a) { return std::pair{function(u + a) + u, drawn(u)}; },
                      arg(F64, {I, J}), arg(F64));
  calls = 0;
  for (std::int64_t size : {5, 5, 5, 9, 5}) {
    Storage u = counting(zeros<double>({I(0, size), J(0, 3)})), v = like(u), w = like(u);
    step(out(v), out(w), u, 1.0);
    EXPECT_EQ(v.read<double>()(1, 2), 2.0 * 6.0 + 5.0);
    EXPECT_EQ(w.read<double>()(1, 2), -5.0);
    EXPECT_EQ(calls.exchange(0), 3 * size);
  }
}

TEST_P(ExternalProgramTest, failsByItsStatus) {
  auto function = external("program_checked", &checked);
  unsigned line = __LINE__ + 1;
  auto callable = [&](Field u) { return function(u, 2); };
  Program step = runtime.compile(callable, arg(F64, {I}));
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u);
  for (int round = 0; round < 3; ++round) {
    step(out(v), u);
    EXPECT_EQ(v.read<double>()(3), 5.0);
  }
  u[{I(7)}] = -1.0;
  try {
    step(out(v), u);
    FAIL();
  } catch (const RuntimeError &error) {
    EXPECT_EQ(error.message(), "'program_checked' reported status 5 at I=7");
    EXPECT_EQ(error.line().line, line);
  }
  EXPECT_TRUE(std::isnan(v.read<double>()(7)));
  EXPECT_EQ(v.read<double>()(8), 10.0);
  Status status = step.tryCall(out(v), u);
  EXPECT_FALSE(status);
  EXPECT_EQ(status.code(), ErrorCode::Runtime);
}

TEST_P(ExternalProgramTest, isSavedWithItsSymbolsAndLoadedWithTheFunctionsThatAreKnown) {
  if (!compiles())
    return; // programs are saved with kernels
  auto first = external("program_saved", &twice);
  auto second = external("program_checked", &checked);
  auto third = external("program_draw", &draw, {.effects = true});
  Program step = runtime.compile(
      [&](Field u) {
        Field sums = scan(I, Forward, 0.0, [&](Value sum, Value x) { return first(sum) - x; }, u);
        return first(u) + second(u + 1.0, astype(index(I), I32)) + third(u) + sums;
      },
      arg(F64, {I}));
  step.save(path);
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u), w = like(u);
  step(out(v), u);
  Program::load(path)(out(w), u);
  EXPECT_EQ(valuesOf(v), valuesOf(w));
  (void)external("program_saved", &thrice); // takes the place of the other one
  Program::load(path)(out(w), u);
  EXPECT_EQ(w.read<double>()(0), v.read<double>()(0)) << "of 0";
  EXPECT_NE(w.read<double>()(5), v.read<double>()(5));
  step(out(w), u);
  EXPECT_EQ(valuesOf(v), valuesOf(w)) << "an expression has the function that it was written with";
}

// A computed field without dimensions, and a number of another type.
TEST_P(ExternalProgramTest, isSavedWithCallsOfFieldsWithoutDimensions) {
  auto weigh = external("weigh_program", +[](std::int32_t a, std::int8_t b) { return a + b; });
  Program program = runtime.compile(
      [&](Field a) { return weigh(astype(mean(a), I32), std::int64_t(20)); }, arg(I32, {I}));
  std::string file = testing::TempDir() + "weigh.gtprogram";
  program.save(file);
  Storage u = full<std::int32_t>({I(0, 4)}, 3), out0 = zeros<std::int32_t>({});
  Program::load(file, runtime)(out(out0), u);
  EXPECT_EQ(out0.item<std::int32_t>(), 23);
}

TEST_P(ExternalProgramTest, isNotReadWithoutItsFunctions) {
  auto function = external("program_a", &twice);
  registerExternal("program_b", {.results = {F64}, .operands = {F64}, .status = true},
                   reinterpret_cast<const void *>(&checked));
  Program step = runtime.compile([&](Field u) { return function(u); }, arg(F64, {I}));
  RecipeText text = printRecipe(stateOf(step, {}).recipe);
  auto reading = [&](const std::string &symbol) {
    RecipeText other{text.text, text.dims, text.arguments, {}};
    other.text.replace(other.text.find("@program_a"), 10, "@" + symbol);
    return [this, other] { (void)readRecipe(runtime.get(), other); };
  };
  EXPECT_EQ(messageOf<KeyError>(reading("cbrt")),
            "the external function 'cbrt', f64(f64), is not known here: make it so with "
            "registerExternal");
  EXPECT_EQ(messageOf<TypeError>(reading("program_b")),
            "the external function 'program_b' is f64(f64) here, but it is known as f64(f64) with "
            "status");
  auto handling = [&] {
    RecipeText other{text.text, text.dims, text.arguments, {}};
    other.text.replace(other.text.find(") : ("), 5, ") handled : (");
    (void)readRecipe(runtime.get(), other);
  };
  EXPECT_EQ(messageOf<ValueError>(handling),
            "'gt.call' is handled, but has no status behind a result");
  ProcessSymbols symbols(true);
  EXPECT_NO_THROW(reading("hypot")());
  EXPECT_THROW(reading("no_library_has_this")(), KeyError);
}

TEST_P(ExternalProgramTest, ofTwoFunctionsWithOneSymbolHasNoText) {
  auto first = external("program_factor", &twice), second = external("program_factor", &thrice);
  unsigned line = __LINE__ + 1;
  auto callable = [&](Field u) { return first(u) - second(u); };
  Program step = runtime.compile(callable, arg(F64, {I}));
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u);
  step(out(v), u);
  EXPECT_EQ(v.read<double>()(4), -4.0);
  if (!compiles())
    return;
  try {
    step.save(path);
    FAIL();
  } catch (const ValueError &error) {
    EXPECT_EQ(error.line().line, line);
    EXPECT_EQ(error.message(),
              "the program calls two functions that are both 'program_factor', which its text "
              "cannot tell apart: give one of them another symbol");
  }
}
