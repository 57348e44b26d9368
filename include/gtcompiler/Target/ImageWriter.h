//===- ImageWriter.h - Lowered module and code to an image ------*- C++ -*-===//
//
// Packs closed code and the description that stands in the module's attributes
// into the bytes of gtabi/Image.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_IMAGEWRITER_H
#define GTCOMPILER_TARGET_IMAGEWRITER_H

#include "gtcompiler/Target/ClosedCode.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace gtcompiler {

/// The image of `module`, whose kernels `code` holds, with `debugObject` as it
/// is. Fails with a diagnostic at a module without `gt.image` and at a kernel without
/// code.
mlir::FailureOr<std::vector<std::uint8_t>>
writeImage(mlir::ModuleOp module, const ClosedCode &code,
           llvm::ArrayRef<std::uint8_t> debugObject = {});

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_IMAGEWRITER_H
