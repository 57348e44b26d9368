//===- BlocksByAddress.h - Which of many blocks share memory ----*- C++ -*-===//
//
// Blocks with a number each. Those that share memory with another one are found without a
// look at all of them, so that an evaluation of thousands of storages takes time linear in
// their number, as that of a few does.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_BLOCKSBYADDRESS_H
#define GTJIT_MEMORY_BLOCKSBYADDRESS_H

#include "gtjit/Memory/Overlap.h"

#include <algorithm>

namespace gtjit::detail {

class BlocksByAddress {
public:
  void clear() {
    entries.clear();
    ends.clear();
  }
  void add(const Block &block, unsigned number) { entries.append(&block, number); }
  /// After the last one was added.
  void sort() {
    if (entries.size() <= kFew)
      return;
    std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
      return a.block->address() < b.block->address();
    });
    for (const Entry &entry : entries)
      ends.push_back(
          std::max(ends.empty() ? 0 : ends.back(), entry.block->address() + entry.block->bytes));
  }
  /// Whether `see(block, number)` is true for all that share memory with `block`, in any order.
  template <class See> bool allSharing(const Block &block, const See &see) const {
    auto isSeen = [&](const Entry &entry) {
      return !shareMemory(*entry.block, block) || see(*entry.block, entry.number);
    };
    if (ends.empty())
      return std::all_of(entries.begin(), entries.end(), isSeen);
    std::uintptr_t begin = block.address(), end = std::max(begin + block.bytes, begin + 1);
    const Entry *behind = // a block without bytes is not behind itself
        std::partition_point(entries.begin(), entries.end(),
                             [&](const Entry &entry) { return entry.block->address() < end; });
    for (auto n = static_cast<std::size_t>(behind - entries.begin()); n-- > 0 && ends[n] >= begin;)
      if (!isSeen(entries[n]))
        return false;
    return true;
  }

private:
  struct Entry {
    const Block *block;
    unsigned number;
  };
  static constexpr std::size_t kFew = 8; ///< which are looked at one by one
  Sequence<Entry, kFew> entries;
  Sequence<std::uintptr_t> ends; ///< the largest so far; empty for a few
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_BLOCKSBYADDRESS_H
