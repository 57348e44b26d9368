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
#include <vector>

namespace gtjit::testing {

/// A storage as a program's argument: coordinate 0 is `data[offset]`.
struct RawStorage {
  void *data;
  std::int64_t offset;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;

  /// The memref descriptor.
  std::vector<std::int64_t> descriptor() const {
    auto address = reinterpret_cast<std::int64_t>(data);
    std::vector<std::int64_t> words = {address, address, offset};
    words.insert(words.end(), sizes.begin(), sizes.end());
    words.insert(words.end(), strides.begin(), strides.end());
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
  gtabi::StreamingCopy streamingCopy = nullptr; ///< as KernelArgs::streamingCopy
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
    for (const RawStorage &storage : inputs.storages)
      arguments.push_back(storage.descriptor());
    for (const gtabi::TemporaryInfo &info : view.temporaries())
      addTemporary(info);
  }

  void run() {
    for (std::size_t number = 0; number < kernels.size(); ++number)
      runKernel(view.kernels()[number], kernels[number]);
  }

private:
  /// The hull of a range's terms; those that are empty do not count.
  gtabi::Bounds resolve(const gtabi::BoundsInfo &info) const {
    gtabi::Bounds hull = {0, 0};
    bool isEmpty = true;
    for (const gtabi::BoundsTerm &term : view.terms(info)) {
      gtabi::Bounds range = inputs.ranges.at(term.range);
      if (range.hi <= range.lo)
        continue;
      gtabi::Bounds grown = {range.lo + term.lower, range.hi + term.upper};
      hull =
          isEmpty ? grown : gtabi::Bounds{std::min(hull.lo, grown.lo), std::max(hull.hi, grown.hi)};
      isEmpty = false;
    }
    return hull;
  }

  static std::int64_t extent(gtabi::Bounds bounds) {
    return std::max<std::int64_t>(0, bounds.hi - bounds.lo);
  }

  void addTemporary(const gtabi::TemporaryInfo &info) {
    auto bytes = static_cast<std::int64_t>(itemsize(static_cast<DType>(info.type)));
    RawStorage storage = {nullptr, 0, {}, {}};
    std::int64_t stride = 1;
    auto ranges = view.bounds(info.bounds);
    for (std::size_t dim = ranges.size(); dim-- > 0;) {
      gtabi::Bounds bounds = resolve(ranges[dim]);
      storage.sizes.insert(storage.sizes.begin(), extent(bounds));
      storage.strides.insert(storage.strides.begin(), stride);
      storage.offset -= bounds.lo * stride;
      stride *= extent(bounds);
    }
    memory.push_back(allocate(std::max<std::int64_t>(1, stride) * bytes));
    storage.data = memory.back().get();
    temporaries.push_back(storage.descriptor());
  }

  void runKernel(const gtabi::KernelInfo &info, gtabi::Kernel kernel) {
    std::vector<const gtabi::MemrefHead *> storages;
    for (const gtabi::StorageUse &use : view.storages(info.storages))
      storages.push_back(reinterpret_cast<const gtabi::MemrefHead *>(
          (use.isTemporary ? temporaries : arguments).at(use.index).data()));
    std::vector<gtabi::Bounds> bounds;
    for (const gtabi::BoundsInfo &range : view.bounds(info.bounds))
      bounds.push_back(resolve(range));
    std::vector<std::int64_t> tile(info.loopDims, inputs.tile);
    std::int64_t tiles = 1;
    for (std::uint32_t loop = 0; loop < info.loopDims; ++loop) {
      if (loop + gtabi::kNestedLoops < info.loopDims)
        tile[loop] = 1;
      tiles *= (extent(bounds[loop]) + tile[loop] - 1) / tile[loop];
    }
    auto scratch = allocate(info.scratch);
    std::vector<std::uint64_t> scalars;
    for (std::uint32_t word : view.scalars(info.scalars))
      scalars.push_back(inputs.scalars.at(word));
    gtabi::KernelArgs args = {storages.data(), bounds.data(), scalars.data(), tile.data(),
                              scratch.get(),   nullptr,       inputs.math,    inputs.streamingCopy};
    detail::callKernel(kernel, &args, 0, tiles / 2);
    detail::callKernel(kernel, &args, tiles / 2, tiles);
    for (std::size_t at = info.scratch; at < info.scratch + kSlack; ++at)
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
  std::vector<std::vector<std::int64_t>> arguments, temporaries;
  std::vector<Block> memory;
};

} // namespace gtjit::testing

#endif // GTJIT_UNITTESTS_IMAGERUNNER_H
