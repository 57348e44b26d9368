//===- Placer.h - What placement knows of intermediates ---------*- C++ -*-===//
//
// The walks over a program that gather it (Placement.cpp), and the cost model that decides by it
// (PlacementCost.cpp). Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_PLACER_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_PLACER_H

#include "Cone.h"
#include "gtcompiler/Dialect/GT/Transforms/Placement.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>

namespace gtcompiler {

/// Whether a kernel computes `op` at each of its points.
inline bool isPointwise(mlir::Operation *op) { return llvm::isa<PointOp>(op) || isChoice(op); }

/// Kernels that an operation may become because of the concatenations in it: code
/// for each of them has to be made, and most of them have few points.
inline constexpr size_t kMostParts = 16;

/// Those of a concatenation: three dimensions with a halo on both sides.
inline constexpr size_t kMostPartsOfConcat = 27;

inline size_t mostPartsOf(mlir::Operation *op) {
  return llvm::isa<ConcatOp>(op) ? kMostPartsOfConcat : kMostParts;
}

/// What is known about an intermediate.
struct PlacementFacts {
  llvm::SmallVector<PositionId, 4> positions; ///< where its readers read it, each once
  /// Who reads it where, but for those that just move it.
  llvm::SmallVector<std::pair<mlir::Operation *, PositionId>, 4> reads;
  llvm::SmallVector<unsigned, 2> kernels; ///< that it would be computed in, each once
  /// Where these read it, also for those who compute its readers again; one more than
  /// kMostPlaces: at too many to tell apart.
  llvm::SmallVector<PositionId, 4> places;
  size_t placesOfReader = 0;                   ///< where one reader needs it, at the most
  bool isBroadcast = false;                    ///< a reader has more dimensions
  bool exceedsKernel = false;                  ///< its readers would have too many operations
  bool exceedsParts = false;                   ///< its readers would become too many kernels
  size_t parts = 1;                            ///< kernels that computing it takes
  llvm::SmallVector<mlir::StringAttr, 2> cuts; ///< dimensions in which these have other points
  size_t coneSize = 0;    ///< at least the operations that it brings into a kernel
  int64_t cost = 0;       ///< cycles to compute it once
  int64_t gathered = 0;   ///< positions at which each lane has its own place
  int64_t loads = 0;      ///< that computing it once takes
  int64_t extraCost = 0;  ///< to compute it at all positions, beyond the first
  int64_t extraLoads = 0; ///< cycles of the loads that this takes
};

/// Places the fields of one program.
class Placer {
public:
  Placer(ProgramOp program, const PlacementLimits &limits)
      : program(program), limits(limits), cones(positions, materialised) {}

  Placements run();

private:
  void gatherReaders();
  /// What a reader at `place` reads of an operand, and all the indices that tell where.
  llvm::SmallVector<Read, 4> readsOf(mlir::Value operand, PositionId place = kAtPoint);
  void gatherRead(mlir::Operation *reader, mlir::Value operand, Read read);
  void placeForward();
  void placeBackward();
  void findFoldStores();
  void groupStores();
  void gatherKernels(mlir::Operation *op, PlacementFacts &known);
  void gatherPlaces(mlir::Operation *reader);
  bool isSpread(const PlacementFacts &known);
  bool isGatheredApart(const PlacementFacts &known) const;
  void boundKernel(mlir::Operation *op);
  void boundParts(mlir::Operation *op);
  Cone coneOf(mlir::Operation *op);
  std::optional<std::vector<ConePart>> fewPartsOf(mlir::Operation *op);
  mlir::Operation *outermostConcat(mlir::Operation *op);
  void countParts(mlir::Operation *op);
  template <class Measure>
  mlir::Operation *largestInlineOperand(mlir::Operation *op, size_t floor, Measure measure);
  const char *whyWhole(const PlacementFacts &known) const;
  size_t estimateConeSize(mlir::Operation *op);
  void measure(const Cone &cone, mlir::Operation *op, PlacementFacts &known);
  void measureCopies(const Cone &cone, mlir::Operation *op, PlacementFacts &known);
  void measureAll(mlir::Operation *op, PlacementFacts &known);
  /// Cycles, those of loads apart.
  struct Work {
    int64_t cycles = 0, loads = 0;
  };
  Work workOf(const Cone &cone, mlir::Operation *root, bool isRolled);
  int64_t cyclesOfLoad(PositionId position) const;
  int64_t pointsForOne(const PlacementFacts &known) const;
  bool isGathered(PositionId position) const;
  std::optional<Coordinate> pinOfReaders(mlir::Operation *op, mlir::StringAttr dim,
                                         unsigned &budget) const;
  size_t countCopies(const PlacementFacts &known) const;
  bool mayBeWindow(const PlacementFacts &known, unsigned &budget) const;
  int64_t limitOf(const PlacementFacts &known) const;
  std::optional<int64_t> costOfFirst(mlir::Operation *op);
  std::optional<PlacementDecision> chooseRim(mlir::Operation *op, const PlacementFacts &known);
  PlacementDecision choose(mlir::Operation *op, const PlacementFacts &known);
  void decide(mlir::Operation *op);

  ProgramOp program;
  const PlacementLimits &limits;
  PositionTable positions;
  MaterialisedSet materialised;
  ConeCollector cones;
  mlir::StringAttr fastest;  ///< the dimension along which vectors go, or null
  mlir::StringAttr across;   ///< the next slower one, from row to row, or null
  bool isContiguous = false; ///< and neighbours lie side by side in it
  llvm::DenseMap<mlir::Operation *, PlacementFacts> facts;
  std::map<llvm::SmallVector<const void *>, unsigned> kernelIds;
  /// Of stores, the reduction whose kernel writes them.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> foldOf;
  /// Of stores over the same ranges, the number of their kernel: one has a limited size.
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
  Placements placements;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_PLACER_H
