//===- Validity.h - Where neighbours are missing ----------------*- C++ -*-===//
//
// What is gathered by a table with missing neighbours has no value there. Every
// operation hands on where: bool fields with the dimensions of the tables, which
// reductions over neighbours look at. They are fields of their own, and stay when
// a node is evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_VALIDITY_H
#define GTJIT_GRAPH_OPERATIONS_VALIDITY_H

#include "gtjit/Graph/Build.h"

#include <algorithm>

namespace gtjit::detail {

/// Whether a bool field holds: a neighbour that is there. `table`: the indices.
NodeRef buildValid(const NodeRef &table, std::int64_t skip, SourceLine line);

/// Adds fields to what a node hands on, each once.
inline void addValidity(Node &node, const std::vector<NodeRef> &fields) {
  std::vector<NodeRef> all;
  if (node.validity)
    all = *node.validity;
  for (const NodeRef &field : fields)
    if (std::find_if(all.begin(), all.end(),
                     [&](const NodeRef &known) { return known.get() == field.get(); }) == all.end())
      all.push_back(field);
  node.validity = std::make_shared<const std::vector<NodeRef>>(std::move(all));
}

/// What a node hands on becomes `move` of each field that has the dimension.
template <class Move> void moveValidity(Node &node, Dimension dim, Move move) {
  if (!node.validity)
    return;
  std::vector<NodeRef> moved;
  for (const NodeRef &valid : *node.validity)
    moved.push_back(valid->domain.has(dim) ? move(valid) : valid);
  node.validity = std::make_shared<const std::vector<NodeRef>>(std::move(moved));
}

/// What a field hands on where it is read at indices: `build` of each and of those of `tables`
/// whose dimension `to` it has.
template <class Table, class Build>
std::vector<NodeRef> validityAt(const Node &field, std::span<const Table> tables, Build build) {
  std::vector<NodeRef> fields;
  if (!field.validity)
    return fields;
  for (const NodeRef &valid : *field.validity) {
    std::vector<Table> own;
    for (const Table &table : tables)
      if (valid->domain.has(table.to))
        own.push_back(table);
    fields.push_back(own.empty() ? valid : build(valid, std::span<const Table>(own)));
  }
  return fields;
}

/// What `operand` hands on to a node without some dimensions: the fields that
/// have none of them.
inline void keepValidity(Node &node, const Node &operand, std::span<const Dimension> removed) {
  if (!operand.validity)
    return;
  std::vector<NodeRef> kept;
  for (const NodeRef &valid : *operand.validity)
    if (std::none_of(removed.begin(), removed.end(),
                     [&](Dimension dim) { return valid->domain.has(dim); }))
      kept.push_back(valid);
  if (!kept.empty())
    node.validity = std::make_shared<const std::vector<NodeRef>>(std::move(kept));
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_VALIDITY_H
