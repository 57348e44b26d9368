//===- CompiledProgram.cpp - Kernels that can be called -------------------===//

#include "gtjit/Code/CompiledProgram.h"

#include "gtjit/Code/DeviceCode.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/Timeline.h"

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

std::shared_ptr<const DeviceModule> CompiledProgram::deviceModule(const Runtime::State &runtime,
                                                                  SourceLine line) const {
  std::lock_guard lock(mutex);
  if (!module) {
    TimelineSpan span(runtime.timeline.get(), "load on device", line, Actor::Compiler);
    const auto *text = reinterpret_cast<const char *>(image().code().data());
    std::vector<const char *> kernels;
    for (const gtabi::KernelInfo &kernel : image().kernels())
      kernels.push_back(image().ptxEntry(kernel));
    module = loadDeviceCode(runtime, text, kernels, line);
  }
  return module;
}

} // namespace gtjit::detail
