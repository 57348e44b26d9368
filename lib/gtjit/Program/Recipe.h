//===- Recipe.h - A graph without memory ------------------------*- C++ -*-===//
//
// What tracing a callable leaves: its operations in order, each as the user
// wrote it. Making the graph again on the storages of a call goes through the
// builders of ordinary expressions, so it checks, infers and complains as they
// do, with the callable's lines.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_RECIPE_H
#define GTJIT_PROGRAM_RECIPE_H

#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// Something a program takes or gives.
struct Variable {
  DType dtype = DType::F64;
  Dims dims;
  std::string name;
  SourceLine line;
};

/// One node, in terms of earlier ones. Members that the operation does not use
/// have their initial values.
struct Step {
  OpCode op = OpCode::Scalar;
  DType dtype = DType::F64;
  bool weak = false;
  PointOp point{};
  ReduceKind reduce{};
  ReduceUse use{}; ///< Reduce
  SourceLine line;
  std::string name;
  std::vector<unsigned> inputs; ///< numbers of steps
  Dimension dim{&tagI};         ///< Shift, Pin
  std::int64_t offset = 0;      ///< Shift, Pin; Argument: its number; Leaf: number of the capture
  std::uint64_t scalarBits = 0;
  std::vector<NamedRange> ranges; ///< Slice: the part; Broadcast, Reduce, Count: dimensions
  SymbolicSlice slice;            ///< Slice of what depends on an argument
};

/// A traced callable.
struct Recipe {
  std::vector<Variable> arguments;
  std::vector<Variable> outputs;
  std::vector<Step> steps;       ///< operands before users
  std::vector<unsigned> results; ///< a step for each output
  /// Storages that the callable read: leaves on copies of the values that they
  /// had at the trace. Nothing else refers to that memory.
  std::vector<NodeRef> captures;
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

/// The results' nodes on `arguments`, one node each. Throws what the builders
/// of the operations throw.
std::vector<NodeRef> instantiate(const Recipe &recipe, const std::vector<NodeRef> &arguments);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_RECIPE_H
