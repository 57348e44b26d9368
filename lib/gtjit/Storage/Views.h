//===- Views.h - Storages that share memory ---------------------*- C++ -*-===//
//
// Views that the engine makes for operations by buffer index.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_VIEWS_H
#define GTJIT_STORAGE_VIEWS_H

#include "gtjit/Storage.h"

namespace gtjit::detail {

/// The same elements with other coordinates: the first point lies at the lower
/// end of `origin` in its dimensions.
Storage viewFrom(const Storage &storage, const Domain &origin, SourceLine line);

/// Storage::slice() with one entry, in the dimension at `position`.
Storage sliceAt(const Storage &storage, std::size_t position, const Slice &slice, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_VIEWS_H
