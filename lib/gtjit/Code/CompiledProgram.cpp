//===- CompiledProgram.cpp - Kernels that can be called -------------------===//

#include "gtjit/Code/CompiledProgram.h"

namespace gtjit::detail {

void CompiledProgram::list(CodeReaders readers) {
  if (!listing && (readers.gdb || readers.perf))
    listing = std::make_unique<CodeListing>(image(), readers);
}

} // namespace gtjit::detail
