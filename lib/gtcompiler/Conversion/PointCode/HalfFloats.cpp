//===- HalfFloats.cpp - f16 and bf16 to f32 and back ----------------------===//
//
// bf16 by integer operations, which are the same on every machine. f16 by the
// operations of LLVM, which F16C has; elsewhere they are expanded afterwards.
//
//===----------------------------------------------------------------------===//
#include "HalfFloats.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

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
  return LLVM::BitcastOp::create(code.ops, code.loc, type, value);
}

Value gtcompiler::halfToFloat(const CodeBuilder &code, Type element, Value bits) {
  Type f32 = code.ops.getF32Type();
  if (element.isF16())
    return LLVM::FPExtOp::create(code.ops, code.loc, withLanesOf(f32, bits.getType()),
                                 bitcast(code, element, bits));
  Type i32 = withLanesOf(code.ops.getI32Type(), bits.getType());
  Value wide = LLVM::ZExtOp::create(code.ops, code.loc, i32, bits);
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
  Value isNan = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::uno, value, value);
  Value chosen = code.select(isNan, code.constant(i32, 0x7fc0), high);
  return LLVM::TruncOp::create(code.ops, code.loc, i16, chosen);
}

Value gtcompiler::floatToHalf(const CodeBuilder &code, Type element, Value value) {
  if (element.isBF16())
    return floatToBrain(code, value);
  Type f16 = withLanesOf(element, value.getType());
  Value narrow = LLVM::FPTruncOp::create(code.ops, code.loc, f16, value);
  return bitcast(code, code.ops.getIntegerType(16), narrow);
}

Value gtcompiler::roundToOdd(const CodeBuilder &code, Value value) {
  Type f64 = value.getType(), f32 = withLanesOf(code.ops.getF32Type(), f64);
  Value nearest = LLVM::FPTruncOp::create(code.ops, code.loc, f32, value);
  Value back = LLVM::FPExtOp::create(code.ops, code.loc, f64, nearest);
  auto absolute = [&](Value number) {
    Value bits = bitcast(code, code.ops.getI64Type(), number);
    return code.bitAnd(bits, code.constant(bits.getType(), INT64_MAX));
  };
  // Bits of numbers of one sign are in the order of their sizes. A NaN stays
  // one whatever happens to its last bits.
  Value isAway = code.less(absolute(value), absolute(back));
  Value isInexact = LLVM::FCmpOp::create(code.ops, code.loc, LLVM::FCmpPredicate::one, back, value);
  Value bits = bitcast(code, code.ops.getI32Type(), nearest);
  Type i32 = bits.getType();
  Value truncated = code.sub(bits, LLVM::ZExtOp::create(code.ops, code.loc, i32, isAway));
  Value odd = code.bitOr(truncated, LLVM::ZExtOp::create(code.ops, code.loc, i32, isInexact));
  return bitcast(code, code.ops.getF32Type(), odd);
}

//===----------------------------------------------------------------------===//
// Machines without F16C
//===----------------------------------------------------------------------===//

static Value integerCompare(const CodeBuilder &code, LLVM::ICmpPredicate predicate, Value a,
                            std::int64_t b) {
  return LLVM::ICmpOp::create(code.ops, code.loc, predicate, a, code.constant(a.getType(), b));
}

/// The bits as an f32 that is 2^112 times too small, which is exact for
/// denormals, too; infinities and NaN get f32's exponent.
static Value expandToFloat(const CodeBuilder &code, Value bits) {
  Type i32 = withLanesOf(code.ops.getI32Type(), bits.getType());
  Value wide = LLVM::ZExtOp::create(code.ops, code.loc, i32, bits);
  Value magnitude = code.bitAnd(wide, code.constant(i32, 0x7fff));
  Value sign = code.shiftLeft(code.sub(wide, magnitude), code.constant(i32, 16));
  Value small =
      bitcast(code, code.ops.getF32Type(), code.shiftLeft(magnitude, code.constant(i32, 13)));
  Value scale = code.constant(small.getType(), llvm::APFloat(0x1p112f));
  Value scaled =
      bitcast(code, code.ops.getI32Type(), LLVM::FMulOp::create(code.ops, code.loc, small, scale));
  Value isSpecial = integerCompare(code, LLVM::ICmpPredicate::uge, magnitude, 0x7c00);
  Value special = code.bitOr(scaled, code.constant(i32, 0x7f800000));
  Value chosen = code.select(isSpecial, special, scaled);
  return bitcast(code, code.ops.getF32Type(), code.bitOr(chosen, sign));
}

/// Normal results are rounded as integers; adding 0.5 rounds denormal ones to
/// multiples of 2^-24, f16's least, since that is where the f32 sum ends.
static Value expandToHalf(const CodeBuilder &code, Value value) {
  Value bits = bitcast(code, code.ops.getI32Type(), value);
  Type i32 = bits.getType();
  auto number = [&](std::int64_t n) { return code.constant(i32, n); };
  Value magnitude = code.bitAnd(bits, number(0x7fffffff));
  Value sign = code.shiftRight(code.sub(bits, magnitude), number(16));

  Value isOdd = code.bitAnd(code.shiftRight(magnitude, number(13)), number(1));
  Value rebiased = code.sub(magnitude, number((127 - 15) << 23));
  Value normal = code.shiftRight(code.add(code.add(rebiased, number(0xfff)), isOdd), number(13));
  Value half = bitcast(code, code.ops.getF32Type(), number(126 << 23));
  Value size = bitcast(code, code.ops.getF32Type(), magnitude);
  Value sum = LLVM::FAddOp::create(code.ops, code.loc, size, half);
  Value denormal = code.sub(bitcast(code, code.ops.getI32Type(), sum), number(126 << 23));

  auto isAtLeast = [&](std::int64_t n) {
    return integerCompare(code, LLVM::ICmpPredicate::sge, magnitude, n);
  };
  Value finite = code.select(isAtLeast((127 - 14) << 23), normal, denormal);
  Value isNan = integerCompare(code, LLVM::ICmpPredicate::sgt, magnitude, 0x7f800000);
  Value large = code.select(isNan, number(0x7e00), number(0x7c00));
  Value chosen = code.select(isAtLeast((127 + 16) << 23), large, finite);
  Type i16 = withLanesOf(code.ops.getIntegerType(16), i32);
  return LLVM::TruncOp::create(code.ops, code.loc, i16, code.bitOr(chosen, sign));
}

/// Either conversion has a bitcast between f16 and its bits beside it.
static void expandBeside(LLVM::BitcastOp cast) {
  CodeBuilder code(OpBuilder(cast), cast.getLoc());
  auto narrow = cast.getArg().getDefiningOp<LLVM::FPTruncOp>();
  if (narrow && getElementTypeOrSelf(narrow.getType()).isF16()) {
    cast.replaceAllUsesWith(expandToHalf(code, narrow.getArg()));
    cast.erase();
    narrow.erase();
    return;
  }
  if (!getElementTypeOrSelf(cast.getType()).isF16())
    return;
  for (Operation *user : llvm::make_early_inc_range(cast->getUsers())) {
    user->getResult(0).replaceAllUsesWith(expandToFloat(code, cast.getArg()));
    user->erase();
  }
  cast.erase();
}

void gtcompiler::expandHalfConversions(Operation *kernel) {
  SmallVector<LLVM::BitcastOp> casts;
  kernel->walk([&](LLVM::BitcastOp cast) { casts.push_back(cast); });
  llvm::for_each(casts, expandBeside);
}
