//===- Rewrite.h - A pending graph once more --------------------*- C++ -*-===//
//
// The walk of what makes another graph of a given one, which stays as it is. It does not recurse:
// chains of expressions are long.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_REWRITE_H
#define GTJIT_GRAPH_REWRITE_H

#include "gtjit/Graph/Node.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace gtjit::detail {

using RewrittenNodes = std::unordered_map<const Node *, NodeRef>;

/// What `made` gives for `root`: it is called for each node that `done` lacks, once those of its
/// inputs are done that are among the first `inputCount` gives for it.
template <typename InputCount, typename Made>
NodeRef rewrite(const NodeRef &root, RewrittenNodes &done, InputCount inputCount, Made made) {
  std::vector<std::pair<NodeRef, std::size_t>> path{{root, 0}};
  while (!path.empty()) {
    auto &[node, next] = path.back();
    if (next < inputCount(*node)) {
      const NodeRef &input = node->inputs[next++];
      if (!done.contains(input.get()))
        path.push_back({input, 0});
      continue;
    }
    if (!done.contains(node.get()))
      done.emplace(node.get(), made(node));
    path.pop_back();
  }
  return done.at(root.get());
}

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_REWRITE_H
