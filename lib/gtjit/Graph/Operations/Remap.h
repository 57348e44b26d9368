//===- Remap.h - A field at the indices of tables ---------------*- C++ -*-===//
//
// The value at a point is that of the field where some of its coordinates are
// what tables hold for the point.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_REMAP_H
#define GTJIT_GRAPH_OPERATIONS_REMAP_H

#include "gtjit/Graph/Build.h"

#include <optional>

namespace gtjit::detail {

/// What replaces one dimension.
struct RemapTable {
  NodeRef indices;                  ///< i32 or i64; memory, a part of it, or of a traced callable
  Dimension to;                     ///< the dimension of the field that is replaced
  std::optional<std::int64_t> skip; ///< stands for a missing neighbour
};

/// Replaces all dimensions at once. Where a neighbour is missing the result has
/// no value. Throws ValueError, NonContiguousDomain, DTypeError.
NodeRef buildRemap(const NodeRef &input, std::span<const RemapTable> tables, SourceLine line);

/// Throws DTypeError or ValueError unless the table can be one: of i32 or i64, and
/// without the dimension twice.
void checkTable(const Node &indices, Dimension to, SourceLine line);

/// The dimensions of a node from slow to fast, given those of its field and then of
/// its tables: a table's stand where the one that it replaces did. None if an input
/// has no order.
std::vector<Dimension> orderAmongTables(const Domain &domain, std::span<const Dimension> replaced,
                                        std::span<const std::vector<Dimension>> inputOrders);

struct TextValue;
/// Defines the result as the first input at indices, in the node's ranges.
void printRemap(OperationText &text, std::span<const TextValue> indices);

struct RemapNode final : NodeOf<RemapNode> {
  static constexpr std::string_view operationName = "remap";
  /// What is known of input n + 1.
  struct Replaced {
    Dimension dim; ///< of the field
    std::optional<std::int64_t> skip;
    Range image;           ///< in which the indices lie that are read
    bool hasSkips = false; ///< a neighbour is missing
  };
  std::vector<Replaced> replaced;
  std::vector<Dimension> dims; ///< of `replaced`

  NodeKind kind() const override { return NodeKind::Computed; }
  Domain reads(std::size_t n, const Domain &box) const override;
  /// For a large box what reads() tells. Under the graph mutex, with the tables
  /// leased.
  std::vector<Domain> pointsRead(std::size_t n, const Domain &box) const override;
  /// What the tables hold in the box. Under the graph mutex.
  Domain needs(std::size_t n, const Domain &box) const override;
  bool isTable(std::size_t n) const override { return n > 0; }
  std::span<const Dimension> gathered() const override { return dims; }
  bool readsOwnPoint() const override { return false; }
  std::vector<Dimension>
  ordered(std::span<const std::vector<Dimension>> inputOrders) const override;
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;

private:
  TextValue safeIndices(OperationText &text, std::size_t n, std::size_t &scalar) const;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_REMAP_H
