//===- GraphShape.h - What makes a key, for people --------------*- C++ -*-===//
//
// What of an evaluation decides which code serves it, in words, so that two of
// them can be compared.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_OBSERVE_GRAPHSHAPE_H
#define GTJIT_OBSERVE_GRAPHSHAPE_H

#include "gtjit/Graph/FlatGraph.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace gtjit::detail {

/// The words of a graph: operations, element types, layouts of its storages.
struct GraphShape {
  SourceLine line;                     ///< of its first store
  bool isChecked = false;              ///< its kernels look for NaN
  std::vector<std::string> operations; ///< "#3 + #1": one for each node, then the stores
  std::vector<std::string> types;      ///< "f64" of each node, then of each storage
  std::vector<std::string> layouts;    ///< "[J, I] contiguous" of each storage
  std::vector<std::string> names;      ///< of each storage, as messages call it

  /// "13 operations: 6 +, 4 -, 2 *, 1 where".
  std::string summary() const;
  std::vector<std::string> counted; ///< spelling of each point operation and reduction
};

GraphShape shapeOf(const FlatGraph &graph);

/// Why `made` is not served by `known`, starting with "other".
std::string difference(const GraphShape &made, const GraphShape &known);

/// Finds the shape that another one agrees with for longest, from its first
/// operation over types to layouts, in the time it takes to read that one.
class ShapeIndex {
public:
  /// The shape must stay where it is.
  void add(const GraphShape &shape);
  /// The one added last of those that agree for longest; null if there is none.
  const GraphShape *nearest(const GraphShape &shape) const;

private:
  std::unordered_map<std::size_t, const GraphShape *> byStart; ///< by the hash of a start
};

} // namespace gtjit::detail

#endif // GTJIT_OBSERVE_GRAPHSHAPE_H
