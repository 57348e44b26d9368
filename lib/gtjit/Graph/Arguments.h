//===- Arguments.h - What kernels are bound to ------------------*- C++ -*-===//
//
// The arguments of one evaluation: all that binding a compiled program to memory
// needs, whatever they come from: a graph, a call of a program, text.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_ARGUMENTS_H
#define GTJIT_GRAPH_ARGUMENTS_H

#include "gtjit/Kernel/Imports.h"
#include "gtjit/Memory/Memory.h"

#include <algorithm>
#include <vector>

namespace gtjit::detail {

/// Each kind in the order of the program's arguments.
struct Arguments {
  Sequence<ArrayView, 4> storages;     ///< inputs, then outputs that are no inputs
  Sequence<unsigned, 16> strideOrder;  ///< of each storage: positions in its domain, slow to fast
  Sequence<std::uint64_t, 8> scalars;  ///< each in the low bytes of eight
  Sequence<DType, 8> scalarTypes;      ///< of each scalar
  Sequence<NamedRange, 8> ranges;      ///< of nodes, then of stores
  std::vector<ImportArgument> imports; ///< functions of the host, each once
  SourceLine line;                     ///< that errors name

  /// Whether a function may fail the evaluation.
  bool mayFail() const {
    return std::any_of(imports.begin(), imports.end(),
                       [](const ImportArgument &each) { return each.mayFail; });
  }
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_ARGUMENTS_H
