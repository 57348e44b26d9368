//===- Index.h - The coordinate at every point ------------------*- C++ -*-===//
//
// A field on one infinite dimension.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_INDEX_H
#define GTJIT_GRAPH_OPERATIONS_INDEX_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

struct IndexNode final : NodeOf<IndexNode> {
  static constexpr std::string_view operationName = "index";
  Dimension dim;

  IndexNode(Dimension of, SourceLine at);
  IndexNode(const NodeType &type, Dimension of, SourceLine at) : NodeOf(type), dim(of) {
    line = at;
  }
  NodeKind kind() const override { return NodeKind::Source; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string>) const override {
    return "index of " + std::string(dim.name());
  }
  std::string valueName() const override { return "index"; }
  NodeRef rebuild(const Rebuilding &) const override;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_INDEX_H
