//===- FiniteCheckTest.cpp - The first NaN or infinity --------------------===//
//
// What a checked evaluation reports: line, operation, coordinates and operands
// of the first bad value; the same on every backend, and with any threads,
// tiles and vectors.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <cmath>
#include <limits>
#include <string>

using namespace gtjit;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The whole text of the FloatingPointError that `run` throws.
template <class Run> std::string reportOf(Run run) {
  try {
    run();
  } catch (const FloatingPointError &error) {
    return error.what();
  }
  return "no report";
}

std::string at(int line) { return __FILE__ ":" + std::to_string(line) + ": "; }

class FiniteCheckTest : public BackendTest {
protected:
  FiniteCheckTest() : BackendTest(RuntimeOptions{.check = Check::NaN}) {}
};
GTJIT_ON_ALL_BACKENDS(FiniteCheckTest);

TEST_P(FiniteCheckTest, NamesLineOperationCoordinatesAndOperands) {
  Storage a = full<double>({I(0, 6), J(0, 5)}, 1.0).named("a");
  Storage b = full<double>({I(0, 6), J(0, 5)}, 2.0).named("b"), v = zeros<double>(b.domain());
  b[{I(3), J(2)}] = 0.0;
  b[{I(4), J(1)}] = 0.0;
  int line = __LINE__ + 1;
  Field ratio = a / b;
  EXPECT_EQ(reportOf([&] { v[interior] = ratio + 1.0; }),
            at(line) + "error: '/' gave inf at I=3, J=2: 1 / 0\n" + at(line - 5) +
                "note: 'a' at I=3, J=2 is 1\n" + at(line - 4) + "note: 'b' at I=3, J=2 is 0");
}

TEST_P(FiniteCheckTest, FindsTheOperationInAFusedKernelOfTwenty) {
  Storage u = full<double>({I(0, 100)}, 1.0).named("u"), v = zeros<double>({I(0, 100)});
  u[{I(77, 78)}] = -1e300;
  Field f = u;
  for (int n = 0; n < 9; ++n)
    f = f * 0.5 + 1.0;
  int line = __LINE__ + 1;
  f = f * f;
  f = min(f, 3.0) + 1.0; // the infinity does not reach the output
  EXPECT_EQ(messageOf<FloatingPointError>([&] { v[interior] = f; }),
            "'*' gave inf at I=77: -1.953125e+297 * -1.953125e+297");
  try {
    v[interior] = f;
    FAIL();
  } catch (const FloatingPointError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(line));
  }
  if (compiles()) {
    EXPECT_EQ(counted().kernels, 3); // each assignment one
  }
}

TEST_P(FiniteCheckTest, NothingIsWrittenAfterAReport) {
  Storage u = full<double>({I(0, 8)}, 4.0);
  u[{I(5, 6)}] = 0.0;
  std::vector<double> foreign(8, 7.0);
  Storage w = wrap(foreign.data(), {I(0, 8)});
  EXPECT_EQ(messageOf<FloatingPointError>([&] { u[interior] = 1.0 / u; }),
            "'/' gave inf at I=5: 1 / 0");
  EXPECT_THROW(w[interior] = 1.0 / u, FloatingPointError);
  EXPECT_THROW(update({{w, u}, {u, log(u)}}), FloatingPointError);
  EXPECT_EQ(valuesOf(u), (Values{4, 4, 4, 4, 4, 0, 4, 4}));
  EXPECT_EQ(foreign, Values(8, 7.0));
  u[{I(5, 6)}] = 2.0;
  w[interior] = 1.0 / u;
  EXPECT_EQ(foreign, (Values{.25, .25, .25, .25, .25, .5, .25, .25}));
}

TEST_P(FiniteCheckTest, InputsThatAreBadAlreadyAreNamedAsInputs) {
  Storage u = zeros<double>({I(0, 8), J(0, 3)}, {.halo = {{I, 1}}}).named("u");
  Storage v = zeros<double>({I(0, 8), J(0, 3)});
  u.write<double>()(4, 1) = kNaN; // counted from the halo
  int line = __LINE__ + 1;
  std::string text = reportOf([&] { v[interior] = u(I + 1) * 2.0; });
  EXPECT_EQ(text, at(line) + "error: the input 'u' of '*' is nan at I=3, J=1\n" + at(line - 4) +
                      "note: 'u' was made here");
  u.write<double>()(4, 1) = 0.0;
  u.write<double>()(9, 2) = -kInf;
  text = reportOf([&] { v[interior] = u(I + 1) * 2.0; });
  EXPECT_NE(text.find("the input 'u' of '*' is -inf at I=8, J=2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("note: the point lies in the halo; the compute domain is "),
            std::string::npos)
      << text;
}

TEST_P(FiniteCheckTest, PointsThatNobodyReadsDoNotCount) {
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 2}}}), v = zeros<double>({I(0, 8)});
  u.write<double>()(0) = kNaN; // I=-2
  v[interior] = u(I - 1) + u(I + 1);
  EXPECT_EQ(valuesOf(v), Values(8, 0.0));
}

TEST_P(FiniteCheckTest, PointsBetweenThoseThatAreReadDoNotCount) {
  Storage u = zeros<double>({I(0, 8)}), v = zeros<double>({});
  u.write<double>()(3) = kNaN;
  v[whole] = (u(I - 1) + 1.0 / (1.0 - u(I + 1)))[{I(3)}];
  EXPECT_EQ(valuesOf(v), Values(1, 1.0));
}

// Between them lies what the parts of a concatenation have no values for.
TEST_P(FiniteCheckTest, PointsOfPartsThatAreReadFarApart) {
  constexpr std::int64_t kFar = 3000000;
  Storage u = full<double>({I(0, 10), J(0, kFar + 1)}, 1.0).named("u");
  Storage v = zeros<double>({I(0, 1), J(0, 1)}), w = zeros<double>({I(9, 10), J(kFar, kFar + 1)});
  Field f = concat_where(I < 5, 1.0 / u, 2.0 * u);
  EXPECT_EQ(messageOf<FloatingPointError>([&] { update({{v, 1.0 / (f - 1.0)}, {w, f}}); }),
            "'/' gave inf at I=0, J=0: 1 / 0");
}

// Or what a part has no values for at all.
TEST_P(FiniteCheckTest, PointsOfPartsThatNobodyReads) {
  Storage u = full<double>({J(0, 9)}, 1.0).named("u");
  Storage v = zeros<double>({J(0, 1)}), w = zeros<double>({J(8, 9)});
  Field f = concat_where((J >= 3) & (J < 6), 3.0 / u, 2.0 * u);
  EXPECT_EQ(messageOf<FloatingPointError>([&] { update({{v, 1.0 / (f - 2.0)}, {w, f}}); }),
            "'/' gave inf at J=0: 1 / 0");
}

// As above, for what is read where a field of indices says.
TEST_P(FiniteCheckTest, PointsThatIndicesTellOfPointsThatAreReadFarApart) {
  constexpr std::int64_t kFar = 30000000;
  Storage u = full<float>({I(0, kFar + 1)}, 1.0f).named("u");
  Storage v = zeros<float>({J(0, 1)}), w = zeros<float>({J(8, 9)});
  Storage at = zeros<std::int64_t>({J(0, 9)});
  at.write<std::int64_t>()(4) = kFar;
  Field f = (1.0f / u)(Connectivity(at, I));
  EXPECT_EQ(messageOf<FloatingPointError>([&] { update({{v, 1.0f / (f - 1.0f)}, {w, f}}); }),
            "'/' gave inf at J=0: 1 / 0");
}

TEST_P(FiniteCheckTest, ComparisonsAndConditionsDoNotHideABadValue) {
  Storage u = zeros<double>({I(0, 8)}).named("u"), v = zeros<double>({I(0, 8)});
  u.write<double>()(6) = kNaN;
  EXPECT_ERROR(FloatingPointError, (v[interior] = where(u > 1.0, 1.0, 0.0)),
               "the input 'u' of '>' is nan at I=6");
  u.write<double>()(6) = -1.0;
  EXPECT_ERROR(FloatingPointError, (v[interior] = where(u >= 0.0, sqrt(u), 0.0)),
               "'sqrt' gave nan at I=6: sqrt(-1)");
  EXPECT_ERROR(FloatingPointError, (v[interior] = where(sqrt(u) > 1.0, v, v)),
               "'sqrt' gave nan at I=6: sqrt(-1)");
}

TEST_P(FiniteCheckTest, ConversionsToAnotherFloatTypeCanOverflow) {
  Storage u = full<double>({I(0, 4)}, 1e300), v = zeros<float>({I(0, 4)});
  EXPECT_ERROR(FloatingPointError, (v[interior] = u), "'astype' gave inf at I=0: astype(1e+300)");
}

/// Overflows in the last of many points: in vectors and in the rest of a row.
template <class T>
void expectOverflowIsNamed(T greatest, const std::string &text, const std::string &product) {
  for (std::int64_t n : {1, 7, 64, 77}) {
    Storage u = full<T>({I(0, n)}, T(1.0)), v = zeros<T>({I(0, n)});
    u[{I(n - 1, n)}] = Field(full<T>({}, greatest));
    v[interior] = u;
    EXPECT_EQ(eval(prod(u)).template read<T>()(), greatest);
    std::string place = "inf at I=" + std::to_string(n - 1) + ": " + text;
    EXPECT_ERROR(FloatingPointError, (v[interior] = u * u), "'*' gave " + place + " * " + text);
    EXPECT_ERROR(FloatingPointError, eval(prod(u + u)), "'+' gave " + place + " + " + text);
    if (n > 1) {
      u[{I(0, 1)}] = Field(full<T>({}, T(2.0)));
      EXPECT_ERROR(FloatingPointError, eval(prod(u)), product);
    }
  }
}

TEST_P(FiniteCheckTest, EveryFloatTypeIsChecked) {
  expectOverflowIsNamed(Float16(65504.0), "65504", "'astype' gave inf: astype(131008)");
  expectOverflowIsNamed(BFloat16(0x1.fep127), "3.3895314e+38", "'prod' gave inf");
  expectOverflowIsNamed(std::numeric_limits<float>::max(), "3.4028235e+38", "'prod' gave inf");
  expectOverflowIsNamed(std::numeric_limits<double>::max(), "1.7976931348623157e+308",
                        "'prod' gave inf");
}

TEST_P(FiniteCheckTest, StagedKernelsAreChecked) {
  Storage u = full<double>({I(0, 70), J(0, 3), K(0, 50)}, 1.0, {.layout = fortran});
  Storage v = zeros<double>(u.domain(), {.layout = cOrder});
  u[{I(66), J(1), K(41)}] = 0.0;
  EXPECT_ERROR(FloatingPointError, (v[interior] = 1.0 / u),
               "'/' gave inf at I=66, J=1, K=41: 1 / 0");
  v[interior] = u + 1.0;
}

TEST_P(FiniteCheckTest, ProgramsAreChecked) {
  Storage u = ones<double>({I(0, 9)}), v = zeros<double>({I(0, 9)});
  Program inverse = runtime.compile([](Field f) { return 1.0 / f; }, arg(F64, I));
  std::string file = testing::TempDir() + "checked.gtprog";
  inverse.save(file);
  for (Program p : {inverse, Program::load(file)}) {
    u[interior] = 1.0;
    p(out(v), u);
    p(out(v), u);
    u[{I(8, 9)}] = 0.0;
    EXPECT_ERROR(FloatingPointError, p(out(v), u), "'/' gave inf at I=8: 1 / 0");
    EXPECT_EQ(valuesOf(v), Values(9, 1.0));
    CheckScope off(Check::None);
    p(out(v), u);
    EXPECT_EQ(v.read<double>()(8), kInf);
  }
}

TEST_P(FiniteCheckTest, ProgramsNameTheFunctionThatTheUserCalled) {
  Storage u = full<double>({I(0, 9)}, 1e200), v = zeros<double>({I(0, 9)});
  Program cube = runtime.compile([](Field f) { return pow(f, 3); }, arg(F64, I));
  std::string file = testing::TempDir() + "cube.gtprog";
  cube.save(file);
  for (const Program &p : {cube, Program::load(file)})
    EXPECT_ERROR(FloatingPointError, p(out(v), u), "'pow' gave inf at I=0: 1e+200 * 1e+200");
}

TEST_P(FiniteCheckTest, ReductionsAreOperationsToo) {
  Storage u = full<double>({I(0, 100), J(0, 3)}, 1e307);
  EXPECT_ERROR(FloatingPointError, eval(sum(u)), "'sum' gave inf");
  EXPECT_ERROR(FloatingPointError, eval(sum(u, I) * 2.0), "'sum' gave inf at J=0");
  EXPECT_EQ(max(u).item<double>(), 1e307);
}

TEST_P(FiniteCheckTest, WhatTheBodyOfAScanDoesNotUseDoesNotCount) {
  Storage u = zeros<double>({K(0, 4)}), none = zeros<double>({});
  auto run = [](Value sum, Value x, Value) { return sum + x; };
  Field sums = scan(K, Forward, 0.0, run, u + 1.0, 1.0 / none);
  EXPECT_EQ(valuesOf(eval(sums)), Values({1, 2, 3, 4}));
  EXPECT_ERROR(FloatingPointError, eval(sums / none), "'/' gave inf at K=0: 1 / 0");
}

TEST_P(FiniteCheckTest, TheFirstOperationCountsNotTheFirstPoint) {
  Storage u = full<double>({I(0, 64)}, 1.0).named("u"), v = zeros<double>({I(0, 64)});
  u[{I(2, 3)}] = 0.0;
  u[{I(60, 61)}] = -1.0;
  EXPECT_ERROR(FloatingPointError, (v[interior] = sqrt(u) + 1.0 / u),
               "'sqrt' gave nan at I=60: sqrt(-1)");
  EXPECT_ERROR(FloatingPointError, (v[interior] = 1.0 / u + sqrt(u)), "'/' gave inf at I=2: 1 / 0");
}

TEST_P(FiniteCheckTest, AScopeSwitchesTheCheckOfTheThread) {
  Storage u = zeros<double>({I(0, 4)}), v = zeros<double>({I(0, 4)});
  {
    CheckScope off(Check::None);
    v[interior] = 1.0 / u;
    {
      CheckScope on(Check::NaN);
      EXPECT_THROW(v[interior] = 1.0 / u, FloatingPointError);
    }
    v[interior] = -1.0 / u;
  }
  EXPECT_EQ(v.read<double>()(1), -kInf);
  EXPECT_THROW(v[interior] = 1.0 / u, FloatingPointError);
}

TEST_P(FiniteCheckTest, GoodEvaluationsGiveTheSameBits) {
  Storage u = counting(zeros<double>({I(0, 37), J(0, 19)}, {.halo = {{I, 1}, {J, 1}}}), 1.0);
  Storage v = zeros<double>({I(0, 37), J(0, 19)}), w = like(v);
  auto step = [&] { return u + 0.1 * (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u); };
  v[interior] = step();
  {
    CheckScope off(Check::None);
    w[interior] = step();
  }
  EXPECT_EQ(valuesOf(v), valuesOf(w));
}

/// The report does not depend on how the work is cut up.
TEST(FiniteCheck, IsTheSameForAllThreadsAndTiles) {
  std::string first;
  for (int threads : {1, 3})
    for (std::int64_t tile : {0, 5, 64}) {
      RuntimeOptions options{.threads = threads, .check = Check::NaN, .smallDomain = 1};
      if (tile)
        options.tile = {tile, tile};
      Runtime runtime(options);
      Runtime::Scope scope(runtime);
      Storage u = full<double>({I(0, 70), J(0, 50)}, 1.0), v = zeros<double>(u.domain());
      u[{I(30, 60), J(7, 40)}] = -1.0;
      std::string text = reportOf([&] { v[interior] = log(u) + sqrt(u); });
      EXPECT_NE(text.find("'log' gave nan at I=30, J=7: log(-1)"), std::string::npos) << text;
      if (first.empty())
        first = text;
      EXPECT_EQ(text, first);
    }
}

TEST(FiniteCheck, IsOffUnlessAskedForAndHasKernelsOfItsOwn) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = zeros<double>({I(0, 4)}), v = zeros<double>({I(0, 4)});
  auto run = [&] { v[interior] = 1.0 / (u + 1.0); };
  run();
  {
    CheckScope on(Check::NaN);
    run();
  }
  EXPECT_EQ(runtime.counters().compiles, 2);
  run();
  {
    CheckScope on(Check::NaN);
    run();
  }
  EXPECT_EQ(runtime.counters().compiles, 2);
}

TEST_P(FiniteCheckTest, NamesTheFunctionThatWasCalled) {
  Storage a = full<double>({I(0, 4)}, 1e200).named("a"), v = zeros<double>(a.domain());
  EXPECT_EQ(messageOf<FloatingPointError>([&] { v[interior] = pow(a, 3); }),
            "'pow' gave inf at I=0: 1e+200 * 1e+200");
  Storage high = full<double>({I(0, 4)}, kNaN);
  EXPECT_EQ(
      messageOf<FloatingPointError>([&] { v[interior] = clip(a, 0.0, Field(high)); }).substr(0, 30),
      "the input the f64 field on (I)");
  EXPECT_NE(messageOf<FloatingPointError>([&] {
              v[interior] = clip(a, 0.0, Field(high));
            }).find("of 'clip' is nan"),
            std::string::npos);
}

} // namespace
