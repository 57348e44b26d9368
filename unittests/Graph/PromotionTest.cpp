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
  const auto *left = as<PointNode>(*sum.get()->inputs[0]);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->op, PointOp::Cast);
  EXPECT_EQ(left->dtype, I64);
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
  Field sum = f + 1;
  const Node &number = *sum.get()->inputs[1];
  EXPECT_TRUE(as<NumberNode>(number));
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
  EXPECT_EQ(flattened(sum).arguments.scalars.size(), 1u);
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

TEST_F(Promotion, NumberThatIsNoValueOfTheFieldsTypeIsAnError) {
  EXPECT_EQ((i + 2147483647).dtype(), I32);
  EXPECT_EQ((l + 3000000000).dtype(), I64);
  EXPECT_ERROR(DTypeError, i + 3000000000,
               "the number 3000000000 overflows i32 (-2147483648 to 2147483647); convert the field "
               "with astype");
  Field u8 = on(I(0, 4), U8), i8 = on(I(0, 4), I8), u64 = on(I(0, 4), U64), h = on(I(0, 4), F16);
  EXPECT_EQ((u8 + 255).dtype(), U8);
  EXPECT_ERROR(DTypeError, u8 + 256,
               "the number 256 overflows u8 (0 to 255); convert the field with astype");
  EXPECT_ERROR(DTypeError, -1 * u8,
               "the number -1 overflows u8 (0 to 255); convert the field with astype");
  EXPECT_ERROR(DTypeError, min(i8, -129),
               "the number -129 overflows i8 (-128 to 127); convert the field with astype");
  EXPECT_ERROR(DTypeError, u64 == -1,
               "the number -1 overflows u64 (0 to 18446744073709551615); convert the field with "
               "astype");
  EXPECT_ERROR(DTypeError, l + 18446744073709551615u,
               "the number 18446744073709551615 overflows i64 (-9223372036854775808 to "
               "9223372036854775807); convert the field with astype");
  EXPECT_ERROR(DTypeError, h * 65520,
               "the number 65520 overflows f16 (65504 at most); convert the field with astype");
  EXPECT_EQ((h * 65519).dtype(), F16);
}

TEST_F(Promotion, NumbersAboveI64WorkWithU64) {
  Field u64 = on(I(0, 4), U64), huge = 18446744073709551615u;
  EXPECT_EQ((u64 + 18446744073709551615u).dtype(), U64);
  EXPECT_EQ(numberOf(u64 + huge, 1), ~std::uint64_t(0));
  EXPECT_EQ(numberOf(u64 + std::uint8_t(3), 1), 3u);
  EXPECT_EQ((f + huge).dtype(), F32);
  EXPECT_EQ((huge + 1).dtype(), U64);
  EXPECT_EQ((huge + 0.5).dtype(), F64);
  EXPECT_THROW((void)(huge + -1), DTypeError);
}

TEST_F(Promotion, TwoByteFloatsAreNumbers) {
  EXPECT_EQ((f * Float16(1.5)).dtype(), F32);
  EXPECT_EQ(numberOf(f * Float16(1.5), 1), 0x3fc00000u);
  EXPECT_EQ((on(I(0, 4), BF16) + BFloat16(2)).dtype(), BF16);
}

TEST_F(Promotion, ComplexValuesAreNotComputedWith) {
  Field c = on(I(0, 4), C64).named("c");
  EXPECT_ERROR(
      DTypeError, c + c,
      "'+' of 'c' (c64) and 'c' (c64): complex values are only stored, moved and converted "
      "to each other");
  EXPECT_ERROR(
      DTypeError, -c,
      "'-' of 'c' (c64): complex values are only stored, moved and converted to each other");
  EXPECT_ERROR(
      DTypeError, where(b, c, 0.0),
      "'where' of 'b' (bool), 'c' (c64) and a float number: complex values are only stored, "
      "moved and converted to each other");
  EXPECT_EQ(astype(c, C128).dtype(), C128);
  EXPECT_EQ(astype(d, C64).dtype(), C64);
  EXPECT_ERROR(DTypeError, astype(c, F32),
               "'astype' of 'c' from c64 to f32: complex values do not become real");
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
