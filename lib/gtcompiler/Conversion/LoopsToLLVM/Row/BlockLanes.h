//===- BlockLanes.h - Lanes put in order within 16 bytes --------*- C++ -*-===//
//
// Loads and stores of lanes that lie every few elements, for machines whose vectors are one or two
// blocks of 16 bytes and whose instructions put the elements of two vectors in order within these
// alone, or take two steps: what is loaded are blocks, each to where its lanes are.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_BLOCKLANES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_BLOCKLANES_H

#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"

namespace gtcompiler {

/// Whether `lanes` elements are one or two blocks, of two or four elements each.
bool areBlocks(mlir::Type element, std::int64_t lanes);

/// As they are in memory, the lanes of `count` values that lie in turn.
llvm::SmallVector<mlir::Value> loadBlocksInTurn(const CodeBuilder &code, mlir::Type element,
                                                mlir::Value pointer, std::int64_t lanes,
                                                std::int64_t count);
/// The same of one value, of which nothing behind the last lane is read.
mlir::Value loadBlocksOfEveryFew(const CodeBuilder &code, mlir::Type element, mlir::Value pointer,
                                 std::int64_t lanes, std::int64_t step);
/// Stores the lanes of `values` in turn.
void storeBlocksInTurn(const CodeBuilder &code, mlir::Type element,
                       llvm::ArrayRef<mlir::Value> values, mlir::Value pointer);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_BLOCKLANES_H
