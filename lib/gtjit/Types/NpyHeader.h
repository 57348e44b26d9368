//===- NpyHeader.h - Headers of NumPy's array files -------------*- C++ -*-===//
//
// How an element type and a shape are told at the start of a .npy file.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_NPYHEADER_H
#define GTJIT_TYPES_NPYHEADER_H

#include "gtjit/DType.h"

#include <span>
#include <string>

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// "<f8", "|b1"; bf16, which NumPy lacks, is "<V2", as ml_dtypes saves it.
std::string npyTypeText(DType type);
/// The first bytes of a file of version 1.0 in C order, a multiple of 64.
std::string npyHeader(DType type, std::span<const std::int64_t> shape);

} // namespace detail
} // namespace gtjit

#endif // GTJIT_TYPES_NPYHEADER_H
