//===- StridedLanes.h - Vectors of what is not contiguous -------*- C++ -*-===//
//
// Loads and stores of lanes that lie the same distance from each other. Knows
// nothing of storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIDEDLANES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIDEDLANES_H

#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"

namespace gtcompiler {

/// Where the lanes are: the first at `first`, each next one `bytes` further.
struct LaneStride {
  mlir::Value first;
  mlir::Value bytes;
  mlir::Value threeTimes;    ///< `bytes`, computed where the row's lanes share it
  std::int64_t elements = 0; ///< the same as a constant; 0: not known
  mlir::Value distances;     ///< of each lane from the first, in bytes; null: nothing is gathered
  bool inVectors = false;    ///< of three or four elements: by whole vectors
  bool inBlocks = false;     ///< see inBlocks below
};

// What is left of a row that ends within a vector: `left`, the number of lanes in each lane of a
// vector; null: all lanes.

// `inBlocks`: lanes are put in order within blocks of 16 bytes, since no instruction takes any
// lanes of two vectors.

/// Loads a real element for each of `lanes` lanes, two at least. Lanes are only `left` out with a
/// stride of 2 elements, and of what is loaded by whole vectors.
mlir::Value loadStrided(const CodeBuilder &code, mlir::Type element, const LaneStride &stride,
                        std::int64_t lanes, mlir::Value left = {});

/// Stores the lanes of `value`, and nothing between them. `hasMasks`: vectors are stored but for
/// some lanes at the speed of whole ones. Lanes are only left out with a stride of 2 elements.
void storeStrided(const CodeBuilder &code, mlir::Type element, mlir::Value value,
                  const LaneStride &stride, bool hasMasks, mlir::Value left = {});

/// Loads the lanes of two values that lie in turn, from `pointer` on.
std::pair<mlir::Value, mlir::Value> loadPaired(const CodeBuilder &code, mlir::Type element,
                                               mlir::Value pointer, std::int64_t lanes,
                                               bool inBlocks, mlir::Value left = {});

/// Loads the lanes of `count` values that lie in turn, from `pointer` on.
llvm::SmallVector<mlir::Value> loadInTurn(const CodeBuilder &code, mlir::Type element,
                                          mlir::Value pointer, std::int64_t lanes,
                                          std::size_t count, bool inBlocks);

/// Stores the lanes of some values in turn, from `pointer` on.
void storeInTurn(const CodeBuilder &code, mlir::Type element, llvm::ArrayRef<mlir::Value> values,
                 mlir::Value pointer, bool inBlocks, mlir::Value left = {});

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIDEDLANES_H
