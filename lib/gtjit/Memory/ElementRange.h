//===- ElementRange.h - The least and greatest of integers ------*- C++ -*-===//
//
// What tables are looked at for before kernels read where they point.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_ELEMENTRANGE_H
#define GTJIT_MEMORY_ELEMENTRANGE_H

#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// The smallest range that holds all elements of a view of integers or bools, whose first one is at
/// `first`; empty if it has none. What no i64 holds counts as the largest one.
Range rangeOfElements(const ArrayView &view, const std::byte *first);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_ELEMENTRANGE_H
