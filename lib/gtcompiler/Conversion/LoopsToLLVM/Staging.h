//===- Staging.h - Blocks of storages in buffers ----------------*- C++ -*-===//
//
// Copies a block of what is not contiguous along the rows to rows in a buffer,
// so that they can go in vectors. Where memory is contiguous across the rows a
// block is some cache lines wide and is transposed in registers: every line is
// used whole, and those that follow it are read next, as the processor expects.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_STAGING_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_STAGING_H

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Addresses.h"

namespace gtcompiler {

/// Emits a gt.stage at `code`, for the spans that are open; a block has at least
/// one point.
void emitStage(KernelFrame &frame, Addresses &addresses, const CodeBuilder &code, StageOp stage);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_STAGING_H
