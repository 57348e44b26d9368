//===- ImageRunner.h - Runs an image's kernels in a test --------*- C++ -*-===//
//
// The least that runs an image: bounds, temporaries, scratch, tiles, one thread.
// Independent of the engine's own executor, whose tests it is not part of.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_IMAGERUNNER_H
#define GTJIT_UNITTESTS_IMAGERUNNER_H

#include "gtjit/DType.h"
#include "gtjit/Kernel/CallKernel.h"
#include "gtjit/Kernel/ImageView.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gtjit::testing {

/// A storage as a program's argument: coordinate 0 is `data[offset]`.
struct RawStorage {
  void *data;
  std::int64_t offset;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;

  /// The words of gtabi::StorageAddress, for elements of so many bytes.
  std::vector<std::int64_t> address(gtabi::ElementType type) const {
    auto bytes = static_cast<std::int64_t>(itemsize(static_cast<DType>(type)));
    std::vector<std::int64_t> words = {reinterpret_cast<std::int64_t>(data) + offset * bytes};
    for (std::int64_t stride : strides)
      words.push_back(stride * bytes);
    return words;
  }
};

/// What a run needs besides the image.
struct RunInputs {
  std::vector<RawStorage> storages;
  std::vector<std::uint64_t> scalars;
  std::vector<gtabi::Bounds> ranges;
  std::int64_t tile = 1 << 30; ///< extent of a tile in every dimension
  const void *const *math = nullptr;
  bool streams = false; ///< as KernelArgs::streams
};

/// The bits of a scalar argument.
template <class T> std::uint64_t scalarBits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

class ImageRunner {
public:
  ImageRunner(const detail::ImageView &image, std::vector<gtabi::Kernel> entries,
              const RunInputs &given)
      : view(image), kernels(std::move(entries)), inputs(given) {
    for (const gtabi::BoundsInfo &info : view.bounds())
      bounds.push_back(resolve(info));
    for (const RawStorage &storage : inputs.storages)
      arguments.push_back(storage.address(view.arguments()[arguments.size()].type));
    for (const gtabi::TemporaryInfo &info : view.temporaries())
      addTemporary(info);
  }

  void run() {
    for (std::size_t number = 0; number < kernels.size(); ++number)
      runKernel(view.kernels()[number], kernels[number]);
  }

private:
  /// A range; its parts are resolved. What is empty stays so.
  gtabi::Bounds resolve(const gtabi::BoundsInfo &info) const {
    gtabi::Bounds result = {0, 0};
    if (info.kind == gtabi::BoundsKind::Range)
      result = inputs.ranges.at(info.range);
    bool isFirst = true;
    for (std::uint32_t number : view.boundsUses(info.parts)) {
      gtabi::Bounds part = bounds.at(number);
      bool isHull = info.kind == gtabi::BoundsKind::Hull;
      bool isBelow = info.kind == gtabi::BoundsKind::Below;
      if (isHull && extent(part) == 0)
        continue;
      if (std::exchange(isFirst, false))
        result = part;
      else if (isHull)
        result = {std::min(result.lo, part.lo), std::max(result.hi, part.hi)};
      else if (info.kind == gtabi::BoundsKind::When)
        result = extent(part) == 0 ? gtabi::Bounds{0, 0} : result;
      else if (info.kind == gtabi::BoundsKind::Intersection)
        result = {std::max(result.lo, part.lo), std::min(result.hi, part.hi)};
      else if (extent(part) == 0)
        result = isBelow ? result : gtabi::Bounds{0, 0};
      else if (isBelow)
        result.hi = std::min(result.hi, part.lo);
      else
        result.lo = std::max(result.lo, part.hi);
    }
    if (extent(result) == 0)
      return {0, 0};
    return {result.lo + info.lower, result.hi + info.upper};
  }

  static std::int64_t extent(gtabi::Bounds bounds) {
    return std::max<std::int64_t>(0, bounds.hi - bounds.lo);
  }

  void addTemporary(const gtabi::TemporaryInfo &info) {
    auto bytes = static_cast<std::int64_t>(itemsize(static_cast<DType>(info.type)));
    RawStorage storage = {nullptr, 0, {}, {}};
    std::int64_t stride = 1;
    auto ranges = view.boundsUses(info.bounds);
    for (std::size_t dim = ranges.size(); dim-- > 0;) {
      gtabi::Bounds range = bounds.at(ranges[dim]);
      storage.sizes.insert(storage.sizes.begin(), extent(range));
      storage.strides.insert(storage.strides.begin(), stride);
      storage.offset -= range.lo * stride;
      stride *= extent(range);
    }
    memory.push_back(allocate(std::max<std::int64_t>(1, stride) * bytes));
    storage.data = memory.back().get();
    temporaries.push_back(storage.address(info.type));
  }

  /// Points of a tile along a loop.
  std::int64_t tileOf(const gtabi::KernelInfo &info, std::size_t loop) const {
    bool isOrdered =
        info.orders.count && view.orders(info.orders)[loop] != gtabi::LoopOrder::Parallel;
    if (loop + gtabi::kNestedLoops < info.loopDims)
      return 1;
    return isOrdered ? INT64_MAX : inputs.tile;
  }

  /// All tiles of the loops from `loop` on, in the spans of the slower ones.
  void runTiles(const gtabi::KernelInfo &info, gtabi::Kernel kernel, const gtabi::KernelArgs &args,
                std::vector<gtabi::Bounds> &spans) {
    std::size_t loop = spans.size();
    if (loop == info.loopDims)
      return detail::callKernel(kernel, &args, spans.data());
    gtabi::Bounds range = args.bounds[loop];
    std::int64_t step = std::min(tileOf(info, loop), extent(range));
    std::vector<gtabi::Bounds> tiles;
    for (std::int64_t at = range.lo; at < range.hi; at += step)
      tiles.push_back({at, std::min(at + step, range.hi)});
    if (info.orders.count && view.orders(info.orders)[loop] == gtabi::LoopOrder::Backward)
      std::reverse(tiles.begin(), tiles.end());
    for (gtabi::Bounds tile : tiles) {
      spans.push_back(tile);
      runTiles(info, kernel, args, spans);
      spans.pop_back();
    }
  }

  /// Bytes of scratch for the largest tile.
  std::size_t scratchOf(const gtabi::KernelInfo &info, const std::vector<gtabi::Bounds> &ranges) {
    std::size_t bytes = info.scratch;
    for (const gtabi::ScratchTerm &term : view.scratchTerms(info.scratchTerms)) {
      std::size_t product = term.factor;
      for (std::uint32_t number : view.extents(term)) {
        std::int64_t points = extent(ranges[number]);
        product *= static_cast<std::size_t>(
            number < info.loopDims ? std::min(points, tileOf(info, number)) : points);
      }
      bytes += product;
    }
    return bytes;
  }

  void runKernel(const gtabi::KernelInfo &info, gtabi::Kernel kernel) {
    std::vector<const gtabi::StorageAddress *> storages;
    for (const gtabi::StorageUse &use : view.storages(info.storages))
      storages.push_back(reinterpret_cast<const gtabi::StorageAddress *>(
          (use.isTemporary ? temporaries : arguments).at(use.index).data()));
    std::vector<gtabi::Bounds> used;
    for (std::uint32_t number : view.boundsUses(info.bounds))
      used.push_back(bounds.at(number));
    std::size_t scratchBytes = scratchOf(info, used);
    auto scratch = allocate(scratchBytes);
    std::vector<std::uint64_t> scalars;
    for (std::uint32_t word : view.scalars(info.scalars))
      scalars.push_back(inputs.scalars.at(word));
    auto walked = static_cast<std::int64_t>(gtabi::walkedLoops(info.loopDims));
    gtabi::KernelArgs args = {storages.data(), used.data(), scalars.data(),
                              scratch.get(),   nullptr,     inputs.math,
                              inputs.streams,  nullptr,     walked};
    std::vector<gtabi::Bounds> spans;
    runTiles(info, kernel, args, spans);
    for (std::size_t at = scratchBytes; at < scratchBytes + kSlack; ++at)
      if (scratch[at] != kPattern)
        throw std::logic_error("a kernel writes beyond its scratch memory");
  }

  struct Free {
    void operator()(std::uint8_t *bytes) const { ::operator delete(bytes, std::align_val_t(64)); }
  };
  using Block = std::unique_ptr<std::uint8_t[], Free>;
  static constexpr std::size_t kSlack = 8192;
  static constexpr std::uint8_t kPattern = 0xa5;
  /// Aligned memory full of a pattern that is no likely value, and more behind it.
  static Block allocate(std::size_t bytes) {
    auto *block = static_cast<std::uint8_t *>(::operator new(bytes + kSlack, std::align_val_t(64)));
    std::memset(block, kPattern, bytes + kSlack);
    return Block(block);
  }

  const detail::ImageView &view;
  std::vector<gtabi::Kernel> kernels;
  const RunInputs &inputs;
  std::vector<gtabi::Bounds> bounds; ///< of the image's table
  std::vector<std::vector<std::int64_t>> arguments, temporaries;
  std::vector<Block> memory;
};

} // namespace gtjit::testing

#endif // GTJIT_UNITTESTS_IMAGERUNNER_H
