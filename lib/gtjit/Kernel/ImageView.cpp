//===- ImageView.cpp - The description in a closed image ------------------===//
//
// The checks behind ImageView. An image may come from a damaged file: nothing
// is read before it is known to lie inside the bytes.
//
//===----------------------------------------------------------------------===//
#include "ImageView.h"

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

using namespace gtjit::detail;
using namespace gtabi;

static constexpr std::uint64_t kPage = 4096;

/// Whether `table` of `T` lies within `size` bytes, aligned.
template <typename T> static bool tableFits(Table table, std::uint64_t size) {
  return table.offset % 8 == 0 && table.offset <= size &&
         table.count <= (size - table.offset) / sizeof(T);
}

static bool sliceFits(Slice slice, Table table) {
  return slice.first <= table.count && slice.count <= table.count - slice.first;
}

/// What is wrong with the header, whose bytes are there; null if nothing.
static const char *headerFault(const ImageHeader &header, std::uint64_t size) {
  if (std::memcmp(header.magic, "gtimage", 8) != 0)
    return "not an image";
  if (header.abiVersion != kAbiVersion || header.headerSize != sizeof(ImageHeader))
    return "made by another version";
  if (header.imageSize != size)
    return "its size is not the one it names";
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&header);
  constexpr std::size_t checked = offsetof(ImageHeader, checksum) + sizeof(header.checksum);
  if (header.checksum != XXH3_64bits(bytes + checked, size - checked))
    return "its checksum is wrong";
  if (header.codeOffset % kPage != 0 || header.codeOffset > size ||
      header.codeSize > size - header.codeOffset)
    return "its code lies outside";
  if (!tableFits<KernelInfo>(header.kernels, size) ||
      !tableFits<TemporaryInfo>(header.temporaries, size) ||
      !tableFits<StorageUse>(header.storages, size) ||
      !tableFits<BoundsInfo>(header.bounds, size) || !tableFits<BoundsTerm>(header.terms, size) ||
      !tableFits<std::uint32_t>(header.scalars, size) ||
      !tableFits<RemarkInfo>(header.remarks, size) || !tableFits<char>(header.text, size) ||
      !tableFits<char>(header.debugObject, size))
    return "a table lies outside";
  return nullptr;
}

const char *ImageView::kernelFault(const KernelInfo &kernel) const {
  if (kernel.entry >= head->codeSize)
    return "a kernel's entry lies outside its code";
  if (!sliceFits(kernel.storages, head->storages) || !sliceFits(kernel.bounds, head->bounds) ||
      !sliceFits(kernel.scalars, head->scalars) || !sliceFits(kernel.name, head->text))
    return "a kernel refers to what is not there";
  if (kernel.hasFold > 1 || kernel.loopDims > kernel.bounds.count ||
      kernel.hasFold > kernel.bounds.count - kernel.loopDims)
    return "a kernel has more loops than bounds";
  if (kernel.acrossLoop > kernel.loopDims)
    return "a kernel lacks one of its loops";
  return nullptr;
}

const char *ImageView::firstFault() const {
  for (const KernelInfo &kernel : kernels())
    if (const char *fault = kernelFault(kernel))
      return fault;
  for (const TemporaryInfo &temporary : temporaries())
    if (temporary.type > ElementType::C128 || !sliceFits(temporary.bounds, head->bounds))
      return "a temporary is not well described";
  for (const StorageUse &use : all<StorageUse>(head->storages))
    if (use.isTemporary > 1 ||
        use.index >= (use.isTemporary ? head->temporaries.count : head->storageCount))
      return "a storage is not there";
  for (const BoundsInfo &info : all<BoundsInfo>(head->bounds))
    if (!sliceFits(info.terms, head->terms))
      return "a range has terms that are not there";
  for (std::uint32_t word : all<std::uint32_t>(head->scalars))
    if (word >= head->scalarCount)
      return "a scalar is not there";
  for (const BoundsTerm &term : all<BoundsTerm>(head->terms))
    if (term.range >= head->rangeCount)
      return "a range is not there";
  for (const RemarkInfo &remark : remarks())
    if (!sliceFits(remark.text, head->text))
      return "a remark has text that is not there";
  return nullptr;
}

std::optional<ImageView> ImageView::check(std::span<const std::uint8_t> bytes, std::string &error) {
  auto fail = [&](const char *why) -> std::optional<ImageView> {
    error = why;
    return std::nullopt;
  };
  if (bytes.size() < sizeof(ImageHeader))
    return fail("it is shorter than a header");
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0)
    return fail("its bytes are not aligned");
  const auto *header = reinterpret_cast<const ImageHeader *>(bytes.data());
  if (const char *fault = headerFault(*header, bytes.size()))
    return fail(fault);
  ImageView view(header);
  if (const char *fault = view.firstFault())
    return fail(fault);
  return view;
}
