//===- TouchedMemory.cpp - What a binding's kernels touch -----------------===//

#include "gtjit/Launch/TouchedMemory.h"

#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

namespace gtjit::detail {

std::size_t TouchedMemory::pieceOf(const gtabi::StorageUse &use) {
  std::size_t arguments = image.arguments().size();
  if (numbers.empty())
    numbers.assign(arguments + image.temporaries().size(), none);
  std::size_t &number = numbers[use.index + (use.isTemporary ? arguments : 0)];
  if (number == none) {
    number = pieces.size();
    const BoundStorage *storages = use.isTemporary ? bound.temporaries : bound.storages;
    pieces.push_back({storages + use.index, {0, 0, false, false, true}});
  }
  return number;
}

/// No more than all of it, or an element a point.
std::int64_t TouchedMemory::bytesOf(const gtabi::StorageUse &use, std::int64_t points) const {
  if (use.isTemporary) {
    std::size_t size = itemsize(static_cast<DType>(image.temporaries()[use.index].type));
    return std::min(static_cast<std::int64_t>(bound.bytesOfTemporaries[use.index]),
                    saturatingProduct(points, static_cast<std::int64_t>(size)));
  }
  const ArrayView &view = arguments.storages[use.index];
  return saturatingProduct(std::min(elementsOf(view), points),
                           static_cast<std::int64_t>(itemsize(view.dtype)));
}

void TouchedMemory::add(const gtabi::KernelInfo &info, KernelCall &call, bool mayStream) {
  std::int64_t points = pointsOf(info, call.args.bounds);
  std::vector<std::size_t> written, read;
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    std::size_t number = pieceOf(use);
    CacheModel::Use &all = pieces[number].use;
    all.bytes = std::max(all.bytes, bytesOf(use, points));
    all.isRead |= use.isRead != 0;
    all.isWritten |= use.isWritten != 0;
    if (use.isWritten) {
      all.mayStream &= mayStream;
      written.push_back(number);
    } else
      read.push_back(number);
  }
  if (mayStream && !written.empty())
    writers.push_back({&call, std::move(written), std::move(read)});
}

void TouchedMemory::allow(const KernelCall &call, bool mayStream) {
  for (Writer &writer : writers)
    if (writer.call == &call)
      writer.mayStream = mayStream;
}

/// Decides whether a kernel streams: where all that it writes had better go past the caches, but
/// for windows. One that writes into windows alone only fetches ahead then, and does so where what
/// it reads is in memory. True if something goes past the caches.
bool TouchedMemory::decide(const Writer &writer) const {
  bool writesMemory = false, streams = writer.mayStream;
  for (std::size_t number : writer.written)
    if (const Piece &piece = pieces[number]; !piece.isWindow()) {
      writesMemory = true;
      streams &= piece.streams;
    }
  if (!writesMemory)
    streams = std::any_of(writer.read.begin(), writer.read.end(),
                          [&](std::size_t number) { return pieces[number].isFar; });
  writer.call->args.streams = streams;
  return writesMemory && streams;
}

TouchedMemory::Found TouchedMemory::note(CacheModel &model) {
  Found all;
  for (const Writer &writer : writers)
    for (std::size_t number : writer.written)
      pieces[number].mayStream &= writer.mayStream;
  for (Piece &piece : pieces) {
    bool mayStream = std::exchange(piece.mayStream, true);
    if (piece.isWindow())
      continue;
    CacheModel::Use use = piece.use;
    use.mayStream &= mayStream;
    use.first = reinterpret_cast<std::uintptr_t>(piece.storage->first());
    CacheModel::Found found = model.use(use);
    piece.streams = found.streams;
    piece.isFar = found.place == CacheModel::Place::Memory;
    if (found.place == CacheModel::Place::Caches)
      all.fromCaches = saturatingAdd(all.fromCaches, use.bytes);
    else if (found.place == CacheModel::Place::Memory)
      all.fromMemory = saturatingAdd(all.fromMemory, use.bytes);
  }
  for (const Writer &writer : writers)
    all.streamed += decide(writer);
  return all;
}

} // namespace gtjit::detail
