//===- Cone.h - What a kernel computes at one point -------------*- C++ -*-===//
//
// The operations that inlining brings into a kernel for one of its results:
// pairs of an operation and the position at which its result is needed. Where a
// concatenation is inlined, points of different parts need different kernels; where
// its rim is in memory, those that read its first part alone need one, and the rest
// others. Knows of placement only which values are in memory. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_CONE_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_CONE_H

#include "Positions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace gtcompiler {

/// An operation of which a result is needed at a position.
struct ConeNode {
  mlir::Operation *op;
  PositionId position;
  unsigned result = 0; ///< 0 but for scans and calls of functions with several

  mlir::Value value() const { return op->getResult(result); }
  bool operator==(const ConeNode &other) const {
    return op == other.op && position == other.position && result == other.result;
  }
};

/// Which part of each inlined concatenation holds the kernel's points, by the
/// position at which the concatenation is read.
using Choices = llvm::SmallDenseMap<std::pair<mlir::Operation *, PositionId>, unsigned, 4>;

/// Everything that one result of a kernel, or a scan, needs, operands before users, each
/// pair of operation and position once. Leaves are loads, coordinates and
/// materialised values, behind the indices of their positions; scalar arguments
/// are not listed.
struct Cone {
  Read root;                           ///< resolved; a scalar argument if there are no nodes
  llvm::SmallVector<Read, 0> operands; ///< of a scan instead, resolved
  llvm::SmallVector<ConeNode, 0> nodes;
  Choices choices; ///< of a kernel; without one a concatenation needs all of its parts
};

/// The points of a dimension whose index plus `offset` lies in a range.
struct Clip {
  mlir::StringAttr dim;
  mlir::Value range;
  int64_t offset;

  bool operator==(const Clip &other) const {
    return dim == other.dim && range == other.range && offset == other.offset;
  }
};

/// A kernel's points, one part of each concatenation, and what is needed there.
struct ConePart {
  Cone cone;
  llvm::SmallVector<Clip, 4> clips;              ///< none if nothing is concatenated
  llvm::SmallVector<Clip, 4> box;                ///< the points that all of these hold are left out
  llvm::SmallVector<mlir::StringAttr, 2> narrow; ///< dimensions in which there are few points
  bool isSplit = false;                          ///< in what reads first parts alone, and the rest
};

/// Points beside those that read first parts alone, in one dimension: `depth` points from
/// the first or last one of the first part.
struct BandPlace {
  mlir::StringAttr dim;
  int64_t depth;
  bool isAbove;
};

/// Adds a clip. Of those with the same range the lowest and the highest say all.
void addClip(llvm::SmallVectorImpl<Clip> &clips, const Clip &clip);

/// Operations whose results are materialised: point operations, and concatenations
/// with all of their parts or with their rim.
class MaterialisedSet {
public:
  void insert(mlir::Operation *op, bool isRim = false) {
    (isRim ? rims : wholes).insert(op);
    (isRim ? wholes : rims).erase(op);
  }
  bool contains(mlir::Operation *op) const { return wholes.contains(op) || rims.contains(op); }
  /// Whether kernels that read its first part alone compute it.
  bool isRim(mlir::Operation *op) const { return rims.contains(op); }
  void clear() {
    wholes.clear();
    rims.clear();
  }

private:
  llvm::DenseSet<mlir::Operation *> wholes, rims;
};

/// What a kernel for some points reads in place of `read`: the chosen part of a
/// concatenation, or of one in that part.
Read resolveChosen(PositionTable &positions, const Choices &choices, Read read);

class RangeWriter;

/// Collects cones. The table and the set must outlive it; the set may change
/// between calls.
class ConeCollector {
public:
  ConeCollector(PositionTable &positions, const MaterialisedSet &materialised)
      : positions(positions), materialised(materialised) {}
  /// One that also splits what lies around the points that read first parts alone.
  /// `dims`: slow to fast; the list may grow between calls.
  ConeCollector(PositionTable &positions, const MaterialisedSet &materialised, RangeWriter &ranges,
                const llvm::SmallVectorImpl<mlir::StringAttr> &dims)
      : positions(positions), materialised(materialised), ranges(&ranges), dims(&dims) {}

  /// Whether readers find the value of `op` in memory.
  bool isInMemory(mlir::Operation *op) const {
    return mlir::isa<LoadOp, ReduceOp, ScanOp>(op) || materialised.contains(op);
  }

  /// What a kernel needs that reads `value` at its point. Looks no further, with the nodes
  /// found so far, when there are more than `limit`.
  Cone read(mlir::Value value, size_t limit = SIZE_MAX) {
    Read root = positions.resolve({value, kAtPoint});
    Cone cone = collect(root, /*computed=*/nullptr, limit);
    cone.root = root;
    return cone;
  }
  /// What a scan needs of some of its operands at its point.
  Cone read(mlir::ValueRange values) {
    llvm::SmallVector<Read, 4> roots;
    for (mlir::Value value : values)
      roots.push_back(positions.resolve({value, kAtPoint}));
    Cone cone = collect(roots, /*computed=*/nullptr, SIZE_MAX);
    cone.operands.assign(roots.begin(), roots.end());
    return cone;
  }
  /// What a kernel needs that computes the point operation, concatenation or scan
  /// `op`, even if that is materialised.
  Cone compute(mlir::Operation *op, size_t limit = SIZE_MAX) {
    Read root{op->getResult(0), kAtPoint};
    Cone cone = collect(root, op, limit);
    cone.root = root;
    return cone;
  }

  /// What a kernel needs that computes it at several positions.
  Cone computeAt(mlir::Operation *op, llvm::ArrayRef<PositionId> where, size_t limit) {
    llvm::SmallVector<Read, 4> roots;
    for (PositionId position : where)
      roots.push_back({op->getResult(0), position});
    return collect(roots, op, limit);
  }

  /// What a kernel needs that computes the first part of the concatenation `op`, reading
  /// first parts alone. Looks no further when it has more than `limit` nodes, and takes
  /// parts of no more than `limit` concatenations.
  Cone computeFirst(mlir::Operation *op, size_t limit);

  /// The kernels that `read` and `compute` become: one for each part of the points,
  /// but those that have none whatever the ranges are. None if there are more than
  /// `limit`.
  std::optional<std::vector<ConePart>> readParts(mlir::Value value, size_t limit = SIZE_MAX) {
    return split(positions.resolve({value, kAtPoint}), /*computed=*/nullptr, limit);
  }
  std::optional<std::vector<ConePart>> computeParts(mlir::Operation *op, size_t limit = SIZE_MAX) {
    return split({op->getResult(0), kAtPoint}, op, limit);
  }
  /// A concatenation of the cone of which no part has been chosen, and which is in
  /// no part of another one.
  std::optional<ConeNode> findOpen(const Cone &cone, mlir::Operation *computed) const;

private:
  /// Says which part of a concatenation is taken; none leaves it as it is.
  using Chooser = llvm::function_ref<std::optional<unsigned>(const ConeNode &)>;

  bool readsRims(const Cone &cone, mlir::Operation *computed) const;
  bool mayChoose(mlir::Operation *op, mlir::Operation *computed) const;
  unsigned partAt(const ConeNode &node, llvm::ArrayRef<BandPlace> places) const;
  bool chooseAt(Read root, mlir::Operation *computed, llvm::ArrayRef<BandPlace> places,
                ConePart &part);
  void splitRim(Read root, mlir::Operation *computed, ConePart rest, std::vector<ConePart> &parts);
  void recollect(Read root, mlir::Operation *computed, ConePart &part);

  Cone collect(llvm::ArrayRef<Read> roots, mlir::Operation *computed, size_t limit,
               Choices choices = Choices(), Chooser choose = nullptr);
  std::optional<std::vector<ConePart>> split(Read root, mlir::Operation *computed, size_t limit);
  void choose(const ConePart &part, const ConeNode &open, std::vector<ConePart> &parts);
  llvm::SmallVector<Read, 3> needs(const ConeNode &node, mlir::Operation *computed);

  PositionTable &positions;
  const MaterialisedSet &materialised;
  RangeWriter *ranges = nullptr;
  const llvm::SmallVectorImpl<mlir::StringAttr> *dims = nullptr;

  friend class BandSplitter;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_CONE_H
