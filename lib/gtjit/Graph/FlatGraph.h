//===- FlatGraph.h - A program as a list ------------------------*- C++ -*-===//
//
// Stores with all that they need, operands before users, for text and keys, and
// the arguments that kernels of them are bound to.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_FLATGRAPH_H
#define GTJIT_GRAPH_FLATGRAPH_H

#include "gtjit/Graph/Arguments.h"
#include "gtjit/Graph/Stores.h"

#include <memory>
#include <optional>

namespace gtjit::detail {
class CacheFit; // Memory/CacheModel.h

/// A graph with its stores, flattened for printing, keys and binding. Nodes
/// that only name or slice their input are left out. Arguments are numbered in
/// order of first use; views of the same elements are one argument, also where
/// a store writes what the program reads.
///
/// What a walk finds out under the graph mutex stands here, so that a graph
/// which holds its nodes is printed without the mutex.
struct FlatGraph {
  static constexpr unsigned none = ~0u;
  /// A node; the lists of what it uses end where the next one's start.
  struct Entry {
    const Node *node;
    unsigned argument;    ///< storage argument of memory, else none
    unsigned firstInput;  ///< in `inputs`
    unsigned firstRange;  ///< in `rangeUses`
    unsigned firstScalar; ///< of the scalar arguments, which are used once each
    bool isMemory;        ///< when the graph was flattened
  };
  struct Target {
    unsigned value;      ///< position in `order`
    unsigned storage;    ///< storage argument
    unsigned firstRange; ///< in `rangeUses`: one per dimension, slow to fast
    bool isInPlace;      ///< the store's, but for any strides, where others call
  };
  std::vector<StoreRequest> stores;
  Sequence<Entry, 24> order;        ///< operands before users, and a last one without a node
  Sequence<unsigned, 48> inputs;    ///< positions in `order`
  Sequence<unsigned, 12> rangeUses; ///< numbers of range arguments
  Sequence<Target, 4> targets;      ///< one per store
  Arguments arguments;              ///< their line is the first store's
  std::string key;                  ///< equal for graphs that one image serves
  bool anyStrides = false;          ///< see flattenForAnyStrides
  bool checksValues = false;        ///< there are nodes with inputs of Node::isChecked
  bool isForDevice = false;         ///< see forDevice()
  std::shared_ptr<CacheFit> fit;    ///< of code for data in the caches that serves it no longer

  std::vector<NodeRef> held; ///< see hold()

  std::size_t nodeCount() const { return order.size() - 1; }
  std::size_t inputCount(std::size_t position) const {
    return order[position + 1].firstInput - order[position].firstInput;
  }
  /// The position of an operand of the entry at `position`.
  unsigned input(std::size_t position, std::size_t n) const {
    return inputs[order[position].firstInput + n];
  }
  /// Its kernels are to run on the runtime's device: they, and the key, are others. Throws
  /// NotImplementedError at a call of a function of the host.
  void forDevice();
  /// The key that it has then.
  std::string deviceKey() const;
  /// Keeps the nodes alive, evaluated or not, from the first call on; under the graph mutex.
  void hold();
};

/// The node whose values this one has at every point it is defined for: the first below
/// its names and slices. Under the graph mutex.
inline const Node *valueNode(const Node *node) {
  while (!node->memory() && !node->inputs.empty() && node->isItsInput())
    node = node->inputs[0].get();
  return node;
}
/// Flattens the pending graph of the stores; under the graph mutex. Sizes,
/// strides beyond "unit", coordinates and scalar values are not in the key.
FlatGraph flatten(std::vector<StoreRequest> stores, const Substitutes &substitutes = {});
/// The same for one image that serves all strides: the order of dimensions in
/// the key is that of the "cpu" preset, whatever the strides are, none of them
/// is known to be 1, and every leaf, target and range is an argument of its own.
/// Targets must share no memory with inputs. Kernels of such an image are slow
/// where the real order differs.
FlatGraph flattenForAnyStrides(std::vector<StoreRequest> stores,
                               const Substitutes &substitutes = {});
/// Of each node the smallest box that holds all points that the stores need of it, in
/// its own dimensions and maybe others; none where they need none: a box that is empty in
/// one dimension needs nothing. The reference evaluator computes these points. Under the
/// graph mutex.
std::vector<std::optional<Domain>> boxesNeeded(const FlatGraph &program);
/// As boxesNeeded, but a box that holds all that kernels compute: what is in memory between them
/// may be computed where nobody reads it, since the ranges of its readers are joined in each
/// dimension by itself. A box with an empty range is not computed. Under the graph mutex.
std::vector<std::optional<Domain>> boxesComputed(const FlatGraph &program);
/// Adds a box to what kernels compute of a node, or read of memory: each range is joined by itself.
void computeAlso(std::optional<Domain> &computed, const Domain &box);
/// What a kernel over a box reads of input `n`, where the box may be without points: those
/// dimensions that it lacks are read whole.
Domain readByKernel(const Node &node, std::size_t n, const Domain &box);
/// Of each storage argument a box that holds all points that kernels of the
/// stores read of it: no points of what is only written. Under the graph mutex.
std::vector<Domain> boxesRead(const FlatGraph &program);
/// Text of the gt dialect for the compiler, with the user's lines. Needs the
/// graph mutex unless the program holds its nodes.
std::string printProgram(const FlatGraph &program);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_FLATGRAPH_H
