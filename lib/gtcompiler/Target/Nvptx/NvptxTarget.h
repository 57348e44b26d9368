//===- NvptxTarget.h - NVIDIA's GPUs ----------------------------*- C++ -*-===//
#ifndef GTCOMPILER_LIB_TARGET_NVPTX_NVPTXTARGET_H
#define GTCOMPILER_LIB_TARGET_NVPTX_NVPTXTARGET_H

#include "gtcompiler/Target/Target.h"

namespace gtcompiler {

/// Whether `cpu` is a GPU's name: "sm_90".
bool isNvptx(llvm::StringRef cpu);

/// The GPU called `name`, for which kernels become PTX. Fails when LLVM does not know it.
llvm::Expected<std::unique_ptr<Target>> createNvptxTarget(const TargetName &name,
                                                          CodeGenLevel level);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_NVPTX_NVPTXTARGET_H
