//===- PromotionTest.cpp - Element types of operations --------------------===//
//
// What promotes to what, weak numbers, and mixtures that are errors.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Promotion : public GraphTest {
protected:
  Field b = on(I(0, 4), Bool).named("b"), i = on(I(0, 4), I32).named("i"),
        l = on(I(0, 4), I64).named("l"), f = on(I(0, 4), F32).named("f"),
        d = on(I(0, 4), F64).named("d");
};

// Worked case 96.
TEST_F(Promotion, FieldsOfOneKindTakeTheWiderType) {
  EXPECT_EQ((f + d).dtype(), F64);
  EXPECT_EQ((d - f).dtype(), F64);
  EXPECT_EQ((i * l).dtype(), I64);
  EXPECT_EQ((i + i).dtype(), I32);
  EXPECT_EQ(min(f, d).dtype(), F64);
}

TEST_F(Promotion, ConversionsAreNodesOfTheGraph) {
  Field sum = i + l;
  const Node &left = *sum.get()->inputs[0];
  EXPECT_EQ(left.op, OpCode::Point);
  EXPECT_EQ(left.point, PointOp::Cast);
  EXPECT_EQ(left.dtype, I64);
  EXPECT_EQ(sum.get()->inputs[1].get(), l.get());
}

// Worked case 31.
TEST_F(Promotion, DivisionOfIntegersIsOfF64) {
  EXPECT_EQ((i / i).dtype(), F64);
  EXPECT_EQ((l / 2).dtype(), F64);
  EXPECT_EQ((f / f).dtype(), F32);
  EXPECT_EQ((f / 2).dtype(), F32);
}

TEST_F(Promotion, FunctionsOfFloatsTakeIntegersAsF64) {
  EXPECT_EQ(sqrt(i).dtype(), F64);
  EXPECT_EQ(exp(l).dtype(), F64);
  EXPECT_EQ(log(f).dtype(), F32);
  EXPECT_EQ(abs(i).dtype(), I32);
}

TEST_F(Promotion, NumbersTakeTheTypeOfTheField) {
  EXPECT_EQ((f + 1).dtype(), F32);
  EXPECT_EQ((f + 1.5).dtype(), F32);
  EXPECT_EQ((2.0 * d).dtype(), F64);
  EXPECT_EQ((i - 1).dtype(), I32);
  EXPECT_EQ((1 - l).dtype(), I64);
  const Node &number = *(f + 1).get()->inputs[1];
  EXPECT_EQ(number.op, OpCode::Scalar);
  EXPECT_EQ(number.dtype, F32);
}

// S4-046
TEST_F(Promotion, NumbersStayWeakInsideAField) {
  Field half = 0.5, expression = half * 2 + 1;
  EXPECT_EQ(half.dtype(), F64);
  EXPECT_EQ((half * f).dtype(), F32);
  EXPECT_EQ((expression * f).dtype(), F32);
  EXPECT_EQ((broadcast(half, I) + f).dtype(), F32);
  EXPECT_EQ((where(b, 1.0, 2.0) + f).dtype(), F32);
  EXPECT_EQ((Field(3) + i).dtype(), I32);
  EXPECT_EQ(astype(half, F64).get()->weak, false);
  EXPECT_EQ((astype(half, F64) + f).dtype(), F64);
}

TEST_F(Promotion, WeakNumberIsSharedWhereItHasTheType) {
  Field alpha = 0.1, sum = alpha * d + alpha;
  EXPECT_EQ(flattened(sum).scalars.size(), 1u);
}

TEST_F(Promotion, ComparisonsAreBoolAndLogicNeedsBools) {
  EXPECT_EQ((f < 1.0).dtype(), Bool);
  EXPECT_EQ((i == l).dtype(), Bool);
  EXPECT_EQ((b == b).dtype(), Bool);
  EXPECT_EQ(((d > 0.0) & b).dtype(), Bool);
  EXPECT_EQ((!b | true).dtype(), Bool);
  EXPECT_ERROR(DTypeError, d & d,
               "'&' of 'd' (f64) and 'd' (f64): it needs bools; compare, or convert with astype");
  EXPECT_ERROR(DTypeError, b < b,
               "'<' of 'b' (bool) and 'b' (bool): it needs numbers; convert "
               "with astype");
  EXPECT_ERROR(DTypeError, -b, "'-' of 'b' (bool): it needs numbers; convert with astype");
  EXPECT_ERROR(DTypeError, !i, "'!' of 'i' (i32): it needs bools; compare, or convert with astype");
}

// S4-046
TEST_F(Promotion, SelectionNeedsABoolAndPromotesItsBranches) {
  EXPECT_EQ(where(b, 1.0, f).dtype(), F32);
  EXPECT_EQ(where(b, 1, f).dtype(), F32);
  EXPECT_EQ(where(b, f, d).dtype(), F64);
  EXPECT_EQ(where(b, 1, 2).dtype(), I64);
  EXPECT_EQ(where(true, f, 0).dtype(), F32);
  EXPECT_EQ(where(b, b, false).dtype(), Bool);
  EXPECT_ERROR(DTypeError, where(i, f, f),
               "'where' of 'i' (i32), 'f' (f32) and 'f' (f32): the condition must be bool; compare "
               "it, or convert it with astype");
  EXPECT_ERROR(DTypeError, where(b, f, i),
               "'where' of 'b' (bool), 'f' (f32) and 'i' (i32): float and integer fields do not "
               "mix; convert one with astype");
}

TEST_F(Promotion, MixturesThatLoseInformationNameAstype) {
  EXPECT_ERROR(DTypeError, d + i,
               "'+' of 'd' (f64) and 'i' (i32): float and integer fields do not "
               "mix; convert one with astype");
  EXPECT_ERROR(DTypeError, i * 0.5,
               "'*' of 'i' (i32) and a float number: an integer field does "
               "not become a float by itself; convert it with astype");
  EXPECT_ERROR(DTypeError, b + 1,
               "'+' of 'b' (bool) and an integer number: bools and numbers do "
               "not mix; convert one with astype");
  EXPECT_ERROR(DTypeError, d == b,
               "'==' of 'd' (f64) and 'b' (bool): bools and numbers do not "
               "mix; convert one with astype");
  EXPECT_ERROR(DTypeError, f + true,
               "'+' of 'f' (f32) and a bool: bools and numbers do not mix; "
               "convert one with astype");
  EXPECT_ERROR(DTypeError, min(b), "'min' of 'b' (bool): it needs numbers; convert with astype");
}

TEST_F(Promotion, NumberThatDoesNotFitAnI32IsAnError) {
  EXPECT_EQ((i + 2147483647).dtype(), I32);
  EXPECT_EQ((l + 3000000000).dtype(), I64);
  EXPECT_ERROR(ValueError, i + 3000000000,
               "the number 3000000000 does not fit into an i32; convert the field with astype");
}

TEST_F(Promotion, SumsOfIntegersAndBoolsAreI64) {
  EXPECT_EQ(sum(i).dtype(), I64);
  EXPECT_EQ(sum(b).dtype(), I64);
  EXPECT_EQ(sum(f).dtype(), F32);
  EXPECT_EQ(min(i).dtype(), I32);
  EXPECT_EQ(max(f).dtype(), F32);
}

TEST_F(Promotion, ErrorsAreAtTheRightOperandsLine) {
  try {
#line 12 "model.cpp"
    Field sum = d + i;
#line 152 "PromotionTest.cpp"
    FAIL();
  } catch (const DTypeError &error) {
    EXPECT_STREQ(error.line().file, "model.cpp");
    EXPECT_GE(error.line().line, 12u);
    EXPECT_LE(error.line().line, 13u);
  }
}

} // namespace
