//===- ImportValues.h - Arrays into and out of storages ---------*- C++ -*-===//
//
// The engine's door for the values of files. Exported for gt-run, not
// installed.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_IMPORTVALUES_H
#define GTJIT_IMPORT_IMPORTVALUES_H

#include "gtjit/Storage.h"

#include <cstddef>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// Writes the points of `part`, which has the storage's dimensions, from an
/// array in C order, axes in the order of `part`.
void importValues(const Storage &storage, const Domain &part, const std::byte *values);
/// The other way.
void exportValues(const Storage &storage, const Domain &part, std::byte *values);

} // namespace detail
} // namespace gtjit

#endif // GTJIT_IMPORT_IMPORTVALUES_H
