//===- IntegerOperations.cpp - Total operations on integers ---------------===//
//
// Machines take the count of a shift modulo the width: that is guarded by selections, so that
// every lane has a value. Division is in IntegerDivision.cpp.
//
//===----------------------------------------------------------------------===//
#include "IntegerOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include <optional>

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

namespace {
/// What shifts by a count need of it.
struct Places {
  Value areInside; ///< whether it is below the width
  Value safe;      ///< itself there
};
} // namespace

static bool isNumber(Value value, std::int64_t number) {
  llvm::APInt known;
  return matchPattern(value, m_ConstantInt(&known)) && known.getSExtValue() == number;
}

/// Those of `count` that another body of the same row made; none if none has.
static std::optional<Places> placesMade(Value count, std::int64_t width, std::int64_t beyond,
                                        Block *block) {
  for (Operation *user : count.getUsers()) {
    auto choice = dyn_cast<LLVM::SelectOp>(user);
    auto compare = choice ? choice.getCondition().getDefiningOp<LLVM::ICmpOp>() : nullptr;
    if (compare && choice->getBlock() == block && compare.getLhs() == count &&
        compare.getPredicate() == LLVM::ICmpPredicate::ult && isNumber(compare.getRhs(), width) &&
        choice.getTrueValue() == count && isNumber(choice.getFalseValue(), beyond))
      return Places{compare, choice};
  }
  return std::nullopt;
}

/// Of `count`, `beyond` in place of one that is not below the width: in front of the loops if it
/// is a number.
static Places placesOf(const CodeBuilder &code, Value count, std::int64_t beyond) {
  CodeBuilder place = code;
  std::int64_t width = getElementTypeOrSelf(count).getIntOrFloatBitWidth();
  Operation *known = count.getDefiningOp();
  if (known && known->getBlock() != code.ops.getInsertionBlock()) {
    if (std::optional<Places> made = placesMade(count, width, beyond, known->getBlock()))
      return *made;
    place.ops.setInsertionPointAfter(known);
  }
  Value inside =
      compare(place, LLVM::ICmpPredicate::ult, count, place.constant(count.getType(), width));
  return {inside, place.select(inside, count, place.constant(count.getType(), beyond))};
}

/// 0 where the count is not below the width.
static Value shiftOrClear(const CodeBuilder &code, ValueRange operands,
                          Value (CodeBuilder::*shift)(Value, Value) const) {
  Places places = placesOf(code, operands[1], 0);
  return code.select(places.areInside, (code.*shift)(operands[0], places.safe),
                     code.constant(operands[0].getType(), 0));
}

Value gtcompiler::lowerShiftLeft(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return shiftOrClear(code, operands, &CodeBuilder::shiftLeft);
}

Value gtcompiler::lowerShiftRightInt(const CodeBuilder &code, const PointTypes &,
                                     ValueRange operands) {
  std::int64_t width = getElementTypeOrSelf(operands[0]).getIntOrFloatBitWidth();
  Places places = placesOf(code, operands[1], width - 1);
  return LLVM::AShrOp::create(code.ops, code.loc, operands[0], places.safe);
}

Value gtcompiler::lowerShiftRightUInt(const CodeBuilder &code, const PointTypes &,
                                      ValueRange operands) {
  return shiftOrClear(code, operands, &CodeBuilder::shiftRight);
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
