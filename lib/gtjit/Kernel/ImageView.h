//===- ImageView.h - The description in a closed image ----------*- C++ -*-===//
//
// Reads the tables of an image. Every number in it is checked once, when the
// view is made, so that whoever runs the image can index without a thought.
// Knows nothing of how images are stored or made executable.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_IMAGEVIEW_H
#define GTJIT_KERNEL_IMAGEVIEW_H

#include "gtabi/Image.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gtjit::detail {

/// The tables of an image. Refers to the image's bytes, which must outlive it
/// and be 8-byte aligned.
class ImageView {
public:
  /// Checks everything: sizes, checksum, every index and slice. Bytes that are
  /// not a whole and sound image give nothing, and say in `error` why.
  static std::optional<ImageView> check(std::span<const std::uint8_t> bytes, std::string &error);

  /// The same image in a copy of its bytes.
  ImageView at(const std::uint8_t *bytes) const {
    return ImageView(reinterpret_cast<const gtabi::ImageHeader *>(bytes));
  }

  const gtabi::ImageHeader &header() const { return *head; }
  std::span<const gtabi::KernelInfo> kernels() const {
    return all<gtabi::KernelInfo>(head->kernels);
  }
  std::span<const gtabi::TemporaryInfo> temporaries() const {
    return all<gtabi::TemporaryInfo>(head->temporaries);
  }
  std::span<const gtabi::RemarkInfo> remarks() const {
    return all<gtabi::RemarkInfo>(head->remarks);
  }

  std::span<const gtabi::StorageUse> storages(gtabi::Slice slice) const {
    return all<gtabi::StorageUse>(head->storages).subspan(slice.first, slice.count);
  }
  std::span<const gtabi::BoundsInfo> bounds(gtabi::Slice slice) const {
    return all<gtabi::BoundsInfo>(head->bounds).subspan(slice.first, slice.count);
  }
  std::span<const std::uint32_t> scalars(gtabi::Slice slice) const {
    return all<std::uint32_t>(head->scalars).subspan(slice.first, slice.count);
  }
  std::span<const gtabi::BoundsTerm> terms(const gtabi::BoundsInfo &info) const {
    return all<gtabi::BoundsTerm>(head->terms).subspan(info.terms.first, info.terms.count);
  }
  std::string_view text(gtabi::Slice slice) const {
    std::span<const char> chars = all<char>(head->text).subspan(slice.first, slice.count);
    return {chars.data(), chars.size()};
  }

  /// The object for debuggers; empty if there is none.
  std::span<const std::uint8_t> debugObject() const { return all<std::uint8_t>(head->debugObject); }

  /// The machine code, as bytes.
  std::span<const std::uint8_t> code() const {
    return {base() + head->codeOffset, static_cast<std::size_t>(head->codeSize)};
  }

private:
  explicit ImageView(const gtabi::ImageHeader *header) : head(header) {}
  const std::uint8_t *base() const { return reinterpret_cast<const std::uint8_t *>(head); }
  template <typename T> std::span<const T> all(gtabi::Table table) const {
    return {reinterpret_cast<const T *>(base() + table.offset),
            static_cast<std::size_t>(table.count)};
  }
  const char *firstFault() const;
  const char *kernelFault(const gtabi::KernelInfo &kernel) const;

  const gtabi::ImageHeader *head;
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_IMAGEVIEW_H
