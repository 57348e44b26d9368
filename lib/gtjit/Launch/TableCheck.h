//===- TableCheck.h - The values of tables ----------------------*- C++ -*-===//
//
// A table is a storage of integers that a kernel takes as coordinates. It reads
// where they point without a look, so their range is known before it runs.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TABLECHECK_H
#define GTJIT_LAUNCH_TABLECHECK_H

#include "gtjit/Graph/Arguments.h"
#include "gtjit/Kernel/ImageView.h"

namespace gtjit::detail {

/// Throws IndexOutOfBounds unless all values of a storage of integers, whose first element is at
/// `first`, lie in `wanted`.
void checkTable(const ArrayView &table, const std::byte *first, gtabi::Bounds wanted,
                SourceLine line);

/// Throws IndexOutOfBounds if a table of the image, whose memory may change between two
/// runs, holds what it may not. `firstOf` gives the first element of an argument.
template <class FirstOf>
void checkTables(const ImageView &image, const Arguments &arguments, const gtabi::Bounds *bounds,
                 FirstOf firstOf) {
  for (const gtabi::TableInfo &table : image.tables())
    checkTable(arguments.storages[table.storage], firstOf(table.storage), bounds[table.bounds],
               arguments.line);
}

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TABLECHECK_H
