//===- CodeBuilder.h - Short names for what kernels are made of -*- C++ -*-===//
//
// Integers, pointers and loops at one insertion point. Pointers are plain LLVM
// pointers moved by bytes or elements without any flag: halo points lie at
// negative offsets, which memref addressing declares undefined.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_CODEBUILDER_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_CODEBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace gtcompiler {

/// An insertion point with a location.
class CodeBuilder {
public:
  CodeBuilder(mlir::OpBuilder insertion, mlir::Location location) : ops(insertion), loc(location) {}

  mlir::Value number(std::int64_t value) const;
  /// `value` as `type`: an integer, a float or a vector of either.
  mlir::Value constant(mlir::Type type, std::int64_t value) const;
  mlir::Value constant(mlir::Type type, const llvm::APFloat &value) const;
  mlir::Value add(mlir::Value a, mlir::Value b) const;
  mlir::Value sub(mlir::Value a, mlir::Value b) const;
  mlir::Value mul(mlir::Value a, mlir::Value b) const;
  mlir::Value minimum(mlir::Value a, mlir::Value b) const;
  mlir::Value bitAnd(mlir::Value a, mlir::Value b) const;
  mlir::Value bitOr(mlir::Value a, mlir::Value b) const;
  mlir::Value shiftLeft(mlir::Value a, mlir::Value b) const;
  /// Fills with zeros.
  mlir::Value shiftRight(mlir::Value a, mlir::Value b) const;
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) const;
  /// a < b, signed.
  mlir::Value less(mlir::Value a, mlir::Value b) const;

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

  using LoopBody = llvm::function_ref<void(CodeBuilder &body, mlir::Value index)>;
  /// for (index = first; index < last; index += step), tested at the top. What
  /// is emitted here while `body` runs comes before the loop; so it is with
  /// the next two.
  void loop(mlir::Value first, mlir::Value last, std::int64_t step, LoopBody body) const;
  void loop(mlir::Value first, mlir::Value last, mlir::Value step, LoopBody body) const;
  /// do body(index) while ((index += step) < last); runs at least once.
  void bottomTestedLoop(mlir::Value first, mlir::Value last, std::int64_t step,
                        LoopBody body) const;
  /// if (condition) body.
  void when(mlir::Value condition, llvm::function_ref<void(CodeBuilder &body)> body) const;

  mutable mlir::OpBuilder ops;
  mlir::Location loc;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_CODEBUILDER_H
