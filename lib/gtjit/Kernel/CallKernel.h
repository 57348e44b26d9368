//===- CallKernel.h - The call of a kernel ----------------------*- C++ -*-===//
//
// Kernels keep vectors on the stack that their registers have no room for. A
// vector that crosses cache lines is twice as slow, and C++ aligns the stack to
// 16 bytes only, so kernels expect it at a multiple of kStackAlignment and are
// called through here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_CALLKERNEL_H
#define GTJIT_KERNEL_CALLKERNEL_H

#include "gtabi/KernelArgs.h"

namespace gtjit::detail {

/// Runs one tile of `kernel`.
void callKernel(gtabi::Kernel kernel, const gtabi::KernelArgs *args, const gtabi::Bounds *tile);

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_CALLKERNEL_H
