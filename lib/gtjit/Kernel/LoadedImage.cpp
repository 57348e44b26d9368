//===- LoadedImage.cpp - A closed image, executable -----------------------===//
//
// Only what was found sound becomes executable, and nothing of an image is
// writable once it can be called.
//
//===----------------------------------------------------------------------===//
#include "LoadedImage.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace gtjit::detail;

/// `what`, followed by the reason that the system gives.
static std::string systemError(const char *what) {
  return std::string(what) + ": " + std::strerror(errno);
}

/// Whether every kernel has code for this machine, or for a device.
bool LoadedImage::canRun(const ImageView &image, std::string &error) {
  for (const gtabi::KernelInfo &kernel : image.kernels()) {
    if (image.hostEntry(kernel) || image.ptxEntry(kernel))
      continue;
    error = "it has no code for this machine: the kernel '" + std::string(image.text(kernel.name)) +
            "' is for";
    for (const gtabi::EntryInfo &entry : image.entries(kernel.entries))
      error += (&entry == image.entries(kernel.entries).data() ? " '" : ", '") +
               std::string(image.text(entry.target)) + "'";
    if (kernel.entries.count == 0)
      error += " nothing";
    return false;
  }
  return true;
}

std::shared_ptr<const LoadedImage> LoadedImage::fromBytes(std::span<const std::uint8_t> bytes,
                                                          std::string &error) {
  std::vector<std::uint64_t> aligned; // bytes inside of a file may lie anywhere
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % sizeof(std::uint64_t) != 0) {
    aligned.resize(bytes.size() / sizeof(std::uint64_t) + 1);
    std::memcpy(aligned.data(), bytes.data(), bytes.size());
    bytes = {reinterpret_cast<const std::uint8_t *>(aligned.data()), bytes.size()};
  }
  std::optional<ImageView> checked = ImageView::check(bytes, error);
  if (!checked || !canRun(*checked, error))
    return nullptr;
  std::shared_ptr<LoadedImage> image(new LoadedImage);
  image->stored = CodeMemory::process().store(bytes);
  image->description = checked->at(image->stored.address);
  return image;
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
  std::shared_ptr<LoadedImage> image(new LoadedImage);
  image->mapping = pages;
  image->mappedBytes = size;
  image->description = ImageView::check({static_cast<const std::uint8_t *>(pages), size}, error);
  if (!image->description || !canRun(image->view(), error))
    return nullptr;
  std::uint64_t codeOffset = image->view().header().codeOffset;
  if (codeOffset < size && ::mprotect(static_cast<char *>(pages) + codeOffset, size - codeOffset,
                                      PROT_READ | PROT_EXEC) != 0) {
    error = systemError("no executable memory");
    return nullptr;
  }
  return image;
}

LoadedImage::~LoadedImage() {
  if (stored.address)
    CodeMemory::process().release(stored);
  if (mapping)
    ::munmap(mapping, mappedBytes);
}

std::size_t LoadedImage::bytes() const { return mapping ? mappedBytes : stored.bytes(); }

gtabi::Kernel LoadedImage::kernel(std::size_t index) const {
  std::uint64_t entry = *view().hostEntry(view().kernels()[index]);
  const std::uint8_t *address = view().code().data() + entry;
  return reinterpret_cast<gtabi::Kernel>(const_cast<std::uint8_t *>(address));
}
