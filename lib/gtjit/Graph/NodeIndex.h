//===- NodeIndex.h - Numbers of visited nodes -------------------*- C++ -*-===//
//
// A hash table from nodes to numbers for walks over a graph. Small graphs need
// no memory of their own.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODEINDEX_H
#define GTJIT_GRAPH_NODEINDEX_H

#include "gtjit/Graph/Node.h"

#include <cstring>

namespace gtjit::detail {

/// Open addressing with linear probing, at most half full.
class NodeIndex {
public:
  static constexpr unsigned none = ~0u;

  NodeIndex() { std::memset(static_cast<void *>(local), 0, sizeof(local)); }
  NodeIndex(const NodeIndex &) = delete;
  NodeIndex &operator=(const NodeIndex &) = delete;

  /// The number of a node, or none.
  unsigned find(const Node *node) const { return slotOf(node)->number; }
  /// Gives a node a number; it must have none.
  void insert(const Node *node, unsigned number) {
    if (2 * ++count > size)
      grow();
    Slot *slot = slotOf(node);
    slot->node = node;
    slot->number = number;
  }

private:
  struct Slot {
    const Node *node;
    unsigned number;
  };
  static constexpr std::size_t inlineSize = 128;

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
  void grow() {
    std::vector<Slot> old(slots, slots + size);
    size *= 2;
    heap.assign(size, Slot{nullptr, none});
    slots = heap.data();
    for (const Slot &slot : old)
      if (slot.node)
        *slotOf(slot.node) = slot;
  }

  mutable Slot local[inlineSize];
  std::vector<Slot> heap;
  Slot *slots = local;
  std::size_t size = inlineSize;
  std::size_t count = 0;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODEINDEX_H
