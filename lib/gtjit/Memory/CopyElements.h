//===- CopyElements.h - Copies by several threads ---------------*- C++ -*-===//
//
// Beside copyElements of Memory.h, which copies on the calling thread.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_COPYELEMENTS_H
#define GTJIT_MEMORY_COPYELEMENTS_H

#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// As copyElements, by the runtime's threads where there is enough to copy. Not under
/// the graph mutex: a thread that this waits for may wait for that.
void copyElementsByThreads(const ArrayView &from, const ArrayView &to, const Domain &region,
                           SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_COPYELEMENTS_H
