//===- Axes.h - Types and axes of the C API ---------------------*- C++ -*-===//
//
// What callers say of an array, checked, as the C++ API takes it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_C_AXES_H
#define GTJIT_C_AXES_H

#include "gtjit-c/gtjit.h"
#include "gtjit/gtjit.h"

namespace gtjit::detail {

bool isType(gtjitDType type);
/// Throws TypeError for a number that is no type.
DType checkedType(gtjitDType type, SourceLine line);

/// Axes as the C++ API takes them.
struct Description {
  Domain domain;
  StorageOptions options; ///< halo and strides
};
/// Throws ValueError.
Description readAxes(const gtjitAxis *axes, std::size_t count, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_C_AXES_H
