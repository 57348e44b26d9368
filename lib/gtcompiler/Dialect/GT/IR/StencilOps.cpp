//===- StencilOps.cpp - Checks of the stencil level -------------*- C++ -*-===//
//
// Verifiers of the operations in GTStencilOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace mlir;
using namespace gtcompiler;

LogicalResult TemporaryOp::verify() {
  return verifyRangePerDim(*this, getResult().getType(), getRanges()); // (C1)
}

LogicalResult StencilOp::verify() {
  return verifyDistinct(*this, getLoopDims()); // (C1)
}

LogicalResult FoldOp::verify() {
  SmallVector<StringAttr> loopDims = getLoopDims(), allDims = loopDims;
  allDims.push_back(getAlong().getType().getDim());
  if (failed(verifyDistinct(*this, allDims))) // (C1)
    return failure();
  auto yield = cast<YieldOp>(getPoint()->getTerminator());
  size_t count = getKinds().size();
  if (yield.getValues().size() != count || getDestinations().size() != count) // (C2)
    return emitOpError("expected ")
           << count << " values and destinations, got " << yield.getValues().size()
           << " values and " << getDestinations().size() << " destinations";
  for (auto [value, destination] : llvm::zip(yield.getValues(), getDestinations())) {
    auto storage = cast<StorageType>(destination.getType());
    if (!haveSameDims(storage.getDims(), loopDims)) // (C3)
      return emitOpError("expected destinations with the dimensions of the loops, got ") << storage;
    if (storage.getElementType() != value.getType()) // (C4)
      return emitOpError("expected a destination of ") << value.getType() << ", got " << storage;
  }
  for (auto [index, value] : llvm::enumerate(yield.getValues()))
    if (failed(verifyReduces(*this, getKind(index), value.getType()))) // (C4)
      return failure();
  return success();
}

Value AccessOp::getPin(StringAttr dim) {
  for (Value pin : getPins())
    if (cast<RangeType>(pin.getType()).getDim() == dim)
      return pin;
  return nullptr;
}

LogicalResult AccessOp::verify() {
  StorageType storage = getStorage().getType();
  if (static_cast<int64_t>(getOffsets().size()) != storage.getRank()) // (C1)
    return emitOpError("expected ") << storage.getRank() << " offsets, got " << getOffsets().size();
  SmallVector<StringAttr> pinned = rangeDims(getPins());
  if (failed(verifyDistinct(*this, pinned))) // (C2)
    return failure();
  for (StringAttr dim : pinned) // (C2)
    if (!storage.hasDim(dim))
      return emitOpError("expected a pin of a dimension of ")
             << storage << ", got '" << dim.getValue() << "'";
  Operation *kernel = (*this)->getParentOp();
  for (StringAttr dim : storage.getDims()) // (C3)
    if (!isLoopDim(kernel, dim) && !llvm::is_contained(pinned, dim))
      return (emitOpError("expected dimension '")
              << dim.getValue() << "' to be pinned or one of the kernel's, got neither")
                 .attachNote(kernel->getLoc())
             << "the kernel is here";
  if (getResult().getType() != storage.getElementType()) // (C4)
    return emitOpError("expected a result of ")
           << storage.getElementType() << ", got " << getResult().getType();
  return success();
}

LogicalResult IndexOp::verify() {
  Type i64 = IntegerType::get(getContext(), 64), result = getResult().getType();
  if (isa<ProgramOp>((*this)->getParentOp())) { // (C1)
    Type field = FieldType::get(getContext(), getDimAttr(), i64);
    if (result != field || getPin() || getOffset() != 0)
      return emitOpError("expected ")
             << field << " and neither a pin nor an offset at the field level, got " << result;
    return success();
  }
  if (result != i64) // (C2)
    return emitOpError("expected a result of ") << i64 << ", got " << result;
  if (!getPin() && !isLoopDim((*this)->getParentOp(), getDimAttr())) // (C3)
    return (emitOpError("expected dimension '")
            << getDim() << "' to be pinned or one of the kernel's, got neither")
               .attachNote((*this)->getParentOp()->getLoc())
           << "the kernel is here";
  return success();
}

LogicalResult WriteOp::verify() {
  auto stencil = cast<StencilOp>((*this)->getParentOp());
  StorageType storage = getStorage().getType();
  if (!haveSameDims(storage.getDims(), stencil.getLoopDims())) // (C1)
    return emitOpError("expected a storage with the dimensions of the loops, got ") << storage;
  if (getValue().getType() != storage.getElementType()) // (C2)
    return emitOpError("expected a value of ")
           << storage.getElementType() << ", got " << getValue().getType();
  for (Operation *user : getStorage().getUsers()) { // (C3)
    if (user == *this || user->getParentOp() != stencil)
      continue;
    auto access = dyn_cast<AccessOp>(user);
    if (!access)
      return (emitOpError("expected one write of a storage, got two").attachNote(user->getLoc())
              << "the other one is here");
    if (!access.getPins().empty() || llvm::any_of(access.getOffsets(), [](int64_t o) { return o; }))
      return (emitOpError("expected the storage to be read at the point only, got an access "
                          "elsewhere")
                  .attachNote(access.getLoc())
              << "the access is here");
  }
  return success();
}
