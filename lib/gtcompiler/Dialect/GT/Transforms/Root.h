//===- Root.h - What kernels are made for -----------------------*- C++ -*-===//
//
// What a program leaves in memory, and over which points its kernels compute it.
// Knows nothing of kernels. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_ROOT_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_ROOT_H

#include "Ranges.h"

namespace gtcompiler {

/// A store, or an operation whose result is in memory; or, where inlined concatenations
/// cut it, a part of one: all parts stand behind each other.
struct Root {
  mlir::Operation *op = nullptr;
  Cone cone;
  llvm::SmallVector<Clip, 4> clips; ///< the points of the root, if it is a part of the op's
  llvm::SmallVector<Clip, 4> box;   ///< of these, those that all of these hold are left out
  llvm::SmallVector<mlir::StringAttr, 2> narrow; ///< dimensions in which it has few points
  Cone start;                                    ///< of a scan
  Root *sweep = nullptr;                         ///< the scan whose kernel it is part of
  size_t size = 0;                               ///< of this kernel, where it is that scan
  llvm::SmallDenseMap<mlir::StringAttr, RangeTerms, 4> ranges; ///< over which it is computed
  unsigned level = 0;                                          ///< kernels before its first one
  bool isLive = false;                                         ///< some store needs it
  llvm::SmallVector<Clip, 4> unread; ///< of a rim in memory: points that nobody reads
  bool isReadWhole = false;          ///< but there are none of these

  bool isPart() const { return !clips.empty() || !box.empty(); }
};

/// The points of a root beside its box, side by side: below and above it in the first
/// of its dimensions; below and above it in the next one, among those that it holds in
/// the first; and so on. One side with all points if it has no box. `dims`: slow to fast.
unsigned countSides(const Root &root, llvm::ArrayRef<mlir::StringAttr> dims);
/// The range of a side in a dimension.
RangeTerms termsOfSide(const Root &root, unsigned side, llvm::ArrayRef<mlir::StringAttr> dims,
                       mlir::StringAttr dim, RangeWriter &ranges);

/// Notes what `reader` does not read of `stored`, whose rim is in memory, at `position`.
void noteUnread(Root &stored, const Root &reader, PositionId position,
                const PositionTable &positions);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_ROOT_H
