//===- PointEmitter.h - What happens at a point -----------------*- C++ -*-===//
//
// Code of the operations at a point: of those among loops, for one point, and
// of those in a row, for as many neighbours as the row has lanes.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINTEMITTER_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINTEMITTER_H

#include "Accumulator.h"
#include "Addresses.h"
#include "RowLoop.h"

namespace gtcompiler {

/// Values of operations among loops, each with the place that it was emitted at.
using OuterValues = llvm::DenseMap<mlir::Value, std::pair<mlir::Value, CodeBuilder *>>;

/// Emits an operation among loops, which gives or uses no more than one lane.
void emitAmongLoops(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                    mlir::Operation &op, CodeBuilder &code);

/// Emits a whole row at `code`.
void emitRow(KernelFrame &frame, Addresses &addresses, OuterValues &outer, RowOp row,
             CodeBuilder &code, MachineAttr machine);

/// Emits a row with `vectors`: what `partials` has in `values` in front of the row;
/// gives what it has behind it.
CodeBuilder::State emitRowInRegisters(KernelFrame &frame, Addresses &addresses, OuterValues &outer,
                                      RowOp row, CodeBuilder &code, MachineAttr machine,
                                      RegisterPartials &partials, const CodeBuilder::State &values);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_POINTEMITTER_H
