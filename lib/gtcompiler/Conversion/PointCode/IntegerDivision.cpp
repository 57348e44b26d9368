//===- IntegerDivision.cpp - Quotients and remainders of integers ---------===//
//
// Vectors are divided as floats that hold the integers: down(a / b) is the integer nearest to
// (a + 0.5 * sign(b)) / b - 0.5 = a / b + (0.5 * |1 / b| - 0.5), which is further away from a
// middle of two integers than what rounding adds, and a sum with a great power of two rounds to it.
// So it is with numbers of up to 16 bits in f32, of 32 in f64, and with those of 64 that are below
// 2^49 in size, and others go another way. Machine division traps for a divisor of 0 and for the
// least integer by -1: selections put another divisor there.
//
//===----------------------------------------------------------------------===//
#include "IntegerDivision.h"

#include "IntegerOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace gtcompiler;
using namespace mlir;

static unsigned widthOf(Type type) { return getElementTypeOrSelf(type).getIntOrFloatBitWidth(); }

//===----------------------------------------------------------------------===//
// By floats
//===----------------------------------------------------------------------===//

/// The vectors of floats in which lanes of `type` are divided.
static VectorType floatsFor(const CodeBuilder &code, VectorType type) {
  Type element = widthOf(type) <= 16 ? Type(code.ops.getF32Type()) : Type(code.ops.getF64Type());
  return VectorType::get(type.getShape(), element);
}

/// A float whose last bits are those of the integer nearest to what is added to it, of either sign.
static double roundingNumber(unsigned width) {
  return width <= 16 ? 0x1.8p23 : width <= 32 ? 0x1.8p52 : 0x1.2p52;
}
/// Integers of 64 bits are short where their sum with the bits of this has no other of the upper
/// 14 bits than 2^52 has.
static double shortNumber(bool isSigned) { return isSigned ? 0x1.2p52 : 0x1p52; }
static constexpr std::int64_t kShortBits = 0x4330000000000000, kUpperBits = ~((1LL << 50) - 1);

static Value toFloats(const CodeBuilder &code, Type floats, Value value, bool isSigned) {
  return isSigned ? Value(LLVM::SIToFPOp::create(code.ops, code.loc, floats, value))
                  : Value(LLVM::UIToFPOp::create(code.ops, code.loc, floats, value));
}
static Value number(const CodeBuilder &code, Type floats, double value) {
  llvm::APFloat number(value);
  bool isExact = true;
  number.convert(cast<FloatType>(getElementTypeOrSelf(floats)).getFloatSemantics(),
                 llvm::APFloat::rmNearestTiesToEven, &isExact);
  return code.constant(floats, number);
}
static Value bits(const CodeBuilder &code, Type integers, Value floats) {
  return LLVM::BitcastOp::create(code.ops, code.loc, integers, floats);
}
static Value sumOfFloats(const CodeBuilder &code, Value a, Value b) {
  return LLVM::FAddOp::create(code.ops, code.loc, a, b);
}
static Value difference(const CodeBuilder &code, Value a, Value b) {
  return LLVM::FSubOp::create(code.ops, code.loc, a, b);
}
static Value fused(const CodeBuilder &code, Value a, Value b, Value c) {
  return LLVM::FMAOp::create(code.ops, code.loc, a, b, c);
}
static Value exclusiveOr(const CodeBuilder &code, Value a, Value b) {
  return LLVM::XOrOp::create(code.ops, code.loc, a, b);
}

/// The lower halves of floats of twice the width, or quarters.
static Value lowerBits(const CodeBuilder &code, VectorType type, Value floats) {
  unsigned width = widthOf(type);
  std::int64_t lanes = type.getNumElements(), parts = widthOf(floats.getType()) / width;
  if (parts > 2) {
    auto integers = VectorType::get(lanes, code.ops.getI32Type());
    return LLVM::TruncOp::create(code.ops, code.loc, type, bits(code, integers, floats));
  }
  Value halves = bits(code, VectorType::get(parts * lanes, type.getElementType()), floats);
  SmallVector<std::int32_t> chosen;
  for (std::int64_t lane = 0; lane < lanes; ++lane)
    chosen.push_back(static_cast<std::int32_t>(parts * lane));
  return code.shuffle(halves, halves, chosen);
}

const Divisions::Divisor &Divisions::divisor(const CodeBuilder &code, VectorType floats, Value b,
                                             bool isSigned) {
  Divisor &by = divisors[{b, isSigned}];
  if (by.reciprocal)
    return by;
  CodeBuilder at = code.behind(b);
  Type type = b.getType();
  if (widthOf(type) == 64) {
    double shortest = shortNumber(isSigned);
    Value moved = at.add(b, bits(at, type, number(at, floats, shortest)));
    by.shortBits = exclusiveOr(at, moved, at.constant(type, kShortBits));
    by.floats = difference(at, bits(at, floats, moved), number(at, floats, shortest));
  } else {
    by.floats = toFloats(at, floats, b, isSigned);
  }
  Value zero = at.constant(type, 0), isZero = at.isEqual(b, 0);
  by.notZero = at.select(isZero, zero, at.constant(type, -1));
  Value inverse = LLVM::FDivOp::create(at.ops, at.loc, number(at, floats, 1), by.floats);
  by.reciprocal = at.select(isZero, number(at, floats, 0), inverse);
  Value size = LLVM::FAbsOp::create(at.ops, at.loc, by.reciprocal);
  by.offset = fused(at, size, number(at, floats, 0.5), number(at, floats, -0.5));
  return by;
}

/// The quotient rounded down, added to a number for rounding.
static Value roundedRatio(const CodeBuilder &code, Value dividend, Value reciprocal, Value offset,
                          double rounding) {
  Value ratio = fused(code, dividend, reciprocal, offset);
  return sumOfFloats(code, ratio, number(code, dividend.getType(), rounding));
}

Division Divisions::divideNarrow(const CodeBuilder &code, VectorType floats, Value a, Value b,
                                 bool isSigned) {
  auto type = cast<VectorType>(a.getType());
  const Divisor &by = divisor(code, floats, b, isSigned);
  Value rounded = roundedRatio(code, toFloats(code, floats, a, isSigned), by.reciprocal, by.offset,
                               roundingNumber(widthOf(type)));
  Value quotient = lowerBits(code, type, rounded);
  return {quotient, code.bitAnd(code.sub(a, code.mul(quotient, b)), by.notZero)};
}

//===----------------------------------------------------------------------===//
// 64 bits
//===----------------------------------------------------------------------===//

/// Unsigned vectors by no 0. A reciprocal that is too small by 2^-49 gives a quotient that is not
/// too large, and too small by less than 2^17; that of what it leaves is too small by 1 at most.
static Division divideLongUnsigned(const CodeBuilder &code, VectorType floats, Value a, Value b) {
  Type type = a.getType();
  Value reciprocal = LLVM::FDivOp::create(code.ops, code.loc, number(code, floats, 1.0 - 0x1p-49),
                                          toFloats(code, floats, b, /*isSigned=*/false));
  auto estimate = [&](Value of) -> Value {
    Value quotient = LLVM::FMulOp::create(
        code.ops, code.loc, toFloats(code, floats, of, /*isSigned=*/false), reciprocal);
    return LLVM::FPToUIOp::create(code.ops, code.loc, type, quotient);
  };
  Value first = estimate(a), left = code.sub(a, code.mul(first, b));
  Value second = estimate(left), rest = code.sub(left, code.mul(second, b));
  Value goesOnceMore = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::uge, rest, b);
  Value zero = code.constant(type, 0), one = code.constant(type, 1);
  return {code.add(code.add(first, second), code.select(goesOnceMore, one, zero)),
          code.sub(rest, code.select(goesOnceMore, b, zero))};
}

/// The magnitudes, with signs put in afterwards: rounded toward zero.
static Division divideLongSigned(const CodeBuilder &code, VectorType floats, Value a, Value b) {
  Value last = code.constant(a.getType(), 63);
  auto signs = [&](Value of) -> Value {
    return LLVM::AShrOp::create(code.ops, code.loc, of, last);
  };
  auto negated = [&](Value value, Value where) { // by a mask
    return code.sub(exclusiveOr(code, value, where), where);
  };
  Value signsOfA = signs(a), signsOfB = signs(b);
  Division magnitudes =
      divideLongUnsigned(code, floats, negated(a, signsOfA), negated(b, signsOfB));
  Value differ = exclusiveOr(code, signsOfA, signsOfB);
  return {negated(magnitudes.quotient, differ), negated(magnitudes.remainder, signsOfA)};
}

/// One number, or each lane, as the machine divides.
static Division divideByMachine(const CodeBuilder &code, Value a, Value b, bool isSigned) {
  Value quotient = isSigned ? Value(LLVM::SDivOp::create(code.ops, code.loc, a, b))
                            : Value(LLVM::UDivOp::create(code.ops, code.loc, a, b));
  return {quotient, code.sub(a, code.mul(quotient, b))};
}

/// By anything: by 1 where the machine would trap, and the values for -1 and 0 are put in
/// afterwards.
static Division divideAny(const CodeBuilder &code, Value a, Value b, bool isSigned) {
  constexpr std::int64_t kConvertedLanes = 8; // AVX-512 has conversions to and from 64 bits
  Type type = a.getType();
  auto vector = dyn_cast<VectorType>(type);
  Value zero = code.constant(type, 0), one = code.constant(type, 1);
  Value byZero = code.isEqual(b, 0), byMinusOne = isSigned ? code.isEqual(b, -1) : Value();
  Value isSpecial = isSigned ? code.bitOr(byZero, byMinusOne) : byZero;
  Value divisor = code.select(isSpecial, one, b); // leaves nothing
  Division division;
  if (vector && vector.getNumElements() == kConvertedLanes) {
    VectorType floats = floatsFor(code, vector);
    division = isSigned ? divideLongSigned(code, floats, a, divisor)
                        : divideLongUnsigned(code, floats, a, divisor);
  } else {
    division = divideByMachine(code, a, divisor, isSigned);
  }
  if (!isSigned)
    return {code.select(byZero, zero, division.quotient), division.remainder};
  Value differ = code.less(exclusiveOr(code, division.remainder, b), zero);
  Value isLeft =
      LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, division.remainder, zero);
  Value isAbove = code.bitAnd(differ, isLeft);
  Value down = code.sub(division.quotient, code.select(isAbove, one, zero));
  Value quotient = code.select(byMinusOne, code.sub(zero, a), code.select(byZero, zero, down));
  return {quotient, code.add(division.remainder, code.select(isAbove, b, zero))};
}

Division Divisions::divideWide(const CodeBuilder &code, Value a, Value b, bool isSigned) {
  Type type = a.getType();
  VectorType floats = floatsFor(code, cast<VectorType>(type));
  const Divisor &by = divisor(code, floats, b, isSigned);
  Value shortest = number(code, floats, shortNumber(isSigned));
  Value rounding = number(code, floats, roundingNumber(64));
  Value moved = code.add(a, bits(code, type, shortest));
  Value others = exclusiveOr(code, moved, code.constant(type, kShortBits));
  Value upper = code.bitAnd(code.bitOr(others, by.shortBits), code.constant(type, kUpperBits));
  Value isLong = code.anyLane(LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne,
                                                   upper, code.constant(type, 0)));
  Value dividend = difference(code, bits(code, floats, moved), shortest);
  Value rounded =
      roundedRatio(code, dividend, by.reciprocal, by.offset, roundingNumber(widthOf(type)));
  auto toIntegers = [&](Value sum) { // with the number for rounding
    return code.sub(bits(code, type, sum), bits(code, type, rounding));
  };
  Value left = fused(code, difference(code, rounding, rounded), by.floats, dividend);
  Value remainder = code.bitAnd(toIntegers(sumOfFloats(code, left, rounding)), by.notZero);
  CodeBuilder::State division =
      code.when(isLong, {toIntegers(rounded), remainder}, [&](CodeBuilder &any) {
        Division of = divideAny(any, a, b, isSigned);
        return CodeBuilder::State{of.quotient, of.remainder};
      });
  return {division[0], division[1]};
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

Division Divisions::divide(const CodeBuilder &code, Value a, Value b, bool isSigned) {
  Key key{a, b, isSigned};
  if (auto found = known.find(key); found != known.end())
    return found->second;
  auto vector = dyn_cast<VectorType>(a.getType());
  Division division = !vector ? divideAny(code, a, b, isSigned)
                      : widthOf(vector) == 64
                          ? divideWide(code, a, b, isSigned)
                          : divideNarrow(code, floatsFor(code, vector), a, b, isSigned);
  return known[key] = division;
}

static Division divide(const CodeBuilder &code, const PointTypes &types, ValueRange operands) {
  Divisions own;
  Divisions &divisions = types.divisions ? *types.divisions : own;
  return divisions.divide(code, operands[0], operands[1], types.kind() != ElementKind::UInt);
}

Value gtcompiler::lowerFloorDivideInt(const CodeBuilder &code, const PointTypes &types,
                                      ValueRange operands) {
  return divide(code, types, operands).quotient;
}

Value gtcompiler::lowerModInt(const CodeBuilder &code, const PointTypes &types,
                              ValueRange operands) {
  return divide(code, types, operands).remainder;
}

/// Of the quotient rounded toward zero.
Value gtcompiler::lowerRemainderInt(const CodeBuilder &code, const PointTypes &types,
                                    ValueRange operands) {
  Value a = operands[0], b = operands[1];
  Value remainder = divide(code, types, operands).remainder, zero = code.constant(a.getType(), 0);
  Value differ = code.less(exclusiveOr(code, a, b), zero);
  Value isLeft = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, remainder, zero);
  return code.sub(remainder, code.select(code.bitAnd(differ, isLeft), b, zero));
}
