//===- ProbeTest.cpp - One point of a field -------------------------------===//
//
// The value at a point without the rest of the field, and its trace.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

using namespace gtjit;

namespace {

class ProbeTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ProbeTest);

std::string lineOf(int line) { return __FILE__ ":" + std::to_string(line) + ": "; }

TEST_P(ProbeTest, TracesEveryOperationBehindThePoint) {
  Storage u = counting(zeros<double>({I(0, 4), J(0, 5)})).named("u"); // 5 * i + j
  int line = __LINE__ + 1;
  Field d = u(I + 1) - u(I - 1);
  Field f = sqrt(d * 0.5) - 1.0;
  Probe p = probe(f, {I(2), J(4)});
  EXPECT_EQ(p.item<double>(), std::sqrt(5.0) - 1.0);
  std::string first = lineOf(line), second = lineOf(line + 1);
  EXPECT_EQ(std::string(p.trace),
            first + "'u' at I=3, J=4 = 19\n" + first + "'u' at I=1, J=4 = 9\n" + first +
                "at I=2, J=4: 19 - 9 = 10\n" + second + "at I=2, J=4: 10 * 0.5 = 5\n" + second +
                "at I=2, J=4: sqrt(5) = 2.23606797749979\n" + second +
                "at I=2, J=4: 2.23606797749979 - 1 = 1.2360679774997898\n");
  std::ostringstream out;
  out << p;
  EXPECT_EQ(out.str(), std::string(p.trace));
}

TEST_P(ProbeTest, EvaluatesNothingElse) {
  Storage u = ones<double>({I(0, 64), J(0, 64)});
  Field f = u + 1.0;
  counted();
  EXPECT_EQ(probe(f, {I(3), J(4)}).item<int>(), 2);
  RuntimeCounters work = counted();
  EXPECT_EQ(work.evaluations + work.kernels + work.compiles, 0);
  EXPECT_NE(std::string(probe(f, {I(3), J(4)}).trace).find("1 + 1 = 2"), std::string::npos)
      << "the field is as lazy as before";
}

TEST_P(ProbeTest, GivesTheBitsOfTheWholeField) {
  Storage from = counting(zeros<double>({I(0, 7), J(0, 3)}, {.halo = {{I, 1}}}));
  Storage u = zeros<float>({I(0, 7), J(0, 3)}, {.halo = {{I, 1}}});
  u[whole] = from;
  Field f = exp(u(I + 1) * 0.1f) / (1.0f + sum(u, I)) - u[{I(2)}];
  Storage all = eval(f);
  Range range = f.domain()[I];
  for (std::int64_t i = range.lo(); i < range.hi(); ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      EXPECT_EQ(probe(f, {I(i), J(j)}).item<float>(), all.read<float>()(i - range.lo(), j));
}

TEST_P(ProbeTest, IntegersBoolsAndNamesAreToldAsTheyAre) {
  Storage n = full<std::int64_t>({I(0, 4)}, 9007199254740993).named("n");
  Field big = (n > 0).named("big");
  EXPECT_EQ(probe(n, {I(1)}).item<std::int64_t>(), 9007199254740993);
  Probe p = probe(where(big, n, 0), {I(1)});
  std::string text(p.trace);
  EXPECT_NE(text.find("'big' at I=1: 9007199254740993 > 0 = true\n"), std::string::npos) << text;
  EXPECT_NE(text.find("at I=1: where(true, 9007199254740993, 0) = 9007199254740993\n"),
            std::string::npos)
      << text;
}

TEST_P(ProbeTest, AResultOfAnOperationWithSeveralIsOneStep) {
  Storage u = counting(zeros<double>({I(0, 3), J(0, 4)})).named("u");
  auto [i, j] = argmax(10.0 - u, I, J);
  Field sum = i + j;
  Probe p = probe(sum, {});
  EXPECT_EQ(p.item<int>(), 0);
  std::string text(p.trace);
  for (const char *step : {"argmax over I[0,3) x J[0,4) = 0\n", "0 + 0 = 0\n"})
    EXPECT_NE(text.find(step), std::string::npos) << text;
}

TEST_P(ProbeTest, AReductionIsOneStep) {
  Storage u = ones<double>({I(0, 10), J(0, 3)});
  std::string text(probe(sum(u, I) + u, {I(4), J(2)}).trace);
  EXPECT_NE(text.find("at J=2: sum over I[0,10) = 10\n"), std::string::npos) << text;
}

TEST_P(ProbeTest, WrongPointsAreErrors) {
  Storage u = zeros<double>({I(0, 4), J(0, 5)}).named("u");
  EXPECT_ERROR(ValueError, probe(u, {I(1)}), "probe: 'u' needs an index of J");
  EXPECT_ERROR(ValueError, probe(u, {I(1), J(1), K(1)}), "probe: 'u' has no dimension K");
  EXPECT_ERROR(ValueError, probe(u, {I(1), J(1), I(1)}), "probe: I is given twice");
  EXPECT_ERROR(IndexOutOfBounds, probe(u, {I(4), J(1)}),
               "probe: I=4 is outside of 'u', which is defined over I[0,4)");
}

TEST_P(ProbeTest, DebuggersAskByText) {
  Storage u = counting(zeros<double>({I(0, 4), J(0, 5)})).named("u");
  int line = __LINE__ + 1;
  Field f = u * 2.0;
  EXPECT_NE(std::string(gtjitProbe(&f, "I=2, J=3")).find("at I=2, J=3: 13 * 2 = 26\n"),
            std::string::npos)
      << gtjitProbe(&f, "I=2, J=3");
  EXPECT_THAT(gtjitProbe(&f, "I=2"),
              testing::AllOf(testing::StartsWith("error: probe: the f64 field on (I, J) made at " +
                                                 std::string(__FILE__ ":") + std::to_string(line)),
                             testing::EndsWith(" needs an index of J")));
  EXPECT_STREQ(gtjitProbe(&f, "I"), "error: probe: expected a point like \"I=3, J=4\"");
  Field none;
  EXPECT_STREQ(gtjitProbe(&none, "I=2"),
               "error: the field is empty: a Storage or Field that nothing was assigned to");
}

TEST_P(ProbeTest, ALongHistoryIsToldFromItsEnd) {
  Field f = zeros<double>({I(0, 4)});
  for (int n = 0; n < 2000; ++n)
    f = f + 1.0;
  Probe p = probe(f, {I(0)});
  EXPECT_EQ(p.item<double>(), 2000.0);
  EXPECT_EQ(std::string(p.trace).find("(1001 values before these are left out)\n"), 0u)
      << std::string(p.trace).substr(0, 200);
}

} // namespace
