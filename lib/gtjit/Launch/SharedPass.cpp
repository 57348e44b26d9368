//===- SharedPass.cpp - Kernels that go through the same memory -----------===//
//
// Decides from an image's description alone. Tiles are cut from loops that all kernels have: what
// one of them writes the others touch at the same coordinates of these loops, so that no order of
// tiles matters.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/SharedPass.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace gtjit::detail {

/// Kernels of a pass: each is called for all tiles.
static constexpr std::size_t kMostMembers = 16;

std::uint32_t loopOfPass(const ImageView &image, const SharedPass &pass,
                         const gtabi::KernelInfo &kernel, std::uint32_t loop) {
  std::uint32_t bounds = image.boundsUses(kernel.bounds)[loop];
  auto found = std::find(pass.loops.begin(), pass.loops.end(), bounds);
  return found == pass.loops.end() ? kNoLoop
                                   : static_cast<std::uint32_t>(found - pass.loops.begin());
}

namespace {

/// Takes one kernel after the other.
class PassSearch {
public:
  PassSearch(const ImageView &image, const SharedPass &pass)
      : image(image), pass(pass), storages(image.arguments().size() + image.temporaries().size()) {}
  /// Whether the kernel may be in the pass with those before it.
  bool add(const gtabi::KernelInfo &kernel);
  /// Whether the last one reads again what has more dimensions than the pass has loops.
  bool readsAgain() const { return isReader; }

private:
  /// The dimension of a storage that each loop of the pass goes through, point by point.
  using Dims = std::array<std::size_t, gtabi::kNestedLoops>;
  struct Known {
    bool isTouched = false, isWritten = false, isAlike = true;
    std::optional<Dims> dims;
  };
  bool hasLoops(const gtabi::KernelInfo &kernel) const;
  std::optional<Dims> dimsOf(const gtabi::KernelInfo &kernel, const gtabi::StorageUse &use) const;
  bool touch(const gtabi::KernelInfo &kernel, const gtabi::StorageUse &use);
  std::size_t rankOf(const gtabi::StorageUse &use) const {
    return use.isTemporary ? image.temporaries()[use.index].bounds.count
                           : image.arguments()[use.index].rank;
  }

  const ImageView &image;
  const SharedPass &pass;
  std::vector<Known> storages; ///< arguments, then temporaries
  bool isReader = false;
};

} // namespace

/// All loops of the pass, once each, in any place.
bool PassSearch::hasLoops(const gtabi::KernelInfo &kernel) const {
  if (kernel.orders.count != 0 || kernel.loopDims > gtabi::kNestedLoops ||
      kernel.acrossLoop != kernel.loopDims)
    return false;
  std::array<unsigned, gtabi::kNestedLoops> times{};
  for (std::uint32_t loop = 0; loop < kernel.loopDims; ++loop)
    if (std::uint32_t own = loopOfPass(image, pass, kernel, loop); own != kNoLoop)
      ++times[own];
  return std::all_of(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(pass.loops.size()),
                     [](unsigned count) { return count == 1; });
}

std::optional<PassSearch::Dims> PassSearch::dimsOf(const gtabi::KernelInfo &kernel,
                                                   const gtabi::StorageUse &use) const {
  std::span<const gtabi::ReachInfo> reach = image.reach(use);
  Dims dims;
  dims.fill(SIZE_MAX);
  for (std::size_t dim = 0; dim < reach.size(); ++dim) {
    if (reach[dim].loop >= kernel.loopDims || reach[dim].lower != 0 || reach[dim].upper != 0)
      continue;
    if (std::uint32_t own = loopOfPass(image, pass, kernel, reach[dim].loop); own != kNoLoop)
      dims[own] = dim;
  }
  bool hasAll =
      std::all_of(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(pass.loops.size()),
                  [](std::size_t dim) { return dim != SIZE_MAX; });
  return hasAll ? std::optional(dims) : std::nullopt;
}

/// Whether no tile of the pass touches what another one writes of the storage.
bool PassSearch::touch(const gtabi::KernelInfo &kernel, const gtabi::StorageUse &use) {
  Known &storage = storages[use.isTemporary ? image.arguments().size() + use.index : use.index];
  std::optional<Dims> dims = dimsOf(kernel, use);
  bool isFirst = !storage.isTouched;
  isReader |= !isFirst && use.isRead && rankOf(use) > pass.loops.size();
  storage.isAlike &= dims && (isFirst || storage.dims == dims);
  storage.dims = dims;
  storage.isTouched = true;
  storage.isWritten |= use.isWritten != 0;
  return isFirst || !storage.isWritten || storage.isAlike;
}

bool PassSearch::add(const gtabi::KernelInfo &kernel) {
  isReader = false;
  std::span<const gtabi::StorageUse> uses = image.storages(kernel.storages);
  return hasLoops(kernel) &&
         std::all_of(uses.begin(), uses.end(), [&](const auto &use) { return touch(kernel, use); });
}

SharedPass findSharedPass(const ImageView &image, std::size_t first, std::size_t end) {
  std::span<const gtabi::KernelInfo> kernels = image.kernels().subspan(first, end - first);
  const gtabi::KernelInfo &reduction = kernels.front();
  if (!reduction.hasFold || reduction.loopDims == 0 || reduction.loopDims > gtabi::kNestedLoops ||
      kernels.size() < 2 || !image.imports().empty())
    return {};
  SharedPass pass{0, 0, image.boundsUses(reduction.bounds).first(reduction.loopDims)};
  PassSearch search(image, pass);
  for (std::size_t n = 0; n < std::min(kernels.size(), kMostMembers); ++n) {
    if (!search.add(kernels[n]))
      break;
    if (search.readsAgain()) {
      pass.count = n + 1;
      ++pass.again;
    }
  }
  return pass;
}

} // namespace gtjit::detail
