//===- Extremes.cpp - IEEE's minimum and maximum of floats ----------------===//
#include "Extremes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// The lesser or greater of two floats: `second` where they are equal or one is NaN.
static Value comparedExtreme(const CodeBuilder &code, bool isLeast, Value first, Value second) {
  auto order = isLeast ? LLVM::FCmpPredicate::olt : LLVM::FCmpPredicate::ogt;
  return code.select(LLVM::FCmpOp::create(code.ops, code.loc, order, first, second), first, second);
}

/// Integers of the width of `floats`, as many.
static Type bitsOf(const CodeBuilder &code, Type floats) {
  Type lane = code.ops.getIntegerType(getElementTypeOrSelf(floats).getIntOrFloatBitWidth());
  auto vector = dyn_cast<VectorType>(floats);
  return vector ? VectorType::get(vector.getShape(), lane) : lane;
}

/// All bits but the sign, or the sign alone.
static Value signMask(const CodeBuilder &code, Type integers, bool isSign) {
  unsigned width = getElementTypeOrSelf(integers).getIntOrFloatBitWidth();
  llvm::APInt bits =
      isSign ? llvm::APInt::getSignMask(width) : llvm::APInt::getSignedMaxValue(width);
  return code.constant(integers, bits.getSExtValue());
}

/// Comparing both ways gives the same bits twice, unless the operands are equal or one is NaN:
/// then it gives one and the other. The union of the bits is NaN if one of them is. Of zeros the
/// least is the union, too; of the greatest the sign is the one that both have.
Value gtcompiler::ieeeExtreme(const CodeBuilder &code, bool isLeast, Value a, Value b) {
  Type floats = a.getType(), integers = bitsOf(code, floats);
  auto compared = [&](Value first, Value second) -> Value {
    return LLVM::BitcastOp::create(code.ops, code.loc, integers,
                                   comparedExtreme(code, isLeast, first, second));
  };
  Value one = compared(a, b), other = compared(b, a);
  Value result = code.bitOr(one, other);
  if (!isLeast)
    result = code.bitOr(code.bitAnd(one, other),
                        code.bitAnd(signMask(code, integers, /*isSign=*/false), result));
  return LLVM::BitcastOp::create(code.ops, code.loc, floats, result);
}

/// A comparison each finds the extreme among numbers, and keeps a NaN that `first` has; one for
/// two finds a NaN among `others`. A zero alone may have the wrong sign: that of the least is
/// the union of all signs, of the greatest what all have, and so is that of any other extreme.
Value gtcompiler::ieeeExtreme(const CodeBuilder &code, bool isLeast, Value first,
                              ArrayRef<Value> others, OrderedPairs *known) {
  Type floats = first.getType(), integers = bitsOf(code, floats);
  OrderedPairs own, &pairs = known ? *known : own;
  auto bits = [&](Value value) -> Value {
    return LLVM::BitcastOp::create(code.ops, code.loc, integers, value);
  };
  Value extreme = first, signs = bits(first), areOrdered;
  for (auto [number, other] : llvm::enumerate(others)) {
    extreme = comparedExtreme(code, isLeast, other, extreme);
    signs = isLeast ? code.bitOr(signs, bits(other)) : code.bitAnd(signs, bits(other));
    if (number % 2 == 1 || number + 1 == others.size()) {
      Value before = number % 2 == 1 ? others[number - 1] : other;
      Value &both = pairs[{before, other}];
      if (!both)
        both = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::ord, before, other);
      areOrdered = areOrdered ? code.bitAnd(areOrdered, both) : both;
    }
  }
  Value mask = signMask(code, integers, /*isSign=*/isLeast);
  Value result = isLeast ? code.bitOr(bits(extreme), code.bitAnd(signs, mask))
                         : code.bitAnd(bits(extreme), code.bitOr(signs, mask));
  Value nan = code.constant(
      floats,
      llvm::APFloat::getQNaN(cast<FloatType>(getElementTypeOrSelf(floats)).getFloatSemantics()));
  return code.select(areOrdered, LLVM::BitcastOp::create(code.ops, code.loc, floats, result), nan);
}

/// What mends a comparison with `bound`, which gives the other operand where one is NaN or both are
/// equal: wrong if `bound` is NaN, or a zero and the other operand the other one. Bits to join the
/// least value with: those of NaN, the sign of -0, else none. A summand of the greatest one: NaN,
/// or +0, with which -0 is +0, else -0, which changes nothing.
static Value correctionBy(const CodeBuilder &code, bool isLeast, Value bound) {
  Type floats = bound.getType(), integers = bitsOf(code, floats);
  Value bits = LLVM::BitcastOp::create(code.ops, code.loc, integers, bound);
  Value negative = signMask(code, integers, /*isSign=*/true), none = code.constant(integers, 0);
  Value isZero = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq, bits,
                                      isLeast ? negative : none);
  Value isNaN = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::uno, bound, bound);
  Value chosen = code.select(code.bitOr(isZero, isNaN), bits, isLeast ? none : negative);
  return isLeast ? chosen : LLVM::BitcastOp::create(code.ops, code.loc, floats, chosen);
}

Value BoundedExtremes::extreme(const CodeBuilder &code, bool isLeast, Value value, Value bound) {
  Value &correction = corrections[{bound, isLeast}];
  if (!correction)
    correction = correctionBy(code.behind(bound), isLeast, bound);
  Value compared = comparedExtreme(code, isLeast, bound, value);
  if (!isLeast)
    return LLVM::FAddOp::create(code.ops, code.loc, compared, correction);
  Type integers = correction.getType();
  Value bits = LLVM::BitcastOp::create(code.ops, code.loc, integers, compared);
  return LLVM::BitcastOp::create(code.ops, code.loc, value.getType(), code.bitOr(bits, correction));
}
