//===- Cpu.h - What is known of a CPU ---------------------------*- C++ -*-===//
//
// Facts of CPUs of the kind that this process runs on, and LLVM's target machine
// for one. No process-wide option of LLVM is touched.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_CPU_H
#define GTCOMPILER_LIB_TARGET_HOST_CPU_H

#include "gtcompiler/Target/Target.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace gtcompiler {

/// What schedules need to know of the CPU: the one place of such numbers.
MachineAttr describeCpu(mlir::MLIRContext &context, const TargetName &name);

/// Bytes of the widest vector that the CPU has: 64, 32 or 16.
unsigned vectorBytes(const TargetName &name);

/// Whether the CPU gathers the lanes of a vector faster than it loads them one by one.
bool hasFastGathers(const TargetName &name);
/// Whether lanes that are computed are taken out of their register faster than they are read again
/// from memory. Zen 5 hands on no part of a store of 64 bytes before that is in the cache: points
/// between others in two dimensions take 0.75 of their time so. Not measured on others.
bool extractsLanes(const TargetName &name);

/// A target machine that makes position-independent code of the small code
/// model, with IEEE semantics to the letter: nothing contracted, reassociated
/// or flushed. Fails when LLVM does not know the name.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetName &name,
                                                                         CodeGenLevel level);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_CPU_H
