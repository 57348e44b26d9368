//===- NodeIndex.h - Numbers of visited nodes -------------------*- C++ -*-===//
//
// A hash table from nodes to numbers for walks over a graph. Small graphs need
// no memory of their own.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODEINDEX_H
#define GTJIT_GRAPH_NODEINDEX_H

#include "gtjit/Graph/Node.h"

#include <algorithm>
#include <vector>

namespace gtjit::detail {

/// A list while there are few, then open addressing with linear probing, at most
/// half full.
class NodeIndex {
public:
  static constexpr unsigned none = ~0u;

  NodeIndex() = default;
  NodeIndex(const NodeIndex &) = delete;
  NodeIndex &operator=(const NodeIndex &) = delete;

  /// The number of a node, or none.
  unsigned find(const Node *node) const {
    if (count > kFew)
      return slotOf(node)->number;
    for (std::size_t n = 0; n < count; ++n)
      if (local[n].node == node)
        return local[n].number;
    return none;
  }
  /// Gives a node a number; it must have none.
  void insert(const Node *node, unsigned number) {
    if (++count <= kFew) {
      local[count - 1] = {node, number};
      return;
    }
    if (count == kFew + 1)
      spread();
    if (2 * count > size)
      grow();
    *slotOf(node) = {node, number};
  }

private:
  struct Slot {
    const Node *node;
    unsigned number;
  };
  static constexpr std::size_t kFew = 8;
  static constexpr std::size_t inlineSize = 64;

  Slot *slotOf(const Node *node) const {
    std::size_t at = (reinterpret_cast<std::uintptr_t>(node) * 0x9e3779b97f4a7c15u) >> 20;
    while (true) {
      Slot *slot = slots + (at++ & (size - 1));
      if (slot->node == node)
        return slot;
      if (!slot->node) {
        slot->number = none;
        return slot;
      }
    }
  }
  /// Makes the table of the list.
  void spread() {
    Slot list[kFew];
    std::copy(local, local + kFew, list);
    std::fill(local, local + inlineSize, Slot{nullptr, none});
    for (const Slot &slot : list)
      *slotOf(slot.node) = slot;
  }
  void grow() {
    std::vector<Slot> old(slots, slots + size);
    size *= 2;
    heap.assign(size, Slot{nullptr, none});
    slots = heap.data();
    for (const Slot &slot : old)
      if (slot.node)
        *slotOf(slot.node) = slot;
  }

  mutable Slot local[inlineSize]; ///< without values beyond the list
  std::vector<Slot> heap;
  Slot *slots = local;
  std::size_t size = inlineSize;
  std::size_t count = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODEINDEX_H
