//===- AdviceTest.cpp - What errors tell to write instead -----------------===//
//
// The last note of errors that those make who know other array libraries: division of
// integers, too many dimensions, other types than a program takes, complex numbers.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include "../ExpectError.h"

#include <complex>
#include <gmock/gmock.h>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The last note of the error of exactly class `E` that `run` throws; empty for none.
template <class E, class Run> std::string adviceOf(Run run) {
  try {
    run();
  } catch (const Error &error) {
    EXPECT_EQ(typeid(error).name(), typeid(E).name()) << error.what();
    return std::string(error.noteCount() ? error.note(error.noteCount() - 1) : "");
  }
  ADD_FAILURE() << "expected an error, got none";
  return {};
}
#define ADVICE(CLASS, ...) adviceOf<CLASS>([&] { (void)(__VA_ARGS__); })

} // namespace

TEST(Advice, OnDivisionsOfIntegers) {
  Storage n = zeros<std::int32_t>({I(0, 8)}).named("n"), m = like(n).named("m");
  Storage u = zeros<double>({I(0, 8)}).named("u");
  const std::string half =
      "'n / 2' of integers is f64; floor_divide(n, 2) is an integer, rounded down";
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = n / 2), half);
  EXPECT_EQ(ADVICE(DTypeError, m[whole] /= 2),
            "'m / 2' of integers is f64; floor_divide(m, 2) is an integer, rounded down");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = 2.0 * (n / 2 + 1)), half) << "somewhere below";
  EXPECT_EQ(ADVICE(DTypeError, m + n / 2), half);
  EXPECT_EQ(ADVICE(DTypeError, where(m > 1, n / 2, m)), half);
  EXPECT_EQ(ADVICE(DTypeError, u(as_offset(I, n / 2))), half);
  EXPECT_EQ(ADVICE(DTypeError, u(as_offset(I, n / 2, {-1, 1}))), half);
  EXPECT_EQ(ADVICE(DTypeError, u(I + n / 2)), half);
  EXPECT_EQ(ADVICE(DTypeError, Connectivity(n / m, I)),
            "'n / m' of integers is f64; floor_divide(n, m) is an integer, rounded down");
  EXPECT_EQ(ADVICE(DTypeError, m + index(I) / 2),
            "'f / 2' of integers is f64; floor_divide(f, 2) is an integer, rounded down");
  Program copy = Runtime::current().compile([](Field f) { return f; }, arg(I32, {I}, "f"));
  EXPECT_EQ(ADVICE(DTypeError, copy(out(m), n / 2)), half);
}

TEST(Advice, OnDivisionsIsGivenWhereThereIsOneAlone) {
  Storage n = zeros<std::int32_t>({I(0, 8)}).named("n"), m = like(n).named("m");
  Storage u = zeros<double>({I(0, 8)}).named("u");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = u), "");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = u / 2), "");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = mean(n)), "");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = sqrt(n)), "");
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = astype(n, F64) / 2.0), "");
  Field evaluated = n / 2;
  eval(evaluated);
  EXPECT_EQ(ADVICE(DTypeError, m[whole] = evaluated), "");
}

TEST(Advice, OnDimensionsThatTheTargetLacks) {
  Storage v = zeros<double>({I(0, 8)}).named("v");
  Storage k3 = zeros<double>({I(0, 8), J(0, 4), K(3, 5)}, {.halo = {{K, 1}}}).named("k3");
  Storage ik = zeros<double>({I(0, 8), K(0, 5)}).named("ik");
  EXPECT_EQ(ADVICE(ValueError, v[whole] = ik),
            "select a point, ik[{K(0)}], or reduce, mean(ik, K)");
  EXPECT_EQ(ADVICE(ValueError, v[whole] = 2.0 * ik),
            "select a point, f[{K(0)}], or reduce, mean(f, K)");
  EXPECT_EQ(ADVICE(ValueError, v[whole] = k3),
            "select a point, k3[{J(0), K(3)}], or reduce, mean(k3, {J, K})");
  v[whole] = k3[{J(0), K(3)}];
  v[whole] = mean(k3, {J, K});
}

TEST(Advice, OnValuesThatAreMany) {
  Storage u = zeros<double>({I(2, 8), J(0, 4)}).named("u");
  EXPECT_EQ(ADVICE(ValueError, u.item<double>()),
            "select a point, u[{I(2), J(0)}], or reduce, mean(u, {I, J})");
  EXPECT_EQ(ADVICE(IndexOutOfBounds, u[{I(-1)}]),
            "coordinates do not count from an end; rel({-1}) does");
  EXPECT_EQ(ADVICE(IndexOutOfBounds, u[{I(-7)}]), "");
}

TEST(Advice, OnArgumentsOfPrograms) {
  auto add = [](Field a, Field b) { return a + b; };
  Runtime &runtime = Runtime::current();
  Program wide = runtime.compile(add, arg(F64, {I}, "a"), arg(F64, {I}, "b"));
  Program narrow = runtime.compile(add, arg(F32, {I}), arg(F32, {I}));
  Storage d = zeros<double>({I(0, 8)}).named("d"), s = zeros<float>({I(0, 8)}).named("s");
  Storage ik = zeros<double>({I(0, 8), K(0, 5)}).named("ik");
  EXPECT_ERROR(DTypeError, wide(out(d), d, s),
               "argument 1 ('b') of the program is an f64 field on (I), got 's', an f32 field on "
               "(I)");
  EXPECT_EQ(ADVICE(DTypeError, wide(out(d), d, s)),
            "convert it, astype(s, F64), or compile the program for it, with arg(F32, {I})");
  EXPECT_EQ(ADVICE(DTypeError, narrow(out(s), d, s)),
            "convert it, astype(d, F32), or compile the program for it, with arg(F64, {I})");
  EXPECT_EQ(ADVICE(DTypeError, wide(out(d), d, 2.0f * s)),
            "convert it, astype(f, F64), or compile the program for it, with arg(F32, {I})");
  EXPECT_EQ(ADVICE(DTypeError, wide(out(d), ik, d)),
            "select a point, ik[{K(0)}], or reduce, mean(ik, K), or compile the "
            "program for it, with arg(F64, {I, K})");
  wide(out(d), ik[{K(0)}], astype(s, F64));
  EXPECT_EQ(ADVICE(DTypeError, wide(out(d), d, 2.0)), "compile the program for it, with arg(F64)");
  EXPECT_ERROR(ValueError, wide(out(d), d, Storage()),
               "argument 1 ('b') of the program is empty: a Storage or Field that nothing was "
               "assigned to");
  EXPECT_ERROR(ValueError, wide(out(Storage()), d, d),
               "output 0 of the program is empty: a Storage or Field that nothing was assigned to");
}

TEST(Advice, OnComplexNumbers) {
  std::complex<double> values[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  Storage z = wrap(values, {I(0, 4)}).named("z"), u = zeros<double>({I(0, 4)}).named("u");
  const char *tells =
      "stores, shifts, parts, concat_where and astype to C64 and C128 take them; to "
      "compute, wrap their real and their imaginary parts with .strides";
  EXPECT_EQ(ADVICE(DTypeError, z + z), tells);
  EXPECT_THAT(ADVICE(DTypeError, where(u > 0.0, z, z)), tells);
  EXPECT_THAT(ADVICE(DTypeError, abs(z)), tells);
  EXPECT_THAT(ADVICE(DTypeError, sum(z)), tells);
  EXPECT_THAT(ADVICE(DTypeError, u[whole] = z), tells);
  EXPECT_THAT(ADVICE(DTypeError, astype(z, F64)), tells);
  EXPECT_THAT(
      ADVICE(DTypeError, scan(I, Forward, 0.0, [](Value s, Value) { return s; }, z)), tells);
  EXPECT_ERROR(DTypeError, cumsum(z, I),
               "'cumsum' of 'z' (c128): complex values are only stored, moved and converted to "
               "each other");
  EXPECT_THAT(messageOf<DTypeError>([&] { (void)neighbor_sum(z({I + 1, I - 1})); }),
              HasSubstr("complex values are only stored"));
  // As it is told.
  auto *parts = reinterpret_cast<double *>(values);
  Storage re = wrap(parts, {I(0, 4)}, {.strides = {sizeof(values[0])}});
  Storage im = wrap(parts + 1, {I(0, 4)}, {.strides = {sizeof(values[0])}});
  update({{re, re * re - im * im}, {im, 2.0 * re * im}});
  EXPECT_EQ(values[1], std::complex<double>(-7, 24));
}

TEST(Advice, OnOperatorsThatMeanOtherThingsElsewhere) {
  Storage u = zeros<double>({I(0, 4)}).named("u"), b = zeros<bool>({I(0, 4)}).named("b");
  EXPECT_EQ(ADVICE(DTypeError, u ^ 2), "'^' is exclusive or; a power is pow(a, b)");
  EXPECT_THAT(ADVICE(DTypeError, b ^ u), Not(HasSubstr("pow")));
  EXPECT_EQ(ADVICE(DTypeError, (u > 1.0) * u),
            "to have a value where a condition holds, choose: where(condition, value, 0)");
}

TEST(Advice, PartsAreNamed) {
  Storage u = zeros<double>({I(0, 8), J(0, 4)}, {.halo = {{I, 1}}}).named("u");
  EXPECT_ERROR(IndexOutOfBounds, u[{I(9)}], "a part of 'u': I(9) lies outside of I[-1,9)");
  EXPECT_ERROR(IndexOutOfBounds, u[{I(9)}] = 1.0, "a part of 'u': I(9) lies outside of I[-1,9)");
  EXPECT_ERROR(IndexOutOfBounds, Field(u)[{I(0, 12)}],
               "a part of 'u': I[0,12) lies outside of I[-1,9)");
  EXPECT_ERROR(IndexOutOfBounds, u.view(I(9)), "a part of 'u': I(9) lies outside of I[-1,9)");
  EXPECT_ERROR(IndexOutOfBounds, u.rel({{0, 20}}),
               "a part of 'u': slice 0:20 in I is out of bounds: I[-1,9) has 10 points");
  EXPECT_ERROR(IndexError, u[{K(0)}],
               "a part of 'u': cannot select in K: the domain {I[-1,9), J[0,4)} has no such "
               "dimension");
  EXPECT_ERROR(IndexError, u.slice({0, 0, 0}),
               "a part of 'u': too many entries in a slice: expected at most 2 for {I[-1,9), "
               "J[0,4)}, got 3");
  EXPECT_ERROR(IndexOutOfBounds, u.item<double>({0, 4}),
               "an element of 'u': index 4 in J is out of bounds: it has 4 points");
  EXPECT_THAT(messageOf<IndexOutOfBounds>([&] { (void)(2.0 * u)[{I(9)}]; }),
              HasSubstr("a part of the f64 field on (I, J) made at "));
}
