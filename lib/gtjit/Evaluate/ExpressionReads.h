//===- ExpressionReads.h - What stored expressions read ---------*- C++ -*-===//
//
// Before memory is written: which graph leaves do the expressions to be stored
// read, at which points, and does anything else still need them? Only looks
// at graphs; what follows from the answers is decided in WriteTransaction.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_EXPRESSIONREADS_H
#define GTJIT_EVALUATE_EXPRESSIONREADS_H

#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Graph/Stores.h"

#include <optional>
#include <span>
#include <vector>

namespace gtjit::detail {

/// The graphs of several stores, each of which holds its root by exactly one
/// reference. Made and used under the runtime's graph mutex; the walk does not
/// recurse.
class ExpressionReads {
public:
  /// `areNumbersKnown`: they are those of the stores, not of one call of many.
  explicit ExpressionReads(const std::vector<StoreRequest> &stores, bool areNumbersKnown = true);

  /// True if one of the expressions reads the leaf (or evaluated node).
  bool reads(const Node &leaf) const { return places.find(&leaf) != NodeIndex::none; }
  /// True if the leaf is needed by more than the expressions: it, or a node of
  /// the expressions that reads it, is held elsewhere. Storages' caches do not
  /// count.
  bool neededOutside(const Node &leaf) const;
  /// True if a store's writing may change what some store still has to read of
  /// the leaf: everything but "its own point only", also by another store over the same points,
  /// "elsewhere", "points of other colours" and, of the array that is written, what is reduced,
  /// which happens before anything is stored.
  bool conflicts(const Node &leaf, std::size_t writer);
  /// Whether the stores read the array that store `writer` writes elsewhere than
  /// at its point, what is reduced apart, and nothing of it conflicts with the writing.
  InPlace inPlace(std::size_t writer);
  /// The points of the leaf's memory that kernels of the stores may read: a box.
  const Domain &boxRead(const Node &leaf);
  /// What is in memory: leaves and evaluated nodes.
  std::vector<const Node *> leaves() const;

private:
  struct Place {
    const Node *node;
    long edges = 0;                     ///< references from inside
    bool outside = false;               ///< needed outside
    std::optional<Domain> box = {};     ///< that is computed, or read, of the node
    std::optional<Domain> boxRead = {}; ///< of memory: see boxRead()
  };
  /// One way in which a store reads a node.
  struct Reading {
    std::size_t store;
    Domain box;
    /// Dimensions in which the point read does not move along with the point
    /// written.
    Sequence<Dimension, 4> loose;
    bool isMoved = false; ///< perhaps not at the coordinates of the point written
    bool isEarly = false; ///< by a kernel that has run when the store's begins
    bool isHull = false;  ///< holds all readings
  };
  /// All ways in which a store reads a node; of too many, one that holds them.
  using Readings = std::vector<Reading>;
  /// All ways in which stores read a leaf. Many are in the order in which they
  /// begin along the dimension that tells them apart best.
  struct LeafReadings {
    Readings list;
    std::optional<Dimension> along = {}; ///< nothing: in no order
    std::vector<std::int64_t> ends = {}; ///< the largest end along it, of each and all before
    void sort();
    /// All that may have a point in common with the box, perhaps others.
    std::span<const Reading> near(const Domain &box) const;
  };

  enum class ByColour : std::uint8_t { Unknown, Yes, No };
  bool isByColour(std::size_t writer);
  static void add(Readings &readings, Reading reading);
  static bool isOwnPoint(const Reading &reading, const ArrayView &view, const StoreRequest &write);
  bool isPairedPoint(const Reading &reading, const ArrayView &view,
                     const StoreRequest &write) const;
  void collect(const Node *root);
  void findOutside();
  void findReadings(std::size_t store, std::vector<Readings> &reached);
  const LeafReadings &readingsOf(const Node &leaf);
  std::span<const Node *const> leavesOf(const ArrayView &target);
  void findBoxes();

  const std::vector<StoreRequest> &stores;
  std::vector<ByColour> byColour;
  std::vector<Place> order; ///< operands before users
  NodeIndex places;
  bool callsFunctions = false; ///< perhaps, of the host: where one fails is found in old values
  bool haveBoxes = false;
  std::vector<LeafReadings> readings; ///< by place, of all stores; empty: not computed
  std::vector<const Node *> byBlock; ///< what is in memory, in the order of blocks; empty: as above
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_EXPRESSIONREADS_H
