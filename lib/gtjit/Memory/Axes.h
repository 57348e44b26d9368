//===- Axes.h - Dimensions as text ------------------------------*- C++ -*-===//
//
// What StorageOptions.h says about the text of dimensions, for the engine.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_AXES_H
#define GTJIT_MEMORY_AXES_H

#include "gtjit/Domain.h"

#include <string>

namespace gtjit::detail {

/// The dimension beyond space with this number: "0" is D0.
Dimension dataDimension(std::string_view number, SourceLine line);
/// True for I, J, K, D0, D1, ...
bool isSpaceOrData(Dimension dim);
/// Text that Axes reads as these dimensions; a single name of several letters
/// stands as it is.
std::string axesText(const Dims &dims);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_AXES_H
