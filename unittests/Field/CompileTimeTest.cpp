//===- CompileTimeTest.cpp - What must not compile ------------------------===//
//
// Mistakes that the compiler refuses, and overloads that it must find.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <gtest/gtest.h>
#include <type_traits>
#include <utility>
#include <vector>

using namespace gtjit;

namespace {

template <class A, class B>
concept CanAssign = requires(A &&a, B &&b) { std::forward<A>(a) = std::forward<B>(b); };
template <class A, class B>
concept CanComma = requires(A a, B b) { a, b; };
template <class S, class... Index>
concept CanIndexWithComma = requires(S s, Index... index) { s[(index, ...)]; };
template <class T>
concept HasTruthValue = requires(T t) { t ? 1 : 0; };
template <class A, class B>
concept CanAnd = requires(A a, B b) { a && b; };

// S4-036, case 27
TEST(CompileTime, FieldsHaveNoTruthValue) {
  static_assert(!std::is_constructible_v<bool, Field>);
  static_assert(!std::is_convertible_v<Field, bool>);
  static_assert(!HasTruthValue<Field> && !HasTruthValue<Storage> && !HasTruthValue<StorageRegion>);
  static_assert(!CanAnd<Field, Field>);
}

TEST(CompileTime, TemporaryFieldIsNotAssigned) {
  static_assert(CanAssign<Field &, Field>);
  static_assert(!CanAssign<Field, Field>);
  static_assert(!CanAssign<Field, double>);
}

TEST(CompileTime, StorageIsNotAssignedAField) {
  static_assert(CanAssign<Storage &, Storage>);
  static_assert(!CanAssign<Storage &, Field>);
  static_assert(!CanAssign<Storage &, double>);
}

template <class A, class B>
concept CanAdd = requires(A a, B b) { a + b; };
template <class A, class B>
concept CanSubtract = requires(A a, B b) { a - b; };
enum Choice { Two = 2 };

TEST(CompileTime, ShiftsAreSumsOfIntegers) {
  static_assert(CanAdd<Dimension, int> && CanAdd<int, Dimension> && CanSubtract<Dimension, long>);
  static_assert(CanAdd<Shift, int> && CanAdd<Shift, std::size_t> && CanSubtract<Shift, short>);
  static_assert(CanAdd<Shift, Choice> && CanAdd<Dimension, Choice>);
  static_assert(CanAdd<Dimension, Storage> && CanAdd<Storage, Dimension> && CanAdd<Shift, Field>);
  static_assert(CanSubtract<DynamicShift, Field> && CanSubtract<DynamicShift, int>);
  static_assert(!CanAdd<Shift, double> && !CanSubtract<Shift, float> && !CanAdd<Shift, Float16>);
  static_assert(!CanAdd<DynamicShift, double> && !CanSubtract<DynamicShift, BFloat16>);
  static_assert(!CanAdd<double, Dimension> && !CanAdd<Float16, Dimension>);
  static_assert(std::is_same_v<decltype(K + Float16(0.5f)), HalfShift>); // no K + 0
  static_assert(I + 1 + 2 == I + 3 && 2 + I - 3 == I - 1);
}

template <class S>
concept CanCallWithNumbers = requires(S s) { s(1, 2); } || requires(S s) { s(-1); };
template <class S>
concept CanIndexWithNumbers = requires(S s) { s[1]; };
template <class S, class Index>
concept CanIndex = requires(S s, Index index) { s[index]; };
template <class S>
concept CanCompound = requires(S s, Field f) { s += f; };
template <class P, class... T>
concept CanCallProgram = requires(P program, T... t) { program(t...); };

// What compilers refuse with a line of a header that says what to write.
TEST(CompileTime, WhatNumPyAndGT4PyWriteIsRefusedWithAWord) {
  static_assert(!CanCallWithNumbers<Storage> && !CanCallWithNumbers<Field> &&
                !CanCallWithNumbers<StorageRegion>);
  static_assert(!CanIndexWithNumbers<Storage> && !CanIndexWithNumbers<Field> &&
                !CanIndexWithNumbers<HostView<double>>);
  static_assert(!CanIndex<Storage, Shift> && !CanIndex<Field, Shift> &&
                CanIndex<Field, NamedIndex>);
  static_assert(!CanCompound<Storage &> && CanCompound<Field &> && CanCompound<StorageRegion>);
  static_assert(!CanCallProgram<Program, Storage, Storage> && !CanCallProgram<Program, Storage>);
  static_assert(CanCallProgram<Program, ProgramOutput, Storage>);
  static_assert(!std::is_constructible_v<Halo, int> && std::is_constructible_v<Halo, Halo>);
  static_assert(!CanAssign<Field, Field &> && !CanAssign<Storage &, int>);
}

TEST(CompileTime, OptionsTakeIntegersOfAnyType) {
  const std::size_t size = 3, bytes = sizeof(double);
  double data[15] = {};
  Storage view = wrap(data, {I(0, 3)}, {.strides = {size * bytes}});
  EXPECT_EQ(view.strides()[0], 24);
  Storage u = zeros<double>({I(0, 3), J(0, 3)}, {.halo = {{I, size}, {J, {size, 1}}}});
  EXPECT_EQ(u.halo()[0], HaloWidth(3));
  EXPECT_EQ(u.halo()[1], HaloWidth(3, 1));
  EXPECT_EQ(u.slice({size, {size, 5}}).shape()[0], 2);
  EXPECT_EQ(u.rel({{size, -1}}).domain()[I], Range(0, 5));
  EXPECT_EQ(storage({.shape = {size, 2}}).shape()[0], 3);
  EXPECT_EQ(zeros<double>({size, 2}, {.alignment = {1, size}}).shape()[0], 3);
  EXPECT_EQ(ArrayData(data, {size}, {bytes}).strides()[0], 8);
  enum { Two = 2, Six = 6 };
  EXPECT_EQ(zeros({Six, 3}, F64, {.halo = {{I, Two}}}).halo()[0], HaloWidth(Two));
  EXPECT_EQ(u.slice({Two, Indices{size}.list[0]}).ndim(), 0u);
  static_assert(!std::is_constructible_v<detail::AnyInteger, double>);
}

TEST(CompileTime, RegionsAreBraced) {
  static_assert(!CanComma<NamedRange, NamedRange>);
  static_assert(!CanComma<NamedIndex, NamedRange>);
  static_assert(!CanComma<Shift, Shift>);
  static_assert(!CanComma<Dimension, Dimension>);
  static_assert(!CanIndexWithComma<Storage, NamedRange, NamedRange>);
  static_assert(!CanIndexWithComma<Field, NamedIndex, NamedRange>);
  static_assert(CanIndexWithComma<Storage, NamedRange>);
}

template <class T>
concept IsFieldOperand =
    requires(Field f, T t) { f + t; } || requires(Field f, T t) { where(f > 0.0, f, t); } ||
    requires(T t) { Field(t); } || requires(Storage v, T t) { v[whole] = t; } ||
    requires(T t) { full({4}, t); };

TEST(CompileTime, AMissingEndIsNoValue) {
  static_assert(!IsFieldOperand<Unbounded>);
  static_assert(!IsFieldOperand<decltype(-unbounded)>);
  static_assert(IsFieldOperand<double>);
  static_assert(requires(Field f) { f[{I(0, unbounded), J(-unbounded, 3)}]; });
}

TEST(CompileTime, ConstantsAreWrappedReadOnly) {
  static_assert(requires(const float *p, const void *q, Runtime r) {
    wrap(p, {I(0, 4)});
    wrap(p, {4});
    wrap(q, F64, Domain(I(0, 4)));
    r.wrap(p, {I(0, 4)});
  });
}

TEST(CompileTime, AnyNumberOfShiftsIsOneCall) {
  static_assert(requires(Field f, Storage u) {
    f(I + 1, J - 1, K + 2, I + 3, J + 4, K + 5, I - 9);
    u(I + 1, J - 1, K + 2, I + 3, J + 4, K + 5, I - 9);
    u[whole](I + 1, J - 1, K + 2, I + 3);
    f({I + 1, J - 1});
  });
}

TEST(CompileTime, StorageReadsLikeAField) {
  static_assert(requires(Storage u, Field f) {
    u + u;
    u * 2.0;
    -u;
    u(I + 1);
    u(I + 1, J - 1);
    u[{I(0, 1), J(2, 9)}] + f;
    u < f;
    !(u < f);
    where(u > 0.0, u, 0.0);
    sum(u, I);
    abs(u);
  });
}

Field laplacian(Field u) { return u(I + 1) + u(I - 1) - 2.0 * u; }

// S4-003
TEST(CompileTime, FunctionsOfFieldsAreOrdinaryFunctions) {
  Storage u = zeros({I(0, 4)});
  EXPECT_EQ(laplacian(u).domain(), Domain(I(1, 3)));
  EXPECT_TRUE(laplacian(laplacian(u)).domain().empty());
}

TEST(CompileTime, MinAndMaxFindTheirOverloads) {
  Storage u = zeros({I(0, 4), J(0, 3)});
  Field f = u;
  EXPECT_EQ(min(f).ndim(), 0u);
  EXPECT_EQ(min(f, I).ndim(), 1u);
  EXPECT_EQ(min(f, {I, J}).ndim(), 0u);
  EXPECT_EQ(min(f, u).ndim(), 2u);
  EXPECT_EQ(min(f, 2.0).ndim(), 2u);
  EXPECT_EQ(max(2, f).ndim(), 2u);
  EXPECT_EQ(max(u, u(I + 1)).domain(), Domain({I(0, 3), J(0, 3)}));
  EXPECT_EQ(max(u[interior], 0.0).ndim(), 2u);
}

TEST(Shifts, OfOneCallApplyOneAfterTheOther) {
  Storage u = zeros<double>({I(0, 9), J(0, 9), K(0, 9)}).named("u");
  Field f = u;
  EXPECT_EQ(f(I + 1, J - 1, K + 2, I + 3).domain(), f(I + 1)(J - 1)(K + 2)(I + 3).domain());
  std::vector<Shift> shifts{I + 1, J - 1, K + 2, I + 3};
  EXPECT_EQ(u(shifts).domain(), Domain({I(-4, 5), J(1, 10), K(-2, 7)}));
  EXPECT_EQ(f(std::vector<Shift>()).domain(), f.domain());
  Dimension level("level");
  unsigned line = 0;
  try {
    line = __LINE__ + 1;
    (void)u(I + 1, J + 1, K + 1, level + 1);
    FAIL();
  } catch (const ValueError &error) {
    EXPECT_EQ(error.line().line, line);
  }
}

} // namespace
