//===- MappedDimension.h - What all dimensions are --------------*- C++ -*-===//
//
// A function that vmap applies does not know the dimension that it is mapped
// over. Where the user names no dimensions, ask here which are meant.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_MAPPEDDIMENSION_H
#define GTJIT_GRAPH_MAPPEDDIMENSION_H

#include "gtjit/Domain.h"

namespace gtjit::detail {

/// Whether a vmap around goes over the dimension.
bool isMapped(Dimension dim);
/// Those of a domain that no vmap around goes over.
Dims allDims(const Domain &domain);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_MAPPEDDIMENSION_H
