//===- ExpressionReads.h - What stored expressions read ---------*- C++ -*-===//
//
// Before memory is written: which graph leaves do the expressions to be stored
// read, at which points, and does anything else still need them? Only looks
// at graphs; what follows from the answers is decided in WriteTransaction.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_EXPRESSIONREADS_H
#define GTJIT_RUNTIME_EXPRESSIONREADS_H

#include "gtjit/Graph/Node.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace gtjit::detail {

/// The graphs of several stores, each of which holds its root by exactly one
/// reference. Made and used under the runtime's graph mutex; the walk does not
/// recurse.
class ExpressionReads {
public:
  explicit ExpressionReads(const std::vector<StoreRequest> &stores);

  /// True if one of the expressions reads the leaf (or evaluated node).
  bool reads(const Node &leaf) const { return places.contains(&leaf); }
  /// True if the leaf is needed by more than the expressions: it, or a node of
  /// the expressions that reads it, is held elsewhere. Storages' caches do not
  /// count.
  bool neededOutside(const Node &leaf) const;
  /// True if a store's writing may change what some store still has to read of
  /// the leaf: everything but "its own point only" and "elsewhere".
  bool conflicts(const Node &leaf, std::size_t writer);

private:
  struct Place {
    const Node *node;
    long edges = 0;       ///< references from inside
    bool outside = false; ///< needed outside
  };
  /// What one store reads of a node.
  struct Extent {
    Domain box;
    bool ownPoint = true; ///< each point of the store reads itself only
    bool used = false;
  };

  void collect(const Node *root);
  void findOutside();
  const std::vector<Extent> &extentsOf(std::size_t store);

  const std::vector<StoreRequest> &stores;
  std::vector<Place> order; ///< operands before users
  std::unordered_map<const Node *, std::size_t> places;
  std::vector<std::vector<Extent>> extents; ///< per store, per place; empty: not computed
};

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_EXPRESSIONREADS_H
