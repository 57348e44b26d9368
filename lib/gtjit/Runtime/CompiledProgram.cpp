//===- CompiledProgram.cpp - Kernels that can be called -------------------===//
//
// Ownership of code. What the compiler linked is given back to the compiler
// when the last user of the program is gone.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/CompiledProgram.h"

#include "gtjit/Error.h"

namespace gtjit::detail {

[[noreturn]] static void refuse(const std::string &why, SourceLine line) {
  throw CompileError(line, "the compiler gave an image that cannot be used: " + why);
}

std::shared_ptr<CompiledProgram> CompiledProgram::fromCompiler(const gtabi::CompileResult &result,
                                                               gtabi::ReleaseFunction release,
                                                               double opening, SourceLine line) {
  auto program = std::make_shared<CompiledProgram>();
  program->result = result;
  program->release = release;
  program->spent.emplace_back("open compiler", opening);
  for (std::size_t i = 0; i < result.stageCount; ++i)
    program->spent.emplace_back(result.stages[i].name, result.stages[i].milliseconds);
  std::span<const std::uint8_t> bytes(result.image, result.imageSize);
  std::string why;
  if (!result.kernels) {
    auto image = LoadedImage::fromBytes(bytes, why);
    if (!image)
      refuse(why, line);
    program->takeLoaded(std::move(image));
    return program;
  }
  program->view = ImageView::check(bytes, why);
  if (!program->view)
    refuse(why, line);
  program->kernels.assign(result.kernels, result.kernels + result.kernelCount);
  if (program->kernels.size() != program->image().kernels().size())
    refuse("it describes " + std::to_string(program->image().kernels().size()) + " kernels, " +
               std::to_string(program->kernels.size()) + " were linked",
           line);
  return program;
}

std::shared_ptr<CompiledProgram>
CompiledProgram::fromImage(std::shared_ptr<const LoadedImage> image) {
  auto program = std::make_shared<CompiledProgram>();
  program->takeLoaded(std::move(image));
  return program;
}

void CompiledProgram::takeLoaded(std::shared_ptr<const LoadedImage> image) {
  view = image->view();
  for (std::size_t i = 0; i < view->kernels().size(); ++i)
    kernels.push_back(image->kernel(i));
  loaded = std::move(image);
}

void CompiledProgram::list(CodeReaders readers) {
  if (!listing && (readers.gdb || readers.perf))
    listing = std::make_unique<CodeListing>(*view, kernels, readers);
}

CompiledProgram::~CompiledProgram() {
  listing.reset();
  if (release)
    release(&result);
}

} // namespace gtjit::detail
