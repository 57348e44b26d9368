//===- CompiledProgram.h - Kernels that can be called -----------*- C++ -*-===//
//
// An image whose code can be called, with what is known of its making. The one
// form in which dispatch sees code, wherever it came from.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_COMPILEDPROGRAM_H
#define GTJIT_CODE_COMPILEDPROGRAM_H

#include "gtjit/Code/CodeListing.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Kernel/LoadedImage.h"
#include "gtjit/Memory/CacheModel.h"
#include "gtjit/Runtime.h"
#include "gtjit/Types/StageTimes.h"

#include <memory>
#include <utility>

namespace gtjit::detail {

/// Immutable; keeps its code alive.
class CompiledProgram {
public:
  /// The kernels of an image. `stages`: what the compilation spent its time
  /// with; none for an image that was not compiled here. `isProvisional`: better code for the
  /// same is on its way, so that nobody keeps this.
  explicit CompiledProgram(std::shared_ptr<const LoadedImage> image, Stages stages = {},
                           bool isProvisional = false)
      : loaded(std::move(image)), spent(std::move(stages)), provisional(isProvisional) {}
  /// The same code, as provisional as the caller says.
  std::shared_ptr<CompiledProgram> again(bool isProvisional) const {
    auto same = std::make_shared<CompiledProgram>(loaded, spent, isProvisional);
    same->listing = listing;
    same->serve(cacheFit, forCaches);
    return same;
  }
  CompiledProgram(const CompiledProgram &) = delete;
  CompiledProgram &operator=(const CompiledProgram &) = delete;

  const ImageView &image() const { return loaded->view(); }
  /// The image as a file holds it.
  std::span<const std::uint8_t> imageBytes() const;
  /// Tells debuggers and profilers of the code, once, before it is shared.
  void list(CodeReaders readers);
  gtabi::Kernel kernel(std::size_t index) const { return loaded->kernel(index); }
  /// The kernels on the runtime's device, for which the image is; brought there once. Throws
  /// DeviceError.
  std::shared_ptr<const DeviceModule> deviceModule(const Runtime::State &runtime,
                                                   SourceLine line) const;
  /// What the compilation spent its time with; empty for a mapped image.
  const Stages &stages() const { return spent; }
  bool isProvisional() const { return provisional; }
  /// Says whether the code is for data in the caches, and where it is noted how well that suits
  /// its calls, null: nowhere; once, before it is shared.
  void serve(std::shared_ptr<CacheFit> fit, bool isForCaches) {
    cacheFit = std::move(fit);
    forCaches = isForCaches;
  }
  bool isForCaches() const { return forCaches; }
  const std::shared_ptr<CacheFit> &fit() const { return cacheFit; }
  /// Whether its calls find their data where other code serves better.
  bool isMisfit() const { return cacheFit && cacheFit->isFar() == forCaches; }
  /// Bytes of memory that its image takes.
  std::size_t bytes() const { return loaded->bytes(); }

private:
  std::shared_ptr<const LoadedImage> loaded;
  Stages spent;
  bool provisional;
  std::shared_ptr<const CodeListing> listing;
  std::shared_ptr<CacheFit> cacheFit;
  bool forCaches = false;
  mutable std::mutex mutex; ///< of `module`
  mutable std::shared_ptr<const DeviceModule> module;
};

} // namespace gtjit::detail

#endif // GTJIT_CODE_COMPILEDPROGRAM_H
