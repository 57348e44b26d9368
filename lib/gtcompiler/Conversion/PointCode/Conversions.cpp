//===- Conversions.cpp - From one element type to another -----------------===//
//
// Between kinds of types: bools, integers, floats, complex numbers. Values are
// as in Elements.h.
//
//===----------------------------------------------------------------------===//
#include "Conversions.h"

#include "Elements.h"
#include "HalfFloats.h"

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/APSInt.h"

using namespace gtcompiler;
using namespace mlir;

Type gtcompiler::computedElement(Type element) {
  return isHalf(element) ? Float32Type::get(element.getContext()) : element;
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

/// Different from zero; NaN is true.
static Value toBool(const CodeBuilder &code, Type from, Value value) {
  Value zero = code.constant(value.getType(), 0);
  if (isa<FloatType>(from))
    return LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::une, value, zero);
  return LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, value, zero);
}

/// The greater one of `a` and `b`, or the lesser one; `b` where `a` is NaN. One instruction on x86.
static Value extreme(const CodeBuilder &code, Value a, Value b, bool isGreater) {
  auto predicate = isGreater ? LLVM::FCmpPredicate::ogt : LLVM::FCmpPredicate::olt;
  return code.select(LLVM::FCmpOp::create(code.ops, code.loc, predicate, a, b), a, b);
}

/// Lanes of floats, truncated and saturated. LLVM takes lanes apart for its intrinsics that
/// saturate, so they are brought into the range of `to` before they are converted, and what lies
/// beyond the greatest float in that range becomes the greatest integer behind. Types of less
/// than 32 bits have no conversion of their own.
static Value saturateLanes(const CodeBuilder &code, Type to, Type type, Value value) {
  Type floats = value.getType();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(floats)).getFloatSemantics();
  bool isUnsigned = to.isUnsignedInteger();
  unsigned bits = to.getIntOrFloatBitWidth();
  llvm::APSInt most = llvm::APSInt::getMaxValue(bits, isUnsigned);
  llvm::APFloat least(semantics), greatest(semantics);
  least.convertFromAPInt(llvm::APSInt::getMinValue(bits, isUnsigned), !isUnsigned,
                         llvm::APFloat::rmTowardZero);
  bool isExact = greatest.convertFromAPInt(most, !isUnsigned, llvm::APFloat::rmTowardZero) ==
                 llvm::APFloat::opOK;
  Value last = code.constant(floats, greatest);
  Value inside = extreme(code, value, code.constant(floats, least), /*isGreater=*/true);
  inside = extreme(code, inside, last, /*isGreater=*/false);
  if (!isUnsigned) { // where the least value is not 0 NaN has become that
    Value isNumber =
        LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::ord, value, value);
    inside = code.select(isNumber, inside, code.constant(floats, 0));
  }
  if (bits < 32) {
    Type words = cast<VectorType>(type).clone(code.ops.getI32Type());
    return LLVM::TruncOp::create(code.ops, code.loc, type,
                                 LLVM::FPToSIOp::create(code.ops, code.loc, words, inside));
  }
  Value result = isUnsigned ? Value(LLVM::FPToUIOp::create(code.ops, code.loc, type, inside))
                            : Value(LLVM::FPToSIOp::create(code.ops, code.loc, type, inside));
  if (isExact)
    return result;
  Value isBeyond = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::ogt, value, last);
  return code.select(isBeyond, code.constant(type, most.getExtValue()), result);
}

static Value toInteger(const CodeBuilder &code, Type from, Type to, Type type, Value value) {
  ElementKind kind = getElementKind(from);
  if (kind == ElementKind::Float && isa<VectorType>(type))
    return saturateLanes(code, to, type, value);
  if (kind == ElementKind::Float)
    return LLVM::CallIntrinsicOp::create(code.ops, code.loc, type,
                                         code.ops.getStringAttr(to.isUnsignedInteger()
                                                                    ? "llvm.fptoui.sat"
                                                                    : "llvm.fptosi.sat"),
                                         ValueRange{value})
        .getResult(0);
  if (kind == ElementKind::Int)
    return resize<LLVM::SExtOp, LLVM::TruncOp>(code, type, value);
  return resize<LLVM::ZExtOp, LLVM::TruncOp>(code, type, value);
}

/// To f32 or f64, as computed.
static Value toFloat(const CodeBuilder &code, Type from, Type type, Value value) {
  switch (getElementKind(from)) {
  case ElementKind::Float:
    return resize<LLVM::FPExtOp, LLVM::FPTruncOp>(code, type, value);
  case ElementKind::Bool:
    return code.select(value, code.constant(type, 1), code.constant(type, 0));
  case ElementKind::UInt:
    return LLVM::UIToFPOp::create(code.ops, code.loc, type, value);
  default:
    return LLVM::SIToFPOp::create(code.ops, code.loc, type, value);
  }
}

/// To f16 or bf16: f64 as if there were no f32 between, integers by way of it.
static Value toHalf(const CodeBuilder &code, Type from, Type to, Type type, Value value) {
  Value single = from.isF64() ? roundToOdd(code, value) : toFloat(code, from, type, value);
  return unpack(code, to, pack(code, to, single));
}

/// Real and imaginary parts side by side.
static Value toComplex(const CodeBuilder &code, Type from, Type to, Type type, Value value) {
  if (isa<ComplexType>(from))
    return resize<LLVM::FPExtOp, LLVM::FPTruncOp>(code, type, value);
  Type real = cast<ComplexType>(to).getElementType();
  Value parts = convert(code, from, real, value);
  std::int64_t lanes = lanesOf(real, parts);
  if (lanes == 1)
    parts = LLVM::InsertElementOp::create(
        code.ops, code.loc, LLVM::PoisonOp::create(code.ops, code.loc, VectorType::get({1}, real)),
        parts, code.number(0));
  Value zero = code.constant(parts.getType(), 0);
  SmallVector<std::int32_t> pairs;
  for (std::int32_t lane = 0; lane < lanes; ++lane)
    pairs.append({lane, std::int32_t(lanes) + lane});
  return code.shuffle(parts, zero, pairs);
}

Value gtcompiler::countOfBytes(const CodeBuilder &code, Type to, Value flags) {
  auto compare = flags.getDefiningOp<LLVM::ICmpOp>();
  auto type = dyn_cast<VectorType>(flags.getType());
  if (!compare || !type || compare.getPredicate() != LLVM::ICmpPredicate::ne)
    return {};
  Value bytes = compare.getLhs();
  if (!getElementTypeOrSelf(bytes.getType()).isInteger(8) || to.isInteger(1) ||
      !matchPattern(compare.getRhs(), m_Zero()))
    return {};
  Value least = LLVM::UMinOp::create(code.ops, code.loc, bytes, code.constant(bytes.getType(), 1));
  return resize<LLVM::ZExtOp, LLVM::TruncOp>(code, laneType(to, type.getNumElements()), least);
}

Value gtcompiler::convert(const CodeBuilder &code, Type from, Type to, Value value) {
  if (from == to)
    return value;
  Type type = laneType(to, lanesOf(from, value));
  switch (getElementKind(to)) {
  case ElementKind::Bool:
    return toBool(code, from, value);
  case ElementKind::Int:
  case ElementKind::UInt:
    return toInteger(code, from, to, type, value);
  case ElementKind::Float:
    return isHalf(to) ? toHalf(code, from, to, type, value) : toFloat(code, from, type, value);
  case ElementKind::Complex:
    return toComplex(code, from, to, type, value);
  }
  return {};
}
