//===- ImageDescription.h - How kernels are run, as attributes --*- C++ -*-===//
//
// Writes the attributes of ImageAttributes.h for a program and its kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_IMAGEDESCRIPTION_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_IMAGEDESCRIPTION_H

#include "KernelFacts.h"

namespace gtcompiler {

/// The attribute `gt.image`: the arguments, temporaries and remarks of a
/// program at the stencil level.
mlir::DictionaryAttr describeProgram(ProgramOp program);

/// The attribute `gt.kernel`; `scratch` is in bytes.
mlir::DictionaryAttr describeKernel(const KernelFacts &facts, std::int64_t scratch);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_IMAGEDESCRIPTION_H
