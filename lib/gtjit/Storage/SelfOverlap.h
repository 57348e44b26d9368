//===- SelfOverlap.h - Points that are one element --------------*- C++ -*-===//
//
// Whether strides give several points the same address.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_SELFOVERLAP_H
#define GTJIT_STORAGE_SELFOVERLAP_H

#include "gtjit/Storage/Memory.h"

namespace gtjit::detail {

/// True if two points have the same address. Exact, but for strides so
/// entangled that a bounded search does not find out: those overlap.
bool overlapsItself(const ArrayView &view);

/// Throws ValueError if `region` of the storage must not be written: two of
/// its points are one element, or the memory is read-only.
void checkWritable(const StorageState &storage, const Domain &region, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_SELFOVERLAP_H
