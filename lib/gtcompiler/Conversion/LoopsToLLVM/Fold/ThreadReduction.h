//===- ThreadReduction.h - Reductions by threads together -------*- C++ -*-===//
//
// What a kernel does around the points of a gt.pairwise with `threads`: which are a
// thread's own, and how what the threads have becomes one result.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_THREADREDUCTION_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_THREADREDUCTION_H

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Addresses.h"

namespace gtcompiler {

/// Emits the parts of one reduction in the order of its functions.
class ThreadReduction {
public:
  ThreadReduction(KernelFrame &frame, Addresses &addresses, PairwiseOp op);

  /// Emits `points`, which accumulates what lies in the span that it is given, where the
  /// launch reduces points; else the thread takes what an earlier one has left.
  void emitValues(CodeBuilder &code,
                  llvm::function_ref<void(CodeBuilder &inside, Span own)> points);
  /// Combines the values of threads that have a result together.
  void combineAll(CodeBuilder &code);
  /// Emits `last` on the thread that has the result of all; else it is left to a later launch.
  void emitResult(CodeBuilder &code, llvm::function_ref<void(CodeBuilder &inside)> last);

private:
  /// A partial result of the thread.
  struct Partial {
    ReduceKind kind;
    mlir::Type element;
    mlir::Value place; ///< address
  };
  void join(CodeBuilder &code, const Partial &partial, mlir::Value condition, mlir::Value distance);
  void combine(CodeBuilder &code, const Partial &partial);
  mlir::Value inShared(CodeBuilder &code, const Partial &partial, mlir::Value thread);
  mlir::Value slot(CodeBuilder &code, mlir::Value first, std::size_t partial, mlir::Value value,
                   mlir::Value values);

  const ThreadGroup &group;
  Span span;
  std::int64_t points, lanes; ///< of a part
  llvm::SmallVector<Partial> partials;
  mlir::Value ofPoints; ///< whether the launch reduces points, not partial results
  mlir::Value apart;    ///< threads from a value to the next
  mlir::Value most;     ///< values that the threads of a result can have
  mlir::Value first;    ///< number of the first that they have
  mlir::Value own;      ///< number of the thread's among them
  mlir::Value count;    ///< of those that there are
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_THREADREDUCTION_H
