//===- CodeFormat.h - Whose code this library can use -----------*- C++ -*-===//
//
// Keys and images number operations, functions and members. Files of code are
// each other's only if they number alike.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_CODEFORMAT_H
#define GTJIT_CODE_CODEFORMAT_H

#include <cstdint>

namespace gtjit::detail {

/// Tells libraries apart whose files, laid out by `layout`, are not each other's.
std::uint64_t codeFormat(std::uint64_t layout);

} // namespace gtjit::detail

#endif // GTJIT_CODE_CODEFORMAT_H
