//===- PointOperations.h - Point operations to LLVM -------------*- C++ -*-===//
//
// The lowering column of the table of point operations, on scalars and vectors
// alike. Where the values come from is not known here.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_POINTOPERATIONS_H
#define GTCOMPILER_CONVERSION_POINTCODE_POINTOPERATIONS_H

#include "CodeBuilder.h"

#include "gtabi/MathTable.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include <optional>

namespace gtcompiler {

class Divisions;
struct EmittedMath;

/// The math function that `op` is, if it is one.
std::optional<gtabi::MathFunction> mathFunctionOf(PointOp op);
/// Whether `op` may leave the kernel's code: for a math function, if MathCode.h has none of its
/// own, or one of the host.
bool callsFunction(PointOp op);

/// The variant for `lanes` values of `type`, if the table has one.
std::optional<gtabi::MathVariant> mathVariantFor(mlir::Type type, std::int64_t lanes);

/// Whether `op` can be computed on `lanes` values at once.
bool hasLanes(PointOp op, std::int64_t lanes);

/// Gives the address of a math function.
using MathAddress = llvm::function_ref<mlir::Value(gtabi::MathFunction, gtabi::MathVariant)>;

/// Computes `op` on `operands`, scalars or vectors of equal length in place of
/// its own scalar operands. Null if the table has no lowering for their type; no gt.call.
/// `divisions` and `emitted` are those that the kernel has had; null: none are kept, and all
/// functions called.
mlir::Value lowerPointOp(const CodeBuilder &code, PointOp op, mlir::ValueRange operands,
                         MathAddress mathAddress, Divisions *divisions = nullptr,
                         EmittedMath *emitted = nullptr);

/// The value that a reduction of `kind` starts with, one lane.
mlir::Value reductionStart(const CodeBuilder &code, ReduceKind kind, mlir::Type element);

/// Whether a reduction of values of type `element` is the same in whichever order it is made.
bool isOrderFree(ReduceKind kind, mlir::Type element);

/// Vectors of partial results that hide the latency of joining values with them, where the
/// order is free; a power of two.
inline std::int64_t orderFreeVectors(MachineAttr machine) {
  return static_cast<std::int64_t>(llvm::PowerOf2Ceil(machine.getLatencyCycles()));
}

/// One step of a reduction of values of type `element`.
mlir::Value combine(const CodeBuilder &code, ReduceKind kind, mlir::Type element, mlir::Value a,
                    mlir::Value b);
/// As many steps as there are `others`, in their order: `first` and what they make of it.
mlir::Value combine(const CodeBuilder &code, ReduceKind kind, mlir::Type element, mlir::Value first,
                    llvm::ArrayRef<mlir::Value> others);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_POINTOPERATIONS_H
