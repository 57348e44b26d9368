//===- FiniteCheck.h - Reports of NaN and infinity --------------*- C++ -*-===//
//
// Code for gt.check_finite.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_FINITECHECK_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_FINITECHECK_H

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/KernelFrame.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Row/RowLoop.h"

namespace gtcompiler {

/// Sets the status word if a value of `check` is NaN or infinite at `point`, where
/// `valueOf` gives the values.
void emitFiniteCheck(KernelFrame &frame, CheckFiniteOp check, const RowPoint &point,
                     llvm::function_ref<mlir::Value(mlir::Value)> valueOf);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINT_FINITECHECK_H
