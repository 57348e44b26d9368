//===- WrittenMemory.cpp - What shares memory with a store ----------------===//
//
// Stores are told apart by cutting: along addresses, and, where they write parts
// of one array, along its dimensions. Only those that no cut separates are
// compared with each other.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/WrittenMemory.h"

#include "gtjit/Memory/BlocksByAddress.h"
#include "gtjit/Memory/Overlap.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gtjit::detail {

namespace {

using Numbers = std::vector<std::size_t>;

/// From the first byte of a store to behind its last.
Range bytesOf(const StoreRequest &store) {
  ArrayView part = store.target.restricted(store.region);
  HostSpan span = spanOf(part, part.address());
  return {static_cast<std::int64_t>(span.lo), static_cast<std::int64_t>(span.hi)};
}

class DoubleWrites {
public:
  explicit DoubleWrites(const std::vector<StoreRequest> &stores) : stores(stores) {}
  std::optional<WrittenTwice> find();

private:
  /// Along which stores are cut: addresses, or a dimension of their array.
  struct Axis {
    const StoreRequest *array; ///< null: addresses
    std::size_t dim = 0;
  };
  Range along(const Axis &axis, std::size_t store) const {
    return axis.array ? stores[store].region[axis.array->target.domain[axis.dim].dim]
                      : spans[store];
  }
  bool cut(Numbers &together, const Axis &axis);
  bool areOneArray(const Numbers &together) const;
  void separate(Numbers together);
  void compare(std::span<const std::size_t> together);

  const std::vector<StoreRequest> &stores;
  std::vector<Range> spans; ///< bytes of each store
  std::vector<Numbers> pending;
  std::optional<WrittenTwice> found;
};

/// True if what the axis separates was put back to be looked at again.
bool DoubleWrites::cut(Numbers &together, const Axis &axis) {
  std::sort(together.begin(), together.end(), [&](std::size_t a, std::size_t b) {
    return along(axis, a).lo() < along(axis, b).lo();
  });
  std::size_t start = 0;
  std::int64_t end = along(axis, together.front()).hi();
  for (std::size_t n = 1; n < together.size(); ++n) {
    Range range = along(axis, together[n]);
    if (range.lo() >= end) {
      pending.emplace_back(together.begin() + static_cast<std::ptrdiff_t>(start),
                           together.begin() + static_cast<std::ptrdiff_t>(n));
      start = n;
    }
    end = std::max(end, range.hi());
  }
  if (start == 0)
    return false;
  pending.emplace_back(together.begin() + static_cast<std::ptrdiff_t>(start), together.end());
  return true;
}

/// Whether coordinates tell the elements of all their targets together.
bool DoubleWrites::areOneArray(const Numbers &together) const {
  ArrayView all = stores[together.front()].target;
  return !overlapsItself(all) &&
         std::all_of(together.begin() + 1, together.end(), [&](std::size_t n) {
           const ArrayView &target = stores[n].target;
           bool isSame = isSameArray(all, target);
           if (isSame && !(target.domain == all.domain))
             all = hullOf(all, target);
           return isSame;
         });
}

void DoubleWrites::separate(Numbers together) {
  if (together.size() < 2 || cut(together, {nullptr}))
    return;
  const StoreRequest &array = stores[together.front()];
  if (areOneArray(together))
    for (std::size_t d = 0; d < array.target.strides.size(); ++d)
      if (cut(together, {&array, d}))
        return;
  std::sort(together.begin(), together.end());
  compare(together);
}

void DoubleWrites::compare(std::span<const std::size_t> together) {
  for (std::size_t a = 0; a < together.size(); ++a)
    for (std::size_t b = a + 1; b < together.size(); ++b) {
      const StoreRequest &first = stores[together[a]], &second = stores[together[b]];
      if (!mayOverlap(first.target, first.region, second.target, second.region))
        continue;
      std::pair pair(together[a], together[b]);
      if (!found || pair < std::pair(found->first, found->second))
        found = {pair.first, pair.second};
      return;
    }
}

std::optional<WrittenTwice> DoubleWrites::find() {
  Numbers all;
  for (std::size_t n = 0; n < stores.size(); ++n) {
    spans.push_back(stores[n].region.empty() ? Range() : bytesOf(stores[n]));
    if (!stores[n].region.empty())
      all.push_back(n);
  }
  pending.push_back(std::move(all));
  while (!pending.empty()) {
    Numbers next = std::move(pending.back());
    pending.pop_back();
    separate(std::move(next));
  }
  return found;
}

/// Whether two stores are seen to be apart: by their blocks, or as parts of one array.
bool areSeenApart(const StoreRequest &a, const StoreRequest &b) {
  if (!shareMemory(*a.target.block, *b.target.block))
    return true;
  return isSameArray(a.target, b.target) && !overlapsItself(a.target) &&
         std::ranges::any_of(a.region, [&](NamedRange range) {
           Range other = b.region[range.dim];
           return range.range.hi() <= other.lo() || other.hi() <= range.range.lo();
         });
}

/// As `areSeenApart`, each two of a few stores.
bool areSeenApart(const std::vector<StoreRequest> &stores) {
  constexpr std::size_t kFew = 8;
  if (stores.size() > kFew)
    return false;
  for (std::size_t a = 0; a < stores.size(); ++a)
    for (std::size_t b = a + 1; b < stores.size(); ++b)
      if (!areSeenApart(stores[a], stores[b]))
        return false;
  return true;
}

/// Memory of a block, and whether it is written.
struct Used {
  const Block *block;
  bool isWritten;
};

/// The blocks of all arguments by address, each once.
std::vector<Used> blocksOf(const FlatGraph &program) {
  std::vector<Used> blocks;
  for (const ArrayView &view : program.arguments.storages)
    blocks.push_back({view.block.get(), false});
  for (const FlatGraph::Target &target : program.targets)
    blocks[target.storage].isWritten = true;
  std::sort(blocks.begin(), blocks.end(), [](const Used &a, const Used &b) {
    return std::pair(a.block->address(), a.block) < std::pair(b.block->address(), b.block);
  });
  std::size_t count = 0;
  for (const Used &used : blocks)
    if (count && blocks[count - 1].block == used.block)
      blocks[count - 1].isWritten |= used.isWritten;
    else
      blocks[count++] = used;
  blocks.resize(count);
  return blocks;
}

} // namespace

std::optional<WrittenTwice> findWrittenTwice(const std::vector<StoreRequest> &stores) {
  if (areSeenApart(stores))
    return std::nullopt;
  return DoubleWrites(stores).find();
}

bool writesThroughOtherBlock(const FlatGraph &program) {
  const auto &storages = program.arguments.storages;
  if (std::none_of(storages.begin(), storages.end(),
                   [](const ArrayView &view) { return view.block->foreign; }))
    return false; // memory of the library belongs to one block, unless it is wrapped
  std::uintptr_t end = 0, endOfWritten = 0;
  for (const Used &used : blocksOf(program)) {
    if (used.block->address() < (used.isWritten ? end : endOfWritten))
      return true;
    end = std::max(end, used.block->address() + used.block->bytes);
    if (used.isWritten)
      endOfWritten = std::max(endOfWritten, used.block->address() + used.block->bytes);
  }
  return false;
}

std::vector<std::size_t> inputsInWrittenMemory(const FlatGraph &program) {
  const auto &storages = program.arguments.storages;
  std::vector<bool> isTarget(storages.size());
  BlocksByAddress written;
  for (const FlatGraph::Target &target : program.targets) {
    isTarget[target.storage] = true;
    written.add(*storages[target.storage].block, target.storage);
  }
  written.sort();
  std::vector<std::size_t> inputs;
  for (std::size_t n = 0; n < storages.size(); ++n)
    if (!isTarget[n] &&
        !written.allSharing(*storages[n].block, [](const Block &, unsigned) { return false; }))
      inputs.push_back(n);
  return inputs;
}

} // namespace gtjit::detail
