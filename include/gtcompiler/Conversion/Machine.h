//===- Machine.h - What is known of the target ------------------*- C++ -*-===//
//
// The attribute `gt.machine` of a module, for passes that read it.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_MACHINE_H
#define GTCOMPILER_CONVERSION_MACHINE_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace gtcompiler {

/// The machine that the module at or around `op` is for; null, with an error at
/// `op`, if it has none.
MachineAttr machineOf(mlir::Operation *op);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_MACHINE_H
