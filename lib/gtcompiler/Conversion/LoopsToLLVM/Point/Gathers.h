//===- Gathers.h - Elements at indices --------------------------*- C++ -*-===//
//
// Loads of elements whose places are known at the point: each lane has its own.
// Knows nothing of storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_GATHERS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_GATHERS_H

#include "gtcompiler/Conversion/LoopsToLLVM/Row/RowLoop.h"

namespace gtcompiler {

/// Where the lanes' elements are: at `base`, moved by `elements` elements and by
/// `bytes`, each of which may be null.
struct GatherAddress {
  mlir::Value base;
  mlir::Value elements; ///< of i32 or i64
  mlir::Value bytes;

  /// Moves each lane.
  void add(const CodeBuilder &code, mlir::Value distance);
};

/// Loads a real element for each lane of the point; lanes that are no points have
/// some value.
mlir::Value gatherLanes(const CodeBuilder &code, mlir::Type element, const GatherAddress &address,
                        const RowPoint &point);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_GATHERS_H
