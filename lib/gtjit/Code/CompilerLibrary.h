//===- CompilerLibrary.h - The compiler, opened when needed -----*- C++ -*-===//
//
// libgtjit-compiler is opened at the first kernel that no cache has, so that
// programs and processes that never compile load no LLVM. It stays open: code
// that it linked may run until the process ends.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_COMPILERLIBRARY_H
#define GTJIT_CODE_COMPILERLIBRARY_H

#include "gtabi/CompilerEntry.h"
#include "gtjit/SourceLine.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// The two functions of the compiler's library, and where it was found.
struct CompilerLibrary {
  gtabi::CompileFunction compile = nullptr;
  gtabi::ReleaseFunction release = nullptr;
  std::string path;

  /// The process's compiler, opened by the first call: the file that
  /// GTJIT_COMPILER names, and no other, else the one beside this library,
  /// else the one that the system finds. Thread-safe. Throws CompileError that
  /// names every file tried and why it failed; the next call tries again.
  static const CompilerLibrary &get(SourceLine line);
  /// Starts get() in a background thread; errors wait for the next get().
  static void openEarly() noexcept;
  /// True once get() has succeeded, until it cannot any more.
  static bool isOpen();
  /// Says that a compilation is done. Statics that are older than the first one
  /// outlive those of the compiler, which cannot be used from their destructors:
  /// get() throws CompileError there.
  static void hasCompiled();
};

/// The files that CompilerLibrary::get tries.
std::vector<std::string> compilerCandidates();
/// Opens the compiler from these files, the first that works. Throws as
/// CompilerLibrary::get.
CompilerLibrary openCompiler(const std::vector<std::string> &candidates, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_CODE_COMPILERLIBRARY_H
