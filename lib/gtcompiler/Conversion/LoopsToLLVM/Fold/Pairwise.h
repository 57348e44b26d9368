//===- Pairwise.h - Blocks combined pairwise --------------------*- C++ -*-===//
//
// What a kernel does around the blocks of a gt.pairwise: it counts them, and
// calls what PairwiseFunctions has for its partial results.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISE_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISE_H

#include "PairwiseFunctions.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Addresses.h"

namespace gtcompiler {

/// The row that has the partial results of `op` in registers; null if there is none.
RowOp rowInRegisters(PairwiseOp op);

/// Emits the parts of one gt.pairwise in the order of its functions; the loop
/// over blocks, and what accumulates a block, come from elsewhere.
class PairwiseReduction {
public:
  /// Reads the spans that are open at `code`.
  PairwiseReduction(CodeBuilder &code, Addresses &addresses, PairwiseFunctions &shared,
                    PairwiseOp op);

  void begin(CodeBuilder &code);
  void beginBlock(CodeBuilder &code);
  /// `results`: of a block in registers.
  void endBlock(CodeBuilder &code, mlir::ValueRange results);
  void end(CodeBuilder &code);

private:
  void unlessOneBlock(CodeBuilder &code, llvm::function_ref<void(CodeBuilder &)> body);

  struct Partial {
    PartialForm form;
    mlir::Value row;   ///< address of its elements
    mlir::Value stack; ///< of the lowest level
  };

  PairwiseFunctions &functions;
  llvm::SmallVector<Partial> partials;
  bool inRegisters; ///< the partial results of a block
  /// Whether there is not just one block, which is the result of all; null where the
  /// result of a block is several elements.
  mlir::Value isNotOne;
  mlir::Value results; ///< of a row
  mlir::Value counter; ///< address of the number of blocks so far
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_PAIRWISE_H
