//===- ImageView.cpp - The description in a closed image ------------------===//
//
// The checks behind ImageView. An image may come from a damaged file: nothing
// is read before it is known to lie inside the bytes.
//
//===----------------------------------------------------------------------===//
#include "ImageView.h"

#include "gtabi/ThreadArgs.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
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
  if (!tableFits<StorageArgument>(header.arguments, size) ||
      !tableFits<KernelInfo>(header.kernels, size) ||
      !tableFits<TemporaryInfo>(header.temporaries, size) ||
      !tableFits<StorageUse>(header.storages, size) ||
      !tableFits<ReachInfo>(header.reaches, size) || !tableFits<BoundsInfo>(header.bounds, size) ||
      !tableFits<std::uint32_t>(header.boundsUses, size) ||
      !tableFits<std::uint32_t>(header.scalars, size) ||
      !tableFits<TableInfo>(header.tables, size) || !tableFits<ImportInfo>(header.imports, size) ||
      !tableFits<EntryInfo>(header.entries, size) || !tableFits<LoopOrder>(header.orders, size) ||
      !tableFits<ScratchTerm>(header.scratch, size) ||
      !tableFits<std::uint32_t>(header.extents, size) ||
      !tableFits<RemarkInfo>(header.remarks, size) || !tableFits<char>(header.text, size) ||
      !tableFits<char>(header.debugObject, size))
    return "a table lies outside";
  return nullptr;
}

const char *ImageView::kernelFault(const KernelInfo &kernel) const {
  if (!sliceFits(kernel.entries, head->entries))
    return "a kernel refers to what is not there";
  for (const EntryInfo &entry : entries(kernel.entries)) {
    if (entry.offset >= head->codeSize)
      return "a kernel's entry lies outside its code";
    if (!sliceFits(entry.target, head->text))
      return "a kernel is for a target that is not there";
    if (text(entry.target) == kPtxTarget && code().back() != 0)
      return "its text has no end";
  }
  if (!sliceFits(kernel.storages, head->storages) || !sliceFits(kernel.bounds, head->boundsUses) ||
      !sliceFits(kernel.scalars, head->scalars) || !sliceFits(kernel.name, head->text))
    return "a kernel refers to what is not there";
  if (kernel.hasFold > 1 || kernel.loopDims > kernel.bounds.count ||
      kernel.hasFold > kernel.bounds.count - kernel.loopDims)
    return "a kernel has more loops than bounds";
  if (kernel.acrossLoop > kernel.loopDims)
    return "a kernel lacks one of its loops";
  if (kernel.partials != 0 &&
      (kernel.hasFold == 0 || kernel.blockPoints == 0 || !std::has_single_bit(kernel.blockLanes) ||
       kernel.blockLanes > kMostTogether || kernel.blockPoints % kernel.blockLanes != 0))
    return "a kernel's threads reduce what is not there";
  bool isOnePoint = kernel.pointsX == 1 && kernel.pointsY == 1;
  if (kernel.pointsX == 0 || kernel.pointsY == 0 || (kernel.partials != 0 && !isOnePoint))
    return "a kernel's threads have no points";
  if (kernel.mergingLoops > kernel.loopDims)
    return "a kernel lacks one of its loops";
  const char *fault = reachFault(kernel);
  return fault ? fault : scheduleFault(kernel);
}

/// Of which points of its storages a kernel touches.
const char *ImageView::reachFault(const KernelInfo &kernel) const {
  for (const StorageUse &use : storages(kernel.storages)) {
    if (!sliceFits(use.reach, head->reaches))
      return "a kernel refers to what is not there";
    for (const ReachInfo &reached : reach(use))
      if (reached.loop >= kernel.loopDims + kernel.hasFold || reached.lower > reached.upper)
        return "a kernel reaches what is not there";
  }
  return nullptr;
}

/// Of orders of loops, and of scratch that grows with them.
const char *ImageView::scheduleFault(const KernelInfo &kernel) const {
  if (!sliceFits(kernel.orders, head->orders) || !sliceFits(kernel.scratchTerms, head->scratch))
    return "a kernel refers to what is not there";
  if (kernel.orders.count != 0 && kernel.orders.count != kernel.loopDims)
    return "a kernel has not an order for each loop";
  for (LoopOrder order : orders(kernel.orders))
    if (order > LoopOrder::Backward)
      return "a loop has no known order";
  for (const ScratchTerm &term : scratchTerms(kernel.scratchTerms)) {
    if (!sliceFits(term.extents, head->extents))
      return "scratch memory grows with what is not there";
    for (std::uint32_t number : extents(term))
      if (number >= kernel.loopDims + kernel.hasFold)
        return "scratch memory grows with what is not there";
  }
  return nullptr;
}

const char *ImageView::storageFault() const {
  for (const StorageArgument &argument : arguments())
    if (argument.type > ElementType::C128 || argument.isUnit > std::min(argument.rank, 1u))
      return "an argument is not well described";
  for (const TemporaryInfo &temporary : temporaries())
    if (temporary.type > ElementType::C128 || !sliceFits(temporary.bounds, head->boundsUses))
      return "a temporary is not well described";
  for (const StorageUse &use : all<StorageUse>(head->storages))
    if (use.isTemporary > 1 ||
        use.index >= (use.isTemporary ? head->temporaries.count : head->arguments.count))
      return "a storage is not there";
  for (const StorageUse &use : all<StorageUse>(head->storages))
    if (std::uint32_t rank =
            use.isTemporary ? temporaries()[use.index].bounds.count : arguments()[use.index].rank;
        use.reach.count != 0 && use.reach.count != rank)
      return "a storage is not reached in each dimension";
  for (const TableInfo &table : tables()) {
    if (table.storage >= head->arguments.count || table.bounds >= head->bounds.count)
      return "a table is not there";
    ElementType type = arguments()[table.storage].type;
    if (type < ElementType::I8 || type > ElementType::U64)
      return "a table does not hold integers";
  }
  return nullptr;
}

const char *ImageView::boundsFault() const {
  for (std::uint32_t number : all<std::uint32_t>(head->boundsUses))
    if (number >= head->bounds.count)
      return "a range is not there";
  for (std::uint32_t n = 0; n < bounds().size(); ++n) {
    const BoundsInfo &info = bounds()[n];
    if (info.kind == BoundsKind::Range) {
      if (info.range >= head->rangeCount)
        return "a range is not there";
      continue;
    }
    bool isBeside = info.kind == BoundsKind::Below || info.kind == BoundsKind::Above;
    if (info.kind > BoundsKind::When || info.parts.count == 0 ||
        (isBeside && info.parts.count != 2) || !sliceFits(info.parts, head->boundsUses))
      return "a range is made of what is not there";
    for (std::uint32_t part : boundsUses(info.parts))
      if (part >= n)
        return "a range is made of itself";
  }
  return nullptr;
}

const char *ImageView::firstFault() const {
  for (const KernelInfo &kernel : kernels())
    if (const char *fault = kernelFault(kernel))
      return fault;
  if (const char *fault = storageFault())
    return fault;
  if (const char *fault = boundsFault())
    return fault;
  for (std::uint32_t word : all<std::uint32_t>(head->scalars))
    if (word >= head->scalarCount)
      return "a scalar is not there";
  for (const ImportInfo &import : imports())
    if (!sliceFits(import.symbol, head->text))
      return "an import has a name that is not there";
  for (const RemarkInfo &remark : remarks())
    if (!sliceFits(remark.text, head->text))
      return "a remark has text that is not there";
  return nullptr;
}

std::optional<std::uint64_t> ImageView::entryFor(const KernelInfo &kernel,
                                                 std::string_view target) const {
  for (const EntryInfo &entry : entries(kernel.entries))
    if (text(entry.target) == target)
      return entry.offset;
  return std::nullopt;
}

const char *ImageView::ptxEntry(const KernelInfo &kernel) const {
  std::optional<std::uint64_t> entry = entryFor(kernel, kPtxTarget);
  return entry ? reinterpret_cast<const char *>(code().data() + *entry) : nullptr;
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
