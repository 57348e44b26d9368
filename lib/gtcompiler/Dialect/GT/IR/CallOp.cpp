//===- CallOp.cpp - Checks of calls -----------------------------*- C++ -*-===//
//
// The constraints of GTCallOps.td, by their numbers, and what passes may do with a
// call. (C5) of gt.call is the program's to check.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
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

//===----------------------------------------------------------------------===//
// gt.call_arrays
//===----------------------------------------------------------------------===//

/// Whether the lists have an entry for each array, and for each dimension: generic text may say
/// anything.
static bool haveEntries(CallArraysOp op) {
  size_t count = op.getUses().size();
  auto isUse = [](Attribute use) {
    return llvm::is_contained({"reads", "writes", "updates"}, cast<StringAttr>(use).getValue());
  };
  if (op.getDims().size() != count || op.getBegins().size() != count ||
      op.getEnds().size() != count || op.getDense().size() != count ||
      !llvm::all_of(op.getUses(), isUse))
    return false;
  for (unsigned n = 0; n < count; ++n) {
    auto dims = dyn_cast<ArrayAttr>(op.getDims()[n]);
    auto begins = dyn_cast<DenseI64ArrayAttr>(op.getBegins()[n]);
    auto ends = dyn_cast<DenseI64ArrayAttr>(op.getEnds()[n]);
    if (!dims || !begins || !ends || !llvm::all_of(dims, llvm::IsaPred<StringAttr>) ||
        begins.size() != int64_t(dims.size()) || ends.size() != int64_t(dims.size()))
      return false;
  }
  return true;
}

/// Constraint (C3) for array `n`.
static LogicalResult verifyArray(CallArraysOp op, unsigned n, Type type) {
  SmallVector<StringAttr> dims = op.getDimsOf(n);
  auto field = dyn_cast<FieldType>(type);
  if (field ? haveSameDims(field.getDims(), dims) : dims.empty())
    return success();
  return op.emitOpError("expected array ")
         << n << " on the dimensions that are declared, got " << type;
}

/// Constraint (C5), and of what is written (C6).
static LogicalResult verifyRanges(CallArraysOp op, unsigned n,
                                  const llvm::SmallPtrSetImpl<StringAttr> &given) {
  llvm::SmallPtrSet<StringAttr, 4> seen;
  for (auto [dim, begin, end] :
       llvm::zip_equal(op.getDimsOf(n), op.getBeginsOf(n), op.getEndsOf(n))) {
    if (!seen.insert(dim).second) // (C5)
      return op.emitOpError("expected different dimensions, got '") << dim.getValue() << "' twice";
    if ((begin == INT64_MIN) != (end == INT64_MIN) || begin > end) // (C5)
      return op.emitOpError("expected a range with two ends in order for '")
             << dim.getValue() << "'";
    if (begin == INT64_MIN && !given.contains(dim)) // (C6)
      return op.emitOpError("expected a range for '")
             << dim.getValue() << "', which no operand has";
  }
  return success();
}

LogicalResult CallArraysOp::verify() {
  if (!isIdentifier(getCallee())) // (C1)
    return emitOpError("expected an identifier of C, got '") << getCallee() << "'";
  if (!haveEntries(*this)) // (C2)
    return emitOpError("expected a use, dimensions and ends of ranges for each array");
  llvm::SmallPtrSet<StringAttr, 4> given;
  size_t operands = 0, results = 0;
  for (unsigned n = 0; n < getUses().size(); ++n) {
    operands += isOperand(n);
    results += isResult(n);
    if (isOperand(n))
      for (StringAttr dim : getDimsOf(n))
        given.insert(dim);
  }
  if (operands != getArguments().size() || results != getResults().size() || operands == 0 ||
      results == 0) // (C2)
    return emitOpError("expected ")
           << std::max<size_t>(operands, 1) << " operands and " << std::max<size_t>(results, 1)
           << " results, as many as are declared, got " << getArguments().size() << " and "
           << getResults().size();
  unsigned operand = 0, result = 0;
  for (unsigned n = 0; n < getUses().size(); ++n) {
    Type taken = isOperand(n) ? getArguments()[operand++].getType() : Type();
    Type made = isResult(n) ? getResults()[result++].getType() : Type();
    if (failed(verifyRanges(*this, n, given))) // (C5), (C6)
      return failure();
    for (Type type : {taken, made})
      if (type && failed(verifyArray(*this, n, type))) // (C3)
        return failure();
    if (taken && made && taken != made) // (C4)
      return emitOpError("expected one type of what is updated, got ") << taken << " and " << made;
  }
  return success();
}
