//===- Schedule.h - Kernels at the loop level -------------------*- C++ -*-===//
//
// Writes the schedule that the facts of a kernel lead to. Emits no code.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_SCHEDULE_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_SCHEDULE_H

#include "KernelFacts.h"

namespace gtcompiler {

/// Writes operations into a kernel, from outside in: opened loops stay open.
class ScheduleBuilder {
public:
  /// Starts the kernel `name` in front of the stencil, fold or sweep of `known`.
  ScheduleBuilder(llvm::StringRef name, const KernelFacts &known);

  KernelOp kernel() const { return result; }
  /// A buffer of the kernel; extents of 0 dimensions are one element.
  mlir::Value buffer(BufferType type, std::int64_t copies = 1, std::int64_t padding = 0);
  /// One element that needs no memory.
  mlir::Value bufferInRegisters(mlir::Type element);
  BufferType bufferType(llvm::ArrayRef<mlir::StringAttr> dims, llvm::ArrayRef<std::int64_t> extents,
                        mlir::Type element);

  /// What a buffer has at the indices.
  mlir::Value get(mlir::Value buffer, mlir::Type element);

  /// Opens a loop point by point, or over parts.
  void openLoop(mlir::StringAttr dim);
  void openInOrder(mlir::StringAttr dim, Direction direction);
  void openParts(mlir::StringAttr dim, std::int64_t by);
  /// Opens the loop over every so many points, or over those that it leaves out.
  void openSteps(mlir::StringAttr dim, std::int64_t step, bool isRest, bool again = false);
  /// Steps of the loop over `dim`, and then the points that are left over, or, if points may
  /// be done `again`, all that are too few.
  void writeSteps(mlir::StringAttr dim, std::int64_t step,
                  llvm::function_ref<void(std::int64_t points)> inside, bool again = false);
  /// `vectors`: how many go at once with partial results in registers; 0: they are not.
  void openRow(mlir::StringAttr dim, std::int64_t lanes, std::int64_t vectors = 0,
               llvm::ArrayRef<std::int64_t> strides = {});
  /// Goes back to where `place` was.
  void returnTo(mlir::OpBuilder::InsertPoint place) { ops.restoreInsertionPoint(place); }
  mlir::OpBuilder::InsertPoint place() const { return ops.saveInsertionPoint(); }

  /// Lets `access` read from a buffer that it was staged in.
  void readFrom(AccessOp access, mlir::Value buffer) { staged[access] = buffer; }

  /// Keeps what is written to a storage in a buffer, and reads it there.
  void keepIn(mlir::Value storage, mlir::Value buffer) { kept[storage] = buffer; }
  /// Lets `write` go to a buffer, from which somebody else takes it to its storage.
  void writeTo(WriteOp write, mlir::Value buffer) { written[write] = buffer; }
  bool isKept(mlir::Value storage) const { return kept.contains(storage); }
  /// What is moved from here on, if that is not the point of the kernel.
  void take(mlir::Block *block) { point = block; }

  /// Moves what does not change along the row here; then the other values, and
  /// what is done with them. Writes and checks come after all values. What the point
  /// yields goes to the partial results in turn.
  void moveInvariants();
  void movePoint(llvm::ArrayRef<mlir::Value> partials = {});

  /// Whatever else is written here.
  mlir::OpBuilder ops;
  mlir::Location loc;

private:
  void moveValue(mlir::Operation &op);
  bool isInvariant(mlir::Operation &op) const;
  mlir::Value bufferFor(WriteOp write) const;

  const KernelFacts &known;
  KernelOp result;
  mlir::Block *point;
  llvm::DenseMap<mlir::Operation *, mlir::Value> staged;
  llvm::DenseMap<mlir::Value, mlir::Value> kept;
  llvm::DenseMap<mlir::Operation *, mlir::Value> written;
};

/// Schedules a gt.stencil or gt.fold: gives the kernel that takes its place.
/// The operation is left without the operations of its point. `ofResults`, if it is
/// not null, is the fold of its results and shares the kernel.
KernelOp scheduleStencil(llvm::StringRef name, const KernelFacts &facts, MachineAttr machine);
KernelOp scheduleFold(llvm::StringRef name, const KernelFacts &facts, FoldOp ofResults,
                      MachineAttr machine);
/// The same for sweeps that follow each other and share a kernel.
KernelOp scheduleSweeps(llvm::StringRef name, llvm::ArrayRef<KernelFacts> sweeps,
                        MachineAttr machine);

/// Lets the sweeps of `kernel`, whose rows are parts in the loop `parts`, go in strips of a few
/// vectors, whose carried values are in registers: always if all data is `inCache`, else where
/// the levels of memory lie well for it. Returns whether that pays.
bool makeStrips(KernelOp kernel, LoopOp parts, bool inCache, MachineAttr machine);

/// Fetches ahead what `row`, which has strides, in loops over `loopDims`, reads of a finer grid;
/// `ops` stands at its end.
void addStridedPrefetches(mlir::OpBuilder &ops, RowOp row,
                          llvm::ArrayRef<mlir::StringAttr> loopDims);

/// Lets the points of a row take from those behind them what these have computed, where
/// that is less work. Returns how many values are taken so.
std::int64_t rollRow(RowOp row, MachineAttr machine);

/// How many sweeps from the front of `sweeps`, which follow each other in a program,
/// share a kernel: the later ones read what the earlier ones write.
std::size_t countJoined(llvm::ArrayRef<SweepOp> sweeps);
/// Whether `next`, which follows `first` in a program, shares its kernel: all that it
/// does is to reduce the results, which nobody else reads, along the innermost loop. There are
/// other loops, or threads would be left with one.
bool isFoldOfResults(FoldOp first, FoldOp next);

/// Moves kernels behind the first of `kernels`, which follow each other in a program, into its
/// loops: where it reduces rows, what reads these again, and what is computed of their results
/// for that. Returns how many have gone.
std::size_t joinRows(llvm::ArrayRef<KernelOp> kernels, MachineAttr machine);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_SCHEDULE_H
