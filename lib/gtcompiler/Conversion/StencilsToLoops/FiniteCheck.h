//===- FiniteCheck.h - Reports of NaN and infinity --------------*- C++ -*-===//
//
// Code for gt.check_finite. Emits nothing for a kernel without one.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_FINITECHECK_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_FINITECHECK_H

#include "PointEmitter.h"

namespace gtcompiler {

/// Sets the status word if a value of the kernel's check is NaN or infinite at
/// `point`, which `emitter` evaluated last.
void emitFiniteCheck(KernelFrame &frame, PointEmitter &emitter, const RowPoint &point);

/// The same for `result`, a scalar that a fold made.
void emitResultCheck(KernelFrame &frame, CodeBuilder &code, mlir::Value result);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_FINITECHECK_H
