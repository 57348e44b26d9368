//===- ArrayCallsTest.cpp - Functions on whole arrays in use ------------------===//
//
// In programs, from threads and by themselves; what explain(), probes, checks and profiles
// show of them.
//
//===----------------------------------------------------------------------===//
#include "ArrayFunctions.h"
#include "gtjit/Program/ProgramState.h"
#include "gtjit/Program/RecipeText.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::detail;
using namespace gtjit::test;

namespace {
class ArrayCallsTest : public ArrayFunctionsTest {};
GTJIT_ON_ALL_BACKENDS(ArrayCallsTest);
} // namespace

TEST_P(ArrayCallsTest, isCalledByProgramsOfAnySize) {
  Field outside = turn()(u);
  Program step = runtime.compile(
      [&](Field a, Field s) {
        Field t = turn()(a * s);
        return std::pair{t + a, turn()(t)};
      },
      arg(F64, {I, J}), arg(F64));
  for (std::int64_t size : {4, 4, 7, 4}) {
    Storage a = counting(zeros<double>({I(0, size), J(0, 3)})), v = like(a), w = like(a);
    calls = 0;
    step(out(v), out(w), a, 2.0);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(v.read<double>()(1, 0), 2.0 * 53.0 + 3.0);
    EXPECT_EQ(w.read<double>()(1, 0), 2.0 * (53.0 + 10.0 * 35.0));
    step(out(a), out(w), a, 1.0);
    EXPECT_EQ(a.read<double>()(1, 0), 53.0 + 3.0);
  }
}

TEST_P(ArrayCallsTest, ofAProgramTellsWhatIsWrongInACall) {
  auto twoRows =
      externalArrays("arrays_rows", &failing, reads(F64, {I}), reads(F64, {I}), writes(F64, {I}));
  unsigned line = __LINE__ + 1;
  auto callable = [&](Field a, Field b) { return twoRows(a, b); };
  Program step = runtime.compile(callable, arg(F64, {I}, "a"), arg(F64, {I}, "b"));
  Storage x = zeros<double>({I(0, 4)}).named("x"), y = zeros<double>({I(0, 5)}).named("y");
  EXPECT_EQ(messageAt<DomainError>(line, [&] { step(out(x), x, y); }),
            "operand 1 of 'arrays_rows', a function on arrays that reads f64 [I], reads f64 [I], "
            "writes f64 [I], is over I[0,4) as the operands before, got 'y' over I[0,5)");
  EXPECT_EQ(calls, 0);
}

TEST_P(ArrayCallsTest, isSavedWithItsSymbolAndTheKernelsAroundIt) {
  if (!compiles())
    return; // programs are saved with kernels
  auto several = externalArrays("arrays_several", &extremes, reads(F64, {I}), writes(F64, {}),
                                writes(F64, {}), writes(I64, {}));
  auto callable = [&](Field a, Field x) {
    Field t = turn()(a + 1.0);
    auto [low, high, first] = several(x * 2.0);
    return std::pair{turn()(t) * (high - low), astype(first, F64) + low};
  };
  Program step = runtime.compile(callable, arg(F64, {I, J}), arg(F64, {I}));
  std::string path = testing::TempDir() + "gtjit-arrays-" + std::to_string(::getpid());
  step.save(path);
  Storage x = counting(zeros<double>({I(0, 4)})), v = like(u), w = zeros<double>(Domain());
  Storage v2 = like(u), w2 = like(w);
  step(out(v), out(w), u, x);
  Program loaded = Program::load(path);
  std::filesystem::remove(path);
  (void)counted();
  calls = 0;
  loaded(out(v2), out(w2), u, x);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(counted().compiles, 0) << "all kernels are in the file";
  EXPECT_EQ(valuesOf(v), valuesOf(v2));
  EXPECT_EQ(valuesOf(w), valuesOf(w2));
}

TEST_P(ArrayCallsTest, isCalledOnceByManyThreads) {
  for (int round = 0; round < 20; ++round) {
    calls = 0;
    Field t = turn()(u + double(round)), s = turn()(t + 1.0);
    std::vector<std::thread> threads;
    std::vector<double> seen(4);
    for (double &value : seen)
      threads.emplace_back([&, place = &value] {
        Runtime::Scope scope(runtime);
        *place = sum(s + t).item<double>();
      });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(seen, std::vector<double>(4, seen[0]));
  }
}

// The store writes the memory that its target has by then.
TEST_P(ArrayCallsTest, letsOthersWriteTheTargetMeanwhile) {
  static Runtime *theirs;
  static Storage *target;
  auto function = externalArrays(
      "arrays_meanwhile",
      +[](const MemRef *arrays) -> int {
        if (target)
          std::thread([] {
            Runtime::Scope scope(*theirs);
            Field before = *target;
            (*target)[whole] = 7.0; // to other memory, since `before` needs the values
          }).join();
        return turned(arrays);
      },
      reads(F64, {I, J}), writes(F64, {I, J}));
  theirs = &runtime;
  Storage v = like(u);
  for (int n = 0; n < 6; ++n) {
    target = n > 2 ? &v : nullptr;
    v[whole] = function(u + double(n)) + 1.0;
    EXPECT_EQ(v.read<double>()(1, 0), 53.0 + 11.0 * n + 1.0);
  }
}

// A function that writes a target reads what its operand had, wherever that lies by then.
TEST_P(ArrayCallsTest, letsOthersWriteAnOperandMeanwhile) {
  if (!compiles())
    return; // the reference evaluator calls functions on points under the mutex
  static Runtime *theirs;
  static Storage *operand;
  static std::atomic<bool> writes;
  theirs = &runtime;
  std::vector<double> memory(12);
  Storage wrapped = runtime.wrap(memory.data(), {I(0, 4), J(0, 3)}); // which stays where it is
  operand = &wrapped;
  auto meanwhile = external(
      "arrays_probe", +[](double x) {
        if (writes.exchange(false))
          std::thread([] {
            Runtime::Scope scope(*theirs);
            (*operand)[whole] = 7.0;
          }).join();
        return x;
      });
  Storage v = like(u), w = like(u);
  for (int n = 0; n < 3; ++n) {
    wrapped[whole] = 1.0;
    writes = true;
    update({{v[whole], turn()(wrapped)}, {w[whole], turn()(meanwhile(u) + 1.0)}});
    EXPECT_EQ(valuesOf(v), std::vector<double>(12, 11.0));
    EXPECT_EQ(memory, std::vector<double>(12, 7.0));
  }
}

TEST_P(ArrayCallsTest, mayThrow) {
  auto function = externalArrays(
      "arrays_throwing", +[](const MemRef *) -> int { throw 5; }, reads(F64, {I, J}),
      writes(F64, {I, J}));
  Storage v = full<double>({I(0, 4), J(0, 3)}, 1.0);
  EXPECT_THROW((v[whole] = function(u)), int);
  EXPECT_THROW((v[whole] = function(u) + 1.0), int);
  EXPECT_EQ(valuesOf(v), std::vector<double>(12, 1.0));
}

TEST_P(ArrayCallsTest, isExplained) {
  Storage x = zeros<double>({I(0, 4)}).named("x");
  unsigned line = __LINE__ + 1;
  Field f = close()(x + 1.0) * 2.0;
  std::string text(explain(f).c_str());
  EXPECT_EQ(calls, 0);
  if (!compiles())
    return;
  std::string at = std::string(__FILE__) + ":" + std::to_string(line);
  EXPECT_NE(text.find("{I[0,4)}: 1 call of functions on whole arrays:\n1 kernel, "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("then 'arrays_closed' is called for " + at +
                      ", a function on arrays that updates f64 [I]\nthen 1 kernel, "),
            std::string::npos)
      << text;
}

TEST_P(ArrayCallsTest, isProbedAsAnInput) {
  Storage x = counting(zeros<double>({I(0, 4)}).named("x"));
  std::string text(probe(close()(x) + 1.0, {I(0)}).trace.c_str());
  EXPECT_EQ(calls, 1);
  EXPECT_NE(text.find("at I=0 = 2"), std::string::npos) << text;
  EXPECT_NE(text.find("2 + 1 = 3"), std::string::npos) << text;
}

TEST_P(ArrayCallsTest, givesNoNaNUnderACheck) {
  auto function = externalArrays(
      "arrays_nan",
      +[](const MemRef *arrays) {
        arrays[0].at<double>(2) = std::nan("");
        return 0;
      },
      updates(F64, {I}));
  Storage x = counting(zeros<double>({I(0, 4)})), y = full<double>({I(0, 4)}, 5.0);
  CheckScope check(Check::NaN);
  unsigned line = __LINE__ + 1;
  Field bad = function(x);
  EXPECT_EQ(messageAt<FloatingPointError>(line, [&] { y[whole] = bad; }),
            "'arrays_nan' gave nan at I=2");
  EXPECT_EQ(valuesOf(y), std::vector<double>(4, 5.0));
}

TEST_P(ArrayCallsTest, hasItsTypesWhateverThePrecision) {
  Storage v = like(u);
  v[whole] = withPrecision(turn()(u + 0.5), F32) * 1.0f;
  EXPECT_EQ(v.read<double>()(1, 0), 3.5 + 55.0);
}

TEST_P(ArrayCallsTest, standsInTheProfile) {
  Runtime own({.reference = !compiles(), .profile = true});
  Runtime::Scope scope(own);
  Storage x = zeros<double>({I(0, 4)});
  unsigned line = __LINE__ + 1;
  x[whole] = close()(x);
  std::string text(own.profile().c_str());
  std::string at = std::string(__FILE__) + ":" + std::to_string(line);
  EXPECT_NE(text.find("  " + at + ": 'arrays_closed' called on arrays: 1 times, "),
            std::string::npos)
      << text;
}

TEST_P(ArrayCallsTest, isNotReadWithOtherArraysThanItSays) {
  auto function = close();
  Program step = runtime.compile([&](Field a) { return function(a); }, arg(F64, {I}));
  RecipeText text = printRecipe(stateOf(step, {}).recipe);
  EXPECT_NE(text.text.find("gt.call_arrays @arrays_closed(%arg) updates [I] : (!t0) -> !t0"),
            std::string::npos)
      << text.text;
  auto reading = [&](const std::string &other) {
    RecipeText changed{text.text, text.dims, text.arguments, {}};
    changed.text.replace(changed.text.find("updates [I]"), 11, other);
    return [this, changed] { (void)readRecipe(runtime.get(), changed); };
  };
  EXPECT_NO_THROW(reading("updates [I]")());
  EXPECT_EQ(messageOf<ValueError>(reading("updates [I], writes [I]")),
            "'gt.call_arrays' declares more arrays than it has operands and results");
  EXPECT_EQ(messageOf<ValueError>(reading("reads [I]")),
            "'gt.call_arrays' has operands or results that it does not declare");
  EXPECT_EQ(messageOf<TypeError>(reading("updates [I] dense")),
            "the external function 'arrays_closed' is a function on arrays that updates f64 [I] "
            "dense here, but it is known as a function on arrays that updates f64 [I]");
  EXPECT_EQ(messageOf<TypeError>(reading("reads [I], writes [I]")),
            "the external function 'arrays_closed' is a function on arrays that reads f64 [I], "
            "writes f64 [I] here, but it is known as a function on arrays that updates f64 [I]");
}

TEST_P(ArrayCallsTest, ofTheSurroundingsIsPartOfAProgramOrItsValuesAre) {
  Storage x = counting(zeros<double>({I(0, 4)})), y = like(x);
  Field pending = close()(x), made = close()(x * 3.0);
  EXPECT_EQ(sum(made).item<double>(), 18.0);
  calls = 0;
  Program step = runtime.compile([&](Field f) { return f + pending + made; }, arg(F64, {I}));
  EXPECT_EQ(calls, 0);
  step(out(y), x);
  EXPECT_EQ(calls, 1) << "the one that waited";
  step(out(y), x);
  EXPECT_EQ(calls, 2) << "it is called in each call of the program";
  EXPECT_EQ(valuesOf(y), (std::vector<double>{8, 5, 10, 7}));
}

TEST_P(ArrayCallsTest, ofManyInARowIsCalledOneAfterTheOther) {
  Storage x = counting(zeros<double>({I(0, 4)}));
  Field f = x;
  for (int n = 0; n < 3000; ++n)
    f = close()(f);
  x[whole] = f;
  EXPECT_EQ(calls, 3000);
  EXPECT_EQ(valuesOf(x), (std::vector<double>{2, 1, 2, 1}));
}

TEST_P(ArrayCallsTest, mayEvaluateFieldsItself) {
  static Storage inner;
  inner = counting(zeros<double>({I(0, 4)}));
  auto function = externalArrays(
      "arrays_inner",
      +[](const MemRef *arrays) {
        arrays[1].at<double>() = sum(inner * 2.0).item<double>();
        inner[whole] = inner + 1.0;
        return 0;
      },
      reads(F64, {I}), writes(F64, {}));
  Storage v = like(inner);
  v[whole] = function(inner) + inner;
  EXPECT_EQ(valuesOf(v), (std::vector<double>{12, 13, 14, 15})) << "inner as it was written";
  EXPECT_EQ(valuesOf(inner), (std::vector<double>{1, 2, 3, 4}));
  inner = Storage();
}

TEST_P(ArrayCallsTest, standsInTheTimeline) {
  std::string path = testing::TempDir() + "gtjit-array-timeline-" + std::to_string(::getpid());
  unsigned line = 0;
  {
    Runtime own({.reference = !compiles(), .trace = path});
    Runtime::Scope scope(own);
    Storage x = zeros<double>({I(0, 4)});
    line = __LINE__ + 1;
    x[whole] = close()(x);
  }
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  EXPECT_NE(text.find("call arrays_closed"), std::string::npos) << text;
  EXPECT_NE(text.find("ArrayCallsTest.cpp:" + std::to_string(line)), std::string::npos) << text;
}
