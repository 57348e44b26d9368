//===- Arguments.h - What kernels are bound to ------------------*- C++ -*-===//
//
// The arguments of one evaluation: all that binding a compiled program to memory
// needs, whatever they come from: a graph, a call of a program, text.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_ARGUMENTS_H
#define GTJIT_GRAPH_ARGUMENTS_H

#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// Each kind in the order of the program's arguments.
struct Arguments {
  Sequence<ArrayView, 4> storages;    ///< inputs, then outputs that are no inputs
  Sequence<unsigned, 16> strideOrder; ///< of each storage: positions in its domain, slow to fast
  Sequence<std::uint64_t, 8> scalars; ///< each in the low bytes of eight
  Sequence<DType, 8> scalarTypes;     ///< of each scalar
  Sequence<NamedRange, 8> ranges;     ///< of nodes, then of stores
  SourceLine line;                    ///< that errors name
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_ARGUMENTS_H
