//===- LoadedImage.h - A closed image, executable ---------------*- C++ -*-===//
//
// Brings an image into memory without any compiler: from bytes or from a file,
// at whatever address the system gives.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_LOADEDIMAGE_H
#define GTJIT_KERNEL_LOADEDIMAGE_H

#include "ImageView.h"

#include <memory>

namespace gtjit::detail {

/// An image whose code can be called. Owns its pages; immutable and thread-safe.
class LoadedImage {
public:
  /// Copies `bytes` to fresh pages. Null with a reason in `error` when they are
  /// not a sound image or the system gives no executable memory.
  static std::shared_ptr<const LoadedImage> fromBytes(std::span<const std::uint8_t> bytes,
                                                      std::string &error);
  /// Maps the file at `path`, which must not change while the image lives
  /// (replace such a file by renaming another over it). Errors as `fromBytes`.
  static std::shared_ptr<const LoadedImage> fromFile(const char *path, std::string &error);

  ~LoadedImage();
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;

  const ImageView &view() const { return *description; }
  /// The code of kernel `index`, which is below `view().kernels().size()`.
  gtabi::Kernel kernel(std::size_t index) const;

private:
  LoadedImage(void *address, std::size_t size) : pages(address), length(size) {}
  static std::shared_ptr<const LoadedImage> checked(std::shared_ptr<LoadedImage> image,
                                                    std::string &error);
  void *pages;
  std::size_t length;
  std::optional<ImageView> description;
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_LOADEDIMAGE_H
