//===- Pairwise.h - Blocks combined pairwise --------------------*- C++ -*-===//
//
// What a kernel does around the blocks of a gt.pairwise: it counts them, and
// calls what PairwiseFunctions has for its partial results.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H

#include "Addresses.h"
#include "PairwiseFunctions.h"

namespace gtcompiler {

/// Emits the parts of one gt.pairwise in the order of its functions; the loop
/// over blocks, and what accumulates a block, come from elsewhere.
class PairwiseReduction {
public:
  /// Reads the spans that are open at `code`.
  PairwiseReduction(CodeBuilder &code, Addresses &addresses, PairwiseFunctions &shared,
                    PairwiseOp op);

  void begin(CodeBuilder &code);
  void beginBlock(CodeBuilder &code);
  void endBlock(CodeBuilder &code);
  void end(CodeBuilder &code);

private:
  struct Partial {
    PartialForm form;
    mlir::Value row;   ///< address of its elements
    mlir::Value stack; ///< of the lowest level
  };

  PairwiseFunctions &functions;
  llvm::SmallVector<Partial> partials;
  mlir::Value results; ///< of a row
  mlir::Value counter; ///< address of the number of blocks so far
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H
