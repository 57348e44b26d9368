//===- FloatDivision.cpp - Floats by what many points share ---------------===//
#include "FloatDivision.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

namespace {

/// Exponents of powers of two.
struct Exponents {
  int widest;   ///< of divisors at most; at least it is the negative of that
  int quotient; ///< of quotients at least
  int dividend; ///< of dividends at least: their rests are multiples of the least float
};
constexpr Exponents kOfF32{124, -124, -100}, kOfF64{1020, -1020, -967};

/// Of one type.
struct Floats {
  const CodeBuilder &code;
  Type type;

  bool isDouble() const { return cast<VectorType>(type).getElementType().isF64(); }
  const Exponents &exponents() const { return isDouble() ? kOfF64 : kOfF32; }
  const llvm::fltSemantics &semantics() const {
    return isDouble() ? llvm::APFloat::IEEEdouble() : llvm::APFloat::IEEEsingle();
  }
  Value power(int exponent) const {
    llvm::APFloat one(semantics(), 1);
    return code.constant(type, scalbn(one, exponent, llvm::APFloat::rmNearestTiesToEven));
  }
  Value nan() const { return code.constant(type, llvm::APFloat::getQNaN(semantics())); }
  Value product(Value a, Value b) const { return LLVM::FMulOp::create(code.ops, code.loc, a, b); }
  Value ratio(Value a, Value b) const { return LLVM::FDivOp::create(code.ops, code.loc, a, b); }
  Value negative(Value a) const { return LLVM::FNegOp::create(code.ops, code.loc, a); }
  Value fused(Value a, Value b, Value c) const {
    return LLVM::FMAOp::create(code.ops, code.loc, a, b, c);
  }
  Value test(LLVM::FCmpPredicate predicate, Value a, Value b) const {
    return LLVM::FCmpOp::create(code.ops, code.loc, predicate, a, b);
  }
  /// Twice the bits, less 1: in the order of sizes, and 0 behind all others.
  Value twiceBits(Value a) const {
    Type bits = code.ops.getIntegerType(isDouble() ? 64 : 32);
    Type integers = cast<VectorType>(type).clone(bits);
    Value number = LLVM::BitcastOp::create(code.ops, code.loc, integers, a);
    return code.sub(code.add(number, number), code.constant(integers, 1));
  }
};

} // namespace

const SharedDivisors::Divisor &SharedDivisors::divisor(const CodeBuilder &code, Value b) {
  Divisor &by = known[b];
  if (by.reciprocal)
    return by;
  CodeBuilder at = code.behind(b);
  Floats floats{at, b.getType()};
  const Exponents &exponents = floats.exponents();
  by.size = LLVM::FAbsOp::create(at.ops, at.loc, b);
  by.sign = LLVM::CopySignOp::create(at.ops, at.loc, floats.power(0), b);
  Value isOrdinary =
      at.bitAnd(floats.test(LLVM::FCmpPredicate::oge, by.size, floats.power(-exponents.widest)),
                floats.test(LLVM::FCmpPredicate::ole, by.size, floats.power(exponents.widest)));
  by.reciprocal = at.select(isOrdinary, floats.ratio(floats.power(0), by.size), floats.nan());
  Value ofQuotient = floats.product(by.size, floats.power(exponents.quotient));
  Value ofDividend = floats.power(exponents.dividend);
  Value isGreater = floats.test(LLVM::FCmpPredicate::ogt, ofQuotient, ofDividend);
  by.limit = floats.twiceBits(at.select(isGreater, ofQuotient, ofDividend));
  return by;
}

Value SharedDivisors::divide(const CodeBuilder &code, Value a, Value b) {
  constexpr std::int64_t kMost = 24;
  if (count == kMost)
    return {};
  ++count;
  const Divisor &by = divisor(code, b);
  Floats floats{code, a.getType()};
  // Processors take hundreds of cycles for a rest that is no normal float.
  Value isLarge = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::uge,
                                       floats.twiceBits(a), by.limit);
  Value dividend = code.select(isLarge, floats.product(a, by.sign), floats.nan());
  Value estimate = floats.product(dividend, by.reciprocal);
  // A 0 is left as +0, and added with the other sign: the estimate keeps its own.
  Value rest = floats.fused(estimate, by.size, floats.negative(dividend));
  Value quotient = floats.fused(floats.negative(rest), by.reciprocal, estimate);
  Value isNoNumber = floats.test(LLVM::FCmpPredicate::uno, quotient, quotient);
  return code.when(code.anyLane(isNoNumber), {quotient}, [&](CodeBuilder &any) {
    return CodeBuilder::State{Floats{any, a.getType()}.ratio(a, b)};
  })[0];
}
