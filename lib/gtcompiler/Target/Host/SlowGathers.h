//===- SlowGathers.h - Gathers where the CPU's are slow ---------*- C++ -*-===//
//
// Some CPUs have instructions that gather the lanes of a vector, but take longer
// for them than for as many loads. Kernels say gather; this is where one becomes
// loads. Knows LLVM IR alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_SLOWGATHERS_H
#define GTCOMPILER_LIB_TARGET_HOST_SLOWGATHERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// Makes each gather a load a lane: of a zero where a mask leaves a lane out, so that there
/// are no branches; one that gives anything else there stays what it is. The indices are read
/// again from where they were loaded, or go through the stack, since taking a lane out of a
/// register costs more.
void loadLaneByLane(llvm::Function &function);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_SLOWGATHERS_H
