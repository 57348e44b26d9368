//===- PointEmitter.h - What happens at a point -----------------*- C++ -*-===//
//
// Code of the operations at a point: of those among loops, for one point, and
// of those in a row, for as many neighbours as the row has lanes.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_POINTEMITTER_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_POINTEMITTER_H

#include "gtcompiler/Conversion/LoopsToLLVM/Fold/Accumulator.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Addresses.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Point/JoinedExtremes.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Point/UsualChoices.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Row/Neighbours.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Row/RowLoop.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Row/StridedLanes.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Row/Strip.h"
#include "gtcompiler/Conversion/PointCode/Extremes.h"
#include "gtcompiler/Conversion/PointCode/FloatDivision.h"
#include "gtcompiler/Conversion/PointCode/IntegerDivision.h"
#include "gtcompiler/Conversion/PointCode/MathCode.h"

namespace gtcompiler {

/// What the point has from the loops around it.
struct OuterValues {
  /// Of operations among loops, each with the place that it was emitted at.
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, CodeBuilder *>> values;
  /// What is kept in them, by buffer and number of the vector.
  llvm::DenseMap<std::pair<mlir::Value, std::int64_t>, mlir::Value> registers;
  /// The program's scalars in all lanes, of which there are so many: for all rows of the kernel.
  llvm::DenseMap<std::pair<mlir::Value, std::int64_t>, mlir::Value> lanes;
  Divisions divisions;
  SharedDivisors divisors;
  EmittedMath emitted;
  BoundedExtremes extremes;
  /// Coordinates that are fetched ahead, by the index value that a later point will have.
  llvm::DenseMap<mlir::Value, mlir::Value> ahead;
  Strip *strip = nullptr; ///< the part that rows are of, if they are vectors of one
};

/// Groups of vectors of a row, one behind the other.
struct RowGroups {
  std::int64_t vectors;                ///< of a group
  mlir::Value end;                     ///< the coordinate where points end
  llvm::ArrayRef<std::size_t> changed; ///< which of the partial results' values
  bool turn = false;                   ///< the partial results, behind each group
  bool isMasked = false;               ///< not all points of the last one are in front of `end`
};

/// Where the points of a row store.
enum class RowStores {
  Elsewhere, ///< in memory that none of them reads, and nothing else: points may be done twice
  InPlace,   ///< also what they read, each at its own place along the row
  Other,     ///< not along the row or past the caches, or they do more
};

/// Rows that are worth a beginning of their own, up to where vectors are aligned.
struct LongRows {
  const CodeBuilder &known; ///< where their points are
  Span span;
  std::int64_t least; ///< vectors
};

/// Whether `value` is the program's, and not the kernel's.
bool isOutsideKernel(mlir::Value value);

/// Emits operations at a point of a row, or among loops where `rowDim` is null.
class PointEmitter {
public:
  PointEmitter(KernelFrame &kernel, Addresses &open, OuterValues &around, MachineAttr target = {},
               mlir::StringAttr dim = {})
      : frame(kernel), addresses(open), outer(around), machine(target), rowDim(dim) {}

  /// Emits what all points of `row` share: pointers to rows, and copies of outer
  /// values in all lanes. `code` is in front of the row, which makes its `usual` choices.
  void prepare(RowOp row, std::int64_t lanes, CodeBuilder &code,
               const UsualChoices &usual = UsualChoices());
  /// Whether and from where on `row` streams; nothing if it never does.
  std::optional<RowStream> streamOf(RowOp row, const CodeBuilder &code, mlir::Value first,
                                    bool inLines);
  /// Emits what a row that streams fetches ahead beside its points, and in front of the rows of a
  /// plane.
  void prefetchAround(RowOp row, CodeBuilder &code, Span span);
  /// The strides that code is made for, with their conditions, of which some are computed at
  /// `code`, in front of the row.
  llvm::SmallVector<KnownStride> stridesOf(RowOp row, const CodeBuilder &code);
  /// Emits the row's operations.
  void emitAll(RowOp row, const RowPoint &point) {
    emitSome(row, point, [](mlir::Operation &) { return true; });
  }
  RowStores storesOf(RowOp row);
  /// Where vectors of a row that stores lie best; nothing if they may lie anywhere.
  std::optional<RowAlignment> alignmentOf(RowOp row);
  /// Emits the operations of a row in place, and gives what is put; stores it.
  CodeBuilder::State emitHeld(RowOp row, const RowPoint &point);
  void storeHeld(RowOp row, const RowPoint &point, const CodeBuilder::State &values);
  /// Emits the loop of a row with `vectors`.
  CodeBuilder::State emitInRegisters(RowOp row, CodeBuilder &code, RegisterPartials &partials,
                                     const CodeBuilder::State &values);
  /// How many points in front of the row have values that its points use.
  std::int64_t pointsBefore() const { return neighbours.mostPointsBefore(); }
  /// Emits a vector of such a row: gives what the next one needs to know of it. `before` is
  /// what the one before it gave.
  CodeBuilder::State emitCarrying(RowOp row, const RowPoint &point,
                                  llvm::ArrayRef<mlir::Value> before);
  /// The same for a vector in front of the row; the first has none before it.
  CodeBuilder::State emitFront(RowOp row, const RowPoint &point,
                               llvm::ArrayRef<mlir::Value> before);
  void emit(mlir::Operation &op, const RowPoint &point);
  /// A value from outside of the row, one lane.
  mlir::Value scalarOf(mlir::Value original);

private:
  /// Those of three components that lie side by side, in an order that the call says.
  struct Turn {
    llvm::SmallVector<GetOp, 3> gets;
    mlir::Value isOrder; ///< whether they are three
    mlir::Value back;    ///< from the first one to that which lies in front, in bytes
    llvm::SmallVector<mlir::Value, 3> inFront, notLast; ///< which of them is so, in all lanes
  };

  struct Reach;
  std::int64_t aheadOf(RowOp row) const;
  std::optional<Reach> reachOf(RowOp row, PrefetchOp fetch) const;
  void emitSome(RowOp row, const RowPoint &point,
                llvm::function_ref<bool(mlir::Operation &)> isWanted);
  mlir::Value value(mlir::Value original, const RowPoint &point);
  mlir::Value splatOf(mlir::Value original, std::int64_t lanes);
  void chooseReloaded(RowOp row);
  std::optional<unsigned> boundOf(mlir::Operation &op, const RowPoint &point) const;
  bool isBySharedDivisor(mlir::Operation &op) const;
  bool waitsForDivider(RowOp row) const;
  mlir::Value addressOf(const Place &place, const RowPoint &point);
  mlir::Value addressIn(const RowPointer &row, mlir::Type type, const RowPoint &point);
  mlir::Value inBuffer(mlir::Value buffer, const RowPoint &point);
  Place placeOf(GetOp get);
  Place placeOf(PrefetchOp fetch);
  bool isOfPoint(GetOp get, mlir::Value index) const;
  bool isGathered(GetOp get) const;
  bool isStrided(const Place &place) const;
  /// Whether aligned vectors gain more than one vector more costs: not where points compute much.
  bool isWorthAligning(RowOp row);
  bool isContiguous(GetOp get);
  bool isContiguous(PutOp put);
  RowAlignment alignmentAt(const Place &place, mlir::Type type, std::int64_t lanes,
                           const LongRows &rows);
  void emitAlignedFront(RowOp row, CodeBuilder &code, Span &span, CodeBuilder::State &held);
  LaneStride strideOf(const Place &place, const RowPoint &point);
  void findComponents(RowOp row);
  bool loadsVectors() const;
  bool isOfVectors(mlir::Type element) const;
  Turn turnOf(llvm::ArrayRef<GetOp> gets, std::int64_t lanes);
  void findTurns(RowOp row);
  mlir::Value getInOrder(GetOp get, const RowPoint &point);
  mlir::Value lieInTurn(RowOp row, std::size_t count, const CodeBuilder &code);
  mlir::Value getStrided(GetOp get, const RowPoint &point);
  void putStrided(PutOp put, mlir::Value stored, const RowPoint &point);
  void putAt(PutOp put, mlir::Value stored, const RowPoint &point);
  mlir::Value distance(mlir::Value index, mlir::Value stride, const RowPoint &point);
  mlir::Value gather(GetOp get, const RowPoint &point);
  mlir::Value coordinateOf(CodeBuilder &code, mlir::Value index);
  mlir::Value source(GetOp get, const RowPoint &point);
  mlir::Value coordinate(IndexOp index, const RowPoint &point);
  void emitEither(RowOp row, const RowPoint &point);
  void prefetchAtEnd(PrefetchOp fetch, const RowPoint &point);
  void prefetch(PrefetchOp fetch, const RowPoint &point);
  void prefetchStrided(RowOp row, PrefetchOp first, const RowPoint &point);
  void prefetchBeside(PrefetchOp fetch, const Reach &reach, CodeBuilder &code, Span span);
  void prefetchInFront(PrefetchOp fetch, const Reach &reach, std::int64_t rows, CodeBuilder &code,
                       Span span);
  void accumulate(AccumulateOp op, const RowPoint &point);
  mlir::Value maskOf(mlir::Operation &op, const RowPoint &point);
  bool hasRoomAtEnds(mlir::Value buffer, RowOp row, std::int64_t lanes) const;
  /// Whether it is a buffer that has no memory.
  static bool isInRegisters(mlir::Value memory);
  mlir::Value carriedRow(RowOp row, mlir::Value buffer, CodeBuilder &code);
  void emitVectors(RowOp row, CodeBuilder &code, mlir::Value start, mlir::Value last);
  void emitGroups(RowOp row, CodeBuilder &code, mlir::Value &index, CodeBuilder::State &held,
                  const RowGroups &groups);
  CodeBuilder::State emitRestInMemory(RowOp row, CodeBuilder &code, Span span,
                                      const CodeBuilder::State &before);
  mlir::Value evaluate(mlir::Operation &op, const RowPoint &point);
  llvm::SmallVector<mlir::Value> call(CallOp op, const RowPoint &point);

  KernelFrame &frame;
  Addresses &addresses;
  OuterValues &outer;
  MachineAttr machine; ///< of rows
  mlir::StringAttr rowDim;
  std::int64_t aheadBytes = 0;    ///< so far at least a row fetches ahead
  bool dividesByProducts = false; ///< where all points have a divisor
  /// What linear indices are computed by, and what the row does not choose.
  llvm::DenseSet<mlir::Operation *> unneeded;
  llvm::DenseMap<mlir::Operation *, mlir::Value> chosen; ///< operands of choices that it makes
  llvm::DenseSet<mlir::Value> reloaded;                  ///< scalars that no register is kept for
  llvm::DenseMap<mlir::Value, mlir::Value> splats;       ///< outer values in all lanes
  llvm::DenseMap<mlir::Value, mlir::Value> bufferRows;   ///< index 0 of a row in a buffer
  llvm::DenseMap<mlir::Value, mlir::Value> rowEnds;      ///< the same, where vectors end in it
  llvm::DenseMap<mlir::Operation *, RowPointer> fetched; ///< what rows further on have
  llvm::DenseMap<mlir::Value, mlir::Value> values;       ///< at the point
  CodeBuilder::State *held = nullptr;                    ///< takes what is put; null: it is stored
  llvm::DenseMap<mlir::Value, mlir::Value> elements;     ///< addresses, by row pointer
  llvm::DenseMap<mlir::Value, mlir::Value> starts;       ///< of vectors that go at once, likewise
  llvm::DenseMap<mlir::Value, mlir::Value> wide;         ///< indices at the point, as i64
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Value>
      distances; ///< by index and stride
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>>
      added;                                          ///< by buffer, of the point so far
  llvm::DenseMap<mlir::Value, AccumulateOp> lastSums; ///< by buffer, of the row
  /// Gets of components that lie side by side, all by each of them.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<GetOp, 4>> components;
  llvm::SmallVector<Turn, 2> turns;
  llvm::SmallVector<mlir::Value, 4> waiting;        ///< for others to be put in turn with
  mlir::Value waitingAt;                            ///< the first one's address
  llvm::DenseMap<mlir::Operation *, GetOp> seconds; ///< of pairs that are read, by the first ones
  Neighbours neighbours;                            ///< of the row
  JoinedExtremes extremes;                          ///< of the row, where they gain
  llvm::DenseMap<std::int64_t, mlir::Value> masks;  ///< by points in front of the row
  RegisterPartials *inRegisters = nullptr;          ///< of a row with vectors
  llvm::MutableArrayRef<mlir::Value> registers;     ///< what is in them
  std::int64_t together = 1;                        ///< vectors that go at once there
};

/// Emits an operation among loops, which gives or uses no more than one lane.
void emitAmongLoops(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                    mlir::Operation &op, CodeBuilder &code);

/// Emits a whole row at `code`.
void emitRow(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
             CodeBuilder &code, MachineAttr machine);

/// Emits a vector that is all of a row, at `point`.
void emitVector(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
                const RowPoint &point, MachineAttr machine);

/// Emits a row with `vectors`: what `partials` has in `values` in front of the row;
/// gives what it has behind it.
CodeBuilder::State emitRowInRegisters(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                                      RowOp row, CodeBuilder &code, MachineAttr machine,
                                      RegisterPartials &partials, const CodeBuilder::State &values);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_POINTEMITTER_H
