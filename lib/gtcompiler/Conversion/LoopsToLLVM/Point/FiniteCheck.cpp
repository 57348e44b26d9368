//===- FiniteCheck.cpp - Reports of NaN and infinity ----------------------===//
//
// A float is NaN or infinite if all bits of its exponent are set: one mask and
// one comparison of integers for every float type. The lanes of all values are
// joined, so that a point has one branch, which is never taken in good data.
//
//===----------------------------------------------------------------------===//
#include "FiniteCheck.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

/// The bits of the exponent of a float type.
static llvm::APInt exponentBits(FloatType type) {
  return llvm::APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt();
}

/// Whether `value`, a float or a vector of them, is NaN or infinite, by lane.
static Value isNotFinite(const CodeBuilder &code, Value value) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value));
  Type integer = code.ops.getIntegerType(type.getWidth());
  TypedAttr mask = code.ops.getIntegerAttr(integer, exponentBits(type));
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    auto integers = VectorType::get(vector.getShape(), integer);
    mask = DenseElementsAttr::get(integers, exponentBits(type));
    integer = integers;
  }
  Value exponent = LLVM::ConstantOp::create(code.ops, code.loc, mask);
  Value bits = LLVM::BitcastOp::create(code.ops, code.loc, integer, value);
  Value masked = code.bitAnd(bits, exponent);
  return LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq, masked, exponent);
}

static void report(KernelFrame &frame, CodeBuilder &code, Value condition) {
  Value status = frame.status();
  code.when(condition, [&](CodeBuilder &bad) {
    LLVM::StoreOp::create(bad.ops, bad.loc, bad.number(1), status, /*alignment=*/8);
  });
}

void gtcompiler::emitFiniteCheck(KernelFrame &frame, CheckFiniteOp check, const RowPoint &point,
                                 llvm::function_ref<Value(Value)> valueOf) {
  const CodeBuilder &code = point.code;
  Value bad;
  for (Value value : check.getValues()) {
    Value here = valueOf(value);
    if (!isa<VectorType>(here.getType())) // the same for the whole row
      here = splatLanes(code, value.getType(), here, point.lanes);
    Value flags = isNotFinite(code, here);
    bad = bad ? code.bitOr(bad, flags) : flags;
  }
  if (!bad)
    return;
  if (point.mask) // lanes beyond the row hold anything
    bad = code.bitAnd(bad, point.mask);
  report(frame, point.code, code.anyLane(bad));
}
