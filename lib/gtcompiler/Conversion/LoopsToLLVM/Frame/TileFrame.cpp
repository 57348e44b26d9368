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
      : KernelFrame(createFunction(builder, kernel), kernel, known),
        walked(gtabi::walkedLoops(loopCount)) {}

  void emitTile(llvm::function_ref<void(CodeBuilder &)> body) override;
  Value mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) override {
    return mathEntry(gtabi::mathIndex(function, variant));
  }
  Value powers() override { return mathEntry(gtabi::kPowersIndex); }
  Value importAddress(CallOp call) override;
  Value streams() override;
  Value status() override { return argument(offsetof(KernelArgs, status)); }

private:
  static LLVM::LLVMFuncOp createFunction(OpBuilder builder, KernelOp kernel);
  std::optional<std::int64_t> mostPointsOf(std::size_t loop) const override {
    return loop < walkedCount() ? std::optional(std::int64_t(1)) : std::nullopt;
  }
  std::size_t walkedCount() const override { return walked; }
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
  /// An entry of the math table.
  Value mathEntry(unsigned index);
  Value addressOf(Value storage);
  Span loadBounds(Value table, std::size_t index);

  static ArrayRef<StringAttr> dimsOf(Value storage) {
    return cast<StorageType>(storage.getType()).getDims();
  }
  /// The number of walked loops as the kernel is told it.
  Value walkedNumber() {
    Value args = code.getBody().getArgument(0);
    return remember(
        {Kind::Word, args.getAsOpaquePointer(), nullptr, offsetof(KernelArgs, walked)}, [&] {
          return entryCode.loadAt(entryCode.ops.getI64Type(), args, offsetof(KernelArgs, walked));
        });
  }
  bool isLedByWalked(ArrayRef<StringAttr> dims) const;
  /// What a table has behind the entries of walked loops, which are so large each.
  Value behindWalked(Value table, std::size_t bytes);
  Value movedAlong(Value origin, Value address, std::size_t loop, std::size_t dim, Value count);

  std::size_t walked; ///< loops
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

/// The storage's dimensions begin with those of all walked loops: where the others are
/// told apart by their distance from these, the code is the same for any number of them.
bool TileFrame::isLedByWalked(ArrayRef<StringAttr> dims) const {
  if (dims.size() < walked)
    return false;
  return llvm::all_of(llvm::enumerate(dims.take_front(walked)), [&](auto entry) {
    auto loop = loopNumbers.find(entry.value());
    return loop != loopNumbers.end() && loop->second == entry.index();
  });
}

Value TileFrame::behindWalked(Value table, std::size_t bytes) {
  return remember({Kind::Behind, table.getAsOpaquePointer(), nullptr, 0}, [&] {
    auto size = static_cast<std::int64_t>(bytes);
    return entryCode.moved(table, entryCode.mul(walkedNumber(), entryCode.number(size)));
  });
}

Value TileFrame::readStride(Value storage, std::int64_t dim) {
  Value address = addressOf(storage);
  auto first = static_cast<std::int64_t>(walked);
  if (walked && dim >= first && isLedByWalked(dimsOf(storage))) {
    address = behindWalked(address, sizeof(std::int64_t));
    dim -= first;
  }
  return entryCode.loadAt(entryCode.ops.getI64Type(), address,
                          sizeof(gtabi::StorageAddress) + 8 * dim);
}

/// The loops from number `loop` on, as many as `count`, whose dimensions are in the storage at
/// `address` from number `dim` on: the origin at the tile's indices of these.
Value TileFrame::movedAlong(Value origin, Value address, std::size_t loop, std::size_t dim,
                            Value count) {
  Value tile = entryCode.moved(code.getBody().getArgument(1), sizeof(gtabi::Bounds) * loop);
  Value strides = entryCode.moved(address, sizeof(gtabi::StorageAddress) + 8 * dim);
  Type word = entryCode.ops.getI64Type();
  using State = CodeBuilder::State;
  State end = entryCode.repeat(
      {entryCode.number(0), origin},
      [&](CodeBuilder &test, const State &at) { return test.less(at[0], count); },
      [&](CodeBuilder &inside, const State &at) -> State {
        Value stride = inside.loadAt(word, inside.element(strides, at[0], word), 0);
        Value twice = inside.add(at[0], at[0]); // bounds are two words
        Value index = inside.loadAt(word, inside.element(tile, twice, word), 0);
        return {inside.add(at[0], inside.number(1)),
                inside.moved(at[1], inside.mul(index, stride))};
      });
  return end[1];
}

/// Along runs of walked loops that follow each other in the storage, too.
Value TileFrame::readOrigin(Value storage) {
  Value address = addressOf(storage);
  Value origin =
      entryCode.loadAt(address.getType(), address, offsetof(gtabi::StorageAddress, origin));
  ArrayRef<StringAttr> dims = dimsOf(storage);
  if (walked && isLedByWalked(dims))
    return movedAlong(origin, address, 0, 0, walkedNumber());
  for (std::size_t dim = 0; dim < dims.size();) {
    auto loop = loopNumbers.find(dims[dim]);
    if (!isWalked(dims[dim])) {
      ++dim;
      continue;
    }
    std::size_t first = dim;
    for (std::size_t next = loop->second; dim < dims.size() && next < walked; ++dim, ++next)
      if (auto found = loopNumbers.find(dims[dim]);
          found == loopNumbers.end() || found->second != next)
        break;
    Value count = entryCode.number(static_cast<std::int64_t>(dim - first));
    origin = movedAlong(origin, address, loop->second, first, count);
  }
  return origin;
}

/// The bounds number `index` of a table of those of all ranges or loops.
Span TileFrame::loadBounds(Value table, std::size_t index) {
  if (walked && index >= walked) {
    table = behindWalked(table, sizeof(gtabi::Bounds));
    index -= walked;
  }
  auto bound = [&](std::size_t member) {
    std::size_t offset = sizeof(gtabi::Bounds) * index + member;
    return remember({Kind::Word, table.getAsOpaquePointer(), nullptr, offset},
                    [&] { return entryCode.loadAt(entryCode.ops.getI64Type(), table, offset); });
  };
  return {bound(offsetof(gtabi::Bounds, lo)), bound(offsetof(gtabi::Bounds, hi))};
}

Value TileFrame::mathEntry(unsigned index) {
  Value table = argument(offsetof(KernelArgs, math));
  std::int64_t offset = 8 * std::int64_t(index);
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

void TileFrame::emitTile(llvm::function_ref<void(CodeBuilder &)> body) {
  CodeBuilder behind = leaveEntry();
  body(behind);
}

std::unique_ptr<KernelFrame> gtcompiler::createTileFrame(OpBuilder builder, KernelOp kernel,
                                                         const KernelUses &uses) {
  return std::make_unique<TileFrame>(builder, kernel, uses);
}
