//===- RowMemory.h - How memory lies along a row ----------------*- C++ -*-===//
//
// Where a kernel's memory is not contiguous along its rows: what is copied to blocks that are, and
// what strides code is made for.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWMEMORY_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWMEMORY_H

#include "KernelFacts.h"

namespace gtcompiler {

/// Chooses what is staged: all strided accesses, if that is worth it, because a
/// cache line would be read again for each of its elements, a math function
/// called for each point, or much computed, and if the blocks are not too large for the machine.
void planStaging(KernelFacts &facts, MachineAttr machine);

/// Whether rows can go in vectors: all memory that changes along them is
/// contiguous, staged or, as an index says, gathered.
bool rowsAreContiguous(const KernelFacts &facts, MachineAttr machine);

/// The strides that code is made for where memory is not contiguous along the row: those
/// of every second and of reversed elements; where three or four results, or values of a storage,
/// may be components that lie side by side, of so many (from memory gathers of values are faster),
/// or, if they are few and short, at linear indices;
/// where all memory is so, as in code for any layout, also that of neighbours; for sweeps, of which
/// columns are contiguous, that alone. None if vectors cannot be put together, or if elements are
/// gathered, whose tables have the neighbours of a point side by side.
llvm::SmallVector<std::int64_t, 2> stridesOf(const KernelFacts &facts, MachineAttr machine);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWMEMORY_H
