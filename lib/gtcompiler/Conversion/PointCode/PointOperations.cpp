//===- PointOperations.cpp - Point operations to LLVM ---------------------===//
//
// What the table spells is generated; what it marks as `own` stands here.
// Strict IEEE arithmetic: no fast-math flag is ever set.
//
//===----------------------------------------------------------------------===//
#include "PointOperations.h"

#include "Conversions.h"
#include "Elements.h"
#include "Extremes.h"
#include "HalfFloats.h"
#include "IntegerOperations.h"
#include "MathCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// The type that decides how `op` is computed: that of its last operand, which
/// for a selection is a chosen value and not the condition.
static Type decidingType(Operation *op) { return op->getOperands().back().getType(); }

std::optional<gtabi::MathFunction> gtcompiler::mathFunctionOf(PointOp op) {
  if (getElementKind(decidingType(op)) != ElementKind::Float)
    return std::nullopt;
#define GT_LOWER_TO_MATH(NAME, KIND, FUNCTION)                                                     \
  if (isa<NAME##Op>(op.getOperation()))                                                            \
    return gtabi::MathFunction::FUNCTION;
#include "gtjit-generated/PointOperationsLowering.inc"
  return std::nullopt;
}

bool gtcompiler::callsFunction(PointOp op) {
  return isa<CallOp>(op.getOperation()) || mathFunctionOf(op);
}

std::optional<gtabi::MathVariant> gtcompiler::mathVariantFor(Type type, std::int64_t lanes) {
  using gtabi::MathVariant;
  bool isDouble = type.isF64();
  switch (lanes) {
  case 1:
    return isDouble ? MathVariant::F64x1 : MathVariant::F32x1;
  case 2:
    return isDouble ? std::optional(MathVariant::F64x2) : std::nullopt;
  case 4:
    return isDouble ? MathVariant::F64x4 : MathVariant::F32x4;
  case 8:
    return isDouble ? MathVariant::F64x8 : MathVariant::F32x8;
  case 16:
    return isDouble ? std::nullopt : std::optional(MathVariant::F32x16);
  default:
    return std::nullopt;
  }
}

bool gtcompiler::hasLanes(PointOp op, std::int64_t lanes) {
  return !mathFunctionOf(op) || mathVariantFor(computedElement(decidingType(op)), lanes);
}

//===----------------------------------------------------------------------===//
// Hand-written lowerings, by the names of the table
//===----------------------------------------------------------------------===//

static Value compare(const CodeBuilder &code, const PointTypes &types, ValueRange operands,
                     LLVM::FCmpPredicate onFloat, LLVM::ICmpPredicate onInt,
                     LLVM::ICmpPredicate onUInt) {
  if (types.kind() == ElementKind::Float)
    return LLVM::FCmpOp::create(code.ops, code.loc, onFloat, operands[0], operands[1]);
  LLVM::ICmpPredicate predicate = types.kind() == ElementKind::UInt ? onUInt : onInt;
  return LLVM::ICmpOp::create(code.ops, code.loc, predicate, operands[0], operands[1]);
}

#define GT_COMPARE(NAME, FLOAT, INT, UINT)                                                         \
  static Value lowerCompare##NAME(const CodeBuilder &code, const PointTypes &types,                \
                                  ValueRange operands) {                                           \
    return compare(code, types, operands, LLVM::FCmpPredicate::FLOAT, LLVM::ICmpPredicate::INT,    \
                   LLVM::ICmpPredicate::UINT);                                                     \
  }
GT_COMPARE(Eq, oeq, eq, eq)
GT_COMPARE(Ne, une, ne, ne)
GT_COMPARE(Lt, olt, slt, ult)
GT_COMPARE(Le, ole, sle, ule)
GT_COMPARE(Gt, ogt, sgt, ugt)
GT_COMPARE(Ge, oge, sge, uge)
#undef GT_COMPARE

static Value lowerSame(const CodeBuilder &, const PointTypes &, ValueRange operands) {
  return operands[0];
}

static Value compareFloats(const CodeBuilder &code, LLVM::FCmpPredicate predicate, Value a,
                           Value b) {
  return LLVM::FCmpOp::create(code.ops, code.loc, predicate, a, b);
}

static Value lowerIsNan(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return compareFloats(code, LLVM::FCmpPredicate::uno, operands[0], operands[0]);
}

/// The absolute value compared with infinity; NaN is neither equal nor less.
static Value compareWithInfinity(const CodeBuilder &code, LLVM::FCmpPredicate predicate,
                                 Value value) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  Value infinity = code.constant(value.getType(), llvm::APFloat::getInf(type.getFloatSemantics()));
  Value size = LLVM::FAbsOp::create(code.ops, code.loc, value);
  return compareFloats(code, predicate, size, infinity);
}
static Value lowerIsInf(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return compareWithInfinity(code, LLVM::FCmpPredicate::oeq, operands[0]);
}
static Value lowerIsFinite(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  return compareWithInfinity(code, LLVM::FCmpPredicate::olt, operands[0]);
}

/// 1 above zero, -1 below, 0 at both zeros; NaN stays.
static Value lowerSignFloat(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Value a = operands[0];
  Type type = a.getType();
  Value zero = code.constant(type, 0);
  Value isAbove = compareFloats(code, LLVM::FCmpPredicate::ogt, a, zero);
  Value isBelow = compareFloats(code, LLVM::FCmpPredicate::olt, a, zero);
  Value isZero = compareFloats(code, LLVM::FCmpPredicate::oeq, a, zero);
  Value notAbove = code.select(isBelow, code.constant(type, -1), code.select(isZero, zero, a));
  return code.select(isAbove, code.constant(type, 1), notAbove);
}

static Value lowerNotBool(const CodeBuilder &code, const PointTypes &, ValueRange operands) {
  Value zero = code.constant(operands[0].getType(), 0);
  return LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq, operands[0], zero);
}

static Value lowerCast(const CodeBuilder &code, const PointTypes &types, ValueRange operands) {
  return convert(code, types.operand, types.result, operands[0]);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Value lowerMath(const CodeBuilder &code, gtabi::MathFunction function,
                       const PointTypes &types, ValueRange operands, MathAddress mathAddress) {
  auto variant = mathVariantFor(computedElement(types.operand), types.lanes);
  if (types.emitted)
    if (Value value = emitMath(code, function, *variant, operands[0], *types.emitted))
      return value;
  auto signature =
      LLVM::LLVMFunctionType::get(operands[0].getType(), llvm::to_vector(operands.getTypes()));
  SmallVector<Value> callee = {mathAddress(function, *variant)};
  callee.append(operands.begin(), operands.end());
  return LLVM::CallOp::create(code.ops, code.loc, signature, callee).getResult();
}

/// The value of `op` before it is rounded to f16 or bf16.
static Value compute(const CodeBuilder &code, Operation *op, const PointTypes &types,
                     ValueRange operands, MathAddress mathAddress) {
  ElementKind kind = types.kind();
  Type type = laneType(types.result, types.lanes);
#define GT_LOWER_TO_OP(NAME, KIND, OP)                                                             \
  if (kind == ElementKind::KIND && isa<NAME##Op>(op))                                              \
    return ::mlir::OP::create(code.ops, code.loc, TypeRange{type}, operands,                       \
                              ArrayRef<NamedAttribute>{})                                          \
        ->getResult(0);
#define GT_LOWER_TO_MATH(NAME, KIND, FUNCTION)                                                     \
  if (kind == ElementKind::KIND && isa<NAME##Op>(op))                                              \
    return lowerMath(code, gtabi::MathFunction::FUNCTION, types, operands, mathAddress);
#define GT_LOWER_BY_HAND(NAME, KIND, FUNCTION)                                                     \
  if (kind == ElementKind::KIND && isa<NAME##Op>(op))                                              \
    return lower##FUNCTION(code, types, operands);
#include "gtjit-generated/PointOperationsLowering.inc"
  if (isa<CastOp>(op)) // of complex numbers, for which the table has no column
    return lowerCast(code, types, operands);
  return {};
}

/// Rounds what is computed in f32 to f16 or bf16. A chosen value, or one that
/// was converted, is one already.
static Value roundTo(const CodeBuilder &code, Operation *op, Type element, Value value) {
  if (!isHalf(element) || isa<WhereOp, CastOp>(op))
    return value;
  return unpack(code, element, pack(code, element, value));
}

Value gtcompiler::lowerPointOp(const CodeBuilder &code, PointOp pointOp, ValueRange operands,
                               MathAddress mathAddress, Divisions *divisions,
                               EmittedMath *emitted) {
  Operation *op = pointOp.getOperation();
  Type operand = op->getOperands().back().getType(), result = op->getResult(0).getType();
  PointTypes types = {operand, result, lanesOf(operand, operands.back()), divisions, emitted};
  return roundTo(code, op, result, compute(code, op, types, operands, mathAddress));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The greatest value of `element`, as computed, or the least.
static Value extreme(const CodeBuilder &code, Type element, bool isGreatest) {
  Type type = laneType(element, 1);
  if (auto floatType = dyn_cast<FloatType>(type))
    return code.constant(
        type, llvm::APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/!isGreatest));
  unsigned width = type.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger())
    return code.constant(type, isGreatest ? -1 : 0);
  llvm::APInt value =
      isGreatest ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getSignedMinValue(width);
  return code.constant(type, value.getSExtValue());
}

Value gtcompiler::reductionStart(const CodeBuilder &code, ReduceKind kind, Type element) {
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Any:
    return code.constant(laneType(element, 1), 0);
  case ReduceKind::Prod:
  case ReduceKind::All:
    return code.constant(laneType(element, 1), 1);
  case ReduceKind::Min:
    return extreme(code, element, /*isGreatest=*/true);
  case ReduceKind::Max:
    return extreme(code, element, /*isGreatest=*/false);
  }
  return {};
}

/// `a` and `b` through the operation for the kind of the elements.
template <typename OnFloat, typename OnInt, typename OnUInt>
static Value byKind(const CodeBuilder &code, Type element, Value a, Value b) {
  switch (getElementKind(element)) {
  case ElementKind::Float:
    return OnFloat::create(code.ops, code.loc, a, b);
  case ElementKind::UInt:
    return OnUInt::create(code.ops, code.loc, a, b);
  default:
    return OnInt::create(code.ops, code.loc, a, b);
  }
}

bool gtcompiler::isOrderFree(ReduceKind kind, Type element) {
  return !isa<FloatType>(element) || (kind != ReduceKind::Sum && kind != ReduceKind::Prod);
}

Value gtcompiler::combine(const CodeBuilder &code, ReduceKind kind, Type element, Value a,
                          Value b) {
  switch (kind) {
  case ReduceKind::Sum:
    return byKind<LLVM::FAddOp, LLVM::AddOp, LLVM::AddOp>(code, element, a, b);
  case ReduceKind::Min:
    if (getElementKind(element) == ElementKind::Float)
      return ieeeExtreme(code, /*isLeast=*/true, a, b);
    return byKind<LLVM::MinimumOp, LLVM::SMinOp, LLVM::UMinOp>(code, element, a, b);
  case ReduceKind::Max:
    if (getElementKind(element) == ElementKind::Float)
      return ieeeExtreme(code, /*isLeast=*/false, a, b);
    return byKind<LLVM::MaximumOp, LLVM::SMaxOp, LLVM::UMaxOp>(code, element, a, b);
  case ReduceKind::Prod:
    return byKind<LLVM::FMulOp, LLVM::MulOp, LLVM::MulOp>(code, element, a, b);
  case ReduceKind::Any:
    return code.bitOr(a, b);
  case ReduceKind::All:
    return code.bitAnd(a, b);
  }
  return {};
}

Value gtcompiler::combine(const CodeBuilder &code, ReduceKind kind, Type element, Value first,
                          ArrayRef<Value> others) {
  bool isLeast = kind == ReduceKind::Min, isExtreme = isLeast || kind == ReduceKind::Max;
  if (others.size() > 1 && isExtreme && getElementKind(element) == ElementKind::Float)
    return ieeeExtreme(code, isLeast, first, others);
  for (Value other : others)
    first = combine(code, kind, element, first, other);
  return first;
}
