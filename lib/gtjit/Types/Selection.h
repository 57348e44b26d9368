//===- Selection.h - Index expressions --------------------------*- C++ -*-===//
//
// The entries of a slice, one a dimension.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_SELECTION_H
#define GTJIT_TYPES_SELECTION_H

#include "gtjit/Domain.h"

#include <vector>

namespace gtjit::detail {

/// One slice a dimension: the ellipsis expanded, missing entries ':'. Throws
/// IndexError for too many entries or a second ellipsis.
std::vector<Slice> expandSlices(const Domain &domain, std::span<const RelativeItem> items,
                                SourceLine line);

/// The position of a dimension that the domain has.
std::size_t positionOf(const Domain &domain, Dimension dim);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_SELECTION_H
