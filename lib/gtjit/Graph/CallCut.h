//===- CallCut.h - A graph between calls on whole arrays --------*- C++ -*-===//
//
// What kernels compute of a graph whose functions on whole arrays have not been
// called: for explain() and for programs that are saved.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_CALLCUT_H
#define GTJIT_GRAPH_CALLCUT_H

#include "gtjit/Graph/Operations/ArrayCall.h"

#include <functional>

namespace gtjit::detail {

/// Nodes with leaves in the places of calls' results.
struct CallCut {
  struct Call {
    NodeRef node; ///< an ArrayCallNode
    std::vector<NodeRef> operands;
  };
  std::vector<Call> calls; ///< in the order in which they are made
  std::vector<NodeRef> values;
};

/// The graphs of some nodes, cut: `leafOf` gives what stands for a result of a call. The nodes
/// stay as they are. Under the graph mutex; does not recurse.
CallCut cutCalls(const std::vector<NodeRef> &values,
                 const std::function<NodeRef(const NodeRef &result)> &leafOf);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_CALLCUT_H
