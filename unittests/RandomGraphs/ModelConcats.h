//===- ModelConcats.h - Domains of concatenations, once more ----*- C++ -*-===//
//
// The rules of docs/Boundaries.md on a grid of cells, which are cut at every bound
// that there is. Knows nothing of the engine's boxes.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_MODELCONCATS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_MODELCONCATS_H

#include "Scenario.h"

namespace gtjit::randomgraphs {

/// The domain of a concat_where, concat or set of operands with these domains;
/// nothing if it is an error.
std::optional<Domain> concatDomain(const Expression &expression,
                                   const std::vector<Domain> &operands);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_MODELCONCATS_H
