//===- IntegerOperations.cpp - Total operations on integers ---------------===//
//
// Shifts take the count modulo the width: that is guarded by selections, so that
// every lane has a value. Division is in IntegerDivision.cpp.
//
//===----------------------------------------------------------------------===//
#include "IntegerOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace gtcompiler;
using namespace mlir;

static Value compare(const CodeBuilder &code, LLVM::ICmpPredicate predicate, Value a, Value b) {
  return LLVM::ICmpOp::create(code.ops, code.loc, predicate, a, b);
}

/// Whether any lane has a bit set.
static Value hasBits(const CodeBuilder &code, Value bits) {
  if (isa<VectorType>(bits.getType()))
    bits = LLVM::vector_reduce_or::create(code.ops, code.loc, getElementTypeOrSelf(bits), bits);
  return compare(code, LLVM::ICmpPredicate::ne, bits, code.constant(bits.getType(), 0));
}

/// while (exponent) { if (exponent & 1) result *= base; base *= base; exponent >>= 1; }
static Value wrappingPower(const CodeBuilder &code, Value base, Value exponent) {
  Type type = base.getType();
  Value one = code.constant(type, 1), zero = code.constant(type, 0);
  using State = CodeBuilder::State; // result, base, exponent
  State last = code.repeat(
      {one, base, exponent},
      [&](CodeBuilder &test, const State &state) { return hasBits(test, state[2]); },
      [&](CodeBuilder &body, const State &state) -> State {
        Value bit = body.bitAnd(state[2], one);
        Value isOdd = compare(body, LLVM::ICmpPredicate::ne, bit, zero);
        Value result = body.select(isOdd, body.mul(state[0], state[1]), state[0]);
        return {result, body.mul(state[1], state[1]), body.shiftRight(state[2], one)};
      });
  return last[0];
}

Value gtcompiler::lowerPowUInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return wrappingPower(code, operands[0], operands[1]);
}

/// For 1 and -1 only the exponent's last bit matters, so that a negative one
/// may be read as unsigned.
Value gtcompiler::lowerPowInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Value base = operands[0], exponent = operands[1];
  Type type = base.getType();
  Value zero = code.constant(type, 0);
  Value isNegative = compare(code, LLVM::ICmpPredicate::slt, exponent, zero);
  Value isUnit = code.bitOr(code.isEqual(base, 1), code.isEqual(base, -1));
  Value count = code.select(isNegative, code.bitAnd(exponent, code.constant(type, 1)), exponent);
  Value power = wrappingPower(code, base, count);
  Value small = code.select(isUnit, power, zero);
  return code.select(isNegative, small, power);
}

static Value isPlace(const CodeBuilder &code, Type type, Value count) {
  std::int64_t width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  return compare(code, LLVM::ICmpPredicate::ult, count, code.constant(type, width));
}

Value gtcompiler::lowerShiftLeft(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Type type = operands[0].getType();
  Value zero = code.constant(type, 0), inside = isPlace(code, type, operands[1]);
  Value count = code.select(inside, operands[1], zero);
  return code.select(inside, code.shiftLeft(operands[0], count), zero);
}

Value gtcompiler::lowerShiftRightInt(const CodeBuilder &code, const PointTypes &,
                                     ValueRange operands) {
  Type type = operands[0].getType();
  std::int64_t width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value last = code.constant(type, width - 1);
  Value count = code.select(isPlace(code, type, operands[1]), operands[1], last);
  return LLVM::AShrOp::create(code.ops, code.loc, operands[0], count);
}

Value gtcompiler::lowerShiftRightUInt(const CodeBuilder &code, const PointTypes &,
                                      ValueRange operands) {
  Type type = operands[0].getType();
  Value zero = code.constant(type, 0), inside = isPlace(code, type, operands[1]);
  Value count = code.select(inside, operands[1], zero);
  return code.select(inside, code.shiftRight(operands[0], count), zero);
}

Value gtcompiler::lowerNotInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Type type = operands[0].getType();
  return LLVM::XOrOp::create(code.ops, code.loc, operands[0], code.constant(type, -1));
}

/// min(max(a, -1), 1).
Value gtcompiler::lowerSignInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Type type = operands[0].getType();
  Value low = LLVM::SMaxOp::create(code.ops, code.loc, operands[0], code.constant(type, -1));
  return LLVM::SMinOp::create(code.ops, code.loc, low, code.constant(type, 1));
}

Value gtcompiler::lowerSignUInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Type type = operands[0].getType();
  return LLVM::UMinOp::create(code.ops, code.loc, operands[0], code.constant(type, 1));
}

Value gtcompiler::lowerNegInt(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return code.sub(code.constant(operands[0].getType(), 0), operands[0]);
}

Value gtcompiler::lowerAbsInt(const CodeBuilder &code, const PointTypes &types,
                              ValueRange operands) {
  Value negated = lowerNegInt(code, types, operands);
  return LLVM::SMaxOp::create(code.ops, code.loc, operands[0], negated);
}
