//===- View.h - Nodes that read other points of their input -----*- C++ -*-===//
//
// What shifts, slices, pins and broadcasts share: they compute nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_VIEW_H
#define GTJIT_GRAPH_OPERATIONS_VIEW_H

#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Reference/Evaluated.h"

namespace gtjit::detail {

template <class Own> class ViewOf : public NodeOf<Own> {
public:
  NodeKind kind() const final { return NodeKind::View; }
  /// The same values; some views give them another box.
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override {
    return {*on.inputs[0]};
  }

protected:
  /// A node that reads `input`, with the input's type and domain.
  ViewOf(const NodeRef &input, SourceLine line) {
    this->dtype = input->dtype;
    this->weak = input->weak;
    this->fits = input->fits;
    this->symbolic = input->symbolic;
    this->runtime = input->runtime;
    this->domain = input->domain;
    this->compute = input->compute;
    this->validity = input->validity;
    if (input->unslicedDomain)
      this->unslicedDomain = std::make_unique<Domain>(*input->unslicedDomain);
    this->addInput(input);
    this->line = line;
  }
  /// With a type and a domain of its own, of an input without more to it.
  ViewOf(const NodeType &type, NodeRef input, SourceLine line) : NodeOf<Own>(type) {
    this->addInput(std::move(input));
    this->line = line;
  }
  ViewOf(const ViewOf &) = default;
};

/// The input of a node of this operation that nothing else names; null if it is
/// another operation, has a name, or let its input go.
template <class Operation> NodeRef inputBelow(const Node &node) {
  if (!as<Operation>(node) || !node.name.empty())
    return NodeRef();
  auto lock = lockGraph(node);
  return node.memory() ? NodeRef() : node.inputs[0];
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_VIEW_H
