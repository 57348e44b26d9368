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

/// The type of `lanes` neighbouring values of `type`; one lane is a scalar.
mlir::Type laneType(mlir::Type type, std::int64_t lanes);

/// The type of an element in memory: a byte for i1.
mlir::Type memoryType(mlir::Type type);

/// Bytes of an element in memory.
std::int64_t memoryBytes(mlir::Type type);

/// An insertion point with a location.
class CodeBuilder {
public:
  CodeBuilder(mlir::OpBuilder insertion, mlir::Location location) : ops(insertion), loc(location) {}

  mlir::Value number(std::int64_t value) const;
  mlir::Value add(mlir::Value a, mlir::Value b) const;
  mlir::Value sub(mlir::Value a, mlir::Value b) const;
  mlir::Value mul(mlir::Value a, mlir::Value b) const;
  mlir::Value minimum(mlir::Value a, mlir::Value b) const;
  /// a < b, signed.
  mlir::Value less(mlir::Value a, mlir::Value b) const;

  /// `pointer` moved by `bytes`.
  mlir::Value moved(mlir::Value pointer, mlir::Value bytes) const;
  mlir::Value moved(mlir::Value pointer, std::int64_t bytes) const;
  /// `pointer` moved by `index` elements of `type`.
  mlir::Value element(mlir::Value pointer, mlir::Value index, mlir::Type type) const;
  /// What stands `bytes` after `pointer`.
  mlir::Value loadAt(mlir::Type type, mlir::Value pointer, std::int64_t bytes) const;

  /// Loads `lanes` values of `type` (i1: bytes, any but 0 is true) where `mask`
  /// is set; no mask: all. Lanes that are not loaded are zero.
  mlir::Value loadLanes(mlir::Type type, mlir::Value pointer, std::int64_t lanes,
                        mlir::Value mask) const;
  /// Stores values where `mask` is set; no mask: all.
  void storeLanes(mlir::Value value, mlir::Value pointer, mlir::Value mask) const;
  /// `lanes` copies of `value`.
  mlir::Value splat(mlir::Value value, std::int64_t lanes) const;

  using LoopBody = llvm::function_ref<void(CodeBuilder &body, mlir::Value index)>;
  /// for (index = first; index < last; index += step), tested at the top. What
  /// is emitted here while `body` runs comes before the loop; so it is with
  /// the next two.
  void loop(mlir::Value first, mlir::Value last, std::int64_t step, LoopBody body) const;
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
