//===- LoadedImage.h - A closed image, executable ---------------*- C++ -*-===//
//
// Brings an image into memory without any compiler: from bytes or from a file,
// at whatever address the system gives.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_LOADEDIMAGE_H
#define GTJIT_KERNEL_LOADEDIMAGE_H

#include "CodeMemory.h"
#include "ImageView.h"

#include <memory>

namespace gtjit::detail {

/// An image whose code can be called. Owns its memory; immutable and thread-safe.
class LoadedImage {
public:
  /// Copies `bytes` among other images. Null with a reason in `error` when they
  /// are not a sound image or have no code for this machine. Throws
  /// MemoryError if there is no executable memory.
  static std::shared_ptr<const LoadedImage> fromBytes(std::span<const std::uint8_t> bytes,
                                                      std::string &error);
  /// Maps the file at `path`, which must not change while the image lives
  /// (replace such a file by renaming another over it). Null with a reason in
  /// `error` when it cannot be mapped, or as in fromBytes.
  static std::shared_ptr<const LoadedImage> fromFile(const char *path, std::string &error);

  ~LoadedImage();
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;

  const ImageView &view() const { return *description; }
  /// Bytes of memory that it takes: whole pages.
  std::size_t bytes() const;
  /// The code of kernel `index`, which is below `view().kernels().size()`.
  gtabi::Kernel kernel(std::size_t index) const;

private:
  LoadedImage() = default;
  static bool canRun(const ImageView &image, std::string &error);
  CodeRange stored;        ///< of bytes
  void *mapping = nullptr; ///< of a file
  std::size_t mappedBytes = 0;
  std::optional<ImageView> description;
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_LOADEDIMAGE_H
