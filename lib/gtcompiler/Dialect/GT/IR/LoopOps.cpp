//===- LoopOps.cpp - Checks of the loop level -------------------*- C++ -*-===//
//
// Verifiers of the operations in GTLoopOps.td and GTLoopMemoryOps.td, by the
// numbers that the constraints have there.
//
//===----------------------------------------------------------------------===//

#include "LoopChecks.h"

using namespace mlir;
using namespace gtcompiler;

//===----------------------------------------------------------------------===//
// Kernels and loops
//===----------------------------------------------------------------------===//

SmallVector<StringAttr> KernelOp::getLoopDims() { return rangeDims(getRanges()); }

Value KernelOp::getRangeOf(StringAttr dim) {
  if (Value range = findPin(getRanges(), dim))
    return range;
  return getAlong() && getAlong().getType().getDim() == dim ? getAlong() : Value();
}

LogicalResult KernelOp::verify() {
  if (getSymName().empty()) // (C5)
    return emitOpError("expected a name");
  for (auto [what, number] :
       {std::pair("flops", getFlops()), std::pair("bytes of scratch", getScratch())})
    if (static_cast<int64_t>(number) < 0) // (C5)
      return emitOpError("expected no negative number of ")
             << what << ", got " << static_cast<int64_t>(number);
  SmallVector<StringAttr> dims = getLoopDims();
  if (getAcrossAttr() && !llvm::is_contained(dims, getAcrossAttr())) // (C2)
    return emitOpError("expected one of its loop dimensions, got '") << *getAcross() << "'";
  if (getAlong())
    dims.push_back(getAlong().getType().getDim());
  return verifyDistinct(*this, dims); // (C1)
}

SmallVector<LoopOrder> KernelOp::getOrders() {
  SmallVector<StringAttr> dims = getLoopDims();
  SmallVector<LoopOrder> orders(dims.size(), LoopOrder::Parallel);
  getBody().walk([&](LoopOp loop) {
    auto dim = llvm::find(dims, loop.getDimAttr());
    if (dim != dims.end() && loop.getOrder() != LoopOrder::Parallel)
      orders[dim - dims.begin()] = loop.getOrder();
  });
  return orders;
}

SmallVector<int64_t> KernelOp::getSteps() {
  SmallVector<StringAttr> dims = getLoopDims();
  SmallVector<int64_t> steps(dims.size(), 1);
  getBody().walk([&](LoopOp loop) {
    auto dim = llvm::find(dims, loop.getDimAttr());
    if (dim != dims.end())
      steps[dim - dims.begin()] =
          std::max<int64_t>(steps[dim - dims.begin()], loop.getStep().value_or(1));
  });
  for (int64_t &step : MutableArrayRef(steps).drop_back(std::min<size_t>(steps.size(), 2)))
    step = 1;
  return steps;
}

/// (C4) of gt.kernel.
static LogicalResult verifyOrders(KernelOp kernel) {
  llvm::SmallDenseMap<StringAttr, LoopOp, 4> ordered;
  auto visit = [&](LoopOp loop) {
    if (loop.getOrder() == LoopOrder::Parallel || !findPin(kernel.getRanges(), loop.getDimAttr()))
      return WalkResult::advance();
    LoopOp first = ordered.try_emplace(loop.getDimAttr(), loop).first->second;
    if (first.getOrder() == loop.getOrder())
      return WalkResult::advance();
    (loop.emitOpError("expected the order of another loop over '") << loop.getDim() << "'")
            .attachNote(first.getLoc())
        << "the other loop is here";
    return WalkResult::interrupt();
  };
  return failure(kernel.getBody().walk(visit).wasInterrupted());
}

/// (C6) of gt.buffer, for a row that uses it.
static LogicalResult verifyStrip(BufferOp buffer, RowOp user) {
  LoopOp parts = findParts(user);
  int64_t points = buffer.getType().getExtents().front();
  if (!parts || int64_t(*parts.getBy()) != points)
    return user.emitOpError("expected to be in a part by ") << points << ", the elements of "
                                                            << "what is in registers";
  auto visit = [&](RowOp row) {
    auto lanes = static_cast<int64_t>(row.getLanes());
    if (row.getDimAttr() == user.getDimAttr() && row.getLanes() == user.getLanes() && lanes > 1 &&
        points % lanes == 0 && !row.getVectors() && !row.getStrides() &&
        row.getBlock()->getOps<NeighbourOp>().empty())
      return WalkResult::advance();
    row.emitOpError("expected rows of lanes of which ")
        << points << " is a multiple, alike in all of the part, since some is in registers";
    return WalkResult::interrupt();
  };
  return failure(parts.getBody().walk(visit).wasInterrupted());
}

/// (C4) to (C6) of gt.buffer, for what uses it.
static LogicalResult verifyRegisters(BufferOp buffer) {
  Region *start = nullptr; // where the first value is kept
  auto visit = [&](Operation *op) {
    if (!llvm::is_contained(op->getOperands(), buffer.getResult()))
      return WalkResult::advance();
    auto fail = [&](const char *what) {
      op->emitOpError(what);
      return WalkResult::interrupt();
    };
    bool isOfRow = isa<RowOp>(op->getParentOp()), isKept = isa<KeepOp>(op);
    if (!isa<GetOp, KeepOp>(op) || isOfRow != (buffer.getType().getRank() == 1))
      return fail("is not for what is in registers");
    if (isOfRow) {
      op = op->getParentOp();
      if (failed(verifyStrip(buffer, cast<RowOp>(op)))) // (C6)
        return WalkResult::interrupt();
    }
    if (!start && !isKept)
      return fail("expected a value to be kept in registers before");
    if (!start)
      start = op->getParentRegion();
    for (Region *around = op->getParentRegion(); around != start;
         around = around->getParentRegion()) {
      auto loop = dyn_cast<LoopOp>(around->getParentOp());
      if (!loop || loop.getOrder() == LoopOrder::Parallel)
        return fail("expected loops in order alone between it and where the first value is kept "
                    "in registers");
    }
    return WalkResult::advance();
  };
  return failure(buffer->getParentRegion()->walk<WalkOrder::PreOrder>(visit).wasInterrupted());
}

LogicalResult KernelOp::verifyRegions() {
  if (failed(verifyAmongLoops(*this, *getBlock()))) // (C3)
    return failure();
  for (BufferOp buffer : getBlock()->getOps<BufferOp>())
    if (buffer.getInRegisters() && failed(verifyRegisters(buffer)))
      return failure();
  return verifyOrders(*this); // (C4)
}

/// The strips of the same dimension right in front of a loop; null if there are none.
static LoopOp stripsBefore(LoopOp loop) {
  auto strips = dyn_cast_or_null<LoopOp>(loop->getPrevNode());
  return strips && strips.getDim() == loop.getDim() && strips.isStrips() ? strips : LoopOp();
}

LogicalResult LoopOp::verify() {
  if (failed(verifyOpens(*this, getDimAttr()))) // (C1)
    return failure();
  if (getBy() && static_cast<int64_t>(*getBy()) <= 0) // (C2)
    return emitOpError("expected parts of at least one point, got ")
           << static_cast<int64_t>(*getBy());
  if (getWay() && (!getBy() || !stripsBefore(*this) || static_cast<int64_t>(*getWay()) <= 0 ||
                   !llvm::isPowerOf2_64(*getWay()))) // (C2)
    return emitOpError("expected a way of a power of two, of parts behind strips of '")
           << getDim() << "'";
  if ((getForward() && getBackward()) || (getOrder() != LoopOrder::Parallel && getBy())) // (C3)
    return emitOpError("expected one order, point by point");
  bool isPlain = !getBy() && getOrder() == LoopOrder::Parallel;
  int64_t step = getStep().value_or(2);
  if (step < 2 || !llvm::isPowerOf2_64(step) || (getStep() ? !isPlain : getRest())) // (C4)
    return emitOpError("expected steps of a power of two, without parts and order");
  return success();
}

RowOp LoopOp::getLastRow() { return cast<RowOp>(getBlock()->back()); }

/// (C5) of gt.loop.
static LogicalResult verifyAgain(LoopOp loop) {
  if (!loop.getAgain())
    return success();
  if (!loop.getStep())
    return loop.emitOpError("expected steps of what is done again");
  auto row = loop.getBlock()->empty() ? RowOp() : dyn_cast<RowOp>(loop.getBlock()->back());
  if (!row || row.getLanes() == 1 || row.getVectors() || row.getStrides())
    return loop.emitOpError("expected a row of lanes, without vectors and strides, at its end");
  llvm::SmallDenseSet<Value> put;
  for (Operation &op : *row.getBlock()) {
    if (auto putOp = dyn_cast<PutOp>(op))
      put.insert(putOp.getStorage());
    if (isa<KeepOp, AccumulateOp>(op))
      return op.emitOpError("is done again, expected puts alone");
  }
  auto visit = [&](GetOp get) {
    if (!put.contains(get.getMemory()))
      return WalkResult::advance();
    get.emitOpError("gets what is put again");
    return WalkResult::interrupt();
  };
  return failure(loop->getParentOfType<KernelOp>().getBody().walk(visit).wasInterrupted());
}

LogicalResult LoopOp::verifyRegions() {
  if (failed(verifyAmongLoops(*this, *getBlock())))
    return failure();
  if (isStrips() && stripsBefore(*this)) // (C2)
    return emitOpError("expected parts that are no strips behind strips of '") << getDim() << "'";
  return verifyAgain(*this);
}

/// (C7) of gt.row.
static LogicalResult verifyStrides(RowOp row) {
  if (!row.getStrides())
    return success();
  if (row.getLanes() == 1)
    return row.emitOpError("expected more than one lane with strides");
  if (row.getVectors())
    return row.emitOpError("expected strides or vectors, got both");
  ArrayRef<int64_t> strides = *row.getStrides();
  for (auto [number, stride] : llvm::enumerate(strides))
    if (stride == 0 || llvm::is_contained(strides.take_front(number), stride))
      return row.emitOpError("expected different strides other than 0, got ") << stride;
  return success();
}

LogicalResult RowOp::verify() {
  if (failed(verifyOpens(*this, getDimAttr()))) // (C1)
    return failure();
  if (failed(verifyLanes(*this, getLanes()))) // (C2)
    return failure();
  return verifyStrides(*this); // (C7)
}

LogicalResult RowOp::verifyRegions() {
  if (failed(verifyNoArguments(*this, *getBlock()))) // (C3)
    return failure();
  for (Operation &op : *getBlock()) // (C3)
    if (!isAtPoint(op))
      return (op.emitOpError("does not happen at a point").attachNote(getLoc())
              << "the row is here");
  return verifyPointsOfRow(*this); // (C4), (C5), (C6)
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult BufferOp::verify() {
  if (static_cast<int64_t>(getCopies()) <= 0) // (C1)
    return emitOpError("expected at least one copy, got ") << static_cast<int64_t>(getCopies());
  if (static_cast<int64_t>(getPadding()) < 0 || (getOffset() && int64_t(*getOffset()) < 0)) // (C2)
    return emitOpError("expected no negative number of bytes");
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  for (auto [dim, extent] : llvm::zip(getType().getDims(), getType().getExtents())) // (C3)
    if (extent == BufferType::kOfTile && !kernel.getRangeOf(dim))
      return emitOpError("expected a dimension of the kernel, got '") << dim.getValue() << "'";
  if (getInRegisters() && (getType().getRank() > 1 || !getType().hasFixedSize() ||
                           getCopies() != 1 || getPadding() != 0 || getOffset())) // (C4)
    return emitOpError("expected no memory of what is in registers");
  return success();
}

LogicalResult GetOp::verify() {
  Type memory = getMemory().getType();
  if (failed(verifyPosition(*this, memory, getPins(), getOffsets()))) // (C1), (C2)
    return failure();
  if (failed(verifyIndices(*this, memory, getPins(), getIndices(), getIndexDimsAttr()))) // (C6)
    return failure();
  if (isa<BufferType>(memory)) {
    if (!getPins().empty()) // (C2)
      return emitOpError("expected no pin of a buffer");
    if (!getIndices().empty()) // (C6)
      return emitOpError("expected no index value of a buffer");
    if (llvm::any_of(getOffsets(), [](int64_t offset) { return offset != 0; })) // (C1)
      return emitOpError("expected no offset in a buffer");
  } else {
    for (StringAttr dim : getMemoryDims(memory)) // (C3)
      if (!findPin(getPins(), dim) && !getIndex(dim) && failed(verifyIndex(*this, dim)))
        return failure();
  }
  if (failed(verifyElement(*this, memory, getResult().getType()))) // (C4)
    return failure();
  auto buffer = dyn_cast<BufferType>(memory);
  return buffer ? verifyExtents(*this, buffer) : success(); // (C5)
}

/// How many points a step of the loop over `dim` around `op` has.
static int64_t stepAround(Operation *op, StringAttr dim) {
  for (Operation *around = op->getParentOp(); around; around = around->getParentOp())
    if (auto loop = dyn_cast<LoopOp>(around); loop && loop.getDimAttr() == dim && !loop.getBy())
      return loop.getRest() ? 1 : loop.getStep().value_or(1);
  return 1;
}

LogicalResult PutOp::verify() {
  StorageType storage = getStorage().getType();
  for (StringAttr dim : storage.getDims()) // (C1)
    if (failed(verifyIndex(*this, dim)))
      return failure();
  if (failed(verifyAlongRow(*this, storage))) // (C1)
    return failure();
  if (failed(verifyElement(*this, storage, getValue().getType()))) // (C2)
    return failure();
  if (getAt() && failed(verifyAt(*this))) // (C5)
    return failure();
  auto row = dyn_cast<RowOp>((*this)->getParentOp());
  if (getStreaming() && (!row || row.getLanes() == 1)) // (C3)
    return emitOpError("expected a row of several lanes around what is streaming");
  if (failed(verifyPosition(*this, storage, ValueRange(), getOffsets()))) // (C4)
    return failure();
  for (auto [dim, offset] : llvm::zip(storage.getDims(), getOffsets())) // (C4)
    if (offset != 0 && (offset < 0 || offset >= stepAround(*this, dim)))
      return emitOpError("expected one of the points of a step over '")
             << dim.getValue() << "', got offset " << offset;
  return success();
}

LogicalResult PrefetchOp::verify() {
  StorageType storage = getMemory().getType();
  if (failed(verifyPosition(*this, storage, getPins(), getOffsets()))) // (C1), (C2)
    return failure();
  if (failed(verifyIndices(*this, storage, getPins(), getIndices(), getIndexDimsAttr()))) // (C5)
    return failure();
  for (StringAttr dim : storage.getDims()) // (C3)
    if (!findPin(getPins(), dim) && !getIndex(dim) && failed(verifyIndex(*this, dim)))
      return failure();
  auto isContiguousAlong = [&](StringAttr dim) {
    return storage.getUnit() && storage.getDims().back() == dim;
  };
  auto goesAlong = [&](Operation *op) { // exactly
    auto loop = dyn_cast<LoopOp>(op);
    return getExact() && loop && (loop.getForward() || loop.getBackward()) &&
           isContiguousAlong(loop.getDimAttr());
  };
  Operation *parent = (*this)->getParentOp(); // (C4)
  if (goesAlong(parent) && !getAhead() && getIndices().empty())
    return success();
  auto row = dyn_cast<RowOp>(parent);
  if (!row)
    return emitOpError("expected a row around it, or what is exact in a loop in order along "
                       "contiguous memory");
  if (!getExact() && row.getLanes() == 1)
    return emitOpError("expected a row of several lanes around what is not exact");
  bool isAcross = row.getStrides() && (!getExact() || goesAlong(row->getParentOp()));
  if (!isAcross && !isContiguousAlong(row.getDimAttr()))
    return emitOpError("expected a storage that is contiguous along the row, got ") << storage;
  return verifyAhead(*this, row); // (C6)
}

LogicalResult KeepOp::verify() {
  if (failed(verifyElement(*this, getBuffer().getType(), getValue().getType()))) // (C1)
    return failure();
  if (failed(verifyAlongRow(*this, getBuffer().getType()))) // (C2)
    return failure();
  if (failed(verifyExtents(*this, getBuffer().getType()))) // (C3)
    return failure();
  if (getAs() && !isa<RowOp>((*this)->getParentOp())) // (C4), for a row its points
    return emitOpError("expected a row around a value that is kept as another");
  return success();
}

/// (C6) of gt.stage.
static LogicalResult verifyTransposed(StageOp stage) {
  BufferType buffer = stage.getBuffer().getType();
  StorageType storage = stage.getMemory().getType();
  int64_t square = *stage.getTransposed();
  Type element = buffer.getElementType();
  int64_t bits = isa<ComplexType>(element)
                     ? 2 * cast<ComplexType>(element).getElementType().getIntOrFloatBitWidth()
                     : element.getIntOrFloatBitWidth();
  if (buffer.getRank() != 2 || !storage.getUnit() ||
      storage.getDims().back() != buffer.getDims()[0] ||
      findPin(stage.getPins(), storage.getDims().back()) || !storage.hasDim(buffer.getDims()[1]) ||
      findPin(stage.getPins(), buffer.getDims()[1]))
    return stage.emitOpError("expected to transpose a storage that is contiguous along the first "
                             "of the buffer's two dimensions, got ")
           << storage << " and " << buffer;
  if (bits != 32 && bits != 64)
    return stage.emitOpError("expected to transpose elements of 4 or 8 bytes, got ") << element;
  if (failed(verifyLanes(stage, square)))
    return failure();
  for (int64_t extent : buffer.getExtents())
    if (extent == BufferType::kOfTile || extent % square != 0)
      return stage.emitOpError("expected extents in multiples of ") << square << ", got " << buffer;
  return success();
}

LogicalResult StageOp::verify() {
  StorageType storage = getMemory().getType();
  BufferType buffer = getBuffer().getType();
  if (failed(verifyPosition(*this, storage, getPins(), getOffsets()))) // (C1), (C2)
    return failure();
  for (StringAttr dim : storage.getDims()) // (C3)
    if (!findPin(getPins(), dim) && !buffer.hasDim(dim) && failed(verifyIndex(*this, dim)))
      return failure();
  if (buffer.getRank() < 1 || buffer.getRank() > 2) // (C4)
    return emitOpError("expected a buffer with one or two dimensions, got ") << buffer;
  for (auto [dim, extent] : llvm::zip(buffer.getDims(), buffer.getExtents())) // (C4)
    if (failed(verifySpan(*this, dim, extent)) || failed(verifyOpens(*this, dim)))
      return failure();
  if (failed(verifyElement(*this, storage, buffer.getElementType()))) // (C5)
    return failure();
  return getTransposed() ? verifyTransposed(*this) : success(); // (C6)
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The type of a block's result: that of the partial results less the reduced
/// dimension.
static BufferType resultType(BufferType partial, StringAttr reduced) {
  if (!partial.hasDim(reduced))
    return partial;
  return BufferType::get(partial.getContext(), {}, {}, partial.getElementType());
}

/// Checks what the results of blocks are kept in, (C5) of a gt.pairwise.
static LogicalResult verifyStacks(PairwiseOp op) {
  if (bool(op.getCount()) == op.getThreads())
    return op.emitOpError("expected a counter, unless blocks are combined by threads");
  for (auto [partial, stack] : llvm::zip(op.getPartials(), op.getStacks())) {
    BufferType type = resultType(cast<BufferType>(partial.getType()), op.getDimAttr());
    if (stack.getType() != type)
      return op.emitOpError("expected a stack of ") << type << ", got " << stack.getType();
    if (auto levels = stack.getDefiningOp<BufferOp>();
        levels && static_cast<int64_t>(levels.getCopies()) < PairwiseOp::kLevels)
      return op.emitOpError("expected a stack of at least ")
             << PairwiseOp::kLevels << " copies, got " << static_cast<int64_t>(levels.getCopies());
  }
  if (op.getThreads())
    return success();
  auto counter = cast<BufferType>(op.getCount().getType());
  if (counter.getRank() != 0 || !counter.getElementType().isInteger(64))
    return op.emitOpError("expected a counter of i64 without dimensions, got ") << counter;
  return success();
}

LogicalResult PairwiseOp::verify() {
  if (failed(verifyOpens(*this, getDimAttr()))) // (C1)
    return failure();
  size_t count = getKinds().size();
  size_t stacks = getThreads() ? 0 : count;
  if (count == 0 || getPartials().size() != count || getStacks().size() != stacks) // (C2)
    return emitOpError("expected ") << count << " partial results and " << stacks << " stacks, got "
                                    << getPartials().size() << " and " << getStacks().size();
  if (static_cast<int64_t>(getBy()) <= 0) // (C2)
    return emitOpError("expected blocks of at least one point, got ")
           << static_cast<int64_t>(getBy());
  if (failed(verifyLanes(*this, getLanes()))) // (C2)
    return failure();
  BufferType first = getPartialType();
  if (!first.hasFixedSize()) // (C3)
    return emitOpError("expected partial results with extents that are numbers, got ") << first;
  if (first.getRank() == 1 && first.getDims()[0] != getDimAttr() &&
      failed(verifyOpens(*this, first.getDims()[0]))) // (C3)
    return failure();
  if (first.hasDim(getDimAttr()) && !llvm::isPowerOf2_64(first.getExtents()[0])) // (C3)
    return emitOpError("expected partial results along the dimension in a power of two, got ")
           << first;
  if (first.getRank() == 1 && !first.hasDim(getDimAttr()) &&
      first.getExtents()[0] % static_cast<int64_t>(getLanes()) != 0) // (C3)
    return emitOpError("expected partial results in a multiple of ")
           << getLanes() << ", got " << first;
  if (getThreads() && first.getRank() != 0) // (C5)
    return emitOpError("expected a thread's partial results without dimensions, got ") << first;
  for (auto [index, partial] : llvm::enumerate(getPartials())) {
    auto type = cast<BufferType>(partial.getType());
    if (type.getRank() > 1 || type.getDims() != first.getDims() ||
        type.getExtents() != first.getExtents()) // (C3)
      return emitOpError("expected partial results with at most one dimension, the same for all, "
                         "got ")
             << type;
    if (failed(verifyReduces(*this, getKind(index), type.getElementType()))) // (C4)
      return failure();
  }
  if (failed(verifyStacks(*this))) // (C5)
    return failure();
  if (first.getRank() == 1 && first.getDims()[0] != getDimAttr()) // (C6)
    return verifySpan(*this, first.getDims()[0], first.getExtents()[0]);
  return success();
}

LogicalResult PairwiseOp::verifyRegions() { return verifyAmongLoops(*this, *getBlock()); }

LogicalResult AccumulateOp::verify() {
  auto pairwise = (*this)->getParentOfType<PairwiseOp>();
  if (!pairwise || !llvm::is_contained(pairwise.getPartials(), getBuffer())) // (C1)
    return emitOpError("expected a partial result of a 'gt.pairwise' around it");
  if (failed(verifyElement(*this, getBuffer().getType(), getValue().getType()))) // (C2)
    return failure();
  if (failed(verifyAlongRow(*this, getBuffer().getType()))) // (C3)
    return failure();
  if (auto row = dyn_cast<RowOp>((*this)->getParentOp()); row && row.getVectors())
    return success();
  return verifyExtents(*this, getBuffer().getType()); // (C4)
}
