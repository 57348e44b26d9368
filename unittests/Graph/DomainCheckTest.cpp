//===- DomainCheckTest.cpp - Operands of different grids ------------------===//
//
// What the check of domains tells, and what it lets pass.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"

#include <gtjit/gtjit.h>

using namespace gtjit;

namespace {

class DomainCheckTest : public testing::Test {
protected:
  Runtime runtime{{.reference = true, .check = Check::Domains}};
  Runtime::Scope scope{runtime};
  Storage u = zeros<double>({I(0, 8), J(0, 4)}, {.halo = {{I, 1}}}).named("u");
  Storage v = zeros<double>({I(0, 10), J(0, 4)}).named("v");
};

} // namespace

TEST_F(DomainCheckTest, TellsBothOperandsWithTheirLines) {
  Storage a = zeros<double>(I(0, 8)).named("a"), b = zeros<double>(I(0, 10)).named("b");
  std::string text;
  try {
    (void)(a + (2.0 * sqrt(b)).named("w"));
  } catch (const DomainError &error) {
    text = error.what();
  }
  std::string file = __FILE__;
  EXPECT_EQ(text, file + ":28: error: the operands of '+' have different compute domains, I[0,8) " +
                      "of 'a' and I[0,10) of 'w', and neither was shifted or sliced\n" + file +
                      ":25: note: 'a' is made here\n" + file + ":28: note: 'w' is made here");
}

TEST_F(DomainCheckTest, ShiftsSlicesAndOtherDimensionsPass) {
  Storage row = zeros<double>(J(0, 4)), same = zeros<double>({I(0, 8), J(0, 4)});
  (void)(u(I + 1) + v);
  (void)(u + v[{I(0, 9)}]);
  (void)(u + v[{I(3)}]);
  (void)(u + row);
  (void)(u + same); // halos may differ
  (void)(u + coordinate(I));
  (void)where(u > 0.0, u, same);
}

TEST_F(DomainCheckTest, WhatIsEvaluatedMayHaveBeenShifted) {
  Field smooth = v(I + 1) + v(I - 1);
  eval(smooth);
  (void)(smooth + v);
}

TEST_F(DomainCheckTest, ScansConcatenationsAndRemapsAreCheckedToo) {
  auto add = [](Value c, Value a, Value b) { return c + a + b; };
  EXPECT_THROW((void)scan(J, Forward, 0.0, add, u, v), DomainError);
  Storage longer = zeros<double>({I(0, 8), J(0, 5)});
  EXPECT_THROW((void)scan(J, Forward, 0.0, add, u, longer), DomainError);
  (void)scan(J(0, 4), Forward, 0.0, add, u, longer); // the points are named
  (void)scan(J, Forward, 0.0, add, u, v(I + 1));
  EXPECT_THROW((void)concat_where(J < 2, u, v), DomainError);
  (void)concat_where(I < 2, u, v); // cut there
  const Dimension E("E");
  Storage table = zeros<std::int32_t>({E(0, 3), J(0, 5)});
  EXPECT_THROW((void)u(Connectivity(table, I)), DomainError);
  Storage fits = zeros<std::int32_t>({E(0, 3), J(0, 4)});
  (void)u(Connectivity(fits, I));
}

TEST_F(DomainCheckTest, IsSwitchedByScopes) {
  {
    CheckScope off(Check::None);
    EXPECT_EQ((u + v).domain(), (Domain{I(0, 9), J(0, 4)}));
  }
  EXPECT_THROW((void)(u + v), DomainError);
  EXPECT_THROW((void)where(v > 0.0, 1.0, u), DomainError);
}
