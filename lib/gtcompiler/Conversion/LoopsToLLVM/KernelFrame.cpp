//===- KernelFrame.cpp - A kernel's function and its entry ----------------===//
//
// The only place that knows how KernelArgs lies in memory.
//
//===----------------------------------------------------------------------===//
#include "KernelFrame.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "gtabi/KernelArgs.h"

#include <cstddef>

using namespace gtcompiler;
using namespace mlir;
using gtabi::KernelArgs;

namespace {
/// What a remembered value is.
enum Kind : int {
  Argument,
  Address,
  Origin,
  Stride,
  Shift,
  Ahead,
  Bound,
  Scalar,
  ScalarAddress,
  Math,
  Scratch,
  Streams
};
} // namespace

static LLVM::LLVMFuncOp createFunction(OpBuilder builder, StringRef name, Location loc) {
  MLIRContext *context = builder.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToEnd(block);
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
  return function;
}

static OpBuilder beforeReturn(LLVM::LLVMFuncOp function) {
  return OpBuilder(function.getBody().front().getTerminator());
}

KernelFrame::KernelFrame(OpBuilder builder, KernelOp kernel, const KernelUses &known)
    : uses(known), loopCount(kernel.getRanges().size()),
      code(createFunction(builder, kernel.getSymName(), kernel.getLoc())),
      entryCode(beforeReturn(code), kernel.getLoc()) {}

KernelFrame::Key KernelFrame::scalarKey(Value value) {
  return {Scalar, value.getAsOpaquePointer(), nullptr, 0};
}

Value KernelFrame::remember(Key key, llvm::function_ref<Value()> make) {
  auto found = emitted.find(key);
  if (found != emitted.end())
    return found->second;
  Value value = make();
  emitted[key] = value;
  return value;
}

Value KernelFrame::argument(std::size_t offset) {
  return remember({Argument, nullptr, nullptr, offset}, [&] {
    Value args = code.getBody().getArgument(0);
    return entryCode.loadAt(args.getType(), args, offset);
  });
}

Value KernelFrame::addressOf(Value storage) {
  return remember({Address, storage.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value table = argument(offsetof(KernelArgs, storages));
    return entryCode.loadAt(table.getType(), table, 8 * uses.storageIndex(storage));
  });
}

Value KernelFrame::origin(Value storage) {
  return remember({Origin, storage.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value address = addressOf(storage);
    return entryCode.loadAt(address.getType(), address, offsetof(gtabi::StorageAddress, origin));
  });
}

Value KernelFrame::strideBytes(Value storage, StringAttr dim) {
  auto type = cast<StorageType>(storage.getType());
  std::int64_t position = type.getDimIndex(dim);
  return remember({Stride, storage.getAsOpaquePointer(), nullptr, position}, [&] {
    std::int64_t bytes = memoryBytes(type.getElementType());
    if (type.getUnit() && position + 1 == type.getRank())
      return entryCode.number(bytes);
    return entryCode.loadAt(entryCode.ops.getI64Type(), addressOf(storage),
                            sizeof(gtabi::StorageAddress) + 8 * position);
  });
}

Value KernelFrame::shiftBytes(Value storage, StringAttr dim, std::int64_t points) {
  Value stride = strideBytes(storage, dim);
  if (points == 1)
    return stride;
  return remember({Shift, storage.getAsOpaquePointer(), dim.getAsOpaquePointer(), points},
                  [&] { return entryCode.mul(stride, entryCode.number(points)); });
}

Value KernelFrame::linesAhead(Value storage, StringAttr dim, std::int64_t least) {
  return remember({Ahead, storage.getAsOpaquePointer(), dim.getAsOpaquePointer(), least}, [&] {
    Value stride = strideBytes(storage, dim), one = entryCode.number(1);
    Value positive = entryCode.select(entryCode.less(stride, one), one, stride);
    Value lines =
        LLVM::UDivOp::create(entryCode.ops, entryCode.loc, entryCode.number(least), positive);
    return entryCode.mul(stride, entryCode.add(lines, one));
  });
}

Span KernelFrame::loadBounds(Value table, std::int64_t index) {
  auto bound = [&](std::int64_t member) {
    std::int64_t offset = sizeof(gtabi::Bounds) * index + member;
    return remember({Bound, table.getAsOpaquePointer(), nullptr, offset},
                    [&] { return entryCode.loadAt(entryCode.ops.getI64Type(), table, offset); });
  };
  return {bound(offsetof(gtabi::Bounds, lo)), bound(offsetof(gtabi::Bounds, hi))};
}

Span KernelFrame::bounds(Value range) {
  return loadBounds(argument(offsetof(KernelArgs, bounds)), uses.rangeIndex(range));
}

Span KernelFrame::tileSpan(Value range) {
  unsigned number = uses.rangeIndex(range);
  return number < loopCount ? loadBounds(code.getBody().getArgument(1), number) : bounds(range);
}

/// Emits a scalar whose operands are emitted.
Value KernelFrame::emitScalar(Value value) {
  if (auto programArgument = dyn_cast<BlockArgument>(value)) {
    Value table = argument(offsetof(KernelArgs, scalars));
    Value place = entryCode.moved(table, uses.scalarOffset(programArgument));
    return loadLanes(entryCode, value.getType(), place, 1, {});
  }
  Operation *op = value.getDefiningOp();
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return emitted.lookup(scalarKey(operand)); });
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

Value KernelFrame::scalarAddress(Value value) {
  return remember({ScalarAddress, value.getAsOpaquePointer(), nullptr, 0}, [&]() -> Value {
    Type pointer = LLVM::LLVMPointerType::get(entryCode.ops.getContext());
    // In the first block, so that the stack has a fixed size.
    CodeBuilder first(OpBuilder::atBlockBegin(&code.getBody().front()), entryCode.loc);
    Value copy = LLVM::AllocaOp::create(first.ops, first.loc, pointer, laneType(value.getType(), 1),
                                        first.number(1));
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
    return code.loadAt(type, argument(offsetof(KernelArgs, scalars)),
                       uses.scalarOffset(programArgument));
  return code.loadAt(type, scalarAddress(value), 0);
}

Value KernelFrame::mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) {
  std::int64_t index = gtabi::mathIndex(function, variant);
  return remember({Math, nullptr, nullptr, index}, [&] {
    Value table = argument(offsetof(KernelArgs, math));
    return entryCode.loadAt(table.getType(), table, 8 * index);
  });
}

Value KernelFrame::streams() {
  return remember({Streams, nullptr, nullptr, 0}, [&]() -> Value {
    Value word = entryCode.loadAt(entryCode.ops.getI64Type(), code.getBody().getArgument(0),
                                  offsetof(KernelArgs, streams));
    return entryCode.less(entryCode.number(0), word);
  });
}

Value KernelFrame::status() { return argument(offsetof(KernelArgs, status)); }

Value KernelFrame::scratch(std::int64_t bytes) {
  return remember({Scratch, nullptr, nullptr, bytes},
                  [&] { return entryCode.moved(argument(offsetof(KernelArgs, scratch)), bytes); });
}

void KernelFrame::emitTile(llvm::function_ref<void(CodeBuilder &, ArrayRef<Span>)> body) {
  Block *entry = &code.getBody().front();
  Block *behind = entry->splitBlock(entry->getTerminator());
  CodeBuilder inside(OpBuilder(behind->getTerminator()), entryCode.loc);
  OpBuilder atEnd = OpBuilder::atBlockEnd(entry);
  entryCode = CodeBuilder(OpBuilder(LLVM::BrOp::create(atEnd, entryCode.loc, ValueRange(), behind)),
                          entryCode.loc);
  SmallVector<Span> tile;
  for (std::size_t loop = 0; loop < loopCount; ++loop)
    tile.push_back(loadBounds(code.getBody().getArgument(1), loop));
  body(inside, tile);
}
