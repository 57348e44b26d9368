//===- MathCode.cpp - Math functions without a call -----------------------===//
//
// The definitions of lib/gtjit/Math, over vectors of the code that is made: what they compute is
// emitted. On processors of two vector ports an exponential of 64 bytes takes 7 cycles so, and 10.5
// behind a call: three jumps a vector, constants that are loaded in each.
//
//===----------------------------------------------------------------------===//
#include "MathCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "gtjit/Math/ExpLog.h"

using namespace gtcompiler;
using namespace mlir;

namespace {

/// Where code is emitted.
struct Site {
  const CodeBuilder &code;
  EmittedMath &kernel;
};

/// What an instruction of AVX-512 gives, by LLVM's name for it.
Value instruction(const CodeBuilder &code, VectorType type, StringRef name, ValueRange operands) {
  bool isDouble = type.getElementType().isF64();
  std::string full = ("llvm.x86.avx512." + name + (isDouble ? ".pd.512" : ".ps.512")).str();
  return LLVM::CallIntrinsicOp::create(code.ops, code.loc, type, code.ops.getStringAttr(full),
                                       operands)
      .getResult(0);
}

template <class T, int bytes> class Bits;

/// A vector: a value of the code, or a number in all lanes.
template <class T, int bytes> class Vector {
public:
  Vector(const Site &site, Value value) : site(&site), value(value) {}
  explicit Vector(T number) : number(number) {}
  explicit Vector(Bits<T, bytes> bits) : site(bits.site) {
    const CodeBuilder &code = site->code;
    value = LLVM::BitcastOp::create(code.ops, code.loc, typeIn(code), bits.in(code));
  }

  Value in(const CodeBuilder &code) const {
    return value ? value : code.constant(typeIn(code), llvm::APFloat(number));
  }
  static VectorType typeIn(const CodeBuilder &code) {
    bool isDouble = sizeof(T) == 8;
    return VectorType::get(bytes / sizeof(T),
                           isDouble ? Type(code.ops.getF64Type()) : code.ops.getF32Type());
  }

  friend Vector operator+(Vector a, Vector b) { return emit<LLVM::FAddOp>(a, b); }
  friend Vector operator-(Vector a, Vector b) { return emit<LLVM::FSubOp>(a, b); }
  friend Vector operator*(Vector a, Vector b) { return emit<LLVM::FMulOp>(a, b); }
  friend Vector operator+(Vector a, T b) { return a + Vector(b); }
  friend Vector operator-(Vector a, T b) { return a - Vector(b); }
  friend Vector fma(Vector a, Vector b, Vector c) { return emit<LLVM::FMAOp>(a, b, c); }
  friend Vector smaller(Vector a, Vector b) {
    return extreme("min", LLVM::FCmpPredicate::olt, a, b);
  }
  friend Vector larger(Vector a, Vector b) {
    return extreme("max", LLVM::FCmpPredicate::ogt, a, b);
  }
  friend Bits<T, bytes> bits(Vector a) { return Bits<T, bytes>(a); }

  friend Vector sumTimesPower(Vector a, Vector b, Vector, Vector n)
    requires(bytes == 64)
  {
    return scaled(fma(a, b, a), n);
  }
  friend Vector timesPower(Vector a, Vector, Vector n)
    requires(bytes == 64)
  {
    return scaled(a, n);
  }

private:
  friend class Bits<T, bytes>;

  template <class... Vectors> static const Site &siteOf(Vectors... vectors) {
    const Site *found = nullptr;
    ((found = found ? found : vectors.site), ...);
    return *found;
  }
  template <class Op, class... Vectors> static Vector emit(Vectors... operands) {
    const Site &site = siteOf(operands...);
    return {site, Op::create(site.code.ops, site.code.loc, operands.in(site.code)...)};
  }
  /// The current one.
  static Value rounding(const CodeBuilder &code) { return code.constant(code.ops.getI32Type(), 4); }
  static Vector extreme(StringRef name, LLVM::FCmpPredicate first, Vector a, Vector b) {
    const Site &site = siteOf(a, b);
    const CodeBuilder &code = site.code;
    Value one = a.in(code), other = b.in(code);
    if constexpr (bytes == 64)
      return {site, instruction(code, typeIn(code), name, {one, other, rounding(code)})};
    Value isFirst = LLVM::FCmpOp::create(code.ops, code.loc, first, one, other);
    return {site, code.select(isFirst, one, other)};
  }
  static Vector scaled(Vector a, Vector n) {
    const Site &site = siteOf(a, n);
    const CodeBuilder &code = site.code;
    Value all = code.constant(code.ops.getIntegerType(bytes / sizeof(T)), -1);
    return {site, instruction(code, typeIn(code), "mask.scalef",
                              {a.in(code), n.in(code), a.in(code), all, rounding(code)})};
  }

  const Site *site = nullptr;
  Value value;
  T number = 0;
};

/// The bits of a vector's lanes, or a number in all lanes. Sums wrap.
template <class T, int bytes> class Bits {
public:
  using Number = std::make_unsigned_t<typename gtjit::detail::Format<T>::Bits>;

  Bits(Number number) : number(number) {}
  explicit Bits(Vector<T, bytes> vector) : site(vector.site) {
    const CodeBuilder &code = site->code;
    value = LLVM::BitcastOp::create(code.ops, code.loc, typeIn(code), vector.in(code));
  }

  Value in(const CodeBuilder &code) const {
    return value ? value : code.constant(typeIn(code), static_cast<std::int64_t>(number));
  }
  static VectorType typeIn(const CodeBuilder &code) {
    return VectorType::get(bytes / sizeof(T), code.ops.getIntegerType(8 * sizeof(T)));
  }

  friend Bits operator+(Bits a, Bits b) { return emit<LLVM::AddOp>(a, b); }
  friend Bits operator-(Bits a, Bits b) { return emit<LLVM::SubOp>(a, b); }
  friend Bits operator&(Bits a, Bits b) { return emit<LLVM::AndOp>(a, b); }
  friend Bits operator<<(Bits a, int places) { return emit<LLVM::ShlOp>(a, Bits(Number(places))); }
  friend Bits operator>>(Bits a, int places) {
    return places == 0 ? a : emit<LLVM::LShrOp>(a, Bits(Number(places)));
  }

  friend gtjit::detail::TwoNumbers<Vector<T, bytes>> lookup(const gtjit::detail::TwoTables &tables,
                                                            Bits number)
    requires(sizeof(T) == 8)
  {
    if constexpr (bytes == 64)
      return {number.permuted(tables.first), number.permuted(tables.second)};
    else
      return number.loaded();
  }

private:
  friend class Vector<T, bytes>;

  Bits(const Site &site, Value value) : site(&site), value(value) {}

  template <class Op> static Bits emit(Bits a, Bits b) {
    const Site &site = a.site ? *a.site : *b.site;
    const CodeBuilder &code = site.code;
    return {site, Op::create(code.ops, code.loc, a.in(code), b.in(code))};
  }
  /// Of a table that is in two registers.
  Vector<T, bytes> permuted(const double (&table)[16]) const {
    const CodeBuilder &code = site->code;
    VectorType type = Vector<T, bytes>::typeIn(code);
    auto half = [&](const double *first) -> Value {
      return LLVM::ConstantOp::create(code.ops, code.loc, type,
                                      DenseElementsAttr::get(type, ArrayRef(first, 8)));
    };
    return {*site, instruction(code, type, "vpermi2var", {half(table), value, half(table + 8)})};
  }
  /// Of gtabi::kPowersIndex, a pair for each lane.
  gtjit::detail::TwoNumbers<Vector<T, bytes>> loaded() const {
    const CodeBuilder &code = site->code;
    Value places = ((*this & Bits(15)) << 4).value, table = site->kernel.powers();
    Type pair = VectorType::get(2, code.ops.getF64Type());
    auto order = [&](Value one, Value other, ArrayRef<std::int32_t> lanes) -> Value {
      return LLVM::ShuffleVectorOp::create(code.ops, code.loc, one, other, lanes);
    };
    Value halves[] = {order(places, places, {0, 1}), order(places, places, {2, 3})};
    auto load = [&](int lane) {
      Value place = LLVM::ExtractElementOp::create(code.ops, code.loc, halves[lane / 2],
                                                   code.number(lane % 2));
      return code.loadAt(pair, code.moved(table, place), 0);
    };
    Value even = order(load(0), load(2), {0, 1, 2, 3}), odd = order(load(1), load(3), {0, 1, 2, 3});
    return {{*site, order(even, odd, {0, 4, 2, 6})}, {*site, order(even, odd, {1, 5, 3, 7})}};
  }

  const Site *site = nullptr;
  Value value;
  Number number = 0;
};

} // namespace

namespace gtjit::detail {
namespace {

template <class Number, int bytes> struct LanesOf<Vector<Number, bytes>> {
  using T = Number;
  using I = Bits<Number, bytes>;
};
template <class Number, int bytes> struct UnsignedOf<Vector<Number, bytes>> {
  using T = typename Bits<Number, bytes>::Number;
  using Type = Bits<Number, bytes>;
};
template <> Vector<double, 64> all(double number) { return Vector<double, 64>(number); }
template <> Vector<float, 64> all(float number) { return Vector<float, 64>(number); }
template <> Vector<double, 32> all(double number) { return Vector<double, 32>(number); }
template <> Vector<float, 32> all(float number) { return Vector<float, 32>(number); }

} // namespace
} // namespace gtjit::detail

template <class T, int bytes> static Value emitExp(const Site &site, Value x) {
  return gtjit::detail::exp(Vector<T, bytes>(site, x)).in(site.code);
}

Value gtcompiler::emitMath(const CodeBuilder &code, gtabi::MathFunction function,
                           gtabi::MathVariant variant, Value x, EmittedMath &kernel) {
  constexpr std::int64_t kMost = 32;
  auto type = dyn_cast<VectorType>(x.getType());
  if (function != gtabi::MathFunction::Exp || kernel.count >= kMost || !type ||
      type.getNumElements() * type.getElementTypeBitWidth() != 8 * kernel.vectorBytes)
    return {};
  Site site{code, kernel};
  Value emitted = variant == gtabi::MathVariant::F64x8    ? emitExp<double, 64>(site, x)
                  : variant == gtabi::MathVariant::F32x16 ? emitExp<float, 64>(site, x)
                  : variant == gtabi::MathVariant::F64x4  ? emitExp<double, 32>(site, x)
                  : variant == gtabi::MathVariant::F32x8  ? emitExp<float, 32>(site, x)
                                                          : Value();
  kernel.count += emitted ? 1 : 0;
  return emitted;
}
