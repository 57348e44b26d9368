//===- KernelFrame.h - A kernel's function and its entry --------*- C++ -*-===//
//
// The function of one kernel, with everything that stays the same in a tile:
// what is read from KernelArgs once, at the entry. Loops are built behind it by
// others.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELFRAME_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELFRAME_H

#include "KernelUses.h"
#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"

#include "gtabi/MathTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace gtcompiler {

/// A half-open range of run-time coordinates.
struct Span {
  mlir::Value first;
  mlir::Value last;
};

/// The function `void name(const KernelArgs *, const Bounds *tile)`. What its
/// queries return is emitted at the entry, on first use, and can be used
/// everywhere in the kernel.
class KernelFrame {
public:
  /// Creates the function of `kernel` at `builder`, which reads what `uses` lists.
  KernelFrame(mlir::OpBuilder builder, KernelOp kernel, const KernelUses &uses);

  /// Emits what the kernel does behind its entry: `body`, with the span of each
  /// loop dimension in the tile, slow to fast.
  void emitTile(llvm::function_ref<void(CodeBuilder &body, llvm::ArrayRef<Span> tile)> body);

  mlir::LLVM::LLVMFuncOp function() const { return code; }
  /// Where invariant code goes.
  CodeBuilder &entry() { return entryCode; }

  /// Bounds of one of the kernel's ranges.
  Span bounds(mlir::Value range);
  /// The tile's span of a loop dimension's range, and the whole range of another.
  Span tileSpan(mlir::Value range);
  /// Address of coordinate 0 in all dimensions of one of the kernel's storages.
  mlir::Value origin(mlir::Value storage);
  /// Distance in bytes of neighbours along `dim`, which the storage has.
  mlir::Value strideBytes(mlir::Value storage, mlir::StringAttr dim);
  /// `points * strideBytes`, for a shift by `points`.
  mlir::Value shiftBytes(mlir::Value storage, mlir::StringAttr dim, std::int64_t points);
  /// Bytes from one line of points of `storage` to another, lines along `dim`: the
  /// first that is `least` bytes away or more, if they lie one after the other.
  mlir::Value linesAhead(mlir::Value storage, mlir::StringAttr dim, std::int64_t least);
  /// A scalar that the program defines outside its kernels.
  mlir::Value scalar(mlir::Value value);
  /// The same, loaded at `code` from memory; of a type that is reloadable.
  mlir::Value reload(const CodeBuilder &code, mlir::Value value);
  /// Whether one instruction loads a value of `element` to all lanes.
  static bool isReloadable(mlir::Type element);
  /// Address of a math function.
  mlir::Value mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant);
  /// Whether the call streams.
  mlir::Value streams();
  /// Address of the status word of the call.
  mlir::Value status();
  /// Address in this thread's scratch.
  mlir::Value scratch(std::int64_t bytes);

private:
  /// Remembers the value that `make` emits for a key.
  using Key = std::tuple<int, const void *, const void *, std::int64_t>;
  static Key scalarKey(mlir::Value value);
  mlir::Value remember(Key key, llvm::function_ref<mlir::Value()> make);
  /// A member of KernelArgs.
  mlir::Value argument(std::size_t offset);
  mlir::Value addressOf(mlir::Value storage);
  mlir::Value emitScalar(mlir::Value value);
  /// The address of a copy of a scalar that is no argument.
  mlir::Value scalarAddress(mlir::Value value);
  /// The bounds number `index` of a table of them.
  Span loadBounds(mlir::Value table, std::int64_t index);

  const KernelUses &uses;
  std::size_t loopCount;
  mlir::LLVM::LLVMFuncOp code;
  CodeBuilder entryCode;
  llvm::DenseMap<Key, mlir::Value> emitted;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_KERNELFRAME_H
