//===- CopyBodies.h - The innermost loops of copies -------------*- C++ -*-===//
//
// What moves the elements of a StridedCopy: a body for each shape of a row.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_COPYBODIES_H
#define GTJIT_MEMORY_COPYBODIES_H

#include "gtjit/Memory/StridedCopy.h"

namespace gtjit::detail {

/// Runs three loops, slow to fast, over elements of `item` bytes.
using CopyBody = void (*)(std::byte *to, const std::byte *from, const StridedLoop *loops,
                          std::int64_t item);

/// The body for rows like this one, which is the last of the three loops.
CopyBody rowBody(const StridedLoop &row, std::int64_t item);

/// The body where the last loop is contiguous on the side that is written, and
/// the one before on the side that is read.
CopyBody tiledBody(std::int64_t item);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_COPYBODIES_H
