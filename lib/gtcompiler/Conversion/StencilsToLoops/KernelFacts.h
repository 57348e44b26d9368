//===- KernelFacts.h - What a kernel's schedule is made of -------*- C++ -*-===//
//
// Looks at a gt.stencil, gt.fold or gt.sweep and decides how its points go in vectors:
// along which dimension, how many at once, what is staged and what is streamed.
// Writes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H

#include "ThreadPoints.h"

#include "gtcompiler/Dialect/GT/IR/LinearIndex.h"

namespace gtcompiler {

/// Facts about one kernel.
struct KernelFacts {
  mlir::Operation *op;
  mlir::Block *point;                           ///< what happens at one point
  mlir::Block *start = nullptr;                 ///< of a sweep, in front of the first point
  llvm::SmallVector<mlir::StringAttr> loopDims; ///< slow to fast
  mlir::StringAttr alongDim;                    ///< reduced or swept; null for a stencil
  /// The dimension of the innermost loop: the reduced one of a fold with
  /// `lanes`, the last loop dimension but one of a `narrow` stencil, else the last
  /// one; null when there is none, or each of its points has a thread.
  mlir::StringAttr rowDim;
  std::int64_t lanes = 1; ///< neighbours along rowDim that are computed at once
  /// Why points go one by one; empty if they do not.
  llvm::StringRef whyPointByPoint;

  /// What the stride may be, in elements, of memory that is not contiguous along the row
  /// and not staged: those that code is made for besides that for any; else empty.
  llvm::SmallVector<std::int64_t, 2> strides;

  /// Accesses of a stencil that are not contiguous along the row and are copied
  /// to buffers block by block, and the other dimension of a block: one along
  /// which the first of them is contiguous, or none of them changes; or null.
  llvm::SmallVector<AccessOp, 2> staged;
  std::int64_t stagedPoints = 0; ///< of a staged block along the row
  mlir::StringAttr acrossDim;
  std::int64_t acrossPoints = 1; ///< of a block

  bool inCache = false; ///< the caches hold the data of all calls
  /// Writes that a call may ask to go past the caches.
  llvm::SmallPtrSet<mlir::Operation *, 2> streamed;
  /// What a stencil reads that may come from memory, and whether calls may ask for it ahead.
  llvm::SmallDenseSet<mlir::Value, 4> fetched;
  bool fetches = false;

  std::int64_t columns = 1;  ///< of a sweep that go side by side, point by point
  std::int64_t rows = 1;     ///< of a stencil that go together
  bool columnsAhead = false; ///< what a stencil reads along its rows at indices is fetched ahead

  /// Points of a stencil that a thread runs, where threads do.
  ThreadPoints threadPoints = {1, 1};

  std::int64_t flops = 0; ///< per point
};

/// Lanes that are loaded and stored one by one at most, on any machine: there is an instruction
/// for each of them.
inline constexpr std::int64_t kMostStridedLanes = 16;

/// What a caller prescribes.
struct ScheduleChoices {
  bool inCache = false;                     ///< the caches hold the data of all calls
  bool isJoined = false;                    ///< with others in one kernel
  bool quick = false;                       ///< little code instead of fast code
  llvm::DenseSet<mlir::Value> windows;      ///< temporaries of which some rows may be all
  std::optional<ThreadPoints> threadPoints; ///< of stencils
};

/// The temporaries of which the engine can keep a window, so that they are in a cache whatever
/// the size of the domain. Asked before any kernel is scheduled.
llvm::DenseSet<mlir::Value> findWindows(ProgramOp program);

/// Analyses a gt.stencil, gt.fold or gt.sweep for a machine.
KernelFacts analyseKernel(mlir::Operation *kernel, MachineAttr machine,
                          const ScheduleChoices &choices);

/// Whether the loop over `dim` moves `access` by itself, index values apart.
bool dependsOn(AccessOp access, mlir::StringAttr dim);

/// Whether `op` reads or counts something else at each index of `dim` by itself, its operands
/// apart.
bool movesAlong(mlir::Operation &op, mlir::StringAttr dim);
/// Whether what `op` gives changes along `dim`, by itself or with its operands: notes it in
/// `changing`, which has what does so of the operations before it.
bool changesAlong(mlir::Operation &op, mlir::StringAttr dim, llvm::DenseSet<mlir::Value> &changing);

/// How `access` changes along a dimension.
enum class Movement {
  None,
  Contiguous, ///< to neighbours in memory
  Strided,    ///< evenly: along another dimension of the storage, or by a linear index
  Gathered    ///< an index value says where to
};
Movement movementOf(AccessOp access, mlir::StringAttr dim);

/// Whether that is evenly, and linear indices alone do it.
bool isStridedByIndex(AccessOp access, mlir::StringAttr dim);

/// Whether an index value of `access` changes along `dim`, and not evenly.
bool isGathered(AccessOp access, mlir::StringAttr dim);

/// Whether the first access of some storage at `point` and a later one of it are so that
/// `differ` holds.
bool readsApart(mlir::Block &point, llvm::function_ref<bool(AccessOp, AccessOp)> differ);

/// What happens at a point, and of a sweep in front of the first one.
llvm::SmallVector<mlir::Block *, 2> blocksOf(const KernelFacts &facts);

/// Whether it is a stencil whose fastest loop has few points.
bool isNarrow(const KernelFacts &facts);

/// Cycles of what a vector of points computes and loads.
struct PointWork {
  std::int64_t computing = 0, loading = 0;

  bool waitsForLoads() const { return loading > computing; }
};
PointWork pointWorkOf(mlir::Block &point, MachineAttr machine);

/// The offsets at which `access` reads for a point that lies ahead, so far in each dimension.
llvm::SmallVector<std::int64_t>
offsetsAhead(AccessOp access, llvm::function_ref<std::int64_t(mlir::StringAttr)> ahead);

/// Lets an access or an index be of such a point; other operations stay what they are.
void moveAhead(mlir::Operation *op, llvm::function_ref<std::int64_t(mlir::StringAttr)> ahead);

/// Whether neighbours along `dim` are neighbours in memory.
bool isUnitAlong(StorageType type, mlir::StringAttr dim);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELFACTS_H
