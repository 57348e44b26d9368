//===- Positions.h - Where a value is read ----------------------*- C++ -*-===//
//
// Positions of values relative to a kernel's point, and the way back from a
// read through shifts, pins, remaps and broadcasts to the operation that
// computes the value. Knows nothing of placement or kernels. Private to this
// library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_POSITIONS_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_POSITIONS_H

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace gtcompiler {

/// Number of a position in a PositionTable; equal numbers are equal positions.
using PositionId = unsigned;

/// The point itself.
inline constexpr PositionId kAtPoint = 0;

/// A value at a position: what a reader really reads.
struct Read {
  mlir::Value value;
  PositionId position;

  bool operator==(const Read &other) const {
    return value == other.value && position == other.position;
  }
};

/// One dimension of a position, plus `offset`: the point's index; or, without an
/// index value, a point of `range`, `within` points above its lower bound; or the
/// value of `index`, which lies in `range`.
struct Coordinate {
  mlir::StringAttr dim;
  mlir::Value range = nullptr;
  Read index = {nullptr, kAtPoint};
  int64_t within = 0;
  int64_t offset = 0;

  bool isPinned() const { return range && !index.value; }
  bool isIndexed() const { return static_cast<bool>(index.value); }
  bool operator==(const Coordinate &) const = default;
};

/// Sum of offsets; wraps, since nothing can be read so far away.
inline int64_t addOffsets(int64_t first, int64_t second) {
  return static_cast<int64_t>(static_cast<uint64_t>(first) + static_cast<uint64_t>(second));
}

/// Whether `op` takes its values from one of several parts; a concatenation of one
/// part is this part wherever it is read.
inline bool isChoice(mlir::Operation *op) {
  auto concat = llvm::dyn_cast<ConcatOp>(op);
  return concat && concat.getParts().size() > 1;
}

/// Interns positions. Holds memory for as long as it lives; one per program.
class PositionTable {
public:
  PositionTable();

  /// The coordinates that differ from the point's; in the order of the
  /// program's first use of the dimensions.
  llvm::ArrayRef<Coordinate> operator[](PositionId id) const { return positions[id]; }

  /// The coordinate of `dim` at `id`; the point's own if not listed.
  Coordinate get(PositionId id, mlir::StringAttr dim) const;

  /// Where a reader at `reader` reads the operand of `shift`.
  PositionId throughShift(PositionId reader, ShiftOp shift);
  /// Where a reader at `reader` reads the operand of `pin`.
  PositionId throughPin(PositionId reader, PinOp pin);
  /// Where a reader at `reader` reads the field of `remap`.
  PositionId throughRemap(PositionId reader, RemapOp remap);
  /// `id` moved back to the point along `dim`, where it says how far from the point it is.
  PositionId withoutOffset(PositionId id, mlir::StringAttr dim);
  /// `id` without the dimensions that `type` lacks (all, if it is a scalar).
  PositionId project(PositionId id, mlir::Type type);

  /// Follows `read` through shifts, pins, remaps, broadcasts and concatenations of
  /// one part to a scalar, a load, or what computes or chooses.
  Read resolve(Read read);

  /// What an access at `id` needs to know its place: the values of indices.
  llvm::SmallVector<Read, 2> indicesOf(PositionId id) const;

private:
  struct KeyInfo : llvm::DenseMapInfo<llvm::ArrayRef<Coordinate>> {
    static unsigned getHashValue(llvm::ArrayRef<Coordinate> key);
    static bool isEqual(llvm::ArrayRef<Coordinate> first, llvm::ArrayRef<Coordinate> second);
  };

  PositionId intern(llvm::ArrayRef<Coordinate> coordinates);
  /// The coordinate of `dim` in `list`, put at its place if it is not there.
  Coordinate &findOrInsert(llvm::SmallVectorImpl<Coordinate> &list, mlir::StringAttr dim);
  unsigned orderOf(mlir::StringAttr dim);

  llvm::DenseMap<llvm::ArrayRef<Coordinate>, PositionId, KeyInfo> ids;
  llvm::SmallVector<llvm::ArrayRef<Coordinate>> positions;
  llvm::DenseMap<mlir::StringAttr, unsigned> dimOrder;
  llvm::BumpPtrAllocator memory;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_POSITIONS_H
