//===- LoadedImage.cpp - A closed image, executable -----------------------===//
//
// Pages and protection. The description is readable, the code readable and
// executable; nothing of an image is ever writable once it can be called.
//
//===----------------------------------------------------------------------===//
#include "LoadedImage.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gtjit::detail;

/// `what`, followed by the reason that the system gives.
static std::string systemError(const char *what) {
  return std::string(what) + ": " + std::strerror(errno);
}

std::shared_ptr<const LoadedImage> LoadedImage::checked(std::shared_ptr<LoadedImage> image,
                                                        std::string &error) {
  std::span bytes(static_cast<const std::uint8_t *>(image->pages), image->length);
  image->description = ImageView::check(bytes, error);
  if (!image->description)
    return nullptr;
  // Only what was found sound becomes executable.
  std::uint64_t codeOffset = image->view().header().codeOffset;
  if (codeOffset < image->length &&
      ::mprotect(static_cast<char *>(image->pages) + codeOffset, image->length - codeOffset,
                 PROT_READ | PROT_EXEC) != 0) {
    error = systemError("no executable memory");
    return nullptr;
  }
  return image;
}

std::shared_ptr<const LoadedImage> LoadedImage::fromBytes(std::span<const std::uint8_t> bytes,
                                                          std::string &error) {
  if (bytes.empty()) {
    error = "it is empty";
    return nullptr;
  }
  void *pages =
      ::mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) {
    error = systemError("no memory");
    return nullptr;
  }
  std::shared_ptr<LoadedImage> image(new LoadedImage(pages, bytes.size()));
  std::memcpy(pages, bytes.data(), bytes.size());
  if (::mprotect(pages, bytes.size(), PROT_READ) != 0) {
    error = systemError("no read-only memory");
    return nullptr;
  }
  return checked(std::move(image), error);
}

std::shared_ptr<const LoadedImage> LoadedImage::fromFile(const char *path, std::string &error) {
  int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    error = systemError("it cannot be opened");
    return nullptr;
  }
  struct stat status;
  void *pages = MAP_FAILED;
  std::size_t size = 0;
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
    error = "it is empty or no regular file";
  } else {
    size = static_cast<std::size_t>(status.st_size);
    pages = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (pages == MAP_FAILED)
      error = systemError("it cannot be mapped");
  }
  ::close(file);
  if (pages == MAP_FAILED)
    return nullptr;
  return checked(std::shared_ptr<LoadedImage>(new LoadedImage(pages, size)), error);
}

LoadedImage::~LoadedImage() { ::munmap(pages, length); }

gtabi::Kernel LoadedImage::kernel(std::size_t index) const {
  std::uint64_t entry = view().kernels()[index].entry;
  const std::uint8_t *address = view().code().data() + entry;
  return reinterpret_cast<gtabi::Kernel>(const_cast<std::uint8_t *>(address));
}
