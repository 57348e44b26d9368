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
  Descriptor,
  Origin,
  Stride,
  Shift,
  Lower,
  Upper,
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
  Type index = builder.getI64Type();
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer, index, index});
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

Value KernelFrame::descriptor(Value storage) {
  return remember({Descriptor, storage.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value table = argument(offsetof(KernelArgs, storages));
    return entryCode.loadAt(table.getType(), table, 8 * uses.storageIndex(storage));
  });
}

Value KernelFrame::origin(Value storage) {
  return remember({Origin, storage.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value head = descriptor(storage);
    Value aligned = entryCode.loadAt(head.getType(), head, offsetof(gtabi::MemrefHead, aligned));
    Value offset =
        entryCode.loadAt(entryCode.ops.getI64Type(), head, offsetof(gtabi::MemrefHead, offset));
    Type type = cast<StorageType>(storage.getType()).getElementType();
    return entryCode.element(aligned, offset, memoryType(type));
  });
}

Value KernelFrame::strideBytes(Value storage, StringAttr dim) {
  auto type = cast<StorageType>(storage.getType());
  std::int64_t position = type.getDimIndex(dim);
  return remember({Stride, storage.getAsOpaquePointer(), nullptr, position}, [&] {
    std::int64_t bytes = memoryBytes(type.getElementType());
    if (type.getUnit() && position + 1 == type.getRank())
      return entryCode.number(bytes);
    std::int64_t strides = sizeof(gtabi::MemrefHead) + 8 * type.getRank();
    Value stride =
        entryCode.loadAt(entryCode.ops.getI64Type(), descriptor(storage), strides + 8 * position);
    return entryCode.mul(stride, entryCode.number(bytes));
  });
}

Value KernelFrame::shiftBytes(Value storage, StringAttr dim, std::int64_t points) {
  Value stride = strideBytes(storage, dim);
  if (points == 1)
    return stride;
  return remember({Shift, storage.getAsOpaquePointer(), dim.getAsOpaquePointer(), points},
                  [&] { return entryCode.mul(stride, entryCode.number(points)); });
}

Span KernelFrame::bounds(Value range) {
  std::int64_t offset = sizeof(gtabi::Bounds) * uses.rangeIndex(range);
  auto bound = [&](Kind kind, std::int64_t member) {
    return remember({kind, range.getAsOpaquePointer(), nullptr, 0}, [&] {
      Value table = argument(offsetof(KernelArgs, bounds));
      return entryCode.loadAt(entryCode.ops.getI64Type(), table, offset + member);
    });
  };
  return {bound(Lower, offsetof(gtabi::Bounds, lo)), bound(Upper, offsetof(gtabi::Bounds, hi))};
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

Value KernelFrame::streamingCopy() { return argument(offsetof(KernelArgs, streamingCopy)); }

Value KernelFrame::streams() {
  return remember({Streams, nullptr, nullptr, 0}, [&]() -> Value {
    Value copy = streamingCopy();
    Value null = LLVM::ZeroOp::create(entryCode.ops, entryCode.loc, copy.getType());
    return LLVM::ICmpOp::create(entryCode.ops, entryCode.loc, LLVM::ICmpPredicate::ne, copy, null);
  });
}

Value KernelFrame::status() { return argument(offsetof(KernelArgs, status)); }

Value KernelFrame::scratch(std::int64_t bytes) {
  return remember({Scratch, nullptr, nullptr, bytes},
                  [&] { return entryCode.moved(argument(offsetof(KernelArgs, scratch)), bytes); });
}

/// ceil((last - first) / extent), for a range with a point.
static Value tileCount(const CodeBuilder &code, Span bounds, Value extent) {
  Value distance = code.sub(code.sub(bounds.last, bounds.first), code.number(1));
  Value full = LLVM::SDivOp::create(code.ops, code.loc, distance, extent);
  return code.add(full, code.number(1));
}

/// The span of tile number `number` in a dimension.
static Span tileSpan(const CodeBuilder &code, Span bounds, Value extent, Value number) {
  Value first = code.add(bounds.first, code.mul(number, extent));
  Value rest = code.sub(bounds.last, first);
  return {first, code.add(first, code.minimum(rest, extent))};
}

SmallVector<Span> KernelFrame::decodeTile(CodeBuilder &at, Value tile) {
  // Bounds and extents are read again for each tile: that costs nothing there,
  // and registers in the loops inside if they lived through them.
  Value boundsTable = argument(offsetof(KernelArgs, bounds));
  Value tileTable = argument(offsetof(KernelArgs, tile));
  Type index = at.ops.getI64Type();
  SmallVector<Span> spans(loopCount);
  // Tiles are numbered fastest dimension first; the slowest needs no count.
  for (unsigned loop = spans.size(); loop-- > 0;) {
    std::int64_t entry = sizeof(gtabi::Bounds) * loop;
    Span bounds = {at.loadAt(index, boundsTable, entry + offsetof(gtabi::Bounds, lo)),
                   at.loadAt(index, boundsTable, entry + offsetof(gtabi::Bounds, hi))};
    Value extent = at.loadAt(index, tileTable, 8 * loop);
    Value number = tile;
    if (loop > 0) {
      Value count = tileCount(at, bounds, extent);
      number = LLVM::SRemOp::create(at.ops, at.loc, tile, count);
      tile = LLVM::SDivOp::create(at.ops, at.loc, tile, count);
    }
    spans[loop] = tileSpan(at, bounds, extent, number);
  }
  return spans;
}

void KernelFrame::emitTiles(llvm::function_ref<void(CodeBuilder &, ArrayRef<Span>)> body) {
  Value first = code.getBody().getArgument(1), last = code.getBody().getArgument(2);
  entryCode.loop(first, last, 1, [&](CodeBuilder &inside, Value tile) {
    SmallVector<Span> spans = decodeTile(inside, tile);
    body(inside, spans);
  });
}
