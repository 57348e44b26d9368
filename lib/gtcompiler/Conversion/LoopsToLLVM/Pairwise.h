//===- Pairwise.h - Blocks combined pairwise --------------------*- C++ -*-===//
//
// What happens around the blocks of a gt.pairwise. A "row of results" is as many
// neighbouring partial results as are kept side by side.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H

#include "Addresses.h"
#include "RowLoop.h"

namespace gtcompiler {

/// Emits the parts of one gt.pairwise in the order of its functions; the loop
/// over blocks, and what accumulates a block, come from elsewhere.
class PairwiseReduction {
public:
  /// Reads the spans that are open at `code`.
  PairwiseReduction(CodeBuilder &code, Addresses &addresses, PairwiseOp op);

  void begin(CodeBuilder &code);
  void beginBlock(CodeBuilder &code);
  void endBlock(CodeBuilder &code);
  void end(CodeBuilder &code);

private:
  /// How many elements of a row are in use: a fixed number, or one known at run
  /// time.
  struct RowCount {
    std::int64_t fixed;
    mlir::Value dynamic;
  };

  /// The row of the stack at `level`.
  mlir::Value stackRow(CodeBuilder &code, unsigned number, mlir::Value level);
  /// The address of element `index` of a row.
  mlir::Value inRow(CodeBuilder &code, mlir::Value row, unsigned number, mlir::Value index);
  /// For the elements in use of the rows of all kinds.
  void forRow(CodeBuilder &code, RowCount count,
              llvm::function_ref<void(const RowPoint &, unsigned number)> body);
  void fillStart(CodeBuilder &code, RowCount count);
  void combineLanes(CodeBuilder &code);
  void combineWithStack(CodeBuilder &code, mlir::Value level);
  void copyRow(CodeBuilder &code, mlir::Value level, bool toStack);
  mlir::Type typeOf(unsigned number) {
    return getElementType(pairwise.getPartials()[number].getType());
  }

  PairwiseOp pairwise;
  RowCount started;                        ///< elements that a block begins with
  RowCount combined;                       ///< of its result
  llvm::SmallVector<mlir::Value> rows;     ///< of partial results
  llvm::SmallVector<mlir::Value> stacks;   ///< lowest level of each
  llvm::SmallVector<std::int64_t> pitches; ///< bytes from a level to the next
  mlir::Value counter;                     ///< address of the number of blocks so far
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_PAIRWISE_H
