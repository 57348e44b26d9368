//===- PlainArray.h - Arrays in C order as views ----------------*- C++ -*-===//
//
// What files hold, in the form that copies between views take.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_PLAINARRAY_H
#define GTJIT_STORAGE_PLAINARRAY_H

#include "gtjit/Storage/Memory.h"

namespace gtjit::detail {

/// The view of `values`, which has the points of `domain`, the last dimension
/// contiguous. The memory stays the caller's.
ArrayView plainArray(Runtime::State &runtime, const Domain &domain, DType type, std::byte *values);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_PLAINARRAY_H
