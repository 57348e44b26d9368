//===- BuiltinsTest.cpp - Operations of the user's own types --------------===//
//
// Which implementation a builtin calls, and that every builtin is there.
//
//===----------------------------------------------------------------------===//
#include <gtjit/Builtins.h>
#include <gtjit/gtjit.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace gtjit;

namespace {

/// A value with its derivative.
struct Dual {
  double value, slope;
};
/// Tells by which operation it was made, whatever it is.
struct Spy {
  std::string heard;
};
/// Has no implementation.
struct Other {};
/// Has one, and could stand where a field does.
struct Meters {
  gtjit::Field value;
  operator gtjit::Field() const { return value; }
  operator gtjit::Arg() const { return value; }
};

} // namespace

template <> struct gtjit::Implementation<gtjit::op::Sin, Dual> {
  static Dual apply(const Dual &x) { return {std::sin(x.value), std::cos(x.value) * x.slope}; }
};
template <> struct gtjit::Implementation<gtjit::op::Add, Dual> {
  static Dual apply(const Dual &a, const Dual &b) { return {a.value + b.value, a.slope + b.slope}; }
  static Dual apply(const Dual &a, double b) { return {a.value + b, a.slope}; }
  static Dual apply(double a, const Dual &b) { return {a + b.value, b.slope}; }
  static std::string apply(const Dual &, const Field &) { return "Dual first"; }
  static std::string apply(const Dual &, const Spy &) { return "Dual before Spy"; }
};
template <> struct gtjit::Implementation<gtjit::op::Add, Meters> {
  static std::string apply(const Meters &, const Field &) { return "Meters first"; }
  static std::string apply(const Field &, const Meters &) { return "not called"; }
};
template <class Operation> struct gtjit::Implementation<Operation, Spy> {
  template <class... T> static Spy apply(const T &...) {
    return {std::to_string(sizeof...(T)) + " operands"};
  }
};

namespace {

class Builtins : public testing::Test {
protected:
  Storage u = full<double>({I(0, 3)}, 0.5);
};

// S4-045, S4-026, S4-111
TEST_F(Builtins, ATypesImplementationIsUsed) {
  Dual x{0.5, 1};
  EXPECT_EQ(builtin::sin(x).slope, std::cos(0.5));
  EXPECT_EQ(gtjit::sin(x).slope, std::cos(0.5));
  EXPECT_EQ(builtin::add(x, x).slope, 2);
  EXPECT_EQ(builtin::hypot(Spy(), Spy()).heard, "2 operands");
  EXPECT_EQ(gtjit::where(Spy(), 1, 2).heard, "3 operands");
}

// S4-045: the first operand that has an implementation decides
TEST_F(Builtins, TheFirstOperandWithAnImplementationWins) {
  Dual x{0.5, 1};
  EXPECT_EQ(builtin::add(x, Field(u)), "Dual first");
  EXPECT_EQ(builtin::add(1.0, x).value, 1.5); // a number has none
  EXPECT_EQ(builtin::add(x, Spy()), "Dual before Spy");
  EXPECT_EQ(builtin::add(Other(), Spy()).heard, "2 operands");
  static_assert(std::is_same_v<decltype(builtin::add(u, 1.0)), Field>); // the field's
  Meters three{3.0};
  EXPECT_EQ(builtin::add(three, Field(u)), "Meters first");
  Field sumOfBoth = builtin::add(Field(u), three); // the field's, which comes first
  EXPECT_EQ(sumOfBoth.domain(), Domain(I(0, 3)));
  EXPECT_EQ(sum(sumOfBoth).item<double>(), 10.5);
}

// S4-045: none: the default
TEST_F(Builtins, WithoutOneItIsTheFieldOperation) {
  EXPECT_EQ(builtin::sin(u).domain(), Domain(I(0, 3)));
  EXPECT_EQ(builtin::sin(0.5).item<double>(), sin(Field(0.5)).item<double>());
  EXPECT_EQ(builtin::add(1, 2).item<std::int64_t>(), 3);
  EXPECT_EQ(sum(builtin::where(u > 0.0, 1.0, u)).item<double>(), 3);
}

TEST_F(Builtins, ErrorsNameTheUsersLine) {
  unsigned line = __LINE__ + 2;
  try {
    builtin::add(u, true);
    FAIL() << "expected a DTypeError";
  } catch (const DTypeError &error) {
    EXPECT_NE(std::string(error.what()).find("BuiltinsTest.cpp:" + std::to_string(line)),
              std::string::npos)
        << error.what();
  }
}

// S4-051, S4-022: the registry against the list of the field view
TEST_F(Builtins, EveryBuiltinOfTheFieldViewIsThere) {
  std::string made;
#define GTJIT_BUILTIN(NAME, BUILTIN, FUNCTION, ARITY) made += " " #BUILTIN " ";
#include "gtjit-generated/PointBuiltins.inc"
  for (const char *name :
       {"abs",  "neg",   "sin",   "cos",   "tan",  "asin", "acos",     "atan",  "sinh",   "cosh",
        "tanh", "asinh", "acosh", "atanh", "sqrt", "exp",  "log",      "cbrt",  "tgamma", "floor",
        "ceil", "trunc", "min",   "max",   "fmod", "pow",  "isfinite", "isinf", "isnan",  "where"})
    EXPECT_NE(made.find(" " + std::string(name) + " "), std::string::npos) << name;
  Field f(u);
  Field (*const unary[])(Arg) = {arcsin, arccos, arctan, arcsinh, arctanh, gamma, neg};
  for (auto function : unary)
    EXPECT_EQ(function(f).dtype(), F64);
  Field (*const binary[])(Arg, Arg) = {minimum, maximum, power, fmod};
  for (auto function : binary)
    EXPECT_EQ(function(f, f).dtype(), F64);
  EXPECT_EQ(concat_where(I < 1, f, f).dtype(), F64);
  EXPECT_EQ(concat(f).dtype(), F64);
  EXPECT_EQ(broadcast(f, {I, J}).dtype(), F64);
  EXPECT_EQ(astype(f, F32).dtype(), F32);
  const Dimension near("near", DimensionKind::Local);
  Field neighbors = f(Connectivity(zeros<std::int32_t>({I(0, 3), near(0, 2)}), I));
  Field (*const overNeighbors[])(Arg) = {neighbor_sum, max_over, min_over};
  for (auto function : overNeighbors)
    EXPECT_EQ(function(neighbors).dtype(), F64);
  EXPECT_EQ(f(as_offset(I, zeros<std::int32_t>(I(0, 3)))).dtype(), F64);
}

} // namespace
