//===- KernelFrame.cpp - A kernel's function and its entry ----------------===//
//
// What all kinds of frames have in common.
//
//===----------------------------------------------------------------------===//
#include "KernelFrame.h"

#include "Calls.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

KernelFrame::KernelFrame(LLVM::LLVMFuncOp function, KernelOp kernel, const KernelUses &known)
    : uses(known), loopCount(kernel.getRanges().size()), code(function),
      entryCode(OpBuilder(function.getBody().front().getTerminator()), kernel.getLoc()) {
  for (auto [number, dim] : llvm::enumerate(kernel.getLoopDims()))
    loopNumbers[dim] = number;
}

std::optional<std::int64_t> KernelFrame::mostPoints(StringAttr dim) const {
  auto loop = loopNumbers.find(dim);
  return loop == loopNumbers.end() ? std::nullopt : mostPointsOf(loop->second);
}

bool KernelFrame::isWalked(StringAttr dim) const {
  auto loop = loopNumbers.find(dim);
  return loop != loopNumbers.end() && loop->second < walkedCount();
}

KernelFrame::Key KernelFrame::scalarKey(Value value) {
  return {Kind::Scalar, value.getAsOpaquePointer(), nullptr, 0};
}

Value KernelFrame::remember(Key key, llvm::function_ref<Value()> make) {
  auto found = emitted.find(key);
  if (found != emitted.end())
    return found->second;
  Value value = make();
  emitted[key] = value;
  return value;
}

CodeBuilder KernelFrame::leaveEntry() {
  Block *entry = &code.getBody().front();
  Block *behind = entry->splitBlock(entry->getTerminator());
  OpBuilder atEnd = OpBuilder::atBlockEnd(entry);
  entryCode = CodeBuilder(OpBuilder(LLVM::BrOp::create(atEnd, entryCode.loc, ValueRange(), behind)),
                          entryCode.loc);
  return {OpBuilder(behind->getTerminator()), entryCode.loc};
}

Span KernelFrame::tileSpan(Value range) {
  unsigned number = uses.rangeIndex(range);
  return number < loopCount ? tileOf(number) : boundsOf(number);
}

Value KernelFrame::origin(Value storage) {
  return remember({Kind::Origin, storage.getAsOpaquePointer(), nullptr, 0},
                  [&] { return readOrigin(storage); });
}

Value KernelFrame::strideBytes(Value storage, StringAttr dim) {
  auto type = cast<StorageType>(storage.getType());
  std::int64_t position = type.getDimIndex(dim);
  return remember({Kind::Stride, storage.getAsOpaquePointer(), nullptr, position}, [&] {
    if (type.getUnit() && position + 1 == type.getRank())
      return entryCode.number(memoryBytes(type.getElementType()));
    return readStride(storage, position);
  });
}

Value KernelFrame::shiftBytes(Value storage, StringAttr dim, std::int64_t points) {
  return times(strideBytes(storage, dim), points);
}

Value KernelFrame::times(Value bytes, std::int64_t points) {
  if (points == 1)
    return bytes;
  return remember({Kind::Times, bytes.getAsOpaquePointer(), nullptr, points},
                  [&] { return entryCode.mul(bytes, entryCode.number(points)); });
}

Value KernelFrame::laneDistances(Value stride, std::int64_t lanes) {
  return remember({Kind::Lanes, stride.getAsOpaquePointer(), nullptr, lanes}, [&] {
    Value numbers = entryCode.numbering(entryCode.ops.getI64Type(), lanes);
    return entryCode.mul(numbers, entryCode.splat(stride, lanes));
  });
}

Value KernelFrame::stepsAhead(Value stride, std::int64_t least) {
  return remember({Kind::Ahead, stride.getAsOpaquePointer(), nullptr, least}, [&] {
    Value one = entryCode.number(1);
    Value size = entryCode.maximum(stride, entryCode.sub(entryCode.number(0), stride));
    Value steps = LLVM::UDivOp::create(entryCode.ops, entryCode.loc, entryCode.number(least),
                                       entryCode.maximum(size, one));
    return entryCode.add(steps, one);
  });
}

/// In the first block, so that the stack has a fixed size.
Value KernelFrame::allocate(Type type) {
  CodeBuilder first(OpBuilder::atBlockBegin(&code.getBody().front()), entryCode.loc);
  Type pointer = LLVM::LLVMPointerType::get(entryCode.ops.getContext());
  return LLVM::AllocaOp::create(first.ops, first.loc, pointer, type, first.number(1));
}

Value KernelFrame::stackSlot(Type type, std::size_t number) {
  return remember({Kind::Slot, type.getAsOpaquePointer(), nullptr, number},
                  [&] { return allocate(type); });
}

/// Emits a scalar whose operands are emitted.
Value KernelFrame::emitScalar(Value value) {
  if (auto programArgument = dyn_cast<BlockArgument>(value)) {
    Value place = entryCode.moved(scalarTable(), uses.scalarOffset(programArgument));
    return loadLanes(entryCode, value.getType(), place, 1, {});
  }
  Operation *op = value.getDefiningOp();
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return emitted.lookup(scalarKey(operand)); });
  if (auto call = dyn_cast<CallOp>(op))
    return emitCall(*this, call, entryCode, operands,
                    /*mask=*/{})[cast<OpResult>(value).getResultNumber()];
  if (auto pointOp = dyn_cast<PointOp>(op))
    return lowerPointOp(entryCode, pointOp, operands, [&](auto function, auto variant) {
      return mathAddress(function, variant);
    });
  return constantLane(entryCode, cast<ConstantOp>(op).getValue());
}

Value KernelFrame::scalar(Value value) {
  SmallVector<Value> open = {value}; // operands above what needs them
  while (!open.empty()) {
    Value next = open.back();
    std::size_t before = open.size();
    if (Operation *op = next.getDefiningOp(); op && !emitted.contains(scalarKey(next)))
      llvm::copy_if(op->getOperands(), std::back_inserter(open),
                    [&](Value operand) { return !emitted.contains(scalarKey(operand)); });
    if (open.size() > before)
      continue;
    open.pop_back();
    remember(scalarKey(next), [&] { return emitScalar(next); });
  }
  return emitted.lookup(scalarKey(value));
}

/// Of a product one side has the loop's index in it, and the rest of the other is all of it.
Value KernelFrame::emitFactor(Value index, StringAttr dim) {
  Operation *op = index.getDefiningOp();
  Value none = entryCode.number(0);
  auto of = [&](unsigned number) { return factorOf(op->getOperand(number), dim); };
  if (!linearTermAlong(index, dim))
    return none;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AddOp) { return entryCode.add(of(0), of(1)); })
      .Case([&](SubOp) { return entryCode.sub(of(0), of(1)); })
      .Case([&](NegOp) { return entryCode.sub(none, of(0)); })
      .Case([&](MulOp) {
        unsigned moved = linearTermAlong(op->getOperand(0), dim) ? 0 : 1;
        return entryCode.mul(of(moved), restOf(op->getOperand(1 - moved)));
      })
      .Default([&](Operation *) { return entryCode.number(1); }); // the index itself
}

Value KernelFrame::emitRest(Value index) {
  Operation *op = index.getDefiningOp();
  if (isa<ProgramOp>(index.getParentBlock()->getParentOp()))
    return scalar(index);
  if (auto coordinate = dyn_cast<IndexOp>(op)) {
    Value offset = entryCode.number(coordinate.getOffset());
    Value pin = coordinate.getPin();
    return pin ? entryCode.add(bounds(pin).first, offset) : offset;
  }
  if (auto constant = dyn_cast<ConstantOp>(op))
    return constantLane(entryCode, constant.getValue());
  auto operands = llvm::map_to_vector(op->getOperands(), [&](Value of) { return restOf(of); });
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AddOp) { return entryCode.add(operands[0], operands[1]); })
      .Case([&](MulOp) { return entryCode.mul(operands[0], operands[1]); })
      .Default([&](Operation *) {
        return lowerPointOp(
            entryCode, cast<PointOp>(op), operands,
            [&](auto function, auto variant) { return mathAddress(function, variant); });
      });
}

Value KernelFrame::factorOf(Value index, StringAttr dim) {
  return remember({Kind::Factor, index.getAsOpaquePointer(), dim.getAsOpaquePointer(), 0},
                  [&] { return emitFactor(index, dim); });
}

Value KernelFrame::restOf(Value index) {
  return remember({Kind::Rest, index.getAsOpaquePointer(), nullptr, 0},
                  [&] { return emitRest(index); });
}

Value KernelFrame::scalarAddress(Value value) {
  return remember({Kind::Copy, value.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value copy = allocate(laneType(value.getType(), 1));
    entryCode.store(scalar(value), copy);
    return copy;
  });
}

bool KernelFrame::isReloadable(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 32;
}

Value KernelFrame::reload(const CodeBuilder &code, Value value) {
  Type type = laneType(value.getType(), 1);
  // The offset belongs to the load: only the table's address needs a register.
  if (auto programArgument = dyn_cast<BlockArgument>(value))
    return code.loadAt(type, scalarTable(), uses.scalarOffset(programArgument));
  return code.loadAt(type, scalarAddress(value), 0);
}

Value KernelFrame::reloadLanes(const CodeBuilder &code, Value value, std::int64_t lanes) {
  Type type = laneType(value.getType(), lanes);
  Value copy = remember({Kind::Copy, value.getAsOpaquePointer(), nullptr, lanes}, [&] {
    Value place = allocate(type);
    entryCode.store(splatLanes(entryCode, value.getType(), scalar(value), lanes), place);
    return place;
  });
  return code.loadAt(type, copy, 0);
}

Value KernelFrame::scratch(std::int64_t bytes) {
  return remember({Kind::Scratch, nullptr, nullptr, bytes},
                  [&] { return entryCode.moved(scratchStart(), bytes); });
}
