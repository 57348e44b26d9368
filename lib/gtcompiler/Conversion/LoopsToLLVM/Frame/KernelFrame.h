//===- KernelFrame.h - A kernel's function and its entry --------*- C++ -*-===//
//
// The function of one kernel, with everything that stays the same in a tile: what is
// read from the function's arguments once, at the entry. Loops are built behind it by
// others. Each kind of machine has its own way to hand arguments and tiles to a
// kernel: TileFrame.cpp and ThreadFrame.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELFRAME_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELFRAME_H

#include "KernelUses.h"
#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"

#include "gtabi/MathTable.h"
#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <memory>

namespace gtcompiler {

/// A half-open range of run-time coordinates.
struct Span {
  mlir::Value first;
  mlir::Value last;
};

/// Threads that reduce together, as gtabi/ThreadArgs.h says. Numbers are i64.
struct ThreadGroup {
  mlir::Value thread, threads;   ///< number among those that have a result; how many
  mlir::Value column, columns;   ///< number of the result among those side by side; how many
  mlir::Value isResult;          ///< i1: whether there is that result
  mlir::Value result, results;   ///< number of the result among all of the launch
  mlir::Value share, shares;     ///< number of its part that the threads have
  mlir::Value in, valuesIn, out; ///< addresses, and values of a result: 0 where there are points
  mlir::Value shared;            ///< address of memory of kMostTogether elements

  /// Waits for all threads.
  static void barrier(CodeBuilder &code);
};

/// A kernel's function. What its queries return is emitted at the entry, on first use, and
/// can be used everywhere in the kernel.
class KernelFrame {
public:
  virtual ~KernelFrame() = default;

  /// Emits what the kernel does with a tile behind its entry: `body`.
  virtual void emitTile(llvm::function_ref<void(CodeBuilder &)> body) = 0;
  /// The most points that a tile has in a loop dimension; none if it may have any number, or
  /// if the kernel has no such loop.
  std::optional<std::int64_t> mostPoints(mlir::StringAttr dim) const;
  /// Whether `dim` is that of a walked loop (gtabi/KernelArgs.h), where origins are at the tile's
  /// only index.
  bool isWalked(mlir::StringAttr dim) const;

  mlir::LLVM::LLVMFuncOp function() const { return code; }
  /// Where invariant code goes.
  CodeBuilder &entry() { return entryCode; }

  /// Bounds of one of the kernel's ranges.
  Span bounds(mlir::Value range) { return boundsOf(uses.rangeIndex(range)); }
  /// The tile's span of a loop dimension's range, and the whole range of another.
  Span tileSpan(mlir::Value range);
  /// Address of coordinate 0 in all dimensions of one of the kernel's storages, but of the tile's
  /// index in those of walked loops.
  mlir::Value origin(mlir::Value storage);
  /// Distance in bytes of neighbours along `dim`, which the storage has.
  mlir::Value strideBytes(mlir::Value storage, mlir::StringAttr dim);
  /// `points * strideBytes`, for a shift by `points`.
  mlir::Value shiftBytes(mlir::Value storage, mlir::StringAttr dim, std::int64_t points);
  /// `points * bytes`, of a stride that is known at the entry.
  mlir::Value times(mlir::Value bytes, std::int64_t points);
  /// The distances in bytes of `lanes` points from the first of them, i64 each, that are `stride`
  /// apart, which is known at the entry.
  mlir::Value laneDistances(mlir::Value stride, std::int64_t lanes);
  /// How many steps of `stride` bytes, which is known at the entry, are `least` bytes or more: one
  /// at least.
  mlir::Value stepsAhead(mlir::Value stride, std::int64_t least);
  /// What a linear index (LinearIndex.h) gains from point to point of `dim`.
  mlir::Value factorOf(mlir::Value index, mlir::StringAttr dim);
  /// What a linear index is where the indices of all loops are 0.
  mlir::Value restOf(mlir::Value index);
  /// A scalar that the program defines outside its kernels.
  mlir::Value scalar(mlir::Value value);
  /// The same, loaded at `code` from memory; of a type that is reloadable.
  mlir::Value reload(const CodeBuilder &code, mlir::Value value);
  /// The same in `lanes` lanes, loaded from the stack, as an operand that an instruction reads
  /// itself.
  mlir::Value reloadLanes(const CodeBuilder &code, mlir::Value value, std::int64_t lanes);
  /// Whether one instruction loads a value of `element` to all lanes.
  static bool isReloadable(mlir::Type element);
  /// Address in this thread's scratch.
  mlir::Value scratch(std::int64_t bytes);
  /// Address of a math function.
  virtual mlir::Value mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) = 0;
  /// Address of the numbers at gtabi::kPowersIndex.
  virtual mlir::Value powers() = 0;
  /// Address of the function of the host that `call` calls, and its number in the image.
  virtual mlir::Value importAddress(CallOp call) = 0;
  std::uint32_t importNumber(CallOp call) const { return uses.imports.of(call); }
  /// Address of memory on the stack for a value of `type`: the same one for each `number`.
  mlir::Value stackSlot(mlir::Type type, std::size_t number);
  /// Whether the call streams.
  virtual mlir::Value streams() = 0;
  /// The threads that reduce together; null if none do.
  virtual const ThreadGroup *group() const { return nullptr; }
  /// Address of the status word of the call.
  virtual mlir::Value status() = 0;

protected:
  KernelFrame(mlir::LLVM::LLVMFuncOp function, KernelOp kernel, const KernelUses &known);

  /// What a remembered value is.
  enum class Kind {
    Word,
    Address,
    Behind,
    Origin,
    Stride,
    Lanes,
    Ahead,
    Scalar,
    Copy,
    Slot,
    Scratch,
    Times,
    Factor,
    Rest
  };
  /// Remembers the value that `make` emits for a key: of a kind, what it belongs to, a number.
  using Key = std::tuple<Kind, const void *, const void *, std::int64_t>;
  mlir::Value remember(Key key, llvm::function_ref<mlir::Value()> make);
  /// Ends the entry, to which invariant code is still added: gives the place behind it.
  CodeBuilder leaveEntry();

  virtual std::optional<std::int64_t> mostPointsOf(std::size_t loop) const = 0;
  /// How many of the first loops are walked.
  virtual std::size_t walkedCount() const { return 0; }

  // What is read from the arguments.
  virtual mlir::Value readOrigin(mlir::Value storage) = 0;
  virtual mlir::Value readStride(mlir::Value storage, std::int64_t dim) = 0;
  virtual Span boundsOf(std::size_t range) = 0;
  virtual Span tileOf(std::size_t loop) = 0;
  /// Address of the first word of the kernel's scalars.
  virtual mlir::Value scalarTable() = 0;
  virtual mlir::Value scratchStart() = 0;

  const KernelUses &uses;
  llvm::DenseMap<mlir::StringAttr, std::size_t> loopNumbers;
  std::size_t loopCount;
  mlir::LLVM::LLVMFuncOp code;
  CodeBuilder entryCode;

private:
  static Key scalarKey(mlir::Value value);
  mlir::Value allocate(mlir::Type type);
  mlir::Value emitScalar(mlir::Value value);
  mlir::Value emitFactor(mlir::Value index, mlir::StringAttr dim);
  mlir::Value emitRest(mlir::Value index);
  /// The address of a copy of a scalar that is no argument.
  mlir::Value scalarAddress(mlir::Value value);

  llvm::DenseMap<Key, mlir::Value> emitted;
};

/// The function `void name(const KernelArgs *, const Bounds *tile)` of gtabi/KernelArgs.h.
std::unique_ptr<KernelFrame> createTileFrame(mlir::OpBuilder builder, KernelOp kernel,
                                             const KernelUses &uses);
/// The entry of a kernel whose threads run a point of the parallel loops each, or a step of the
/// loops that take some, as gtabi/ThreadArgs.h says.
std::unique_ptr<KernelFrame> createThreadFrame(mlir::OpBuilder builder, KernelOp kernel,
                                               const KernelUses &uses);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_KERNELFRAME_H
