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

/// Makes each gather of all lanes a load a lane, and two that read neighbours in memory one load of
/// both. The indices are read again from where they were loaded; others are taken out of their
/// register if it `extracts`, or go through the stack. Of those under a mask, of which a row has
/// one vector, lanes that are left out are loads of a zero, so that there are no branches, unless
/// they are to be anything else; where `hasMasks` says that there are registers for masks, only
/// those whose lanes are told by one number each.
void loadLaneByLane(llvm::Function &function, bool hasMasks, bool extracts);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_SLOWGATHERS_H
