//===- CodeBuilder.h - Short names for what kernels are made of -*- C++ -*-===//
//
// Integers, pointers and loops at one insertion point, as operations of the
// LLVM dialect. Pointers are plain LLVM pointers moved by bytes or elements
// without any flag: halo points lie at negative offsets, which memref addressing
// declares undefined.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_CODEBUILDER_H
#define GTCOMPILER_CONVERSION_POINTCODE_CODEBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace gtcompiler {

/// An insertion point with a location. A loop cuts the block at it, so at one
/// point there may be one builder only: pass it by reference.
class CodeBuilder {
public:
  CodeBuilder(mlir::OpBuilder insertion, mlir::Location location) : ops(insertion), loc(location) {}

  mlir::Value number(std::int64_t value) const;
  /// `value` as `type`: an integer, a float or a vector of either.
  mlir::Value constant(mlir::Type type, std::int64_t value) const;
  mlir::Value constant(mlir::Type type, const llvm::APFloat &value) const;
  /// The vector 0, 1, ... of `lanes` integers of type `element`.
  mlir::Value numbering(mlir::Type element, std::int64_t lanes) const;
  // Sums and products with 0 and 1, and of constants, are not emitted.
  mlir::Value add(mlir::Value a, mlir::Value b) const;
  mlir::Value sub(mlir::Value a, mlir::Value b) const;
  mlir::Value mul(mlir::Value a, mlir::Value b) const;
  mlir::Value minimum(mlir::Value a, mlir::Value b) const;
  mlir::Value maximum(mlir::Value a, mlir::Value b) const;
  mlir::Value bitAnd(mlir::Value a, mlir::Value b) const;
  mlir::Value bitOr(mlir::Value a, mlir::Value b) const;
  mlir::Value shiftLeft(mlir::Value a, mlir::Value b) const;
  /// Fills with zeros.
  mlir::Value shiftRight(mlir::Value a, mlir::Value b) const;
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) const;
  /// a < b, signed.
  mlir::Value less(mlir::Value a, mlir::Value b) const;
  /// Whether integers are the same.
  mlir::Value isEqual(mlir::Value a, mlir::Value b) const;
  mlir::Value isEqual(mlir::Value a, std::int64_t b) const;
  /// Whether any lane of `flags`, conditions or one, is set.
  mlir::Value anyLane(mlir::Value flags) const;

  /// A place behind `value`, where all is known that depends on it alone.
  CodeBuilder behind(mlir::Value value) const;

  /// `pointer` moved by `bytes`.
  mlir::Value moved(mlir::Value pointer, mlir::Value bytes) const;
  mlir::Value moved(mlir::Value pointer, std::int64_t bytes) const;
  /// `pointer` moved by `index` elements of `type`.
  mlir::Value element(mlir::Value pointer, mlir::Value index, mlir::Type type) const;
  /// What stands `bytes` after `pointer`.
  mlir::Value loadAt(mlir::Type type, mlir::Value pointer, std::int64_t bytes) const;

  /// Stores `value` at `pointer`.
  void store(mlir::Value value, mlir::Value pointer) const;

  /// `lanes` copies of the scalar `value`.
  mlir::Value splat(mlir::Value value, std::int64_t lanes) const;
  /// The lanes of `a` and then `b` that `lanes` numbers.
  mlir::Value shuffle(mlir::Value a, mlir::Value b, llvm::ArrayRef<std::int32_t> lanes) const;

  using LoopBody = llvm::function_ref<void(CodeBuilder &body, mlir::Value index)>;
  /// Pointers that an open loop moves along with its index.
  struct Pointers {
    mlir::Block *head;
    llvm::SmallVector<mlir::Value, 4> starts, steps;

    /// The pointer that is at `start` in front of the loop and goes on by `step` bytes.
    mlir::Value add(mlir::Value start, mlir::Value step);
  };
  using MovingBody =
      llvm::function_ref<void(CodeBuilder &body, mlir::Value index, Pointers &pointers)>;
  /// for (index = first; index < last; index += step), tested at the top. What
  /// is emitted here while `body` runs comes before the loop; so it is with
  /// those that follow.
  void loop(mlir::Value first, mlir::Value last, std::int64_t step, LoopBody body) const;
  void loop(mlir::Value first, mlir::Value last, mlir::Value step, LoopBody body) const;
  /// The same; `body` may have pointers moved.
  void movingLoop(mlir::Value first, mlir::Value last, mlir::Value step, MovingBody body) const;
  /// do body(index) while ((index += step) < last); runs at least once.
  void bottomTestedLoop(mlir::Value first, mlir::Value last, std::int64_t step,
                        LoopBody body) const;
  using State = llvm::SmallVector<mlir::Value, 3>;
  /// for (state = start; goesOn(state); state = next(state)): the last state.
  State repeat(State start,
               llvm::function_ref<mlir::Value(CodeBuilder &test, const State &state)> goesOn,
               llvm::function_ref<State(CodeBuilder &body, const State &state)> next) const;
  /// The same; `next` may have pointers moved.
  State movingRepeat(
      State start, llvm::function_ref<mlir::Value(CodeBuilder &test, const State &state)> goesOn,
      llvm::function_ref<State(CodeBuilder &body, const State &state, Pointers &pointers)> next)
      const;
  /// do state = next(state) while (goesOn(state)): the last state.
  State repeatOnce(State start,
                   llvm::function_ref<mlir::Value(CodeBuilder &test, const State &state)> goesOn,
                   llvm::function_ref<State(CodeBuilder &body, const State &state)> next) const;
  /// if (condition) body.
  void when(mlir::Value condition, llvm::function_ref<void(CodeBuilder &body)> body) const;
  /// if (condition) yes else no.
  void either(mlir::Value condition, llvm::function_ref<void(CodeBuilder &yes)> yes,
              llvm::function_ref<void(CodeBuilder &no)> no) const;
  /// The same, where the state is `before`, or behind `body` what that gives.
  State when(mlir::Value condition, State before,
             llvm::function_ref<State(CodeBuilder &body)> body) const;
  /// What `body` gives where the condition is true; else nothing may use it.
  State valuesWhen(mlir::Value condition, llvm::function_ref<State(CodeBuilder &body)> body) const;

  mutable mlir::OpBuilder ops;
  mlir::Location loc;

private:
  mlir::Block *cut() const;
  CodeBuilder blockBefore(mlir::Block *after, mlir::TypeRange arguments = {}) const;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_CODEBUILDER_H
