//===- GTOps.h - Operations of the gt dialect -------------------*- C++ -*-===//
//
// All operations of the three levels, and what the point operations share.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTOPS_H
#define GTCOMPILER_DIALECT_GT_IR_GTOPS_H

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace gtcompiler {

/// How the result type of a point operation follows from its operand types
/// (TypeRule in operations/PointOperations.td, without promotion: casts are
/// operations of their own).
enum class TypeRule {
  SameType,   ///< (T, ...) -> T, T a number
  TrueDivide, ///< (T, T) -> T, T a float
  FloatOnly,  ///< (T) -> T, T a float
  Classify,   ///< (T) -> i1, T a float
  Compare,    ///< (T, T) -> i1
  Logical,    ///< (i1, ...) -> i1
  Select,     ///< (i1, T, T) -> T
  Convert,    ///< (T) -> U
  Declared,   ///< as the operation says
};

/// Kinds of element types that the table tells apart. It has no column for
/// complex numbers: they are converted, and else only moved.
enum class ElementKind { Float, Int, UInt, Bool, Complex };

/// The kind of an element type.
ElementKind getElementKind(mlir::Type elementType);

/// Element type of a field, storage or buffer; the type itself if it is a scalar.
mlir::Type getElementType(mlir::Type type);

/// Dimensions of a storage or buffer, from the largest stride to the smallest.
llvm::ArrayRef<mlir::StringAttr> getMemoryDims(mlir::Type memory);

/// The one of `pins`, which are ranges, that is of dimension `dim`, or null.
mlir::Value findPin(mlir::ValueRange pins, mlir::StringAttr dim);

/// The one of `indices` that stands for `dim` in `dims`, or null.
mlir::Value findIndex(mlir::ValueRange indices, mlir::ArrayAttr dims, mlir::StringAttr dim);

namespace detail {
/// Constraints (C1) to (C4) of PointOp.
mlir::LogicalResult verifyPointOp(mlir::Operation *op);
} // namespace detail

} // namespace gtcompiler

#include "gtcompiler/Dialect/GT/IR/GTInterfaces.h.inc"

namespace gtcompiler::detail {
/// Folds `op` by the algebraic facts that the table states; null if none applies.
/// May replace operands in place, and then returns the operation's own result.
mlir::OpFoldResult foldPointOp(PointOp op);
} // namespace gtcompiler::detail

#define GET_OP_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTOps.h.inc"

#endif // GTCOMPILER_DIALECT_GT_IR_GTOPS_H
