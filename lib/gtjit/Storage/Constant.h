//===- Constant.h - Numbers as elements of memory ---------------*- C++ -*-===//
//
// How a number of the program becomes an element of a storage.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_CONSTANT_H
#define GTJIT_STORAGE_CONSTANT_H

#include "gtjit/Storage.h"

namespace gtjit::detail {

/// An element of any type, from its first byte on; zeros behind it.
struct ElementBytes {
  alignas(16) std::byte data[16];
  bool isZero() const;
};
/// The number as an element of type `type`: float to integer truncates and
/// saturates, NaN gives 0; integers wrap; to bool: different from zero. Throws
/// DTypeError for a complex number as a real element.
ElementBytes elementBytes(const FillValue &value, DType type, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_CONSTANT_H
