//===- RowChecks.cpp - What the points of a row may do ----------*- C++ -*-===//
//
// Constraints of gt.row on what is inside, of gt.neighbour, and of gt.prefetch where it is ahead,
// by the numbers in GTLoopOps.td and GTLoopMemoryOps.td.
//
//===----------------------------------------------------------------------===//

#include "LoopChecks.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

#include <limits>

using namespace mlir;
using namespace gtcompiler;

/// Whether a loop around `row` goes through `dim` in order and has left behind what
/// is so far from its index.
static bool isBehind(RowOp row, StringAttr dim, int64_t offset) {
  for (Operation *around = row->getParentOp(); around; around = around->getParentOp())
    if (auto loop = dyn_cast<LoopOp>(around); loop && loop.getDimAttr() == dim)
      return (loop.getForward() && offset < 0) || (loop.getBackward() && offset > 0);
  return false;
}

/// Whether `get` is where `row`, which does what is done at some points at once, puts.
static bool isPutTo(RowOp row, GetOp get) {
  return llvm::any_of(row.getBlock()->getOps<PutOp>(), [&](PutOp put) {
    return put.getStorage() == get.getMemory() && put.getOffsets() == get.getOffsets();
  });
}

/// Emits an error at a get that may see what another point of the row, or a point
/// that runs at the same time, puts.
static LogicalResult verifyPutsOfRow(RowOp row) {
  for (PutOp put : row.getBlock()->getOps<PutOp>())
    for (GetOp get : row.getBlock()->getOps<GetOp>()) {
      if (get.getMemory() != put.getStorage())
        continue;
      bool isDone = false, isElsewhere = !get.getPins().empty() || !get.getIndices().empty();
      for (auto [dim, offset] : llvm::zip(put.getStorage().getType().getDims(), get.getOffsets()))
        if (isBehind(row, dim, offset))
          isDone = true;
        else
          isElsewhere |= offset != 0 && !isPutTo(row, get);
      if ((isElsewhere && !put.getInPlace()) || (!isDone && put->isBeforeInBlock(get)))
        return (get.emitOpError("expected what the row puts to be got at the point itself, in "
                                "front of the put")
                    .attachNote(put.getLoc())
                << "the put is here");
    }
  return success();
}

/// (C4) of gt.keep.
static LogicalResult verifyKeptAs(RowOp row, KeepOp keep) {
  Type memory = keep.getAs().getType();
  auto isSame = [&](Operation &op) {
    if (auto put = dyn_cast<PutOp>(op))
      return put.getStorage() == keep.getAs() && put.getValue() == keep.getValue() &&
             !put.getStreaming();
    auto other = dyn_cast<KeepOp>(op);
    return other && other.getBuffer() == keep.getAs() && other.getValue() == keep.getValue() &&
           !other.getAs();
  };
  if (getElementType(memory) != keep.getValue().getType() ||
      llvm::none_of(llvm::make_range(row.getBlock()->begin(), keep->getIterator()), isSame))
    return keep.emitOpError("expected the row to write the value, in front, to what it is kept as");
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  if (!loop || loop.getOrder() == LoopOrder::Parallel ||
      !llvm::is_contained(getMemoryDims(memory), loop.getDimAttr()))
    return keep.emitOpError("expected a loop in order around the row, over a dimension of what it "
                            "is kept as");
  WalkResult gets = loop.getBody().walk([&](GetOp get) {
    if (get.getMemory() != keep.getBuffer() || get->getParentOp() == row)
      return WalkResult::advance();
    get.emitOpError("expected what is kept as another value to be got in its row alone");
    return WalkResult::interrupt();
  });
  return failure(gets.wasInterrupted());
}

/// Emits an error at a get that would see what the same point has kept, or at what is kept as
/// another value and is not.
static LogicalResult verifyKeepsOfRow(RowOp row) {
  for (KeepOp keep : row.getBlock()->getOps<KeepOp>())
    for (GetOp get : row.getBlock()->getOps<GetOp>())
      if (get.getMemory() == keep.getBuffer() && keep->isBeforeInBlock(get))
        return (get.emitOpError("expected a buffer to be got in front of what the row keeps in it")
                    .attachNote(keep.getLoc())
                << "the value is kept here");
  for (KeepOp keep : row.getBlock()->getOps<KeepOp>())
    if (keep.getAs() && failed(verifyKeptAs(row, keep)))
      return failure();
  return success();
}

/// Whether `get` is at an index that the points of `row` have each for itself.
static bool isGathered(GetOp get, RowOp row) {
  return llvm::any_of(get.getIndices(),
                      [&](Value index) { return index.getParentBlock() == row.getBlock(); });
}

/// Emits an error at an access of memory that is no vector where the row has
/// lanes.
static LogicalResult verifyVectors(RowOp row) {
  if (row.getLanes() == 1 || row.getStrides())
    return success();
  auto verifyStorage = [&](Operation &op, Value memory, Value pin) -> LogicalResult {
    auto storage = dyn_cast<StorageType>(memory.getType());
    if (!storage || pin || !storage.hasDim(row.getDimAttr()) ||
        (storage.getUnit() && storage.getDims().back() == row.getDimAttr()))
      return success();
    return op.emitOpError("expected a storage that is contiguous along the row, got ") << storage;
  };
  for (Operation &op : *row.getBlock()) {
    if (auto get = dyn_cast<GetOp>(op)) {
      Value fixed = findPin(get.getPins(), row.getDimAttr());
      if (!fixed)
        fixed = get.getIndex(row.getDimAttr());
      if (!isGathered(get, row) && failed(verifyStorage(op, get.getMemory(), fixed)))
        return failure();
    }
    if (auto put = dyn_cast<PutOp>(op))
      if (failed(verifyStorage(op, put.getStorage(), Value())))
        return failure();
  }
  return success();
}

/// (C6) of gt.row.
static LogicalResult verifyInRegisters(RowOp row) {
  int64_t vectors = *row.getVectors();
  if (!llvm::isPowerOf2_64(vectors))
    return row.emitOpError("expected vectors in a power of two, got ") << vectors;
  Operation *nest = row;
  if (auto loop = dyn_cast<LoopOp>(row->getParentOp()); loop && !loop.getBy() && !loop.getStep() &&
                                                        !loop.getBackward() &&
                                                        row->getNextNode() == nullptr)
    nest = loop;
  auto pairwise = dyn_cast<PairwiseOp>(nest->getParentOp());
  if (!pairwise || pairwise.getDimAttr() != row.getDimAttr() ||
      !llvm::hasSingleElement(*pairwise.getBlock()))
    return row.emitOpError("expected to be all that a 'gt.pairwise' along its dimension does");
  BufferType partial = pairwise.getPartialType();
  auto lanes = static_cast<int64_t>(row.getLanes());
  int64_t extent = partial.getExtents().front();
  // Divided, since the product of numbers of the text may be none of 64 bits.
  if (!partial.hasDim(row.getDimAttr()) || extent % lanes != 0 || extent / lanes != vectors)
    return row.emitOpError("expected partial results of ")
           << vectors << " vectors of " << lanes << " elements, got " << partial;
  for (Operation &op : *row.getBlock()) {
    auto put = dyn_cast<PutOp>(op);
    auto fetch = dyn_cast<PrefetchOp>(op);
    if (isa<KeepOp, CheckFiniteOp>(op) || (put && put.getStreaming()) ||
        (fetch && !fetch.getExact()))
      return op.emitOpError("expected a row that accumulates and puts alone");
  }
  return success();
}

LogicalResult NeighbourOp::verify() {
  Operation *computed = getValue().getDefiningOp();
  auto row = cast<RowOp>((*this)->getParentOp());
  if (!computed || computed->getParentOp() != row) // (C1)
    return emitOpError("expected the value of an operation of the row");
  auto offset = static_cast<int64_t>(getOffset()), lanes = static_cast<int64_t>(row.getLanes());
  if (offset >= 0 || offset < -lanes) // (C2)
    return emitOpError("expected an offset from -") << lanes << " to -1, got " << offset;
  if (lanes == 1 || row.getVectors() || row.getStrides()) // (C3)
    return emitOpError("expected a row of more than one lane, without vectors and strides");
  if (!getType().isIntOrFloat() || getType().isInteger(1)) // (C4)
    return emitOpError("expected an integer or float of more than one bit, got ") << getType();
  return success();
}

/// (C5) of gt.neighbour.
static LogicalResult verifyNeighbours(RowOp row) {
  llvm::DenseSet<Value> stored, seen;
  for (PutOp put : row.getBlock()->getOps<PutOp>())
    stored.insert(put.getStorage());
  SmallVector<Value> open;
  for (NeighbourOp neighbour : row.getBlock()->getOps<NeighbourOp>())
    open.push_back(neighbour.getValue());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getParentOp() != row || !seen.insert(value).second)
      continue;
    if (auto get = dyn_cast<GetOp>(op)) {
      if (isGathered(get, row) || !isa<StorageType>(get.getMemory().getType()) ||
          stored.contains(get.getMemory()))
        return get.emitOpError("expected what neighbours are computed of to be got from a storage "
                               "that the row does not put, at an index of the row alone");
      continue;
    }
    llvm::append_range(open, op->getOperands());
  }
  return success();
}

LogicalResult gtcompiler::verifyPointsOfRow(RowOp row) {
  if (failed(verifyKeepsOfRow(row)) || failed(verifyPutsOfRow(row))) // (C4)
    return failure();
  if (failed(verifyVectors(row)) || failed(verifyNeighbours(row))) // (C5), there (C5)
    return failure();
  return row.getVectors() ? verifyInRegisters(row) : success(); // (C6)
}

LoopOp gtcompiler::findParts(RowOp row) {
  LoopOp parts = row->getParentOfType<LoopOp>();
  while (parts && !parts.getBy())
    parts = parts->getParentOfType<LoopOp>();
  return parts && parts.getDimAttr() == row.getDimAttr() ? parts : LoopOp();
}

bool LoopOp::isStrips() {
  if (!getBy())
    return false;
  auto keepsInRegisters = [](KeepOp keep) {
    auto buffer = keep.getBuffer().getDefiningOp<BufferOp>();
    return WalkResult(
        failure(buffer && buffer.getInRegisters() && isa<RowOp>(keep->getParentOp())));
  };
  return getBody().walk(keepsInRegisters).wasInterrupted();
}

LogicalResult gtcompiler::verifyAhead(PrefetchOp fetch, RowOp row) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max(); // any index and it are of 64 bits
  const bool isIndexed = !fetch.getIndices().empty();
  if (!isIndexed && fetch.getWithin())
    return fetch.emitOpError("expected index values where it is within so many bytes");
  if (!isIndexed && !fetch.getAhead())
    return success();
  bool isLinear = llvm::all_of(fetch.getIndices(), gtcompiler::isLinear);
  if (row.getStrides() && !fetch.getExact() && !fetch.getAhead() && isLinear)
    return success();
  if (!fetch.getExact() || !fetch.getAhead())
    return fetch.emitOpError("expected index values where it is ahead, and one that is exact");
  if (auto ahead = static_cast<int64_t>(*fetch.getAhead()); ahead < 1 || ahead > most)
    return fetch.emitOpError("expected to be ahead by 1 to ") << most << ", got " << ahead;
  if (fetch.getWithin())
    if (auto within = static_cast<int64_t>(*fetch.getWithin()); within < 1 || within > most)
      return fetch.emitOpError("expected to be within 1 to ") << most << " bytes, got " << within;
  if (!isIndexed) {
    LoopOp parts = findParts(row);
    if (!parts || !parts.isStrips())
      return fetch.emitOpError("expected index values, or strips of the row, where it is ahead");
    return success();
  }
  StorageType storage = fetch.getMemory().getType();
  auto loop = dyn_cast<LoopOp>(row->getParentOp());
  if (!loop || loop.getBy() || loop.getStep() || loop.getForward() || loop.getBackward())
    return fetch.emitOpError("expected a loop point by point, in any order, around the row");
  if (storage.hasDim(loop.getDimAttr()) && !findPin(fetch.getPins(), loop.getDimAttr()) &&
      !fetch.getIndex(loop.getDimAttr()))
    return fetch.emitOpError("expected a storage that the loop around the row does not move, got ")
           << storage;
  return success();
}
