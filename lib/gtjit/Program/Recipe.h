//===- Recipe.h - A graph without memory ------------------------*- C++ -*-===//
//
// What tracing a callable leaves: its operations in order, each as the user
// wrote it, without its inputs. Making the graph again on the storages of a call goes through the
// builders of ordinary expressions, so it checks, infers and complains as they
// do, with the callable's lines.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_RECIPE_H
#define GTJIT_PROGRAM_RECIPE_H

#include "gtjit/Graph/Node.h"

#include <functional>

namespace gtjit::detail {

/// Something a program takes or gives.
struct Variable {
  DType dtype = DType::F64;
  Dims dims;
  std::string name;
  SourceLine line;
};

/// One node, in terms of earlier ones.
struct Step {
  /// The operation, without inputs: it keeps nothing else alive. Memory that the
  /// callable read is a leaf on a copy of the values that it had at the trace.
  NodeRef node;
  std::vector<unsigned> inputs; ///< numbers of steps
};

/// A traced callable.
struct Recipe {
  std::vector<Variable> arguments;
  std::vector<Variable> outputs;
  std::vector<Step> steps;       ///< operands before users
  std::vector<unsigned> results; ///< a step for each output
  /// Tables of indices are arguments, or computed: what a call reads is known when
  /// their values are.
  bool takesTables = false;
  /// A call is several evaluations, with calls of functions on whole arrays between them.
  bool callsArrays = false;
};

/// A run of a callable: what it was given and what it gave.
struct TracedGraph {
  std::vector<Variable> arguments;
  std::vector<NodeRef> argumentNodes;
  std::vector<NodeRef> results;
  SourceLine line;
};
/// Writes down the graph of a callable's results. Copies the memory that it
/// reads. The caller does not hold the graph mutex. Throws ValueError for
/// memory of another runtime than `runtime` and for arguments of another trace.
Recipe record(Runtime::State &runtime, TracedGraph traced);

/// What a computed table is in memory.
using TableInMemory = std::function<NodeRef(const NodeRef &table)>;
/// The results' nodes on `arguments`, one node each. Throws what the builders
/// of the operations throw.
std::vector<NodeRef> instantiate(const Recipe &recipe, const std::vector<NodeRef> &arguments,
                                 const TableInMemory &inMemory);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_RECIPE_H
