//===- Addresses.h - Where the points of storages lie -----------*- C++ -*-===//
//
// The loops that are open around a place: indices and spans of dimensions. What
// they give addresses hoists by construction: each part of one is computed in
// the outermost loop where it is known, once, and what a loop's index moves goes
// along with the loop. In a row there is one pointer per
// storage and per offset of the dimensions that are not contiguous.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_ADDRESSES_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_ADDRESSES_H

#include "Buffers.h"

namespace gtcompiler {

/// Place of an access or write, relative to the loops' indices. Each member has one entry per
/// dimension of the storage; values may be null.
struct Place {
  mlir::Value storage;
  llvm::SmallVector<mlir::Value, 4> pins;
  llvm::SmallVector<mlir::Value, 4> indices; ///< emitted coordinates, i64
  llvm::SmallVector<mlir::Value, 4> linear;  ///< index values that loops move (LinearIndex.h)
  llvm::SmallVector<bool, 4> gathered;       ///< the lanes move it: here it is at 0
  llvm::SmallVector<std::int64_t, 4> offsets;

  /// The place that a gt.get, gt.stage or gt.put names, or the point itself.
  static Place of(mlir::Value storage, mlir::ValueRange pins, llvm::ArrayRef<std::int64_t> offsets);
  static Place of(PutOp put) { return of(put.getStorage(), {}, put.getOffsets()); }
  static Place at(mlir::Value storage);
  StorageType type() const { return mlir::cast<StorageType>(storage.getType()); }
  /// Whether the loops' index moves dimension number `dim`.
  bool followsLoops(std::size_t dim) const {
    return !pins[dim] && !indices[dim] && !linear[dim] && !gathered[dim];
  }
  /// Whether the loop over `dim` moves it.
  bool movesAlong(mlir::StringAttr dim) const;
  /// Whether it does so to neighbours in memory.
  bool isUnitAlong(mlir::StringAttr dim) const;
  bool operator==(const Place &) const = default;
};

/// A pointer into a row; the element for index i of the row is at
/// `pointer + i * stride + shift` bytes.
struct RowPointer {
  mlir::Value pointer;
  mlir::Value stride;     ///< bytes; null if the place does not change along the row
  bool isUnit = false;    ///< whether these are known to be those of an element
  std::int64_t shift = 0; ///< bytes, along what is contiguous
};

/// A loop that moves pointers along with its index.
struct Motion {
  mlir::Value first; ///< coordinate of the first round
  std::int64_t step; ///< points from round to round; below 0: backwards
  CodeBuilder *before;
  CodeBuilder::Pointers *pointers;
};

/// The points of a dimension, and where that became known.
struct KnownSpan {
  mlir::StringAttr dim;
  Span span;
  CodeBuilder *place;
  std::size_t depth;                                               ///< open loops around the place
  llvm::SmallVector<std::pair<std::int64_t, mlir::Value>, 2> ends; ///< of whole vectors, by points
};

/// How far ahead of rows a storage is fetched: in front of `lastRow` of the loop around them
/// `bytes`, and behind it `bytesInNext`, to the rows of the next point of the loop around that one.
struct FetchDistance {
  mlir::Value bytes;
  mlir::Value lastRow; ///< null: everywhere `bytes`
  mlir::Value bytesInNext;
};

/// The loops that are open around a place, outermost first, and the pointers
/// that are known in each.
class Addresses {
public:
  Addresses(KernelFrame &function, KernelOp schedule)
      : frame(function), kernel(schedule), buffers(function, schedule) {}

  /// Opens the loop over `dim` whose body `code` builds; `code` must live until
  /// it is closed. The outermost is the tile, with neither dimension nor index.
  void open(CodeBuilder &code, mlir::StringAttr dim = {}, mlir::Value index = {},
            std::optional<Motion> motion = std::nullopt);
  /// Closes the innermost open loop.
  void close() { levels.pop_back(); }
  /// The place for what does not change in the innermost open loop.
  CodeBuilder &code() { return *levels.back().code; }

  /// Whether `code` builds the body of an open loop.
  bool isOpen(const CodeBuilder &code) const {
    return llvm::any_of(levels, [&](const Level &level) { return level.code == &code; });
  }

  /// The index of the open or walked loop over `dim`; null if there is none.
  mlir::Value indexOf(mlir::StringAttr dim);
  /// The points of `dim` to go through.
  Span spanOf(mlir::StringAttr dim) { return known(dim).span; }
  /// Where whole vectors of `points` of them end, computed where the span is known.
  mlir::Value endOfVectors(mlir::StringAttr dim, std::int64_t points);
  /// Code where the span of `dim` is known.
  CodeBuilder &placeOfSpan(mlir::StringAttr dim) { return *known(dim).place; }
  /// Narrows them at `place`; gives what was known before, for widen().
  KnownSpan narrow(mlir::StringAttr dim, Span span, CodeBuilder &place);
  void widen(KnownSpan before) { known(before.dim) = before; }

  /// An emitted index value as a coordinate, in the innermost open loop.
  mlir::Value coordinate(mlir::Value index);
  /// The pointer to `place` in the innermost open loop, for rows along `rowDim`,
  /// which is null where there is no row.
  RowPointer row(const Place &place, mlir::StringAttr rowDim);
  /// The pointer to what is fetched for `place` in front of a row along `rowDim`: the row that the
  /// loops come to when they have been at `least` bytes of the storage.
  RowPointer rowAhead(const Place &place, mlir::StringAttr rowDim, std::int64_t least);
  /// How far the innermost open loop moves `place`, in bytes known at the entry; null: it does not.
  mlir::Value stepOf(const Place &place);
  /// So many steps of that loop as have `least` bytes.
  mlir::Value bytesAhead(const Place &place, std::int64_t least);
  /// Whether a row, one of `rows` that are done at once, is the first for which that lies at the
  /// next point of the loop around the rows' loop; null if it never does.
  mlir::Value isFirstAhead(const Place &place, std::int64_t least, std::int64_t rows);
  /// Where in `buffer` index 0 of `rowDim` would be, its other dimensions at their
  /// indices, with the spans at this moment.
  mlir::Value bufferRow(mlir::Value buffer, mlir::StringAttr rowDim);
  /// Bytes from an element of `buffer` to its neighbour along dimension number `dim`.
  mlir::Value pitch(BufferOp buffer, unsigned dim) { return buffers.pitch(buffer, dim); }
  /// Bytes from a row of `buffer`, along its last dimension, to the next.
  mlir::Value rowPitch(BufferOp buffer) { return pitch(buffer, buffer.getType().getRank() - 2); }

private:
  /// A storage with some dimensions fixed: what the loops' indices move.
  struct Stream {
    Place start; ///< in dimensions of a stream that change by loops or are pinned alone
    mlir::Value base;
    llvm::DenseMap<mlir::StringAttr, mlir::Value> strides; ///< bytes, by loop
  };
  struct Level {
    CodeBuilder *code;
    mlir::StringAttr dim;
    mlir::Value index;
    std::optional<Motion> motion;
    llvm::DenseMap<unsigned, mlir::Value> pointers; ///< by stream
    /// Of buffers, with the coordinate where their rows begin.
    llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Value> buffers;
    llvm::SmallVector<std::tuple<Place, mlir::StringAttr, RowPointer>, 0> rows;
    llvm::DenseMap<mlir::Value, mlir::Value> coordinates; ///< by index value
    /// Of coordinates, in bytes, by stride.
    llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Value> distances;
  };
  KnownSpan &known(mlir::StringAttr dim);
  mlir::Value movedBy(Level &level, mlir::Value pointer, mlir::Value from, mlir::Value bytes);
  mlir::Value bufferIn(unsigned level, BufferOp buffer, mlir::StringAttr rowDim);
  unsigned streamOf(const Place &place);
  mlir::Value baseOf(const Place &place);
  mlir::Value strideOf(unsigned stream, mlir::StringAttr dim);
  mlir::Value pointerIn(unsigned level, unsigned stream);
  mlir::Value atCoordinate(const Place &place, std::size_t dim, mlir::Value pointer);
  mlir::Value besideKnown(const Place &place, mlir::StringAttr rowDim);
  RowPointer emitRow(const Place &place, mlir::StringAttr rowDim);
  FetchDistance distanceOf(const Place &place, std::int64_t least);

  KernelFrame &frame;
  KernelOp kernel;
  Buffers buffers;
  llvm::SmallVector<KnownSpan, 6> spans;
  llvm::SmallVector<Stream, 0> streams;
  /// By storage, span and least number of bytes.
  llvm::SmallVector<std::tuple<mlir::Value, mlir::Value, std::int64_t, FetchDistance>> fetches;
  llvm::SmallVector<Level, 6> levels;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_ADDRESSES_H
