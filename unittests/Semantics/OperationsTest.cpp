//===- OperationsTest.cpp - Values of operations and functions ------------===//
//
// What an operation gives at its edges, by numbers that are known. The numbers
// of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Operations : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Operations);

double at1(const Field &field) { return valuesOf<double>(field)[0]; }
double on1(Field (*function)(Arg), double x) { return at1(function(line<double>({x}))); }
bool isMinusZero(double x) { return x == 0 && std::signbit(x); }

// S4-021: the operators and the bool-only ones
TEST_P(Operations, OperatorsOfPython) {
  Storage f = line<double>({1, 2, 3});
  EXPECT_THAT(valuesOf<double>(f + f), ElementsAre(2, 4, 6));
  EXPECT_THAT(valuesOf<double>(2 - f), ElementsAre(1, 0, -1));
  EXPECT_THAT(valuesOf<double>(f * 2), ElementsAre(2, 4, 6));
  EXPECT_THAT(valuesOf<double>(6 / f), ElementsAre(6, 3, 2));
  EXPECT_THAT(valuesOf<double>(floor_divide(7, f)), ElementsAre(7, 3, 2));
  EXPECT_THAT(valuesOf<double>(7 % Field(f)), ElementsAre(0, 1, 1));
  EXPECT_THAT(valuesOf<double>(Field(f) % 2), ElementsAre(1, 0, 1));
  EXPECT_THAT(valuesOf<double>(pow(f, 2)), ElementsAre(1, 4, 9));
  EXPECT_THAT(valuesOf<double>(neg(f)), ElementsAre(-1, -2, -3));
  EXPECT_THAT(valuesOf<double>(abs(-Field(f))), ElementsAre(1, 2, 3));
  EXPECT_THAT(valuesOf<bool>(f >= 2), ElementsAre(false, true, true));
  EXPECT_THAT(valuesOf<bool>(f > 2), ElementsAre(false, false, true));
  EXPECT_THAT(valuesOf<bool>(f <= 2), ElementsAre(true, true, false));
  EXPECT_THAT(valuesOf<bool>(f < 2), ElementsAre(true, false, false));
  EXPECT_THAT(valuesOf<bool>(f == 2), ElementsAre(false, true, false));
  EXPECT_THAT(valuesOf<bool>(2 != f), ElementsAre(true, false, true));
  Storage i = line<std::int32_t>({1, 2});
  EXPECT_THROW(i & i, TypeError);
  EXPECT_THROW(i | i, TypeError);
  EXPECT_THROW(i ^ i, TypeError);
  EXPECT_THROW(!Field(i), TypeError);
  EXPECT_THROW(f & f, TypeError);
}

// case 26
TEST_P(Operations, NumbersArePowersOfFieldsAndFieldsOfNumbers) {
  Storage a = line<double>({0, 1, 2, 3, 4});
  EXPECT_THAT(valuesOf<double>(pow(2.0, a)), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(valuesOf<double>(pow(a, a)), ElementsAre(1, 1, 4, 27, 256));
  Field two = sum(line<double>({1, 1}));
  EXPECT_THAT(valuesOf<double>(two + a), ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(valuesOf<double>(a * two), ElementsAre(0, 2, 4, 6, 8));
}

// case 29
TEST_P(Operations, ModuloFollowsTheDivisorAndFmodTheDividend) {
  Storage a = line<double>({0, 1, 2, 3, 4});
  EXPECT_THAT(valuesOf<double>(-Field(a) % 3.0), ElementsAre(0, 2, 1, 0, 2));
  EXPECT_THAT(valuesOf<std::int64_t>(Field(line<std::int64_t>({-7, 7})) % 3), ElementsAre(2, 1));
  EXPECT_THAT(valuesOf<double>(Field(line<double>({-1, 1, 5})) % inf), ElementsAre(inf, 1, 5));
  std::vector<double> truncated = valuesOf<double>(fmod(-Field(a), 3.0));
  EXPECT_THAT(truncated, ElementsAre(0, -1, -2, 0, -1));
  EXPECT_TRUE(std::signbit(truncated[0]) && std::signbit(truncated[3]));
  EXPECT_FALSE(isMinusZero(at1(line<double>({-0.0}) % Field(3.0))));
  EXPECT_TRUE(isMinusZero(at1(line<double>({0.0}) % Field(-3.0))));
  EXPECT_TRUE(std::isnan(at1(Field(line<double>({1})) % 0.0)));
  EXPECT_TRUE(std::isnan(at1(Field(line<double>({inf})) % 2.0)));
}

// case 30
TEST_P(Operations, FloorDivisionRoundsDown) {
  Field integers = floor_divide(line<std::int64_t>({-7, 7, 1, INT64_MIN, INT64_MIN}),
                                line<std::int64_t>({2, 2, 0, -1, 0}));
  EXPECT_EQ(integers.dtype(), I64);
  EXPECT_THAT(valuesOf<std::int64_t>(integers), ElementsAre(-4, 3, 0, INT64_MIN, 0));
  Field left = Field(line<std::int64_t>({5, INT64_MIN})) % line<std::int64_t>({0, -1});
  EXPECT_THAT(valuesOf<std::int64_t>(left), ElementsAre(0, 0));
  std::vector<double> floats = valuesOf<double>(
      floor_divide(line<double>({-7, 7, 1, -1, 1, -1}), line<double>({2, 2, 0.0, 0.0, inf, inf})));
  EXPECT_THAT(floats, ElementsAre(-4, 3, inf, -inf, 0, -1));
  EXPECT_TRUE(std::isnan(at1(floor_divide(line<double>({inf}), 2.0))));
  EXPECT_TRUE(std::isnan(at1(fmod(line<double>({1}), 0.0))));
  EXPECT_TRUE(std::isnan(at1(fmod(line<double>({inf}), 2.0))));
  EXPECT_THAT(valuesOf<std::uint8_t>(floor_divide(line<std::uint8_t>({250, 7}), 8)),
              ElementsAre(31, 0));
}

// case 32
TEST_P(Operations, UnsignedIntegersWrap) {
  EXPECT_THAT(valuesOf<std::uint8_t>(line<std::uint8_t>({0, 255}) - Field(1)),
              ElementsAre(255, 254));
  EXPECT_THAT(valuesOf<std::uint8_t>(line<std::uint8_t>({255, 16}) * Field(16)),
              ElementsAre(240, 0));
  EXPECT_THAT(valuesOf<std::uint16_t>(line<std::uint16_t>({65535}) * line<std::uint16_t>({65535})),
              ElementsAre(1));
  EXPECT_THAT(valuesOf<std::uint32_t>(-Field(line<std::uint32_t>({1, 0}))),
              ElementsAre(UINT32_MAX, 0));
  EXPECT_THAT(valuesOf<std::uint64_t>(abs(line<std::uint64_t>({UINT64_MAX}))),
              ElementsAre(UINT64_MAX));
  EXPECT_THAT(valuesOf<bool>(line<std::uint64_t>({UINT64_MAX}) > Field(1)), ElementsAre(true));
  EXPECT_THAT(valuesOf<std::uint32_t>(max(line<std::uint32_t>({UINT32_MAX}), 5)),
              ElementsAre(UINT32_MAX));
}

// case 33
TEST_P(Operations, NegIsAFunction) {
  EXPECT_THAT(valuesOf<double>(neg(line<double>({3.0, -1.5}))), ElementsAre(-3.0, 1.5));
  EXPECT_EQ(neg(3.0).item<double>(), -3.0);
}

template <class T> void expectBuiltinsByTheirCheckValues() {
  auto one = [](double x) { return line<T>({static_cast<T>(x)}); };
  auto of = [](const Field &field) {
    EXPECT_EQ(field.dtype(), dtypeOf<T>);
    return valuesOf<T>(field)[0];
  };
  EXPECT_EQ(of(abs(one(-2))), 2);
  EXPECT_EQ(of(neg(one(-2))), 2);
  EXPECT_EQ(of(floor(one(-1.5))), -2);
  EXPECT_EQ(of(ceil(one(-1.5))), -1);
  EXPECT_EQ(of(trunc(one(-1.5))), -1);
  EXPECT_EQ(of(minimum(one(1), 2.0)), 1);
  EXPECT_EQ(of(maximum(one(1), 2.0)), 2);
  EXPECT_EQ(of(fmod(one(-7), 3.0)), -1);
  EXPECT_EQ(of(one(-7) % Field(3.0)), 2);
  EXPECT_EQ(of(power(one(2), 10.0)), 1024);
  EXPECT_EQ(of(log(one(0))), -std::numeric_limits<T>::infinity());
  Storage x = line<T>({1, static_cast<T>(nan), static_cast<T>(inf), static_cast<T>(-inf)});
  EXPECT_EQ(isnan(x).dtype(), Bool);
  EXPECT_THAT(valuesOf<bool>(isnan(x)), ElementsAre(false, true, false, false));
  EXPECT_THAT(valuesOf<bool>(isinf(x)), ElementsAre(false, false, true, true));
  EXPECT_THAT(valuesOf<bool>(isfinite(x)), ElementsAre(true, false, false, false));
}

// S4-050a, S4-050c, S4-050e, S4-050f, S4-050g
TEST_P(Operations, BuiltinsByTheirCheckValues) {
  expectBuiltinsByTheirCheckValues<double>();
  expectBuiltinsByTheirCheckValues<float>();
  EXPECT_THAT(valuesOf<bool>(isnan(line<std::int32_t>({1}))), ElementsAre(false));
}

// S4-050i
TEST_P(Operations, SelectionBroadcastAndConversionOfBothFloats) {
  Storage d = line<double>({1.5, -2.5}), f = line<float>({1.5f, -2.5f}),
          m = line<bool>({true, false});
  EXPECT_THAT(valuesOf<double>(where(m, d, 9.0)), ElementsAre(1.5, 9));
  EXPECT_THAT(valuesOf<float>(where(m, 9.0, f)), ElementsAre(9, -2.5));
  EXPECT_THAT(valuesOf<double>(broadcast(d, {I, J}).at(J(0, 2))),
              ElementsAre(1.5, 1.5, -2.5, -2.5));
  EXPECT_THAT(valuesOf<float>(broadcast(f, {J, I}).at(J(0, 2))), ElementsAre(1.5, 1.5, -2.5, -2.5));
  EXPECT_THAT(valuesOf<float>(astype(d, F32)), ElementsAre(1.5f, -2.5f));
  EXPECT_THAT(valuesOf<double>(astype(f, F64)), ElementsAre(1.5, -2.5));
}

// S4-050b, S4-050c, S4-050d
TEST_P(Operations, MathFunctionsByTheirCheckValues) {
  struct Check {
    Field (*function)(Arg);
    double x, value;
  };
  for (auto [function, x, value] : {Check{sin, 0.5, 0.479425538604203},
                                    {cos, 0.5, 0.8775825618903728},
                                    {tan, 0.5, 0.5463024898437905},
                                    {arcsin, 0.5, 0.5235987755982989},
                                    {arccos, 0.5, 1.0471975511965979},
                                    {arctan, 1, 0.7853981633974483},
                                    {sinh, 0.5, 0.5210953054937474},
                                    {cosh, 0.5, 1.1276259652063807},
                                    {tanh, 0.5, 0.46211715726000973},
                                    {arcsinh, 0.5, 0.48121182505960347},
                                    {arccosh, 2, 1.3169578969248166},
                                    {arctanh, 0.5, 0.5493061443340549},
                                    {sqrt, 2, 1.4142135623730951},
                                    {exp, 1, 2.718281828459045},
                                    {log, 10, 2.302585092994046},
                                    {log2, 10, 3.321928094887362},
                                    {log10, 2, 0.3010299956639812},
                                    {log1p, 1e-10, 9.9999999995e-11},
                                    {expm1, 1e-10, 1.00000000005e-10},
                                    {cbrt, -8, -2},
                                    {gamma, 5, 24},
                                    {gamma, 0.5, 1.7724538509055159},
                                    {gamma, 3.5, 3.323350970447842},
                                    {lgamma, 10, 12.801827480081469},
                                    {erf, 0.5, 0.5204998778130465},
                                    {erfc, 3, 2.209049699858544e-05}}) {
    EXPECT_NEAR(on1(function, x), value, 4e-16 * std::fabs(value)) << x;
    Storage single = line<float>({static_cast<float>(x)});
    Field f = function(single);
    EXPECT_EQ(f.dtype(), F32);
    EXPECT_NEAR(valuesOf<float>(f)[0], value, 3e-7 * std::fabs(value)) << x;
  }
  EXPECT_EQ(on1(log, 0), -inf);
  EXPECT_NEAR(at1(atan2(line<double>({1}), -1.0)), 2.356194490192345, 1e-15);
  EXPECT_NEAR(at1(hypot(line<double>({3e200}), 4e200)), 5e200, 1e185);
}

/// A function and the C library's, both at one precision, with the arguments at
/// which the reference implementation tests it.
struct Reference {
  Field (*function)(Arg);
  double (*expected)(double);
  const std::vector<double> &arguments;
};

template <class T> void expectReference(const Reference &reference, double tolerance) {
  std::vector<T> arguments(reference.arguments.begin(), reference.arguments.end());
  std::vector<T> got = valuesOf<T>(reference.function(line<T>(arguments)));
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    double exact = reference.expected(static_cast<double>(arguments[n]));
    T expected = static_cast<T>(exact);
    if (std::isnan(expected) || std::isinf(expected))
      EXPECT_TRUE(std::isnan(expected) ? std::isnan(got[n]) : got[n] == expected)
          << arguments[n] << ": " << got[n] << ", expected " << expected;
    else
      EXPECT_NEAR(got[n], exact,
                  tolerance * std::fabs(exact) + 2 * std::numeric_limits<T>::denorm_min())
          << arguments[n];
  }
}

// case 101
TEST_P(Operations, MathFunctionsAtTheReferencesArguments) {
  const double pi = std::acos(-1.0);
  const std::vector<double> all = {-1002.3, -1000, -103.7, -100, -1.2, -1.0, -0.7,  -0.1, -0.0,
                                   0.0,     0.1,   0.7,    1.0,  1.2,  100,  103.7, 1000, 1002.3},
                            angles = {0,        0.1, -0.01, pi,   -2.0 / 3.0 * pi,
                                      2.0 * pi, 3.,  1000,  -1000},
                            unit = {-1.0, -0.7, -0.2, -0.0, 0.0, 0.2, 0.7, 1.0},
                            fromOne = {1.0, 1.2, 1.7, 2, 100, 103.7, 1000, 1379.89},
                            fromZero = {-0.0, 0.0, 0.1,  0.9,  1.0, 2.3,
                                        4,    16,  34.7, 1000, 100, 1337.1337},
                            gammas = {-1002.3, -103.7, -1.2, -0.7, -0.1,  0.1,
                                      0.7,     1.0,    1.2,  100,  103.7, 170.5},
                            roots = {-1003.2, -704.3, -100.5, -10.4, -1.5,  -1.001,
                                     -0.7,    -0.01,  -0.0,   0.0,   0.01,  0.7,
                                     1.001,   1.5,    10.4,   100.5, 704.3, 1003.2},
                            halves = {-3.4, -1.5, -0.6, -0.1, -0.0, 0.0, 0.1, 0.6, 1.5, 3.4},
                            signs = {-1, 1, 0.0, -0.0};
  for (const Reference &reference : {Reference{sin, std::sin, angles}, {cos, std::cos, angles},
                                     {tan, std::tan, angles},          {arcsin, std::asin, unit},
                                     {arccos, std::acos, unit},        {arctan, std::atan, all},
                                     {sinh, std::sinh, all},           {cosh, std::cosh, all},
                                     {tanh, std::tanh, all},           {arcsinh, std::asinh, all},
                                     {arccosh, std::acosh, fromOne},   {arctanh, std::atanh, unit},
                                     {sqrt, std::sqrt, fromZero},      {exp, std::exp, all},
                                     {log, std::log, fromZero},        {gamma, std::tgamma, gammas},
                                     {cbrt, std::cbrt, roots},         {floor, std::floor, halves},
                                     {ceil, std::ceil, halves},        {trunc, std::trunc, halves},
                                     {abs, std::fabs, signs}}) {
    SCOPED_TRACE(&reference.arguments - &all);
    expectReference<double>(reference, 5e-16);
    expectReference<float>(reference, 3e-7);
  }
  const std::vector<double> a = {2, 2, 3, -2, -2, -3}, b = {2, 3, 2, -2, -3, -2};
  EXPECT_THAT(valuesOf<double>(minimum(line<double>(a), line<double>(b))),
              ElementsAre(2, 2, 2, -2, -3, -3));
  EXPECT_THAT(valuesOf<double>(maximum(line<double>(a), line<double>(b))),
              ElementsAre(2, 3, 3, -2, -2, -2));
  EXPECT_THAT(valuesOf<double>(fmod(line<double>({6, 7, 4}), line<double>({2, -2, -3}))),
              ElementsAre(0, 1, 1));
  EXPECT_THAT(valuesOf<double>(power(line<double>({2, 2}), line<double>({2, 2}))),
              ElementsAre(4, 4));
  Storage kinds = line<double>({1000, 0, 1, pi, -inf, inf, nan, nan + 1});
  EXPECT_THAT(valuesOf<bool>(isfinite(kinds)),
              ElementsAre(true, true, true, true, false, false, false, false));
  EXPECT_THAT(valuesOf<bool>(isinf(kinds)),
              ElementsAre(false, false, false, false, true, true, false, false));
  EXPECT_THAT(valuesOf<bool>(isnan(kinds)),
              ElementsAre(false, false, false, false, false, false, true, true));
}

// case 98
TEST_P(Operations, FunctionsOfFloatsTakeIntegersAsF64) {
  Storage i = line<std::int32_t>({1, 4});
  EXPECT_EQ(sin(i).dtype(), F64);
  EXPECT_EQ(floor(i).dtype(), F64);
  EXPECT_THAT(valuesOf<double>(sqrt(i)), ElementsAre(1, 2));
  EXPECT_THAT(valuesOf<double>(floor(i)), ElementsAre(1, 4));
}

// case 100
TEST_P(Operations, NumericEdges) {
  for (auto function : {minimum, maximum}) {
    EXPECT_TRUE(std::isnan(at1(function(line<double>({nan}), 1.0))));
    EXPECT_TRUE(std::isnan(at1(function(1.0, line<double>({nan})))));
  }
  EXPECT_EQ(on1(log, 0), -inf);
  EXPECT_THAT(valuesOf<bool>(isnan(line<double>({1, nan, inf}))), ElementsAre(false, true, false));
  EXPECT_FALSE(std::signbit(at1(maximum(line<double>({-0.0}), 0.0))));
  EXPECT_FALSE(std::signbit(at1(maximum(line<double>({0.0}), -0.0))));
  EXPECT_TRUE(std::isnan(on1(sqrt, -1)));
  EXPECT_EQ(on1(cbrt, -8), -2);
  EXPECT_TRUE(std::isnan(at1(power(line<double>({-8}), 1.0 / 3))));
  EXPECT_EQ(at1(power(line<double>({0}), 0)), 1);
  EXPECT_EQ(at1(power(line<double>({0}), line<double>({0}))), 1);
  EXPECT_THROW(pow(line<std::int32_t>({2}), -1), ValueError);
  EXPECT_EQ(on1(trunc, 1.5), 1);
  EXPECT_EQ(on1(trunc, -1.5), -1);
  EXPECT_TRUE(std::isnan(on1(arccosh, 0.5)));
  EXPECT_EQ(on1(arccosh, 1), 0);
  EXPECT_EQ(on1(arctanh, 1), inf);
  EXPECT_EQ(on1(arctanh, -1), -inf);
  EXPECT_THAT(valuesOf<double>(gamma(line<double>({1, 4, 5}))), ElementsAre(1, 6, 24));
  EXPECT_EQ(on1(gamma, 0), inf);
  EXPECT_EQ(on1(gamma, -0.0), -inf);
}

TEST_P(Operations, RoundingKeepsSignsAndPrefersEven) {
  std::vector<double> rounded =
      valuesOf<double>(round(line<double>({0.5, 1.5, 2.5, -0.5, -2.5, 4503599627370497.5, inf})));
  EXPECT_THAT(rounded, ElementsAre(0, 2, 2, 0, -2, 4503599627370498.0, inf));
  EXPECT_TRUE(std::signbit(rounded[3]));
  EXPECT_TRUE(isMinusZero(on1(ceil, -0.5)) && isMinusZero(on1(trunc, -0.5)) &&
              isMinusZero(on1(floor, -0.0)));
}

TEST_P(Operations, SignsAndClipping) {
  std::vector<double> signs = valuesOf<double>(sign(line<double>({-3, -0.0, 0.0, 2, nan, -inf})));
  EXPECT_FALSE(std::signbit(signs[1]));
  EXPECT_TRUE(std::isnan(signs[4]));
  signs[4] = 7;
  EXPECT_THAT(signs, ElementsAre(-1, 0, 0, 1, 7, -1));
  EXPECT_THAT(valuesOf<std::int8_t>(sign(line<std::int8_t>({-128, 0, 9}))), ElementsAre(-1, 0, 1));
  EXPECT_THAT(valuesOf<std::uint8_t>(sign(line<std::uint8_t>({200, 0}))), ElementsAre(1, 0));
  EXPECT_THAT(valuesOf<double>(copysign(line<double>({1, -2, 3}), line<double>({-0.0, 5, -nan}))),
              ElementsAre(-1, 2, testing::AnyOf(3, -3)));
  EXPECT_THAT(valuesOf<double>(clip(line<double>({-5, 0.5, 5}), 0, 1)), ElementsAre(0, 0.5, 1));
  EXPECT_THAT(valuesOf<double>(clip(line<double>({0.5}), 3, 1)), ElementsAre(1));
  EXPECT_TRUE(std::isnan(at1(clip(line<double>({nan}), 0, 1))));
}

TEST_P(Operations, BitsOfIntegersByNamedFunctions) {
  Storage a = line<std::int32_t>({0b1100, -1}), b = line<std::int32_t>({0b1010, 7});
  EXPECT_THAT(valuesOf<std::int32_t>(bitwise_and(a, b)), ElementsAre(0b1000, 7));
  EXPECT_THAT(valuesOf<std::int32_t>(bitwise_or(a, b)), ElementsAre(0b1110, -1));
  EXPECT_THAT(valuesOf<std::int32_t>(bitwise_xor(a, b)), ElementsAre(0b0110, -8));
  EXPECT_THAT(valuesOf<std::int32_t>(bitwise_not(a)), ElementsAre(-13, 0));
  Storage counts = line<std::int32_t>({0, 1, 31, 32, -1}),
          ones = line<std::int32_t>({-5, -5, -5, -5, -5});
  EXPECT_THAT(valuesOf<std::int32_t>(shift_left(ones, counts)),
              ElementsAre(-5, -10, INT32_MIN, 0, 0));
  EXPECT_THAT(valuesOf<std::int32_t>(shift_right(ones, counts)), ElementsAre(-5, -3, -1, -1, -1));
  EXPECT_THAT(valuesOf<std::uint8_t>(
                  shift_right(line<std::uint8_t>({200, 200}), line<std::uint8_t>({3, 8}))),
              ElementsAre(25, 0));
  EXPECT_THROW(bitwise_and(line<double>({1}), line<double>({1})), TypeError);
  EXPECT_THROW(shift_left(line<double>({1}), 1), TypeError);
}

TEST_P(Operations, PowersOfIntegersWrapAndPowersByNumbersMultiply) {
  EXPECT_THAT(valuesOf<std::int32_t>(
                  pow(line<std::int32_t>({3, -2, 0, 7}), line<std::int32_t>({4, 31, 0, 40}))),
              ElementsAre(81, INT32_MIN, 1, [] {
                std::uint32_t r = 1;
                for (int n = 0; n < 40; ++n)
                  r *= 7;
                return static_cast<std::int32_t>(r);
              }()));
  EXPECT_THAT(valuesOf<std::int32_t>(pow(line<std::int32_t>({1, -1, -1, 2, 0}),
                                         line<std::int32_t>({-3, -3, -2, -1, -1}))),
              ElementsAre(1, -1, 1, 0, 0));
  double x = 1.1, square = x * x, fourth = square * square;
  EXPECT_EQ(at1(pow(line<double>({x}), 2)), square);
  EXPECT_EQ(at1(pow(line<double>({x}), 5)), fourth * x);
  EXPECT_EQ(at1(pow(line<double>({x}), 16)), (fourth * fourth) * (fourth * fourth));
  EXPECT_EQ(pow(line<float>({2}), 3).dtype(), F32);
  EXPECT_THAT(valuesOf<std::int32_t>(pow(2, line<std::int32_t>({0, 10}))), ElementsAre(1, 1024));
  EXPECT_EQ(pow(Field(2), 10).item<std::int64_t>(), 1024);
}

// S4-020: functions commute with shifts
TEST_P(Operations, FunctionsCommuteWithShifts) {
  Storage f = line<double>({0.1, 0.7, 1.3, 2.9});
  Field first = sin(f)(I + 2), second = sin(f(I + 2));
  EXPECT_EQ(first.domain(), second.domain());
  EXPECT_EQ(valuesOf<double>(first), valuesOf<double>(second));
  EXPECT_EQ(valuesOf<double>(Field(f)(I + 0)), valuesOf<double>(f));
}

TEST_P(Operations, IndexIsTheCoordinate) {
  Field i = index(I);
  EXPECT_EQ(i.dtype(), I64);
  EXPECT_EQ(i.domain(), Domain(I(Range::all())));
  EXPECT_THROW(eval(i), ValueError);
  EXPECT_THAT(valuesOf<std::int64_t>(i[I(-2, 3)]), ElementsAre(-2, -1, 0, 1, 2));
  EXPECT_THAT(valuesOf<std::int64_t>(i(I + 10)[I(-2, 1)]), ElementsAre(8, 9, 10));
  EXPECT_EQ(i.at(I(7)).item<std::int64_t>(), 7);
  Storage f = line<double>({5, 6, 7}, 4);
  EXPECT_THAT(valuesOf<double>(where(i == 5, 0.0, f)), ElementsAre(5, 0, 7));
  EXPECT_THAT(valuesOf<double>(f * astype(index(I), F64)), ElementsAre(20, 30, 42));
  Field plane = astype(index(I) * 10 + index(J), F64) + zeros<double>({I(0, 2), J(3, 5)});
  EXPECT_THAT(valuesOf<double>(plane), ElementsAre(3, 4, 13, 14));
  std::vector<std::int64_t> many = valuesOf<std::int64_t>(index(I)[I(-5, 100)] * 3);
  for (std::int64_t n = 0; n < 105; ++n)
    EXPECT_EQ(many[static_cast<std::size_t>(n)], 3 * (n - 5));
}

TEST_P(Operations, NumbersKeepTheirValueInExpressions) {
  Storage i = line<std::int32_t>({1, 2});
  Field two = 2;
  EXPECT_THAT(valuesOf<std::int32_t>(i * (two + 3)), ElementsAre(5, 10));
  EXPECT_THROW(i + two * 3000000000, TypeError);
  EXPECT_THROW(i + Field(70000) * 70000, TypeError);
  EXPECT_THROW(line<std::int8_t>({1}) + (Field(100) + 100), TypeError);
  EXPECT_THROW(i + where(line<bool>({true, false}), 3000000000, 1), TypeError);
  EXPECT_EQ((i + where(line<bool>({true, false}), 3, 1)).dtype(), I32);
  EXPECT_EQ((i + where(line<bool>({true, false}), 3, 1) * two).dtype(), I64);
  EXPECT_EQ((Field(0.1) + 0.2).item<double>(), 0.1 + 0.2);
  EXPECT_EQ((line<float>({1}) * (Field(1) / 3)).dtype(), F32);
}

} // namespace
