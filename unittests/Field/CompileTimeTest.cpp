//===- CompileTimeTest.cpp - What must not compile ------------------------===//
//
// Mistakes that the compiler refuses, and overloads that it must find.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <gtest/gtest.h>
#include <type_traits>
#include <utility>

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

TEST(CompileTime, RegionsAreBraced) {
  static_assert(!CanComma<NamedRange, NamedRange>);
  static_assert(!CanComma<NamedIndex, NamedRange>);
  static_assert(!CanComma<Shift, Shift>);
  static_assert(!CanComma<Dimension, Dimension>);
  static_assert(!CanIndexWithComma<Storage, NamedRange, NamedRange>);
  static_assert(!CanIndexWithComma<Field, NamedIndex, NamedRange>);
  static_assert(CanIndexWithComma<Storage, NamedRange>);
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

} // namespace
