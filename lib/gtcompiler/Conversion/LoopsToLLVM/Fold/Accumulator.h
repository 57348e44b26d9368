//===- Accumulator.h - A partial result in registers ------------*- C++ -*-===//
//
// One partial result of a gt.pairwise while its block is reduced: a vector for
// each of the `vectors` that a row has at once. The order in which values are
// joined is the one of memory, lane by lane. What does not depend on the order has
// as many as hide each other's latency, which the row's vectors join in turn.
//
// Least and greatest floats are IEEE's minimum and maximum, which take more
// instructions than comparing. They do not depend on the order, so comparing keeps
// the extreme that is not NaN, and what it loses is collected aside: whether all
// values are ordered, and the signs that tell a zero from the other.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_ACCUMULATOR_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_ACCUMULATOR_H

#include "gtcompiler/Conversion/PointCode/CodeBuilder.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler {

/// Joins vectors, a power of two of them, then the lanes of the one that is left: for
/// s = n/2, n/4, ..., 1 the first s with the s behind them.
mlir::Value joinByHalves(const CodeBuilder &code, llvm::SmallVector<mlir::Value> values,
                         llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> join);

/// What is known of a partial result, and the values that it is in.
class Accumulator {
public:
  using Values = llvm::SmallVector<mlir::Value, 12>;

  /// For a row of `count` vectors of `width` lanes. `areSigned`: of floats some are negative, or
  /// -0.
  Accumulator(ReduceKind how, mlir::Type type, std::int64_t width, std::int64_t count,
              bool areSigned, MachineAttr machine)
      : kind(how), element(type), lanes(width),
        vectors(isOrderFree(how, type) ? std::min(count, orderFreeVectors(machine)) : count),
        isInOrder(!isOrderFree(how, type)), hasSigns(areSigned), hasMasks(machine.getHasMasks()) {}

  /// The values in front of the first point.
  Values start(const CodeBuilder &code) const;
  /// Joins the points of the vector number `vector` of `together` with `values`; those where
  /// `mask` is not set are left out. Vectors come in order.
  void add(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values, std::int64_t vector,
           std::int64_t together, mlir::Value added, mlir::Value mask);
  /// Values that change places where those of one vector go round; none if any may have any
  /// vector.
  std::int64_t turning() const { return isInOrder ? vectors : 0; }
  /// The values that the first vector of several changes.
  llvm::SmallVector<std::size_t, 3> ofFirst() const;
  /// Stores `count` of the values that change places at `place`, one behind the other; loads them.
  void store(const CodeBuilder &code, llvm::ArrayRef<mlir::Value> values, std::int64_t count,
             mlir::Value place) const;
  void load(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values, std::int64_t count,
            mlir::Value place) const;
  /// `place` moved by `index` elements.
  mlir::Value moved(const CodeBuilder &code, mlir::Value place, mlir::Value index) const;
  /// The one value that all points make.
  mlir::Value finish(const CodeBuilder &code, llvm::ArrayRef<mlir::Value> values) const;

private:
  bool isFloatExtreme() const;
  mlir::Value joined(const CodeBuilder &code, mlir::Value a, mlir::Value b) const;
  void collect(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values,
               std::int64_t vector, std::int64_t together, mlir::Value added);
  mlir::Value hasNaN(const CodeBuilder &code, llvm::ArrayRef<mlir::Value> ordered) const;
  mlir::Value ieee(const CodeBuilder &code, mlir::Value extreme,
                   llvm::ArrayRef<mlir::Value> collected) const;

  ReduceKind kind;
  mlir::Type element;
  std::int64_t lanes, vectors;
  bool isInOrder, hasSigns, hasMasks;
  mlir::Value before; ///< of a float extreme, the vector that the next one is collected with
};

/// All partial results of a gt.pairwise in registers. Their values stand one behind
/// the other.
class RegisterPartials {
public:
  RegisterPartials(PairwiseOp pairwise, std::int64_t lanes, std::int64_t vectors,
                   MachineAttr machine);

  CodeBuilder::State start(const CodeBuilder &code);
  /// Joins a vector with the partial result number `partial`, as Accumulator::add.
  void add(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values, std::size_t partial,
           std::int64_t vector, std::int64_t together, mlir::Value added, mlir::Value mask);
  /// Moves each value of a vector to the place of the vector in front of it, the first one to
  /// the end: joined by halves they give the same.
  void turn(llvm::MutableArrayRef<mlir::Value> values) const;
  /// How many values turn().
  std::int64_t turning() const;
  /// The values that the first vector of several changes.
  llvm::SmallVector<std::size_t> ofFirst() const;
  /// Those of them that do not turn().
  llvm::SmallVector<std::size_t> ofFirstAtRest() const;
  /// Stores what turns at `places`, one of each partial result; loads it.
  void store(const CodeBuilder &code, llvm::ArrayRef<mlir::Value> values,
             llvm::ArrayRef<mlir::Value> places) const;
  void load(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values,
            llvm::ArrayRef<mlir::Value> places) const;
  /// The same of the first vector alone, `index` elements behind `places`.
  void storeFirst(const CodeBuilder &code, llvm::ArrayRef<mlir::Value> values,
                  llvm::ArrayRef<mlir::Value> places, mlir::Value index) const;
  void loadFirst(const CodeBuilder &code, llvm::MutableArrayRef<mlir::Value> values,
                 llvm::ArrayRef<mlir::Value> places, mlir::Value index) const;
  /// The result of each, one lane.
  llvm::SmallVector<mlir::Value> finish(const CodeBuilder &code,
                                        llvm::ArrayRef<mlir::Value> values) const;

private:
  struct Part {
    Accumulator accumulator;
    std::size_t first = 0, count = 0; ///< of the values
  };
  llvm::SmallVector<Part, 2> parts;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FOLD_ACCUMULATOR_H
