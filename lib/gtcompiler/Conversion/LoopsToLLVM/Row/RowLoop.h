//===- RowLoop.h - The innermost loop ---------------------------*- C++ -*-===//
//
// A row of points, in vectors where the kernel has lanes: whole vectors without
// a mask in a loop tested at the bottom, then one masked vector for the rest. Rows
// that stream do so in whole lines of the cache, and have a masked vector in front, too.
// Where memory is not contiguous, points behind whole vectors.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_ROWLOOP_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_ROWLOOP_H

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/KernelFrame.h"
#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"

namespace gtcompiler {

/// One point of a row, or `lanes` neighbours of it.
struct RowPoint {
  CodeBuilder &code;
  mlir::Value index; ///< coordinate of the first lane; null where there is no row
  mlir::Value mask;  ///< which lanes are points; null: all
  std::int64_t lanes;
  bool streams = false; ///< past the caches
  /// Where it is one of several vectors: the coordinate of the first lane of all, and
  /// how many points lie between.
  mlir::Value start = {};
  std::int64_t ahead = 0;
  std::int64_t vector = 0; ///< its number among them
  /// Elements from lane to lane where memory is not contiguous; 0: not known.
  std::int64_t stride = 0;
  mlir::Value left = {}; ///< and with a mask: how many lanes it has, in each lane of a vector
  /// As many puts as the stride has elements lie between each other, or, of stride 2, gets.
  bool isInTurn = false;
  /// How many lanes lie in front of the row's first point, where those that its points
  /// need are computed, too; null: none.
  mlir::Value inFront = {};
  mlir::Value below = {}; ///< which lanes lie in front of the row's end; null: all
  /// Whether it streams, where the same code is for vectors that do and others; else null.
  mlir::Value mayStream = {};
  /// Whether the row streams, where this lies in front of what does so, or behind that; else null.
  mlir::Value atEnd = {};
};

/// The points of a row, and where its whole vectors end.
struct RowSpan : Span {
  mlir::Value whole;
};

/// What says where the vectors of a row are aligned.
struct RowAlignment {
  mlir::Value row;    ///< the pointer to its element of coordinate 0
  std::int64_t bytes; ///< of an element
  /// The bits of an address that differ within a vector; 0 if rows are too short to gain by it.
  mlir::Value mask;

  mlir::Value isLong(const CodeBuilder &code) const { return code.less(code.number(0), mask); }
  /// Which point of an aligned vector that of `index` is; 0 of short rows.
  mlir::Value inVector(const CodeBuilder &code, mlir::Value index) const;
};

/// How a row may stream.
struct RowStream {
  mlir::Value isOn;    ///< whether it does
  mlir::Value head;    ///< points up to the first whole line of what is stored, fewer than `points`
  std::int64_t points; ///< of such a line, or of a vector if that is more
};

/// A row whose first element, of `bytes`, is at `address`, a number: it streams from the first
/// multiple of `points` elements on.
RowStream streamFromAligned(const CodeBuilder &code, mlir::Value isOn, mlir::Value address,
                            std::int64_t bytes, std::int64_t points);

/// Which of `lanes` lanes are below `count`, at least -127.
mlir::Value lanesBelow(const CodeBuilder &code, mlir::Value count, std::int64_t lanes);
/// The same of a `count` in each lane of a vector, which is that of a number.
mlir::Value lanesBelow(const CodeBuilder &code, mlir::Value count);
mlir::Value countInLanes(const CodeBuilder &code, mlir::Value count, std::int64_t lanes);

/// Which lanes of a point with lanes in front of the row are points of the row, or one of as
/// many as `before` in front of it.
mlir::Value lanesWith(const RowPoint &point, std::int64_t before);

/// Emits the loop over `span` at `code`; `body` is emitted once for whole
/// vectors and, if there are lanes, once for the rest.
void emitRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
             llvm::function_ref<void(const RowPoint &)> body);
/// The same for a row of which some points may be done twice: behind the first vector of a long one
/// the others are aligned.
void emitAlignedRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                    const RowAlignment &alignment, llvm::function_ref<void(const RowPoint &)> body);
/// The same for a row that writes what it reads, at the same points: its whole vectors end with it;
/// of one in front, which has points of the first of them as well, `held` gives what is stored
/// behind the others by `store`. A masked store makes loads wait that read behind it, as those of
/// the next row may: `body` is emitted for rows of fewer points than lanes alone. What is the same
/// for all rows is computed by `known`.
void emitRowInPlace(CodeBuilder &known, CodeBuilder &code, Span span, std::int64_t lanes,
                    llvm::function_ref<CodeBuilder::State(const RowPoint &)> held,
                    llvm::function_ref<void(const RowPoint &, const CodeBuilder::State &)> store,
                    llvm::function_ref<void(const RowPoint &)> body);
/// The same for a row that may stream; `body` is emitted a third time, for whole
/// vectors of one that does. A line that is stored in part past the caches and in part through
/// them goes to memory, and comes back, before the next store.
void emitStreamingRow(CodeBuilder &code, Span span, std::int64_t lanes, const RowStream &stream,
                      llvm::function_ref<void(const RowPoint &)> body);

/// Emits a vector of points: gives what the next one needs to know of it.
using CarryingBody = llvm::function_ref<CodeBuilder::State(const RowPoint &point,
                                                           llvm::ArrayRef<mlir::Value> before)>;
/// The same for a row whose vectors use values of the vectors before, which may be aligned if
/// points may be done twice; `front` is emitted for as many vectors in front of the row as have
/// `before` points, of which only these are needed.
void emitCarryingRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                     const std::optional<RowStream> &stream,
                     const std::optional<RowAlignment> &alignment, std::int64_t before,
                     CarryingBody front, CarryingBody body);

/// The same, carrying or not, for a row of at least `lanes` points of which some may be done
/// twice: its last vector ends with it, and those that stream begin where stores are aligned,
/// behind one that does not: `stream` counts in vectors. `body` is emitted once.
void emitRowAgain(CodeBuilder &code, Span span, std::int64_t lanes,
                  const std::optional<RowStream> &stream, std::int64_t before, CarryingBody front,
                  CarryingBody body);
/// Emits the loop with `body` once, of vectors that are all masked.
void emitMaskedRow(CodeBuilder &code, Span span, std::int64_t lanes,
                   llvm::function_ref<void(const RowPoint &)> body);

/// A stride in elements, and the condition that all memory of a row has it which is
/// not contiguous.
struct KnownStride {
  std::int64_t elements;
  mlir::Value isStride;
  bool isInTurn = false; ///< and accesses lie in turn, as RowPoint::isInTurn says
  bool isMasked = false; ///< the points that are left over are one masked vector
};

/// The same for rows whose memory may have any stride: `body` is emitted for
/// whole vectors of each known one and of others, `single` for points behind them, unless these
/// are a masked vector.
void emitStridedRow(CodeBuilder &code, const RowSpan &span, std::int64_t lanes,
                    llvm::ArrayRef<KnownStride> strides,
                    llvm::function_ref<void(const RowPoint &)> body,
                    llvm::function_ref<void(const RowPoint &)> single);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_ROWLOOP_H
