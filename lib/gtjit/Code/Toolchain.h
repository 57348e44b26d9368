//===- Toolchain.h - Which builds make the code -----------------*- C++ -*-===//
//
// Code depends on the builds of this library, of the compiler's and of those
// that it stands on. To look code up they must be known without loading them: a
// file in the cache's folder remembers which files were loaded the last time.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_TOOLCHAIN_H
#define GTJIT_CODE_TOOLCHAIN_H

#include "gtjit/SourceLine.h"

#include <string>

namespace gtjit::detail {

/// The build ids of this library and of the compiler's libraries, as text. Opens
/// the compiler if no file in `folder` tells which they are, or one of them has
/// changed since, and writes such a file then. Throws as CompilerLibrary::get.
std::string toolchainOf(const std::string &folder, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_CODE_TOOLCHAIN_H
