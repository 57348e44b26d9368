//===- StencilOps.cpp - Checks of the stencil level -------------*- C++ -*-===//
//
// Verifiers of the operations in GTStencilOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace mlir;
using namespace gtcompiler;

LogicalResult GrowOp::verify() {
  if (static_cast<int64_t>(getLower()) > static_cast<int64_t>(getUpper())) // (C1)
    return emitOpError("expected a lower bound that moves at most as far as the upper one, got ")
           << static_cast<int64_t>(getLower()) << " and " << static_cast<int64_t>(getUpper());
  return success();
}

LogicalResult WhenOp::verify() {
  if (getOthers().empty()) // (C1)
    return emitOpError("expected another range");
  return success();
}

LogicalResult TemporaryOp::verify() {
  return verifyRangePerDim(*this, getResult().getType(), getRanges()); // (C1)
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// What a kernel writes, and the operation that says so.
using Written = llvm::SmallDenseMap<Value, Operation *, 8>;

LogicalResult gtcompiler::verifyPoint(Operation *kernel, Block &point) {
  for (Operation &op : point) {
    bool isKnown = isa<AccessOp, IndexOp, ConstantOp, PointOp, CheckFiniteOp, WriteOp, YieldOp>(op);
    if (!isKnown || llvm::any_of(op.getResultTypes(), llvm::IsaPred<FieldType>))
      return (op.emitOpError("cannot stand at a point of a kernel").attachNote(kernel->getLoc())
              << "the kernel is here");
  }
  return success();
}

/// Vectors and tiles of one kernel run in any order: what it writes may be read
/// at the same point only.
static LogicalResult verifyReads(Block &point, const Written &written) {
  for (AccessOp access : point.getOps<AccessOp>()) {
    auto writer = written.find(access.getStorage());
    bool isElsewhere = !access.getPins().empty() || !access.getIndices().empty() ||
                       llvm::any_of(access.getOffsets(), [](int64_t offset) { return offset; });
    if (writer != written.end() && isElsewhere)
      return (writer->second
                  ->emitOpError("expected the storage to be read at the point only, got "
                                "an access elsewhere")
                  .attachNote(access.getLoc())
              << "the access is here");
  }
  return success();
}

LogicalResult gtcompiler::verifyWrites(Block &point, ArrayRef<Block *> readers) {
  Written written;
  for (WriteOp write : point.getOps<WriteOp>()) {
    auto [other, isFirst] = written.try_emplace(write.getStorage(), write);
    if (!isFirst)
      return (write.emitOpError("expected one write of a storage, got two")
                  .attachNote(other->second->getLoc())
              << "the other one is here");
  }
  auto isReadIn = [&](WriteOp write) {
    return llvm::any_of(readers, [&](Block *reader) {
      return llvm::any_of(reader->getOps<AccessOp>(), [&](AccessOp access) {
        return access.getStorage() == write.getStorage();
      });
    });
  };
  for (WriteOp write : point.getOps<WriteOp>()) {
    if (write.getAt() && isReadIn(write))
      return write.emitOpError("expected a storage that the kernel does not read");
    if (write.getInPlace())
      written.erase(write.getStorage());
  }
  for (Block *reader : readers)
    if (failed(verifyReads(*reader, written)))
      return failure();
  return success();
}

/// A kernel without values from one point to another has a region without arguments.
static LogicalResult verifyOnlyPoint(Operation *kernel, Block &point) {
  if (point.getNumArguments() != 0)
    return kernel->emitOpError("expected a region without arguments");
  return verifyPoint(kernel, point);
}

LogicalResult StencilOp::verify() {
  if (failed(verifyDistinct(*this, getLoopDims()))) // (C1)
    return failure();
  if (getNarrow() && getRanges().size() < 2) // (C3)
    return emitOpError("expected two ranges at least for 'narrow', got ") << getRanges().size();
  return success();
}

LogicalResult StencilOp::verifyRegions() {
  if (failed(verifyOnlyPoint(*this, *getPoint()))) // (C2)
    return failure();
  return verifyWrites(*getPoint(), getPoint()); // WriteOp (C3)
}

LogicalResult FoldOp::verify() {
  SmallVector<StringAttr> loopDims = getLoopDims(), allDims = loopDims;
  allDims.push_back(getAlong().getType().getDim());
  if (failed(verifyDistinct(*this, allDims))) // (C1)
    return failure();
  if (getKinds().empty()) // (C2)
    return emitOpError("expected a kind of reduction, got none");
  for (Value destination : getDestinations()) {
    auto storage = cast<StorageType>(destination.getType());
    if (!haveSameDims(storage.getDims(), loopDims)) // (C3)
      return emitOpError("expected destinations with the dimensions of the loops, got ") << storage;
  }
  return success();
}

/// (C5): rows that are reduced by lanes alone also write.
static LogicalResult verifyLanesOfWrites(FoldOp fold) {
  auto writes = fold.getPoint()->getOps<WriteOp>();
  if (writes.empty() || fold.getLanes())
    return success();
  return ((*writes.begin())
              .emitOpError("expected a reduction with 'lanes' around it")
              .attachNote(fold.getLoc())
          << "the reduction is here");
}

LogicalResult FoldOp::verifyRegions() {
  auto yield = cast<YieldOp>(getPoint()->getTerminator());
  size_t count = getKinds().size();
  if (yield.getValues().size() != count || getDestinations().size() != count) // (C2)
    return emitOpError("expected ")
           << count << " values and destinations, got " << yield.getValues().size()
           << " values and " << getDestinations().size() << " destinations";
  for (auto [value, destination] : llvm::zip(yield.getValues(), getDestinations()))
    if (getElementType(destination.getType()) != value.getType()) // (C4)
      return emitOpError("expected a destination of ")
             << value.getType() << ", got " << destination.getType();
  for (auto [index, value] : llvm::enumerate(yield.getValues()))
    if (failed(verifyReduces(*this, getKind(index), value.getType()))) // (C4)
      return failure();
  if (failed(verifyOnlyPoint(*this, *getPoint())) || failed(verifyLanesOfWrites(*this))) // (C5)
    return failure();
  Written written;
  for (Value destination : getDestinations())
    if (!written.try_emplace(destination, *this).second) // (C6)
      return emitOpError("expected different destinations, got one twice");
  if (failed(verifyReads(*getPoint(), written))) // (C6)
    return failure();
  return verifyWrites(*getPoint(), getPoint()); // WriteOp (C3)
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

Value AccessOp::getPin(StringAttr dim) { return findPin(getPins(), dim); }

LogicalResult AccessOp::verify() {
  StorageType storage = getStorage().getType();
  if (failed(verifyPosition(*this, storage, getPins(), getOffsets())) || // (C1), (C2)
      failed(verifyIndices(*this, storage, getPins(), getIndices(), getIndexDimsAttr()))) // (C5)
    return failure();
  Operation *kernel = (*this)->getParentOp();
  for (StringAttr dim : storage.getDims()) // (C3)
    if (!isLoopDim(kernel, dim) && !getPin(dim) && !getIndex(dim))
      return (emitOpError("expected dimension '")
              << dim.getValue() << "' to be pinned, indexed or one of the kernel's, got neither")
                 .attachNote(kernel->getLoc())
             << "the kernel is here";
  if (getResult().getType() != storage.getElementType()) // (C4)
    return emitOpError("expected a result of ")
           << storage.getElementType() << ", got " << getResult().getType();
  return success();
}

LogicalResult IndexOp::verify() {
  Type i64 = IntegerType::get(getContext(), 64), result = getResult().getType();
  if (isa<ProgramOp, CallableOp>((*this)->getParentOp())) { // (C1)
    Type field = FieldType::get(getContext(), getDimAttr(), i64);
    if (result != field || getPin() || getOffset() != 0)
      return emitOpError("expected ")
             << field << " and neither a pin nor an offset at the field level, got " << result;
    return success();
  }
  if (result != i64) // (C2)
    return emitOpError("expected a result of ") << i64 << ", got " << result;
  Operation *parent = (*this)->getParentOp();
  bool isInLoops = !isa<StencilOp, FoldOp, SweepOp>(parent);
  if (isInLoops && !getPin() && !hasIndex(*this, getDimAttr())) // (C3)
    return emitOpError("expected dimension '")
           << getDim() << "' to be pinned or to have an index, got neither";
  if (!isInLoops && !getPin() && !isLoopDim(parent, getDimAttr())) // (C3)
    return (emitOpError("expected dimension '")
            << getDim() << "' to be pinned or one of the kernel's, got neither")
               .attachNote(parent->getLoc())
           << "the kernel is here";
  if (getPin() && getPin().getType().getDim() != getDimAttr()) // (C4)
    return emitOpError("expected a pin of dimension '")
           << getDim() << "', got " << getPin().getType();
  return success();
}

LogicalResult WriteOp::verify() {
  StorageType storage = getStorage().getType();
  SmallVector<StringAttr> dims;
  Operation *kernel = (*this)->getParentOp();
  auto sweep = dyn_cast<SweepOp>(kernel);
  if (getAt() && (!sweep || getAt().getType() != sweep.getAlong().getType())) // (C4)
    return emitOpError("expected a gt.sweep along the dimension of the range, got ")
           << getAt().getType();
  if (sweep) {
    dims = sweep.getLoopDims();
    StringAttr along = sweep.getAlong().getType().getDim();
    if (!getAt() || storage.hasDim(along))
      dims.push_back(along);
  } else if (auto fold = dyn_cast<FoldOp>(kernel)) {
    dims = fold.getLoopDims();
    dims.push_back(fold.getAlong().getType().getDim());
  } else {
    dims = cast<StencilOp>(kernel).getLoopDims();
  }
  if (!haveSameDims(storage.getDims(), dims)) // (C1)
    return emitOpError("expected a storage with the dimensions of the loops, got ") << storage;
  if (getValue().getType() != storage.getElementType()) // (C2)
    return emitOpError("expected a value of ")
           << storage.getElementType() << ", got " << getValue().getType();
  return success(); // (C3) is checked with the kernel's region
}
