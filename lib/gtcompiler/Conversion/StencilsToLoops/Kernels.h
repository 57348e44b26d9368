//===- Kernels.h - The two kinds of kernels ---------------------*- C++ -*-===//
//
// Code of a whole kernel, inside its frame.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELS_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELS_H

#include "KernelFrame.h"

namespace gtcompiler {

/// Emits the loops of a gt.stencil or a gt.fold. Returns the bytes of scratch
/// that a thread needs for it.
std::int64_t emitStencil(KernelFrame &frame);
std::int64_t emitFold(KernelFrame &frame, FoldOp fold);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_KERNELS_H
