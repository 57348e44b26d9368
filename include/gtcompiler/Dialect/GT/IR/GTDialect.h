//===- GTDialect.h - The gt dialect -----------------------------*- C++ -*-===//
//
// The dialect, its types and its attributes; the operations are in GTOps.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTDIALECT_H
#define GTCOMPILER_DIALECT_GT_IR_GTDIALECT_H

#include "gtabi/MachineCosts.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/STLExtras.h"

namespace gtcompiler {

class PointOp;

/// Whether fields, storages and scalars can be made of `type`.
bool isElementType(mlir::Type type);

/// How messages name all element types.
inline constexpr llvm::StringLiteral kElementTypes =
    "i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>";

} // namespace gtcompiler

#include "gtcompiler/Dialect/GT/IR/GTDialect.h.inc"
#include "gtcompiler/Dialect/GT/IR/GTEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTAttributes.h.inc"

#endif // GTCOMPILER_DIALECT_GT_IR_GTDIALECT_H
