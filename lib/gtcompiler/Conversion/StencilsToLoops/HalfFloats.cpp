//===- HalfFloats.cpp - f16 and bf16 to f32 and back ----------------------===//
//
// bf16 by integer operations, which are the same on every machine. f16 by the
// operations of arith, which F16C has; gt-expand-half replaces them elsewhere.
//
//===----------------------------------------------------------------------===//
#include "HalfFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace gtcompiler;
using namespace mlir;

bool gtcompiler::isHalf(Type element) { return isa<Float16Type, BFloat16Type>(element); }

/// `type` with the lanes of `like`.
static Type withLanesOf(Type type, Type like) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? Type(vector.clone(type)) : type;
}

static Value bitcast(const CodeBuilder &code, Type element, Value value) {
  Type type = withLanesOf(element, value.getType());
  return arith::BitcastOp::create(code.ops, code.loc, type, value);
}

Value gtcompiler::halfToFloat(const CodeBuilder &code, Type element, Value bits) {
  Type f32 = code.ops.getF32Type();
  if (element.isF16())
    return arith::ExtFOp::create(code.ops, code.loc, withLanesOf(f32, bits.getType()),
                                 bitcast(code, element, bits));
  Type i32 = withLanesOf(code.ops.getI32Type(), bits.getType());
  Value wide = arith::ExtUIOp::create(code.ops, code.loc, i32, bits);
  return bitcast(code, f32, code.shiftLeft(wide, code.constant(i32, 16)));
}

/// Half a unit in the last place that stays is added, less one bit if that
/// place is even; a NaN would become an infinity and is replaced.
static Value floatToBrain(const CodeBuilder &code, Value value) {
  Type i16 = withLanesOf(code.ops.getIntegerType(16), value.getType());
  Value bits = bitcast(code, code.ops.getI32Type(), value);
  Type i32 = bits.getType();
  Value sixteen = code.constant(i32, 16);
  Value last = code.bitAnd(code.shiftRight(bits, sixteen), code.constant(i32, 1));
  Value rounded = code.add(code.add(bits, code.constant(i32, 0x7fff)), last);
  Value high = code.shiftRight(rounded, sixteen);
  Value isNan = arith::CmpFOp::create(code.ops, code.loc, arith::CmpFPredicate::UNO, value, value);
  Value chosen = code.select(isNan, code.constant(i32, 0x7fc0), high);
  return arith::TruncIOp::create(code.ops, code.loc, i16, chosen);
}

Value gtcompiler::floatToHalf(const CodeBuilder &code, Type element, Value value) {
  if (element.isBF16())
    return floatToBrain(code, value);
  Type f16 = withLanesOf(element, value.getType());
  Value narrow = arith::TruncFOp::create(code.ops, code.loc, f16, value);
  return bitcast(code, code.ops.getIntegerType(16), narrow);
}

Value gtcompiler::roundToOdd(const CodeBuilder &code, Value value) {
  Type f64 = value.getType(), f32 = withLanesOf(code.ops.getF32Type(), f64);
  Value nearest = arith::TruncFOp::create(code.ops, code.loc, f32, value);
  Value back = arith::ExtFOp::create(code.ops, code.loc, f64, nearest);
  auto absolute = [&](Value number) {
    Value bits = bitcast(code, code.ops.getI64Type(), number);
    return code.bitAnd(bits, code.constant(bits.getType(), INT64_MAX));
  };
  // Bits of numbers of one sign are in the order of their sizes. A NaN stays
  // one whatever happens to its last bits.
  Value isAway = code.less(absolute(value), absolute(back));
  Value isInexact =
      arith::CmpFOp::create(code.ops, code.loc, arith::CmpFPredicate::ONE, back, value);
  Value bits = bitcast(code, code.ops.getI32Type(), nearest);
  Type i32 = bits.getType();
  Value truncated = code.sub(bits, arith::ExtUIOp::create(code.ops, code.loc, i32, isAway));
  Value odd = arith::OrIOp::create(code.ops, code.loc, truncated,
                                   arith::ExtUIOp::create(code.ops, code.loc, i32, isInexact));
  return bitcast(code, code.ops.getF32Type(), odd);
}
