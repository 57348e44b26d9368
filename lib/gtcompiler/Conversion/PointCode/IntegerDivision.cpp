//===- IntegerDivision.cpp - Quotients and remainders of integers ---------===//
//
// Machine division traps for a divisor of 0 and for the least integer by -1:
// selections put another divisor there. Vectors are divided as floats, but for
// 64 bits where conversions to and from these take longer than they save. A quotient of two
// integers below 2^24 in f32, or 2^53 in f64, that is rounded to a float is never rounded up to the
// next integer, since that is further away than half a unit of the last place.
//
//===----------------------------------------------------------------------===//
#include "IntegerOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace gtcompiler;
using namespace mlir;

static unsigned widthOf(Type type) { return getElementTypeOrSelf(type).getIntOrFloatBitWidth(); }

namespace {
/// Quotient toward zero and what it leaves.
struct Division {
  Value quotient;
  Value remainder;
};
} // namespace

/// The vectors of floats in which lanes of `type` are divided; null if the machine divides: one
/// number, or 64 bits where there are no conversions to and from them.
static VectorType floatsFor(const CodeBuilder &code, Type type) {
  constexpr std::int64_t kWideLanes = 8; // of AVX-512
  auto vector = dyn_cast<VectorType>(type);
  unsigned width = widthOf(type);
  if (!vector || (width == 64 && vector.getNumElements() != kWideLanes))
    return {};
  Type element = width <= 16 ? Type(code.ops.getF32Type()) : Type(code.ops.getF64Type());
  return VectorType::get(vector.getShape(), element);
}

static Value toFloats(const CodeBuilder &code, Type floats, Value value, bool isSigned) {
  return isSigned ? Value(LLVM::SIToFPOp::create(code.ops, code.loc, floats, value))
                  : Value(LLVM::UIToFPOp::create(code.ops, code.loc, floats, value));
}
static Value toIntegers(const CodeBuilder &code, Type type, Value floats, bool isSigned) {
  return isSigned ? Value(LLVM::FPToSIOp::create(code.ops, code.loc, type, floats))
                  : Value(LLVM::FPToUIOp::create(code.ops, code.loc, type, floats));
}

/// Unsigned integers of 64 bits. A reciprocal that is too small by 2^-49 gives a quotient that is
/// not too large, and too small by less than 2^17; that of what it leaves is too small by 1 at
/// most.
static Division divideWide(const CodeBuilder &code, VectorType floats, Value a, Value b) {
  Type type = a.getType();
  llvm::APFloat belowOne(1.0 - 0x1p-49);
  Value reciprocal = LLVM::FDivOp::create(code.ops, code.loc, code.constant(floats, belowOne),
                                          toFloats(code, floats, b, /*isSigned=*/false));
  auto estimate = [&](Value of) {
    Value quotient = LLVM::FMulOp::create(
        code.ops, code.loc, toFloats(code, floats, of, /*isSigned=*/false), reciprocal);
    return toIntegers(code, type, quotient, /*isSigned=*/false);
  };
  Value first = estimate(a), left = code.sub(a, code.mul(first, b));
  Value second = estimate(left), rest = code.sub(left, code.mul(second, b));
  Value goesOnceMore = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::uge, rest, b);
  Value zero = code.constant(type, 0), one = code.constant(type, 1);
  return {code.add(code.add(first, second), code.select(goesOnceMore, one, zero)),
          code.sub(rest, code.select(goesOnceMore, b, zero))};
}

/// Integers of which the floats hold all.
static Division divideNarrow(const CodeBuilder &code, VectorType floats, Value a, Value b,
                             bool isSigned) {
  Value ratio = LLVM::FDivOp::create(code.ops, code.loc, toFloats(code, floats, a, isSigned),
                                     toFloats(code, floats, b, isSigned));
  Value quotient = toIntegers(code, a.getType(), ratio, isSigned);
  return {quotient, code.sub(a, code.mul(quotient, b))};
}

/// By no 0.
static Division divideUnsigned(const CodeBuilder &code, Value a, Value b) {
  if (VectorType floats = floatsFor(code, a.getType()))
    return widthOf(a.getType()) == 64 ? divideWide(code, floats, a, b)
                                      : divideNarrow(code, floats, a, b, /*isSigned=*/false);
  Value quotient = LLVM::UDivOp::create(code.ops, code.loc, a, b);
  return {quotient, code.sub(a, code.mul(quotient, b))};
}

/// The magnitudes, with signs put in afterwards.
static Division divideWideSigned(const CodeBuilder &code, VectorType floats, Value a, Value b) {
  Value last = code.constant(a.getType(), 63);
  auto signs = [&](Value of) -> Value {
    return LLVM::AShrOp::create(code.ops, code.loc, of, last);
  };
  auto negated = [&](Value value, Value where) { // by a mask
    return code.sub(LLVM::XOrOp::create(code.ops, code.loc, value, where), where);
  };
  Value signsOfA = signs(a), signsOfB = signs(b);
  Division magnitudes = divideWide(code, floats, negated(a, signsOfA), negated(b, signsOfB));
  Value differ = LLVM::XOrOp::create(code.ops, code.loc, signsOfA, signsOfB);
  return {negated(magnitudes.quotient, differ), negated(magnitudes.remainder, signsOfA)};
}

/// By neither 0 nor -1.
static Division divideSigned(const CodeBuilder &code, Value a, Value b) {
  if (VectorType floats = floatsFor(code, a.getType()))
    return widthOf(a.getType()) == 64 ? divideWideSigned(code, floats, a, b)
                                      : divideNarrow(code, floats, a, b, /*isSigned=*/true);
  Value quotient = LLVM::SDivOp::create(code.ops, code.loc, a, b);
  return {quotient, code.sub(a, code.mul(quotient, b))};
}

/// Divides by 1 where the machine would trap, and puts the values for -1 and 0
/// in afterwards.
static Division divide(const CodeBuilder &code, Value a, Value b) {
  Type type = a.getType();
  Value zero = code.constant(type, 0);
  Value byZero = code.isEqual(b, 0), byMinusOne = code.isEqual(b, -1);
  Value isSpecial = code.bitOr(byZero, byMinusOne);
  Value divisor = code.select(isSpecial, code.constant(type, 1), b);
  Division division = divideSigned(code, a, divisor); // no remainder for the special ones
  Value quotient = code.select(byMinusOne, code.sub(zero, a), division.quotient);
  return {code.select(byZero, zero, quotient), division.remainder};
}

/// Whether the quotient toward zero is not the one rounded down.
static Value isAboveFloor(const CodeBuilder &code, Type type, Value remainder, Value b) {
  Value zero = code.constant(type, 0);
  Value signs = LLVM::XOrOp::create(code.ops, code.loc, remainder, b);
  Value differ = code.less(signs, zero);
  Value isLeft = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, remainder, zero);
  return code.bitAnd(differ, isLeft);
}

Value gtcompiler::lowerFloorDivideInt(const CodeBuilder &code, const PointTypes &,
                                      ValueRange operands) {
  Type type = operands[0].getType();
  Division division = divide(code, operands[0], operands[1]);
  Value above = isAboveFloor(code, type, division.remainder, operands[1]);
  Value below = code.sub(division.quotient, code.constant(type, 1));
  return code.select(above, below, division.quotient);
}

Value gtcompiler::lowerModInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Type type = operands[0].getType();
  Division division = divide(code, operands[0], operands[1]);
  Value above = isAboveFloor(code, type, division.remainder, operands[1]);
  return code.select(above, code.add(division.remainder, operands[1]), division.remainder);
}

Value gtcompiler::lowerRemainderInt(const CodeBuilder &code, const PointTypes &,
                                    ValueRange operands) {
  return divide(code, operands[0], operands[1]).remainder;
}

Value gtcompiler::lowerDivideUInt(const CodeBuilder &code, const PointTypes &,
                                  ValueRange operands) {
  Type type = operands[0].getType();
  Value byZero = code.isEqual(operands[1], 0);
  Value divisor = code.select(byZero, code.constant(type, 1), operands[1]);
  Value quotient = divideUnsigned(code, operands[0], divisor).quotient;
  return code.select(byZero, code.constant(type, 0), quotient);
}

Value gtcompiler::lowerRemainderUInt(const CodeBuilder &code, const PointTypes &,
                                     ValueRange operands) {
  Type type = operands[0].getType();
  Value byZero = code.isEqual(operands[1], 0);
  Value divisor = code.select(byZero, code.constant(type, 1), operands[1]);
  return divideUnsigned(code, operands[0], divisor).remainder; // by 1: 0
}
