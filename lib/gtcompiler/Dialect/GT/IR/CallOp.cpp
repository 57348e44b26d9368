//===- CallOp.cpp - Checks of gt.call ---------------------------*- C++ -*-===//
//
// The constraints of GTCallOps.td, by their numbers, and what passes may do with a
// call. (C5) is the program's to check.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "gtabi/Prototype.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gtcompiler;

/// Whether C has the type.
static bool isOfC(Type element) {
  return isElementType(element) && !isa<ComplexType, Float16Type, BFloat16Type>(element);
}

static bool isIdentifier(StringRef name) {
  bool isPlain = llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isPlain && !name.empty() && !llvm::isDigit(name.front());
}

LogicalResult CallOp::verify() {
  for (Type type :
       llvm::concat<const Type>(getArguments().getTypes(), getOperation()->getResultTypes()))
    if (Type element = getElementType(type); !isOfC(element)) // (C1)
      return emitOpError("expected types that C has, got ") << element;
  if (getResults().empty()) // (C1)
    return emitOpError("expected a result, got none");
  if (getArguments().empty()) // (C2)
    return emitOpError("expected an operand, got none");
  if (!isIdentifier(getCallee())) // (C3)
    return emitOpError("expected an identifier of C, got '") << getCallee() << "'";
  bool isOfFields =
      (*this)->getBlock() && isa_and_nonnull<ProgramOp, CallableOp>((*this)->getParentOp());
  if (getHasEffects() && isOfFields && !isa<FieldType>(getResultTypes().front())) // (C4)
    return emitOpError("expected a field as the result of a call with effects, got ")
           << getResultTypes().front();
  int64_t ways = getStatus() + getPlaced() + getStatusLast();
  if (ways > 1) // (C6)
    return emitOpError("expected one of 'status', 'placed' and 'status_last', got ") << ways;
  if (!getHandled() && getResults().size() > 1 && ways == 0) // (C6)
    return emitOpError("expected 'status', 'placed' or 'status_last' with several results");
  if (getHandled() && !getReports()) // (C7)
    return emitOpError("expected 'status' or 'status_last' where failures are handled");
  if (getHandled() && (getResults().size() < 2 ||
                       !getElementType(getResults().back().getType()).isSignlessInteger(8))) // (C7)
    return emitOpError("expected a result and behind it a status of i8, got ")
           << getOperation()->getResultTypes();
  return success();
}

void CallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getHasEffects())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability CallOp::getSpeculatability() {
  return getHasEffects() ? Speculation::NotSpeculatable : Speculation::Speculatable;
}

static gtabi::ElementType elementTypeOf(Type element) {
  using gtabi::ElementType;
  if (element.isF32() || element.isF64())
    return element.isF32() ? ElementType::F32 : ElementType::F64;
  if (element.isInteger(1))
    return ElementType::Bool;
  unsigned log2 = llvm::Log2_32(element.getIntOrFloatBitWidth() / 8);
  ElementType first = element.isUnsignedInteger() ? ElementType::U8 : ElementType::I8;
  return static_cast<ElementType>(static_cast<unsigned>(first) + log2);
}

uint64_t CallOp::getPrototype() {
  gtabi::PrototypeHash hash;
  for (Type type : getGiven().getTypes())
    hash.add(elementTypeOf(getElementType(type)));
  for (Type type : getArguments().getTypes())
    hash.add(elementTypeOf(getElementType(type)));
  return hash.finish(
      (getReports() ? gtabi::kReportsStatus : 0) | (getHasEffects() ? gtabi::kHasEffects : 0) |
          (getStatus() || getPlaced() || getStatusLast() ? gtabi::kPlacesResults : 0) |
          (getStatusLast() ? gtabi::kStatusLast : 0) |
          (getReferences() ? gtabi::kTakesReferences : 0),
      static_cast<std::uint32_t>(getGiven().size()));
}
