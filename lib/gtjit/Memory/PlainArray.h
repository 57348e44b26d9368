//===- PlainArray.h - Arrays in C order as views ----------------*- C++ -*-===//
//
// What files hold, in the form that copies between views take.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_PLAINARRAY_H
#define GTJIT_MEMORY_PLAINARRAY_H

#include "gtjit/Memory/Memory.h"

namespace gtjit::detail {

/// The view of `values`, which has the points of `domain`, the last dimension
/// contiguous. The memory stays the caller's.
ArrayView plainArray(Runtime::State &runtime, const Domain &domain, DType type, std::byte *values);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_PLAINARRAY_H
