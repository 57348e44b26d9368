//===- NumpyTypes.cpp - NumPy's promotion of types ------------------------===//

#include "gtjit/Array/NumpyTypes.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Promotion.h"

#include <string>

namespace gtjit::detail {

namespace {

enum class Kind { Bool, Unsigned, Signed, Float, Complex };

Kind kindOf(DType type) {
  if (type == Bool)
    return Kind::Bool;
  if (isComplex(type))
    return Kind::Complex;
  if (isFloat(type))
    return Kind::Float;
  return isUnsigned(type) ? Kind::Unsigned : Kind::Signed;
}

/// The least float that NumPy computes integers of this size in.
DType floatFor(DType type) { return itemsize(type) == 1 ? F16 : itemsize(type) == 2 ? F32 : F64; }

DType promoteReal(DType a, DType b) {
  if (a == Bool || b == Bool)
    return a == Bool ? b : a;
  if (!isInteger(a) || !isInteger(b))
    return widened(isInteger(a) ? floatFor(a) : a, isInteger(b) ? floatFor(b) : b);
  bool hasU64 = a == U64 || b == U64;
  return hasU64 && isUnsigned(a) != isUnsigned(b) ? F64 : widened(a, b);
}

DType componentOf(DType type) { return type == C64 ? F32 : type == C128 ? F64 : type; }

/// The type of all operands together; weak numbers take the others' type where
/// that can hold their kind.
DType commonType(std::span<const NumpyOperand> operands) {
  bool any = false, weakInteger = false, weakFloat = false;
  DType common = Bool;
  for (const NumpyOperand &operand : operands) {
    if (operand.number && operand.dtype != Bool) {
      (isFloat(operand.dtype) ? weakFloat : weakInteger) = true;
      continue;
    }
    common = any ? numpyPromote(common, operand.dtype) : operand.dtype;
    any = true;
  }
  if (weakFloat && !isFloat(common) && !isComplex(common))
    return F64;
  return weakInteger && common == Bool ? I64 : common;
}

[[noreturn]] void refuse(PointOp op, DType type, SourceLine line, const char *advice) {
  throw TypeError(line, std::string(pointOpInfo(op).mnemonic) + " of " + std::string(name(type)) +
                            " arrays is not defined" + advice);
}

/// The rules for bools, which most operations see as the numbers 0 and 1.
NumpyRule boolRule(PointOp op, SourceLine line) {
  switch (op) {
  case PointOp::Add:
  case PointOp::Max:
  case PointOp::BitOr:
    return {PointOp::Or, Bool};
  case PointOp::Mul:
  case PointOp::Min:
  case PointOp::BitAnd:
    return {PointOp::And, Bool};
  case PointOp::BitXor:
    return {PointOp::Xor, Bool};
  case PointOp::BitNot:
    return {PointOp::Not, Bool};
  case PointOp::Abs:
    return {op, Bool, true};
  case PointOp::Sub:
    refuse(op, Bool, line, "; use ^ or astype");
  case PointOp::Neg:
    refuse(op, Bool, line, "; use ! or astype");
  case PointOp::Sign:
    refuse(op, Bool, line, "");
  case PointOp::Lt:
  case PointOp::Le:
  case PointOp::Gt:
  case PointOp::Ge:
  case PointOp::FloorDivide:
  case PointOp::Mod:
  case PointOp::Fmod:
  case PointOp::Pow:
  case PointOp::ShiftLeft:
  case PointOp::ShiftRight:
    return {op, I8};
  default:
    break;
  }
  switch (pointOpInfo(op).rule) {
  case TypeRule::FloatOnly:
    return {op, F16};
  case TypeRule::TrueDivide:
  case TypeRule::Classify:
    return {op, F64};
  default:
    return {op, Bool};
  }
}

} // namespace

DType numpyPromote(DType a, DType b) {
  if (!isComplex(a) && !isComplex(b))
    return promoteReal(a, b);
  return promoteReal(promoteReal(componentOf(a), componentOf(b)), F32) == F64 ? C128 : C64;
}

NumpyRule numpyRule(PointOp op, std::span<const NumpyOperand> operands, SourceLine line) {
  DType common = commonType(operands);
  if (common == Bool)
    return boolRule(op, line);
  if (isInteger(common)) {
    if (op == PointOp::And)
      return {PointOp::BitAnd, common};
    if (op == PointOp::Or)
      return {PointOp::BitOr, common};
    if (op == PointOp::Xor)
      return {PointOp::BitXor, common};
    if (pointOpInfo(op).rule == TypeRule::FloatOnly)
      return {op, floatFor(common)};
    if (pointOpInfo(op).rule == TypeRule::TrueDivide || pointOpInfo(op).rule == TypeRule::Classify)
      return {op, F64};
  }
  return {op, common};
}

bool isSameKindCast(DType from, DType to) { return kindOf(from) <= kindOf(to); }

} // namespace gtjit::detail
