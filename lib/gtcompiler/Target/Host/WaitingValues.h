//===- WaitingValues.h - What waits while a loop runs -----------*- C++ -*-===//
//
// Integers and addresses that are there while an innermost loop runs, but are of no use in
// it, and for which it leaves no registers.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_WAITINGVALUES_H
#define GTCOMPILER_LIB_TARGET_HOST_WAITINGVALUES_H

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// Puts such values of `function` on the stack, from where those that need them load them. The
/// allocator would come to the same: it tries for each of them all registers over all parts of
/// the function first, which is most of its time. Blocks stand in order, loops in one piece.
void storeWaitingValues(llvm::Function &function);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_WAITINGVALUES_H
