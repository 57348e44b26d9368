//===- GraphDepthTest.cpp - Loops in which nobody asks for values ---------===//
//
// A field with more operations in a row than RuntimeOptions::graphDepth is
// evaluated when it is written.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include "../ExpectError.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

using namespace gtjit;

TEST(GraphDepth, ALoopThatAsksForNothingIsEvaluatedNowAndThen) {
  Runtime runtime({.graphDepth = 100});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 5)}, 1.0);
  Field sum = u;
  for (int n = 0; n < 1000; ++n)
    sum = sum + u;
  EXPECT_EQ(runtime.counters().deepFields, 9) << "after operations 101, 202, ...";
  EXPECT_EQ(runtime.counters().evaluations, 9);
  EXPECT_EQ(runtime.counters().compiles, 2) << "of u alone, then each time the same kernel";
  EXPECT_LT(std::string(print(sum)).size(), 20000u) << "91 operations are left";
  EXPECT_EQ(sum.at({I(4)}).item<double>(), 1001.0);
}

TEST(GraphDepth, CountsTheLongestWayThroughAllOperands) {
  Runtime runtime({.graphDepth = 10});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 20)}, 1.0);
  Field wide = u;
  for (int n = 0; n < 7; ++n) // 128 times u, 7 deep
    wide = wide + wide;
  EXPECT_EQ(runtime.counters().deepFields, 0);
  Field deep = where(u > 0.0, u, sum(wide(I + 1) * 2.0) + max(wide)); // 7 + 3 + 1
  EXPECT_EQ(runtime.counters().deepFields, 1) << "what is added to the sum";
  EXPECT_EQ(deep.at({I(4)}).item<double>(), 1.0);
}

TEST(GraphDepth, AllResultsOfAScanAreEvaluatedTogether) {
  Runtime runtime({.graphDepth = 3});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({K(0, 4)}, 1.0);
  auto step = [](std::tuple<Value, Value> carried, Value x) {
    auto [count, sum] = carried;
    return std::tuple(count + 1.0, sum + x);
  };
  auto [count, total] = scan(K, Forward, std::tuple(0.0, 0.0), step, u + 1.0 - 0.5 + 0.25);
  EXPECT_EQ(runtime.counters().deepFields, 2);
  EXPECT_EQ(runtime.counters().evaluations, 1);
  EXPECT_EQ(count.at({K(3)}).item<double>(), 4.0);
  EXPECT_EQ(total.at({K(3)}).item<double>(), 7.0);
}

TEST(GraphDepth, ZeroIsAnyNumberAndInfiniteFieldsWait) {
  Runtime endless({.graphDepth = 0}), shallow({.graphDepth = 4});
  auto chain = [](Runtime &runtime, Field x) {
    Runtime::Scope scope(runtime);
    for (int n = 0; n < 50; ++n)
      x = x + 1.0;
    return runtime.counters().deepFields;
  };
  {
    Runtime::Scope scope(endless);
    EXPECT_EQ(chain(endless, full<double>({I(0, 5)}, 1.0)), 0);
  }
  Runtime::Scope scope(shallow);
  Storage u = full<double>({I(0, 5)}, 1.0);
  EXPECT_EQ(chain(shallow, u + astype(index(J), F64)), 0) << "infinite in J";
  EXPECT_EQ(chain(shallow, u), 10);
  EXPECT_ERROR(ValueError, Runtime({.graphDepth = -1}),
               "RuntimeOptions::graphDepth: expected 0 or more, got -1");
}

/// In time that grows as they do: to find the order of all of one again for each of its sums takes
/// longer than a test may.
TEST(GraphDepth, SumsOfChainsAreMadeWithoutAnotherLookAtThem) {
  Runtime runtime({.graphDepth = 0});
  Runtime::Scope scope(runtime);
  Field sums = full<double>({I(0, 4), K(0, 5)}, 1.0), means = sums;
  for (int n = 0; n < 200000; ++n) {
    sums = sums - sum(sums, K);
    means = means * 0.5 + mean(means * 2.0, I);
  }
  EXPECT_EQ(sums.domain(), means.domain());
}

TEST(GraphDepth, TracedCallablesMayBeDeep) {
  Runtime runtime({.graphDepth = 4});
  Runtime::Scope scope(runtime);
  Storage constant = full<double>({I(0, 5)}, 2.0);
  auto deep = [&](Field x) {
    Field other = constant;
    for (int n = 0; n < 20; ++n) {
      x = x + 1.0;
      other = other * 1.0;
    }
    return x + other;
  };
  Program program = runtime.compile(deep, arg(F64, I));
  EXPECT_EQ(runtime.counters().deepFields, 0);
  Storage u = full<double>({I(0, 5)}, 1.0);
  Storage v = full<double>({I(0, 5)}, 0.0);
  program(out(v), u);
  EXPECT_EQ(v.read<double>()(2), 23.0);
}

TEST(GraphDepth, ConcatenationsNestAsDeepAsOneLikes) {
  Runtime runtime;
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 3000)}, -1.0), v = like(u);
  Field f = u;
  for (int n = 0; n < 1100; ++n)
    f = concat_where(I == 2 * n, double(n), f);
  v[whole] = f;
  EXPECT_EQ(runtime.counters().deepFields, 2);
  auto values = v.read<double>();
  EXPECT_EQ(values(0), 0.0);
  EXPECT_EQ(values(1), -1.0);
  EXPECT_EQ(values(2198), 1099.0);
  EXPECT_EQ(values(2200), -1.0);
}

TEST(GraphDepth, ConcatenationsThatAreTooDeepForOneEvaluationAreTold) {
  Runtime runtime({.graphDepth = 0});
  Runtime::Scope scope(runtime);
  Storage u = full<double>({I(0, 3000)}, -1.0), v = like(u);
  Field f = u;
  for (int n = 0; n < 1100; ++n)
    f = concat_where(I == n, double(n), f);
  unsigned line = __LINE__ + 2;
  try {
    v[whole] = f;
    FAIL();
  } catch (const CompileError &error) {
    EXPECT_EQ(error.line().line, line);
    std::string text = error.what();
    EXPECT_NE(text.find("concatenations are nested too deeply for one evaluation: the ranges of "
                        "their parts are made of one another more than 1,000 deep"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("evaluate one of the inner fields first, by eval()"), std::string::npos);
  }
}
