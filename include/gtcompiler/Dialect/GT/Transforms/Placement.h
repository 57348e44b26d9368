//===- Placement.h - Where intermediates live -------------------*- C++ -*-===//
//
// The cost model of fusion: one analysis that says for every intermediate of a
// program at the field level where it lives, and why. It changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_TRANSFORMS_PLACEMENT_H
#define GTCOMPILER_DIALECT_GT_TRANSFORMS_PLACEMENT_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "llvm/ADT/MapVector.h"
#include <string>

namespace gtcompiler {

/// Where an intermediate lives, and the reason in a few words.
struct PlacementDecision {
  Placement placement = Placement::Inline;
  std::string reason;
  /// Whether anybody had a choice: false if the value is read once, at the point.
  bool isNotable = false;
};

/// Limits of the cost model (docs/Rationale/001-placement.md).
struct PlacementLimits {
  MachineAttr machine; ///< on which costs are what it says
  /// Cycles for a vector of results that recomputation may cost.
  int64_t recompute;
  /// The same where the engine can keep a window of the value, in a cache. As much as `recompute`:
  /// windows are nothing else.
  int64_t window;
  /// Operations at a point that a kernel may have.
  int64_t kernel;
  /// Whether rows beside each other may be computed together, and share what they compute.
  bool sharesRows = false;
};

/// Decisions in program order, for every point operation on fields, every
/// concatenation and every reduction.
using Placements = llvm::MapVector<mlir::Operation *, PlacementDecision>;

/// Decides for all of `program`. Prescriptions on its operations are kept
/// where the limits allow it. Time is linear in the number of operations.
Placements placeFields(ProgramOp program, const PlacementLimits &limits);

} // namespace gtcompiler

#endif // GTCOMPILER_DIALECT_GT_TRANSFORMS_PLACEMENT_H
