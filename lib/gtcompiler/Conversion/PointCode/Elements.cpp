//===- Elements.cpp - Elements in memory and in registers -----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Elements.h"

#include "HalfFloats.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type that one real lane is computed with.
static Type registerType(Type element) {
  if (isHalf(element))
    return Float32Type::get(element.getContext());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

/// The real part's type of a complex number, or null.
static Type realOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : Type();
}

static Type vectorOf(Type element, std::int64_t lanes) {
  if (Type real = realOf(element))
    return VectorType::get({2 * lanes}, real);
  return lanes == 1 ? element : VectorType::get({lanes}, element);
}

Type gtcompiler::memoryType(Type element) {
  if (realOf(element))
    return vectorOf(element, 1);
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  if (isHalf(element))
    return IntegerType::get(element.getContext(), 16);
  return registerType(element);
}

std::int64_t gtcompiler::memoryBytes(Type element) {
  if (Type real = realOf(element))
    return 2 * memoryBytes(real);
  return memoryType(element).getIntOrFloatBitWidth() / 8;
}

std::int64_t gtcompiler::laneBytes(Type element) {
  return isHalf(element) ? 4 : memoryBytes(element);
}

Type gtcompiler::laneType(Type element, std::int64_t lanes) {
  return vectorOf(registerType(element), lanes);
}

Type gtcompiler::packedType(Type element, std::int64_t lanes) {
  return vectorOf(realOf(element) ? element : memoryType(element), lanes);
}

std::int64_t gtcompiler::lanesOf(Type element, Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return 1;
  return vector.getNumElements() / (realOf(element) ? 2 : 1);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What halfToFloat made `value` of, or null.
static Value halfBits(Type element, Value value) {
  if (element.isF16()) {
    auto extended = value.getDefiningOp<LLVM::FPExtOp>();
    auto bits = extended ? extended.getArg().getDefiningOp<LLVM::BitcastOp>() : nullptr;
    return bits ? bits.getArg() : Value();
  }
  auto cast = value.getDefiningOp<LLVM::BitcastOp>();
  auto shifted = cast ? cast.getArg().getDefiningOp<LLVM::ShlOp>() : nullptr;
  auto bits = shifted ? shifted.getLhs().getDefiningOp<LLVM::ZExtOp>() : nullptr;
  return bits ? bits.getArg() : Value();
}

Value gtcompiler::pack(const CodeBuilder &code, Type element, Value value) {
  if (isHalf(element)) {
    Value bits = halfBits(element, value);
    return bits ? bits : floatToHalf(code, element, value);
  }
  if (!element.isInteger(1))
    return value;
  Type bytes = packedType(element, lanesOf(element, value));
  return LLVM::ZExtOp::create(code.ops, code.loc, bytes, value);
}

Value gtcompiler::unpack(const CodeBuilder &code, Type element, Value packed) {
  if (isHalf(element))
    return halfToFloat(code, element, packed);
  if (!element.isInteger(1))
    return packed;
  Value zero = code.constant(packed.getType(), 0);
  return LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, packed, zero);
}

/// `mask` for the parts of elements: each bit twice for complex numbers.
static Value maskOfParts(const CodeBuilder &code, Type element, Value mask) {
  if (!mask || !realOf(element))
    return mask;
  SmallVector<std::int32_t> twice;
  for (std::int32_t lane = 0; lane < cast<VectorType>(mask.getType()).getNumElements(); ++lane)
    twice.append({lane, lane});
  return code.shuffle(mask, mask, twice);
}

/// What loads and stores may rely on: the alignment of a part.
static unsigned alignmentOf(Type element) {
  return memoryBytes(realOf(element) ? realOf(element) : element);
}

Value gtcompiler::loadLanes(const CodeBuilder &code, Type element, Value pointer,
                            std::int64_t lanes, Value mask) {
  Type type = packedType(element, lanes);
  unsigned alignment = alignmentOf(element);
  if (!mask)
    return unpack(code, element,
                  LLVM::LoadOp::create(code.ops, code.loc, type, pointer, alignment));
  Value zero = code.constant(type, 0);
  Value parts = maskOfParts(code, element, mask);
  return unpack(
      code, element,
      LLVM::MaskedLoadOp::create(code.ops, code.loc, type, pointer, parts, zero, alignment));
}

void gtcompiler::storeLanes(const CodeBuilder &code, Type element, Value value, Value pointer,
                            Value mask) {
  Value packed = pack(code, element, value);
  unsigned alignment = alignmentOf(element);
  if (mask)
    LLVM::MaskedStoreOp::create(code.ops, code.loc, packed, pointer,
                                maskOfParts(code, element, mask), alignment);
  else
    LLVM::StoreOp::create(code.ops, code.loc, packed, pointer, alignment);
}

void gtcompiler::streamLanes(const CodeBuilder &code, Type element, Value value, Value pointer) {
  Value packed = pack(code, element, value);
  std::int64_t bytes = lanesOf(element, value) * memoryBytes(element);
  LLVM::StoreOp::create(code.ops, code.loc, packed, pointer, static_cast<unsigned>(bytes),
                        /*isVolatile=*/false, /*isNonTemporal=*/true);
}

Value gtcompiler::constantLane(const CodeBuilder &code, TypedAttr number) {
  Type type = registerType(number.getType());
  TypedAttr value;
  if (auto integer = dyn_cast<IntegerAttr>(number)) {
    value = IntegerAttr::get(type, integer.getValue());
  } else {
    llvm::APFloat wide = cast<FloatAttr>(number).getValue();
    bool isInexact = false; // every f16 and bf16 is an f32
    wide.convert(cast<FloatType>(type).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &isInexact);
    value = FloatAttr::get(type, wide);
  }
  return LLVM::ConstantOp::create(code.ops, code.loc, type, value);
}

Value gtcompiler::splatLanes(const CodeBuilder &code, Type element, Value value,
                             std::int64_t lanes) {
  if (lanes == 1)
    return value;
  if (!realOf(element))
    return code.splat(value, lanes);
  SmallVector<std::int32_t> pairs;
  for (std::int64_t lane = 0; lane < lanes; ++lane)
    pairs.append({0, 1});
  return code.shuffle(value, value, pairs);
}

Value gtcompiler::asCoordinate(const CodeBuilder &code, Value index) {
  Type i64 = code.ops.getI64Type();
  if (getElementTypeOrSelf(index.getType()) == i64)
    return index;
  return LLVM::SExtOp::create(code.ops, code.loc, laneType(i64, lanesOf(i64, index)), index);
}
