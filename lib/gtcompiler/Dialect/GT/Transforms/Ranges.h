//===- Ranges.h - Ranges made of ranges -------------------------*- C++ -*-===//
//
// Bounds of loops and of values in memory while they are collected, and the
// operations that make them. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_RANGES_H
#define GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_RANGES_H

#include "Cone.h"
#include <map>

namespace gtcompiler {

/// [lo + lower, hi + upper) of a range of the program.
struct RangeTerm {
  mlir::Value range;
  int64_t lower = 0;
  int64_t upper = 0;

  bool operator==(const RangeTerm &other) const {
    return range == other.range && lower == other.lower && upper == other.upper;
  }
};

/// The hull of terms with different ranges.
using RangeTerms = llvm::SmallVector<RangeTerm, 1>;

/// Widens `terms` so that they hold `term`, too.
void addTerm(RangeTerms &terms, const RangeTerm &term);

/// Writes ranges at the end of a program, each once.
class RangeWriter {
public:
  explicit RangeWriter(ProgramOp program);

  mlir::Value rangeOf(const RangeTerms &terms);
  /// What `terms` have in common with the clips of dimension `dim`; `terms` if
  /// there are none.
  RangeTerms clipped(const RangeTerms &terms, mlir::StringAttr dim, llvm::ArrayRef<Clip> clips);
  /// What of `terms` lies below or above what the clips of dimension `dim` have in
  /// common; there is such a clip.
  RangeTerms beside(const RangeTerms &terms, mlir::StringAttr dim, llvm::ArrayRef<Clip> clips,
                    bool isAbove);

  /// What the clips of dimension `dim` have in common; there is one.
  mlir::Value common(mlir::StringAttr dim, llvm::ArrayRef<Clip> clips);
  /// `band` if its points and those of `box` are neighbours, else no points.
  mlir::Value attached(mlir::Value band, mlir::Value box);
  /// The hull of two ranges.
  mlir::Value hull(mlir::Value first, mlir::Value second);

  /// `terms` when all of `others` have points.
  RangeTerms when(const RangeTerms &terms, llvm::ArrayRef<mlir::Value> others);

  /// What an operation makes a range of.
  using Parts = llvm::SmallVector<const void *>;

private:
  mlir::Value termRange(const RangeTerm &term);
  template <class Join>
  mlir::Value joined(std::map<Parts, mlir::Value> &known, mlir::ValueRange parts);
  llvm::SmallVector<mlir::Value> clipRanges(mlir::StringAttr dim, llvm::ArrayRef<Clip> clips);

  mlir::OpBuilder builder;
  mlir::Location location;
  std::map<std::tuple<const void *, int64_t, int64_t>, mlir::Value> grown;
  std::map<Parts, mlir::Value> hulls, intersections, belows, aboves, whens;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_TRANSFORMS_RANGES_H
