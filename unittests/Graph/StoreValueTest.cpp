//===- StoreValueTest.cpp - What may be stored where ----------------------===//
//
// Element types, dimensions and runtimes of stores.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class StoreValue : public GraphTest {
protected:
  NodeRef store(const Field &value, const Storage &target) {
    return buildStoreValue(value.ref(), *target.get(), target.domain(), {});
  }
  Storage b = on(I(0, 4), Bool).named("b"), i = on(I(0, 4), I32).named("i"),
          l = on(I(0, 4), I64).named("l"), f = on(I(0, 4), F32).named("f"),
          d = on(I(0, 4), F64).named("d");
};

TEST_F(StoreValue, FloatsConvertAmongEachOtherAndIntegersToWiderOnes) {
  EXPECT_EQ(store(d, f)->dtype, F32);
  EXPECT_EQ(store(f, d)->dtype, F64);
  EXPECT_EQ(store(i, l)->dtype, I64);
  EXPECT_EQ(store(i, f)->dtype, F32);
  EXPECT_EQ(store(d, d).get(), Field(d).get()) << "nothing to convert";
}

// Worked case 51.
TEST_F(StoreValue, WhatLosesValuesIsATypeErrorThatNamesAstype) {
  EXPECT_ERROR(DTypeError, store(d, i),
               "storing to 'i': 'd' is f64, the target is i32: floats do not become integers by "
               "themselves; convert it with astype");
  EXPECT_ERROR(DTypeError, store(Field(1.5).named("c"), l),
               "storing to 'l': 'c' is f64, the target is i64: floats do not become integers by "
               "themselves; convert it with astype");
  EXPECT_EQ(store(astype(d, I32), i)->dtype, I32);
  EXPECT_ERROR(DTypeError, store(l, i),
               "storing to 'i': 'l' is i64, the target is i32: not all of its values are among the "
               "target's; convert it with astype");
  EXPECT_ERROR(DTypeError, store(on(I(0, 4), C64).named("c"), d),
               "storing to 'd': 'c' is c64, the target is f64: complex values do not become real");
}

TEST_F(StoreValue, BoolsAndNumbersDoNotMix) {
  EXPECT_ERROR(DTypeError, store(d, b),
               "storing to 'b': 'd' is f64, the target is bool: bools and "
               "numbers do not mix; convert it with astype");
  EXPECT_ERROR(DTypeError, store(b, d),
               "storing to 'd': 'b' is bool, the target is f64: bools and "
               "numbers do not mix; convert it with astype");
}

TEST_F(StoreValue, NumbersTakeTheTargetsType) {
  EXPECT_TRUE(as<NumberNode>(*store(1, f)));
  EXPECT_EQ(store(1, f)->dtype, F32);
  EXPECT_EQ(as<NumberNode>(*store(7, i))->bits, 7u);
  EXPECT_THROW(store(3000000000, i), DTypeError);
  EXPECT_EQ(store(Field(1) + 2, i)->dtype, I32);
}

TEST_F(StoreValue, DimensionThatTheTargetLacksIsAnError) {
  Storage wide = zeros({I(0, 4), J(0, 2)}).named("w");
  EXPECT_ERROR(ValueError, store(wide, d),
               "storing to 'd': 'w' has the dimension J, which the target lacks");
  EXPECT_NO_THROW(store(d, wide)) << "a missing dimension is broadcast";
}

TEST_F(StoreValue, OtherRuntimeIsAnError) {
  Runtime other{options()};
  Runtime::Scope inner(other);
  Storage theirs = on(I(0, 4));
  EXPECT_ERROR(ValueError, store(d, theirs.named("t")),
               "storing to 't': 'd' belongs to another runtime");
}

} // namespace
