//===- InverseImage.h - Where a table's indices lie in a range --*- C++ -*-===//
//
// A table is memory, so what a remap by it is defined on is found on the host,
// before anything runs: the smallest box of the table's positions that holds all
// indices in a range. Missing neighbours match anything and reach for nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_INVERSEIMAGE_H
#define GTJIT_GRAPH_INVERSEIMAGE_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// The part of a table whose indices are in a range.
struct InverseImage {
  Domain domain;         ///< positions in the table, in canonical order
  Range image;           ///< the smallest that holds all indices there
  bool hasSkips = false; ///< a neighbour is missing there
};

/// What is known of one piece of memory.
struct TableImages {
  struct Entry {
    ArrayView table; ///< without its block
    Range indices;   ///< the smallest that holds all of its indices, missing neighbours too
    std::optional<std::int64_t> skip;
    Range range;
    InverseImage found;
  };
  std::vector<Entry> entries; ///< the last ones that were asked for
};

/// A table and what is asked of it.
struct TableQuery {
  const Node &table; ///< memory of i32 or i64, or a part of it
  Dimension to;      ///< whose indices it holds
  std::optional<std::int64_t> skip;
  Range range; ///< in which the indices shall lie
};

/// Throws NonContiguousDomain if an index in the box is not in the range, or if
/// none is at all. `reader`: what reads the table, for the message.
InverseImage inverseImage(const TableQuery &query, const std::string &reader, SourceLine line);

/// The smallest range that holds the indices of a table at those of its positions that are in the
/// box, missing neighbours left out. Under the graph mutex.
Range indicesIn(const Node &table, const Domain &box, std::optional<std::int64_t> skip);

/// The memory that the node is, or a part of which it is: else none. Under the
/// graph mutex.
std::optional<ArrayView> memoryOf(const Node &node);
/// Whether the node is memory, or a part of it, as what is looked at must be; of a
/// symbolic node whether it will be. The caller need not hold the graph mutex.
bool isInMemory(const Node &node);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_INVERSEIMAGE_H
