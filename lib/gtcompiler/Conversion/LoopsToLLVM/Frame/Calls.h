//===- Calls.h - Functions of the host --------------------------*- C++ -*-===//
//
// Code for gt.call.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_CALLS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_CALLS_H

#include "KernelFrame.h"

namespace gtcompiler {

/// Calls the function for each lane of `operands`, one after the other, for which `mask` is
/// set, or for all; other lanes of the results are 0. Operands and results are as values are in
/// registers, scalars or vectors of equal length.
llvm::SmallVector<mlir::Value> emitCall(KernelFrame &frame, CallOp call, CodeBuilder &code,
                                        mlir::ValueRange operands, mlir::Value mask);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_CALLS_H
