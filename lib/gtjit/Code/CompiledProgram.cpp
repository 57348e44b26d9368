//===- CompiledProgram.cpp - Kernels that can be called -------------------===//

#include "gtjit/Code/CompiledProgram.h"

namespace gtjit::detail {

std::span<const std::uint8_t> CompiledProgram::imageBytes() const {
  const gtabi::ImageHeader &header = image().header();
  return {reinterpret_cast<const std::uint8_t *>(&header),
          static_cast<std::size_t>(header.imageSize)};
}

void CompiledProgram::list(CodeReaders readers) {
  if (!listing && (readers.gdb || readers.perf))
    listing = std::make_unique<CodeListing>(image(), readers);
}

} // namespace gtjit::detail
