//===- PointOperations.cpp - Point operations to arith --------------------===//
//
// What the table spells is generated; what it marks as `own` stands here.
// Strict IEEE arithmetic: no fast-math flag is ever set.
//
//===----------------------------------------------------------------------===//
#include "PointOperations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// The table's three columns.
enum class Column { Float, Int, Bool };

/// A hand-written lowering: of operands to a value of type `type`.
using Lowering = Value (*)(const CodeBuilder &code, Type type, ValueRange operands);
} // namespace

static Column columnOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<FloatType>(element))
    return Column::Float;
  return element.isInteger(1) ? Column::Bool : Column::Int;
}

/// The type that decides how `op` is computed: that of its last operand, which
/// for a selection is a chosen value and not the condition.
static Type computedType(Operation *op) {
  return op->getOperand(op->getNumOperands() - 1).getType();
}

std::optional<gtabi::MathFunction> gtcompiler::mathFunctionOf(PointOp op) {
  if (columnOf(computedType(op)) != Column::Float)
    return std::nullopt;
#define GT_LOWER_TO_MATH(NAME, KIND, FUNCTION)                                                     \
  if (isa<NAME##Op>(op.getOperation()))                                                            \
    return gtabi::MathFunction::FUNCTION;
#include "gtjit-generated/PointOperationsLowering.inc"
  return std::nullopt;
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
  return !mathFunctionOf(op) || mathVariantFor(computedType(op), lanes);
}

//===----------------------------------------------------------------------===//
// Hand-written lowerings, by the names of the table
//===----------------------------------------------------------------------===//

static Value zeroLike(const CodeBuilder &code, Type type) {
  return arith::ConstantOp::create(code.ops, code.loc, code.ops.getZeroAttr(type));
}

static Value compare(const CodeBuilder &code, ValueRange operands, arith::CmpFPredicate onFloat,
                     arith::CmpIPredicate onInt) {
  if (columnOf(operands[0].getType()) == Column::Float)
    return arith::CmpFOp::create(code.ops, code.loc, onFloat, operands[0], operands[1]);
  return arith::CmpIOp::create(code.ops, code.loc, onInt, operands[0], operands[1]);
}

static Value lowerCompareEq(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq);
}
static Value lowerCompareNe(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne);
}
static Value lowerCompareLt(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt);
}
static Value lowerCompareLe(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle);
}
static Value lowerCompareGt(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt);
}
static Value lowerCompareGe(const CodeBuilder &code, Type, ValueRange operands) {
  return compare(code, operands, arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge);
}

static Value lowerNegInt(const CodeBuilder &code, Type type, ValueRange operands) {
  return code.sub(zeroLike(code, type), operands[0]);
}

/// max(a, 0 - a): the least integer stays itself.
static Value lowerAbsInt(const CodeBuilder &code, Type type, ValueRange operands) {
  Value negated = lowerNegInt(code, type, operands);
  return arith::MaxSIOp::create(code.ops, code.loc, operands[0], negated);
}

static Value lowerNotBool(const CodeBuilder &code, Type type, ValueRange operands) {
  return arith::CmpIOp::create(code.ops, code.loc, arith::CmpIPredicate::eq, operands[0],
                               zeroLike(code, type));
}

/// Truncates; saturates where the integer type ends; NaN gives 0.
static Value floatToInt(const CodeBuilder &code, Type type, Value value) {
  return LLVM::CallIntrinsicOp::create(code.ops, code.loc, type,
                                       code.ops.getStringAttr("llvm.fptosi.sat"), ValueRange{value})
      .getResult(0);
}

template <typename Widen, typename Narrow>
static Value resize(const CodeBuilder &code, Type type, Value value) {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (from < to)
    return Widen::create(code.ops, code.loc, type, value);
  if (from > to)
    return Narrow::create(code.ops, code.loc, type, value);
  return value;
}

static Value boolToNumber(const CodeBuilder &code, Type type, Value value) {
  if (columnOf(type) == Column::Int)
    return arith::ExtUIOp::create(code.ops, code.loc, type, value);
  TypedAttr one = code.ops.getFloatAttr(getElementTypeOrSelf(type), 1.0);
  if (auto vector = dyn_cast<VectorType>(type))
    one = DenseElementsAttr::get(vector, one);
  Value constant = arith::ConstantOp::create(code.ops, code.loc, one);
  return arith::SelectOp::create(code.ops, code.loc, value, constant, zeroLike(code, type));
}

static Value lowerCast(const CodeBuilder &code, Type type, ValueRange operands) {
  Value value = operands[0];
  Column from = columnOf(value.getType()), to = columnOf(type);
  if (value.getType() == type)
    return value;
  if (to == Column::Bool)
    return compare(code, {value, zeroLike(code, value.getType())}, arith::CmpFPredicate::UNE,
                   arith::CmpIPredicate::ne);
  if (from == Column::Bool)
    return boolToNumber(code, type, value);
  if (from == Column::Float && to == Column::Float)
    return resize<arith::ExtFOp, arith::TruncFOp>(code, type, value);
  if (from == Column::Int && to == Column::Int)
    return resize<arith::ExtSIOp, arith::TruncIOp>(code, type, value);
  if (from == Column::Int)
    return arith::SIToFPOp::create(code.ops, code.loc, type, value);
  return floatToInt(code, type, value);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Value callMath(const CodeBuilder &code, gtabi::MathFunction function, Type type,
                      Value operand, MathAddress mathAddress) {
  auto vector = dyn_cast<VectorType>(type);
  auto variant = mathVariantFor(getElementTypeOrSelf(type), vector ? vector.getNumElements() : 1);
  auto signature = LLVM::LLVMFunctionType::get(type, {type});
  Value address = mathAddress(function, *variant);
  return LLVM::CallOp::create(code.ops, code.loc, signature, ValueRange{address, operand})
      .getResult();
}

Value gtcompiler::lowerPointOp(const CodeBuilder &code, PointOp pointOp, ValueRange operands,
                               MathAddress mathAddress) {
  Operation *op = pointOp.getOperation();
  Column column = columnOf(computedType(op));
  auto vector = dyn_cast<VectorType>(operands.back().getType());
  Type type = laneType(op->getResult(0).getType(), vector ? vector.getNumElements() : 1);
#define GT_LOWER_TO_OP(NAME, KIND, OP)                                                             \
  if (column == Column::KIND && isa<NAME##Op>(op))                                                 \
    return ::mlir::OP::create(code.ops, code.loc, TypeRange{type}, operands,                       \
                              ArrayRef<NamedAttribute>{})                                          \
        ->getResult(0);
#define GT_LOWER_TO_MATH(NAME, KIND, FUNCTION)                                                     \
  if (column == Column::KIND && isa<NAME##Op>(op))                                                 \
    return callMath(code, gtabi::MathFunction::FUNCTION, type, operands[0], mathAddress);
#define GT_LOWER_BY_HAND(NAME, KIND, FUNCTION)                                                     \
  if (column == Column::KIND && isa<NAME##Op>(op))                                                 \
    return lower##FUNCTION(code, type, operands);
#include "gtjit-generated/PointOperationsLowering.inc"
  return {};
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value gtcompiler::reductionStart(const CodeBuilder &code, ReduceKind kind, Type type) {
  bool isMin = kind == ReduceKind::Min;
  TypedAttr start = code.ops.getZeroAttr(type);
  if (kind != ReduceKind::Sum) {
    if (auto floatType = dyn_cast<FloatType>(type)) {
      start = code.ops.getFloatAttr(
          type, llvm::APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/!isMin));
    } else {
      unsigned width = type.getIntOrFloatBitWidth();
      start = code.ops.getIntegerAttr(type, isMin ? llvm::APInt::getSignedMaxValue(width)
                                                  : llvm::APInt::getSignedMinValue(width));
    }
  }
  return arith::ConstantOp::create(code.ops, code.loc, start);
}

/// `a` and `b` through the operation for floats or the one for integers.
template <typename OnFloat, typename OnInt>
static Value either(const CodeBuilder &code, Value a, Value b) {
  if (columnOf(a.getType()) == Column::Float)
    return OnFloat::create(code.ops, code.loc, a, b);
  return OnInt::create(code.ops, code.loc, a, b);
}

Value gtcompiler::combine(const CodeBuilder &code, ReduceKind kind, Value a, Value b) {
  switch (kind) {
  case ReduceKind::Sum:
    return either<arith::AddFOp, arith::AddIOp>(code, a, b);
  case ReduceKind::Min:
    return either<arith::MinimumFOp, arith::MinSIOp>(code, a, b);
  case ReduceKind::Max:
    return either<arith::MaximumFOp, arith::MaxSIOp>(code, a, b);
  }
  return {};
}
