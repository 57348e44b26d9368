//===- Staggered.h - Names of staggered dimensions --------------*- C++ -*-===//
//
// The twin of a dimension, whose points lie half way between its own.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_STAGGERED_H
#define GTJIT_TYPES_STAGGERED_H

#include "gtjit/Domain.h"

namespace gtjit::detail {

/// Whether `dim` is staggered to another dimension.
bool isStaggered(Dimension dim);
/// The dimension that `dim` is staggered to, or that is staggered to it.
Dimension twinOf(Dimension dim, SourceLine line);
/// Throws ValueError if the domain has a dimension and its twin: no point has a
/// coordinate in both.
void checkTwins(const Domain &domain, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_STAGGERED_H
