//===- MathCode.cpp - Math functions without a call -----------------------===//
//
// The definitions of lib/gtjit/Math, over vectors of the code that is made: what they compute is
// emitted. On processors of two vector ports an exponential takes 7 cycles so, and 10.5 behind a
// call: three jumps a vector, constants that are loaded in each.
//
//===----------------------------------------------------------------------===//
#include "MathCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "gtjit/Math/ExpLog.h"

using namespace gtcompiler;
using namespace mlir;

namespace {

template <class T> struct VectorBits;

/// What an instruction of AVX-512 gives, by LLVM's name for it.
Value instruction(const CodeBuilder &code, VectorType type, StringRef name, ValueRange operands) {
  bool isDouble = type.getElementType().isF64();
  std::string full = ("llvm.x86.avx512." + name + (isDouble ? ".pd.512" : ".ps.512")).str();
  return LLVM::CallIntrinsicOp::create(code.ops, code.loc, type, code.ops.getStringAttr(full),
                                       operands)
      .getResult(0);
}

/// A vector of 64 bytes: a value of the code, or a number in all lanes.
template <class T> class Vector {
public:
  Vector(const CodeBuilder &code, Value value) : code(&code), value(value) {}
  explicit Vector(T number) : number(number) {}

  Value in(const CodeBuilder &builder) const {
    return value ? value : builder.constant(typeIn(builder), llvm::APFloat(number));
  }
  static VectorType typeIn(const CodeBuilder &builder) {
    bool isDouble = sizeof(T) == 8;
    return VectorType::get(64 / sizeof(T),
                           isDouble ? Type(builder.ops.getF64Type()) : builder.ops.getF32Type());
  }

  friend Vector operator+(Vector a, Vector b) { return emit<LLVM::FAddOp>(a, b); }
  friend Vector operator-(Vector a, Vector b) { return emit<LLVM::FSubOp>(a, b); }
  friend Vector operator*(Vector a, Vector b) { return emit<LLVM::FMulOp>(a, b); }
  friend Vector operator+(Vector a, T b) { return a + Vector(b); }
  friend Vector operator-(Vector a, T b) { return a - Vector(b); }
  friend Vector fma(Vector a, Vector b, Vector c) { return emit<LLVM::FMAOp>(a, b, c); }
  friend Vector smaller(Vector a, Vector b) { return extreme("min", a, b); }
  friend Vector larger(Vector a, Vector b) { return extreme("max", a, b); }
  friend Vector scaleByFloor(Vector a, Vector n) {
    const CodeBuilder &builder = codeOf(a, n);
    Value all = builder.constant(builder.ops.getIntegerType(64 / sizeof(T)), -1);
    return {builder,
            instruction(builder, typeIn(builder), "mask.scalef",
                        {a.in(builder), n.in(builder), a.in(builder), all, rounding(builder)})};
  }
  friend Vector scale(Vector a, Vector n) { return scaleByFloor(a, n); }
  friend VectorBits<T> bits(Vector a) { return {*a.code, a.value}; }

private:
  template <class... Vectors> static const CodeBuilder &codeOf(Vectors... vectors) {
    const CodeBuilder *found = nullptr;
    ((found = found ? found : vectors.code), ...);
    return *found;
  }
  template <class Op, class... Vectors> static Vector emit(Vectors... operands) {
    const CodeBuilder &builder = codeOf(operands...);
    return {builder, Op::create(builder.ops, builder.loc, operands.in(builder)...)};
  }
  /// The current one.
  static Value rounding(const CodeBuilder &builder) {
    return builder.constant(builder.ops.getI32Type(), 4);
  }
  static Vector extreme(StringRef name, Vector a, Vector b) {
    const CodeBuilder &builder = codeOf(a, b);
    return {builder, instruction(builder, typeIn(builder), name,
                                 {a.in(builder), b.in(builder), rounding(builder)})};
  }

  const CodeBuilder *code = nullptr;
  Value value;
  T number = 0;
};

/// Of a value.
template <class T> struct VectorBits {
  const CodeBuilder &builder;
  Value vector;

  friend Vector<T> lookup(const T (&table)[16], VectorBits number) {
    const CodeBuilder &builder = number.builder;
    VectorType type = Vector<T>::typeIn(builder);
    auto half = [&](const T *first) -> Value {
      return LLVM::ConstantOp::create(builder.ops, builder.loc, type,
                                      DenseElementsAttr::get(type, ArrayRef(first, 8)));
    };
    Value index = LLVM::BitcastOp::create(builder.ops, builder.loc,
                                          type.clone(builder.ops.getI64Type()), number.vector);
    return {builder,
            instruction(builder, type, "vpermi2var", {half(table), index, half(table + 8)})};
  }
};

} // namespace

namespace gtjit::detail {
namespace {

template <class Number> struct LanesOf<Vector<Number>> {
  using T = Number;
  using I = VectorBits<Number>;
};
template <> Vector<double> all<Vector<double>>(double number) { return Vector<double>(number); }
template <> Vector<float> all<Vector<float>>(float number) { return Vector<float>(number); }

} // namespace
} // namespace gtjit::detail

Value gtcompiler::emitMath(const CodeBuilder &code, gtabi::MathFunction function,
                           gtabi::MathVariant variant, Value x, EmittedMath &kernel) {
  constexpr std::int64_t kMost = 32;
  if (function != gtabi::MathFunction::Exp || kernel.count >= kMost)
    return {};
  ++kernel.count;
  if (variant == gtabi::MathVariant::F64x8)
    return gtjit::detail::exp(Vector<double>(code, x)).in(code);
  if (variant == gtabi::MathVariant::F32x16)
    return gtjit::detail::exp(Vector<float>(code, x)).in(code);
  return {};
}
