//===- TileFrame.cpp - Functions that run tiles ---------------------------===//
//
// The only place that knows how KernelArgs lies in memory.
//
//===----------------------------------------------------------------------===//
#include "KernelFrame.h"

#include "gtabi/KernelArgs.h"

#include <cstddef>

using namespace gtcompiler;
using namespace mlir;
using gtabi::KernelArgs;

namespace {
/// The frame of a function that runs one tile.
class TileFrame final : public KernelFrame {
public:
  TileFrame(OpBuilder builder, KernelOp kernel, const KernelUses &known)
      : KernelFrame(createFunction(builder, kernel), kernel, known) {}

  void emitTile(llvm::function_ref<void(CodeBuilder &, ArrayRef<Span>)> body) override;
  /// Code generation takes a time that grows with the square of a nest's depth.
  std::optional<std::int64_t> mostPoints(std::size_t loop) const override {
    return loop + gtabi::kNestedLoops < loopCount ? std::optional(std::int64_t(1)) : std::nullopt;
  }
  Value mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) override;
  Value importAddress(CallOp call) override;
  Value streams() override;
  Value status() override { return argument(offsetof(KernelArgs, status)); }

private:
  static LLVM::LLVMFuncOp createFunction(OpBuilder builder, KernelOp kernel);
  Value readOrigin(Value storage) override;
  Value readStride(Value storage, std::int64_t dim) override;
  Span boundsOf(std::size_t range) override {
    return loadBounds(argument(offsetof(KernelArgs, bounds)), range);
  }
  Span tileOf(std::size_t loop) override { return loadBounds(code.getBody().getArgument(1), loop); }
  Value scalarTable() override { return argument(offsetof(KernelArgs, scalars)); }
  Value scratchStart() override { return argument(offsetof(KernelArgs, scratch)); }

  /// A member of KernelArgs.
  Value argument(std::size_t offset);
  Value addressOf(Value storage);
  /// The bounds number `index` of a table of them.
  Span loadBounds(Value table, std::size_t index);
};
} // namespace

LLVM::LLVMFuncOp TileFrame::createFunction(OpBuilder builder, KernelOp kernel) {
  MLIRContext *context = builder.getContext();
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, kernel.getSymName(), type);
  builder.setInsertionPointToEnd(function.addEntryBlock(builder));
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
  return function;
}

Value TileFrame::argument(std::size_t offset) {
  return remember({Kind::Word, nullptr, nullptr, offset}, [&] {
    Value args = code.getBody().getArgument(0);
    return entryCode.loadAt(args.getType(), args, offset);
  });
}

Value TileFrame::addressOf(Value storage) {
  return remember({Kind::Address, storage.getAsOpaquePointer(), nullptr, 0}, [&] {
    Value table = argument(offsetof(KernelArgs, storages));
    return entryCode.loadAt(table.getType(), table, 8 * uses.storageIndex(storage));
  });
}

Value TileFrame::readOrigin(Value storage) {
  Value address = addressOf(storage);
  return entryCode.loadAt(address.getType(), address, offsetof(gtabi::StorageAddress, origin));
}

Value TileFrame::readStride(Value storage, std::int64_t dim) {
  return entryCode.loadAt(entryCode.ops.getI64Type(), addressOf(storage),
                          sizeof(gtabi::StorageAddress) + 8 * dim);
}

Span TileFrame::loadBounds(Value table, std::size_t index) {
  auto bound = [&](std::size_t member) {
    std::size_t offset = sizeof(gtabi::Bounds) * index + member;
    return remember({Kind::Word, table.getAsOpaquePointer(), nullptr, offset},
                    [&] { return entryCode.loadAt(entryCode.ops.getI64Type(), table, offset); });
  };
  return {bound(offsetof(gtabi::Bounds, lo)), bound(offsetof(gtabi::Bounds, hi))};
}

Value TileFrame::mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) {
  Value table = argument(offsetof(KernelArgs, math));
  std::int64_t offset = 8 * gtabi::mathIndex(function, variant);
  return remember({Kind::Word, table.getAsOpaquePointer(), nullptr, offset},
                  [&] { return entryCode.loadAt(table.getType(), table, offset); });
}

Value TileFrame::importAddress(CallOp call) {
  Value table = argument(offsetof(KernelArgs, imports));
  std::int64_t offset = 8 * std::int64_t(importNumber(call));
  return remember({Kind::Word, table.getAsOpaquePointer(), nullptr, offset},
                  [&] { return entryCode.loadAt(table.getType(), table, offset); });
}

Value TileFrame::streams() {
  Value args = code.getBody().getArgument(0);
  return remember({Kind::Word, args.getAsOpaquePointer(), nullptr, offsetof(KernelArgs, streams)},
                  [&]() -> Value {
                    Value word = entryCode.loadAt(entryCode.ops.getI64Type(), args,
                                                  offsetof(KernelArgs, streams));
                    return entryCode.less(entryCode.number(0), word);
                  });
}

void TileFrame::emitTile(llvm::function_ref<void(CodeBuilder &, ArrayRef<Span>)> body) {
  CodeBuilder inside = leaveEntry();
  SmallVector<Span> tile;
  for (std::size_t loop = 0; loop < loopCount; ++loop)
    tile.push_back(tileOf(loop));
  body(inside, tile);
}

std::unique_ptr<KernelFrame> gtcompiler::createTileFrame(OpBuilder builder, KernelOp kernel,
                                                         const KernelUses &uses) {
  return std::make_unique<TileFrame>(builder, kernel, uses);
}
