//===- TableCheck.h - The values of tables ----------------------*- C++ -*-===//
//
// A table is a storage of integers that a kernel takes as coordinates. It reads
// where they point without a look, so their range is known before it runs.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_TABLECHECK_H
#define GTJIT_LAUNCH_TABLECHECK_H

#include "gtabi/KernelArgs.h"
#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// The range of the values of a storage of integers whose first element is at
/// `first`; [0, 0) if it has none. A value that is no coordinate counts as the
/// largest one.
gtabi::Bounds rangeOfValues(const ArrayView &table, const std::byte *first);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_TABLECHECK_H
