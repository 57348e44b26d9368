//===- Constant.h - Numbers as elements of memory ---------------*- C++ -*-===//
//
// How a number of the program becomes an element of a storage.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_CONSTANT_H
#define GTJIT_STORAGE_CONSTANT_H

#include "gtjit/Storage.h"

namespace gtjit::detail {

/// The element of type `type` in the low bytes: float to integer truncates and
/// saturates, NaN gives 0; integers wrap; to bool: different from zero.
std::uint64_t constantBits(const FillValue &value, DType type);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_CONSTANT_H
