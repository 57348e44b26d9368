//===- LoopChecks.cpp - What operations of the loop level ask for ---------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "LoopChecks.h"

using namespace mlir;
using namespace gtcompiler;

/// Lanes that a row has at most: one for each byte of the widest vectors.
static constexpr int64_t kMostLanes = 64;

bool gtcompiler::isAtPoint(Operation &op) {
  if (isa<GetOp, PutOp, PrefetchOp, KeepOp, AccumulateOp, IndexOp, NeighbourOp, CheckFiniteOp,
          ConstantOp>(op))
    return true;
  return isa<PointOp>(op) && isElementType(op.getResult(0).getType());
}

LogicalResult gtcompiler::verifyNoArguments(Operation *nest, Block &block) {
  if (block.getNumArguments() == 0)
    return success();
  return nest->emitOpError("expected a region without arguments");
}

LogicalResult gtcompiler::verifyAmongLoops(Operation *nest, Block &block) {
  if (failed(verifyNoArguments(nest, block)))
    return failure();
  for (Operation &op : block)
    if (!isAtPoint(op) && !isa<LoopOp, RowOp, PairwiseOp, BufferOp, StageOp>(op))
      return (op.emitOpError("is no operation of the loop level").attachNote(nest->getLoc())
              << "the loop or kernel is here");
  return success();
}

LogicalResult gtcompiler::verifyOpens(Operation *loop, StringAttr dim) {
  auto kernel = loop->getParentOfType<KernelOp>();
  if (!kernel || !kernel.getRangeOf(dim))
    return loop->emitOpError("expected a dimension of the kernel, got '") << dim.getValue() << "'";
  if (hasIndex(loop, dim))
    return loop->emitOpError("expected a dimension without an index, got '")
           << dim.getValue() << "'";
  return success();
}

LogicalResult gtcompiler::verifyIndex(Operation *op, StringAttr dim) {
  if (hasIndex(op, dim))
    return success();
  return op->emitOpError("expected dimension '") << dim.getValue() << "' to have an index";
}

LogicalResult gtcompiler::verifyElement(Operation *op, Type memory, Type value) {
  if (getElementType(memory) == value)
    return success();
  return op->emitOpError("expected a value of ") << getElementType(memory) << ", got " << value;
}

LogicalResult gtcompiler::verifyLanes(Operation *op, int64_t lanes) {
  if (lanes > 0 && lanes <= kMostLanes && llvm::isPowerOf2_64(lanes))
    return success();
  return op->emitOpError("expected lanes in a power of two up to ")
         << kMostLanes << ", got " << lanes;
}

LogicalResult gtcompiler::verifyAlongRow(Operation *op, Type memory) {
  auto row = dyn_cast<RowOp>(op->getParentOp());
  if (!row || llvm::is_contained(getMemoryDims(memory), row.getDimAttr()))
    return success();
  return op->emitOpError("expected memory with the row's dimension, got ") << memory;
}

/// The most points of a span of `dim` at `op`: of the parts in which loops and
/// reductions around it go through the dimension; none if nothing cuts it.
static std::optional<int64_t> mostPoints(Operation *op, StringAttr dim) {
  std::optional<int64_t> most;
  for (Operation *around = op->getParentOp(); around; around = around->getParentOp()) {
    std::optional<int64_t> by;
    if (auto loop = dyn_cast<LoopOp>(around); loop && loop.getDimAttr() == dim)
      by = loop.getBy();
    else if (auto pairwise = dyn_cast<PairwiseOp>(around); pairwise && pairwise.getDimAttr() == dim)
      by = pairwise.getBy();
    if (by)
      most = std::min(most.value_or(*by), *by);
  }
  return most;
}

LogicalResult gtcompiler::verifySpan(Operation *op, StringAttr dim, int64_t extent) {
  if (extent == BufferType::kOfTile)
    return success();
  if (std::optional<int64_t> most = mostPoints(op, dim); most && *most <= extent)
    return success();
  return op->emitOpError("expected a loop over parts of at most ")
         << extent << " points of '" << dim.getValue() << "' around it";
}

LogicalResult gtcompiler::verifyExtents(Operation *op, BufferType buffer) {
  for (auto [dim, extent] : llvm::zip(buffer.getDims(), buffer.getExtents()))
    if (hasIndex(op, dim) && failed(verifySpan(op, dim, extent)))
      return failure();
  return success();
}

LogicalResult gtcompiler::verifyAt(PutOp put) {
  StringAttr dim = put.getAt().getType().getDim();
  bool isInOrder = false;
  for (Operation *around = put->getParentOp(); around; around = around->getParentOp())
    if (auto loop = dyn_cast<LoopOp>(around); loop && loop.getDimAttr() == dim)
      isInOrder |= loop.getOrder() != LoopOrder::Parallel;
  if (isInOrder && !put.getStreaming())
    return success();
  return put.emitOpError("expected a loop in order over '")
         << dim.getValue() << "', and no streaming";
}
