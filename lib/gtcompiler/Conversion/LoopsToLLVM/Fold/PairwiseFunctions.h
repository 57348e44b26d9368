//===- PairwiseFunctions.h - Code that reductions share ---------*- C++ -*-===//
//
// What happens around the blocks of a gt.pairwise, once in a few thousand points:
// functions beside the kernels, one for all partial results that are alike, so
// that a kernel holds calls only.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISEFUNCTIONS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISEFUNCTIONS_H

#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace gtcompiler {

/// All that the functions of a partial result depend on. Its row is the elements
/// that are kept side by side.
struct PartialForm {
  /// `inRegisters`: a block leaves one result in the row.
  PartialForm(PairwiseOp pairwise, unsigned number, bool inRegisters);

  ReduceKind kind;
  mlir::Type element;
  std::int64_t lanes;    ///< neighbours that are combined at once
  std::int64_t partials; ///< elements of a row that make one result together
  std::int64_t results;  ///< most results of a row; 0: it has one, not told at run time
};

/// A block's beginning: `row`, of so many results, holds what changes none of them.
void startBlock(CodeBuilder &code, const PartialForm &form, mlir::Value row, mlir::Value results);

/// The functions of one module.
class PairwiseFunctions {
public:
  /// They are created at `at` and have none of the names of the kernels.
  PairwiseFunctions(mlir::OpBuilder at, const llvm::StringSet<> &kernels)
      : builder(at), kernelNames(kernels) {}

  /// void push(row, stack, blocks, results): takes a block's result to the stack,
  /// which holds those of `blocks` before it.
  mlir::LLVM::LLVMFuncOp push(const PartialForm &form);
  /// void finish(row, stack, blocks, results): leaves the result of all blocks in
  /// the row.
  mlir::LLVM::LLVMFuncOp finish(const PartialForm &form);

private:
  using Emit = llvm::function_ref<void(CodeBuilder &, const PartialForm &, mlir::ValueRange)>;
  mlir::LLVM::LLVMFuncOp function(llvm::StringRef role, const PartialForm &form, Emit emit);

  mlir::OpBuilder builder;
  const llvm::StringSet<> &kernelNames;
  llvm::StringMap<mlir::LLVM::LLVMFuncOp> made; ///< by role and form
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISEFUNCTIONS_H
