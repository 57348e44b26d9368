//===- ViewOverlap.h - Do two views share elements? -------------*- C++ -*-===//
//
// Arithmetic on the addresses of strided views of one block.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_VIEWOVERLAP_H
#define GTJIT_RUNTIME_VIEWOVERLAP_H

#include "gtjit/Storage/Memory.h"

namespace gtjit::detail {

/// True if both views have the same block and dimensions and give every point
/// the same address.
bool sameAddresses(const ArrayView &a, const ArrayView &b);

/// False only if writing the points `written` through `target` changes no
/// element that `reader` has at the points `read`. Exact for views of one
/// storage that differ by their origin and extents; else by address range.
bool mayOverlap(const ArrayView &reader, const Domain &read, const ArrayView &target,
                const Domain &written);

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_VIEWOVERLAP_H
