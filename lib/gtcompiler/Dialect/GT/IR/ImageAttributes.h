//===- ImageAttributes.h - How kernels are run ------------------*- C++ -*-===//
//
// Checks of `gt.image` and `gt.kernel` on operations. Private to this library.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_IR_IMAGEATTRIBUTES_H
#define GTCOMPILER_LIB_DIALECT_GT_IR_IMAGEATTRIBUTES_H

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

namespace gtcompiler {

/// Fails, with an error at `op`, if this attribute `gt.image` is none or does not
/// belong there.
mlir::LogicalResult verifyImage(mlir::Operation *op, mlir::Attribute attribute);

/// The same for `gt.kernel`, which must refer to what the image around `op` has.
mlir::LogicalResult verifyKernelInfo(mlir::Operation *op, mlir::Attribute attribute);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_DIALECT_GT_IR_IMAGEATTRIBUTES_H
