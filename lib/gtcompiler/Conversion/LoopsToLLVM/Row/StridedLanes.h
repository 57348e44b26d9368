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
};

/// Loads a real element for each of `lanes` lanes, two at least. With a `mask`, which stands with a
/// stride of 2 elements, those of its lanes alone.
mlir::Value loadStrided(const CodeBuilder &code, mlir::Type element, const LaneStride &stride,
                        std::int64_t lanes, mlir::Value mask = {});

/// Stores the lanes of `value`, and nothing between them. `hasMasks`: vectors are stored but for
/// some lanes at the speed of whole ones.
void storeStrided(const CodeBuilder &code, mlir::Type element, mlir::Value value,
                  const LaneStride &stride, bool hasMasks, mlir::Value mask = {});

/// Loads the lanes of two values that lie in turn, from `pointer` on; those of `mask` alone, if
/// given.
std::pair<mlir::Value, mlir::Value> loadPaired(const CodeBuilder &code, mlir::Type element,
                                               mlir::Value pointer, std::int64_t lanes,
                                               mlir::Value mask = {});

/// Loads the lanes of `count` values that lie in turn, from `pointer` on.
llvm::SmallVector<mlir::Value> loadInTurn(const CodeBuilder &code, mlir::Type element,
                                          mlir::Value pointer, std::int64_t lanes,
                                          std::size_t count);

/// Stores the lanes of some values in turn, from `pointer` on; those of `mask` alone, if given.
void storeInTurn(const CodeBuilder &code, mlir::Type element, llvm::ArrayRef<mlir::Value> values,
                 mlir::Value pointer, mlir::Value mask = {});

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIDEDLANES_H
