//===- CompiledProgram.h - Kernels that can be called -----------*- C++ -*-===//
//
// An image and the addresses of its kernels: linked by the compiler in this
// process, or mapped by the loader. The one form in which dispatch sees code,
// wherever it came from.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_COMPILEDPROGRAM_H
#define GTJIT_RUNTIME_COMPILEDPROGRAM_H

#include "gtabi/CompilerEntry.h"
#include "gtjit/Debug/CodeListing.h"
#include "gtjit/Kernel/LoadedImage.h"
#include "gtjit/Runtime/StageTimes.h"
#include "gtjit/SourceLine.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gtjit::detail {

/// Immutable; keeps its code alive.
class CompiledProgram {
public:
  /// Takes over what a successful compilation gave; kernels that the compiler
  /// did not link are loaded from the image's bytes. Throws CompileError for
  /// an image that is not sound. `opening`: milliseconds that opening the
  /// compiler's library took.
  static std::shared_ptr<CompiledProgram> fromCompiler(const gtabi::CompileResult &result,
                                                       gtabi::ReleaseFunction release,
                                                       double opening, SourceLine line);
  /// The kernels of a mapped image.
  static std::shared_ptr<CompiledProgram> fromImage(std::shared_ptr<const LoadedImage> image);

  CompiledProgram() = default;
  CompiledProgram(const CompiledProgram &) = delete;
  CompiledProgram &operator=(const CompiledProgram &) = delete;
  ~CompiledProgram();

  const ImageView &image() const { return *view; }
  /// Tells debuggers and profilers of the code, once, before it is shared.
  void list(CodeReaders readers);
  gtabi::Kernel kernel(std::size_t index) const { return kernels[index]; }
  /// What the compilation spent its time with; empty for a mapped image.
  const Stages &stages() const { return spent; }

private:
  void takeLoaded(std::shared_ptr<const LoadedImage> image);

  std::optional<ImageView> view;
  std::vector<gtabi::Kernel> kernels;
  Stages spent;
  std::shared_ptr<const LoadedImage> loaded;
  std::unique_ptr<CodeListing> listing;
  gtabi::CompileResult result{};
  gtabi::ReleaseFunction release = nullptr;
};

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_COMPILEDPROGRAM_H
