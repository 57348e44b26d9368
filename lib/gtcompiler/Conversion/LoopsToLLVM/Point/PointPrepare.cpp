//===- PointPrepare.cpp - What the points of a row share ------------------===//
//
// The places of rows in memory and in buffers, and outer values in all lanes: what
// is computed once, in front of a row.
//
//===----------------------------------------------------------------------===//
#include "PointEmitter.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/MapVector.h"

using namespace gtcompiler;
using namespace mlir;

bool gtcompiler::isOutsideKernel(Value value) {
  return isa<ProgramOp>(value.getParentBlock()->getParentOp());
}

/// The value in all lanes, at the place where it became known.
Value PointEmitter::splatOf(Value original, std::int64_t lanes) {
  Type type = original.getType();
  if (auto known = outer.values.find(original); known != outer.values.end())
    return splatLanes(*known->second.second, type, known->second.first, lanes);
  Value &splat = outer.lanes[{original, lanes}];
  if (!splat)
    splat = splatLanes(frame.entry(), type, frame.scalar(original), lanes);
  return splat;
}

/// Whether something is divided by `value` and takes something of it that is computed where it is
/// known.
static bool isDivisor(Value value, MachineAttr machine) {
  return (isa<IntegerType>(value.getType()) || machine.getDividerScale() > 1) &&
         llvm::any_of(value.getUsers(), [&](Operation *user) {
           return isa<DivOp, FloorDivideOp, ModOp, FmodOp>(user) && user->getOperand(1) == value;
         });
}

/// Whether it divides f32 or f64 by what is the same at all points.
bool PointEmitter::isBySharedDivisor(Operation &op) const {
  Type type = op.getNumResults() == 1 ? op.getResult(0).getType() : Type();
  return isa<DivOp>(op) && (type.isF32() || type.isF64()) &&
         op.getOperand(1).getParentBlock() != op.getBlock() && !reloaded.contains(op.getOperand(1));
}

/// Whether the points of a row of whole vectors with masks do nothing that takes as long as its
/// divisions on Intel's dividers, some of which products may take the place of.
bool PointEmitter::waitsForDivider(RowOp row) const {
  constexpr std::int64_t kProductCycles = 8;
  if (machine.getDividerScale() == 1 || !machine.getHasMasks())
    return false;
  std::int64_t divider = 0, others = 0, shared = 0; // in operations' costs
  for (Operation &op : *row.getBlock()) {
    auto computed = dyn_cast<PointOp>(op);
    if (!computed || unneeded.contains(&op))
      continue;
    std::int64_t cycles = machine.getCycles(computed);
    Type type = op.getResult(0).getType();
    if (computed.usesDivider())
      divider += type.isF32() ? cycles * 5 / 8 : cycles;
    else
      others += cycles;
    if (!isBySharedDivisor(op))
      continue;
    if (static_cast<std::int64_t>(row.getLanes()) * memoryBytes(type) != machine.getVectorBytes())
      return false;
    ++shared;
  }
  return shared > 0 && divider > others + kProductCycles * shared;
}

/// Of the scalars from outside the kernel, as many stay in registers as leave
/// enough for the point's values; those that are read most. The others are
/// read from memory where they are needed, which instructions of arithmetic do
/// themselves: on AVX-512 to all lanes, else in all lanes.
void PointEmitter::chooseReloaded(RowOp row) {
  llvm::MapVector<Value, unsigned> uses;
  for (Operation &op : *row.getBlock())
    for (Value operand : op.getOperands())
      if (isElementType(operand.getType()) && isOutsideKernel(operand) && !isa<GetOp>(op) &&
          !unneeded.contains(&op))
        ++uses[operand];
  std::size_t keptScalars = machine.getKeptScalars();
  if (uses.size() <= keptScalars)
    return;
  auto order = uses.takeVector();
  llvm::stable_sort(order, [](auto &a, auto &b) { return a.second > b.second; });
  for (auto &[value, count] : ArrayRef(order).drop_front(keptScalars))
    if (KernelFrame::isReloadable(value.getType()) && !isDivisor(value, machine))
      reloaded.insert(value);
}

/// Where gets of `buffer` are in a row that keeps its values as those of other memory: there,
/// a point behind, but for the first point of the loop.
Value PointEmitter::carriedRow(RowOp row, Value buffer, CodeBuilder &code) {
  Value first = addresses.bufferRow(buffer, rowDim);
  auto keeps = row.getBlock()->getOps<KeepOp>();
  auto keep = llvm::find_if(keeps, [&](KeepOp each) { return each.getBuffer() == buffer; });
  if (keep == keeps.end() || !(*keep).getAs())
    return first;
  Value memory = (*keep).getAs();
  auto loop = cast<LoopOp>(row->getParentOp());
  StringAttr dim = loop.getDimAttr();
  std::int64_t behind = loop.getForward() ? -1 : 1;
  Value before;
  if (isa<BufferType>(memory.getType())) {
    auto kept = memory.getDefiningOp<BufferOp>();
    Value pitch = addresses.pitch(kept, kept.getType().getDimIndex(dim));
    Value distance = frame.entry().mul(pitch, frame.entry().number(behind));
    before = code.moved(addresses.bufferRow(memory, rowDim), distance);
  } else {
    Place place = Place::at(memory);
    place.offsets[place.type().getDimIndex(dim)] = behind;
    RowPointer pointer = addresses.row(place, rowDim);
    before = code.moved(pointer.pointer, pointer.shift);
  }
  Span span = addresses.spanOf(dim);
  Value start = loop.getForward() ? span.first : code.sub(span.last, code.number(1));
  Value isFirst = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::eq,
                                       addresses.indexOf(dim), start);
  return code.select(isFirst, first, before);
}

bool PointEmitter::isInRegisters(Value memory) {
  auto buffer = memory.getDefiningOp<BufferOp>();
  return buffer && buffer.getInRegisters();
}

/// Whether rows of `buffer` have room for a whole vector where `row` ends: what loops in order hand
/// on is kept and got in whole vectors there, since a load waits for a masked store of the same
/// bytes to reach the cache. Rows of other lanes end elsewhere, vectors of rows that stream begin
/// anywhere, and of a strip all may lie behind the end, where buffers of a tile's extents have
/// none.
bool PointEmitter::hasRoomAtEnds(Value buffer, RowOp row, std::int64_t lanes) const {
  auto type = cast<BufferType>(buffer.getType());
  auto isOfSweep = [&](Operation *user) {
    auto around = dyn_cast<RowOp>(user->getParentOp());
    return isa<GetOp, KeepOp>(user) && around && around.getLanes() == row.getLanes() &&
           llvm::none_of(user->getBlock()->getOps<PutOp>(),
                         [](PutOp put) { return put.getStreaming(); });
  };
  return lanes > 1 && row->getParentOfType<KernelOp>().getAlong() && type.getRank() > 0 &&
         type.getDims().back() == rowDim && type.getExtents().back() != BufferType::kOfTile &&
         type.getExtents().back() % lanes == 0 && (!outer.strip || type.hasFixedSize()) &&
         row.getBlock()->getOps<NeighbourOp>().empty() &&
         llvm::all_of(buffer.getUsers(), isOfSweep);
}

void PointEmitter::prepare(RowOp row, std::int64_t lanes, CodeBuilder &code,
                           const UsualChoices &usual) {
  unneeded = operationsOfLinearIndices(*row.getBlock());
  unneeded.insert(usual.unneeded.begin(), usual.unneeded.end());
  chosen = usual.chosen;
  aheadBytes = aheadOf(row);
  auto noteEnd = [&](Value buffer) {
    if (!rowEnds.contains(buffer) && hasRoomAtEnds(buffer, row, lanes))
      rowEnds[buffer] = addresses.bufferRow(buffer, rowDim);
  };
  for (Operation &op : *row.getBlock()) {
    if (usual.unneeded.contains(&op))
      continue;
    if (auto get = dyn_cast<GetOp>(op)) {
      if (isa<StorageType>(get.getMemory().getType())) {
        addresses.row(placeOf(get), rowDim);
      } else if (!isInRegisters(get.getMemory())) {
        noteEnd(get.getMemory());
        if (Value &place = bufferRows[get.getMemory()]; !place)
          place = carriedRow(row, get.getMemory(), code);
      }
    } else if (auto fetch = dyn_cast<PrefetchOp>(op)) {
      if (fetch.getExact())
        addresses.row(placeOf(fetch), rowDim);
      else if (!row.getStrides())
        fetched[fetch] = addresses.rowAhead(placeOf(fetch), rowDim, aheadBytes);
    } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
      lastSums[accumulate.getBuffer()] = accumulate;
      if (Value &place = bufferRows[accumulate.getBuffer()]; !place)
        place = addresses.bufferRow(accumulate.getBuffer(), rowDim);
    } else if (auto keep = dyn_cast<KeepOp>(op); keep && !isInRegisters(keep.getBuffer())) {
      noteEnd(keep.getBuffer());
      if (Value &place = bufferRows[keep.getBuffer()]; !place && !keep.getAs())
        place = addresses.bufferRow(keep.getBuffer(), rowDim);
    }
  }
  extremes = lanes > 1 && !machine.getHasMasks() ? JoinedExtremes(row) : JoinedExtremes();
  if (lanes == 1)
    return;
  neighbours = Neighbours(row, unneeded);
  chooseReloaded(row);
  dividesByProducts = waitsForDivider(row);
  auto isUsed = [&](Operation &op, Value operand) {
    Value choice = chosen.lookup(&op);
    return !choice || choice == operand;
  };
  for (Operation &op : *row.getBlock())
    for (Value operand : op.getOperands()) {
      Type type = operand.getType();
      if (unneeded.contains(&op) || !isElementType(type) ||
          operand.getParentBlock() == row.getBlock() || isa<GetOp, PrefetchOp>(op) ||
          reloaded.contains(operand) || splats.contains(operand) || !isUsed(op, operand))
        continue;
      splats[operand] = splatOf(operand, lanes);
    }
}
