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
  /// The storage arguments of the program.
  std::span<const gtabi::StorageArgument> arguments() const {
    return all<gtabi::StorageArgument>(head->arguments);
  }
  std::span<const gtabi::TemporaryInfo> temporaries() const {
    return all<gtabi::TemporaryInfo>(head->temporaries);
  }
  /// The arguments whose values are checked.
  std::span<const gtabi::TableInfo> tables() const { return all<gtabi::TableInfo>(head->tables); }
  /// The functions from outside that its kernels call.
  std::span<const gtabi::ImportInfo> imports() const {
    return all<gtabi::ImportInfo>(head->imports);
  }
  std::span<const gtabi::EntryInfo> entries(gtabi::Slice slice) const {
    return all<gtabi::EntryInfo>(head->entries).subspan(slice.first, slice.count);
  }
  std::span<const gtabi::LoopOrder> orders(gtabi::Slice slice) const {
    return all<gtabi::LoopOrder>(head->orders).subspan(slice.first, slice.count);
  }
  std::span<const gtabi::ScratchTerm> scratchTerms(gtabi::Slice slice) const {
    return all<gtabi::ScratchTerm>(head->scratch).subspan(slice.first, slice.count);
  }
  /// Numbers of bounds of the kernel that has the term.
  std::span<const std::uint32_t> extents(const gtabi::ScratchTerm &term) const {
    return all<std::uint32_t>(head->extents).subspan(term.extents.first, term.extents.count);
  }
  std::span<const gtabi::RemarkInfo> remarks() const {
    return all<gtabi::RemarkInfo>(head->remarks);
  }

  std::span<const gtabi::StorageUse> storages(gtabi::Slice slice) const {
    return all<gtabi::StorageUse>(head->storages).subspan(slice.first, slice.count);
  }
  /// Of a storage of a kernel.
  std::span<const gtabi::ReachInfo> reach(const gtabi::StorageUse &use) const {
    return all<gtabi::ReachInfo>(head->reaches).subspan(use.reach.first, use.reach.count);
  }
  std::span<const gtabi::BoundsInfo> bounds() const { return all<gtabi::BoundsInfo>(head->bounds); }
  /// Numbers of bounds.
  std::span<const std::uint32_t> boundsUses(gtabi::Slice slice) const {
    return all<std::uint32_t>(head->boundsUses).subspan(slice.first, slice.count);
  }
  std::span<const std::uint32_t> scalars(gtabi::Slice slice) const {
    return all<std::uint32_t>(head->scalars).subspan(slice.first, slice.count);
  }
  std::string_view text(gtabi::Slice slice) const {
    std::span<const char> chars = all<char>(head->text).subspan(slice.first, slice.count);
    return {chars.data(), chars.size()};
  }

  /// Where in the code a kernel begins on this machine; nothing if it has no code for
  /// it.
  std::optional<std::uint64_t> hostEntry(const gtabi::KernelInfo &kernel) const {
    return entryFor(kernel, gtabi::kHostTarget);
  }

  /// The name of a kernel's entry in the code, which is PTX; null if it has no such code.
  const char *ptxEntry(const gtabi::KernelInfo &kernel) const;

  /// The object for debuggers; empty if there is none.
  std::span<const std::uint8_t> debugObject() const { return all<std::uint8_t>(head->debugObject); }

  /// The machine code, as bytes.
  std::span<const std::uint8_t> code() const {
    return {base() + head->codeOffset, static_cast<std::size_t>(head->codeSize)};
  }

private:
  std::optional<std::uint64_t> entryFor(const gtabi::KernelInfo &kernel,
                                        std::string_view target) const;
  explicit ImageView(const gtabi::ImageHeader *header) : head(header) {}
  const std::uint8_t *base() const { return reinterpret_cast<const std::uint8_t *>(head); }
  template <typename T> std::span<const T> all(gtabi::Table table) const {
    return {reinterpret_cast<const T *>(base() + table.offset),
            static_cast<std::size_t>(table.count)};
  }
  const char *firstFault() const;
  const char *kernelFault(const gtabi::KernelInfo &kernel) const;
  const char *reachFault(const gtabi::KernelInfo &kernel) const;
  const char *scheduleFault(const gtabi::KernelInfo &kernel) const;
  const char *storageFault() const;
  const char *boundsFault() const;

  const gtabi::ImageHeader *head;
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_IMAGEVIEW_H
