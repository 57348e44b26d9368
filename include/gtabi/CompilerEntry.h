//===- CompilerEntry.h - The compiler library's one entry -------*- C++ -*-===//
//
// libgtjit-compiler exports `gtcCompile` and nothing else. Text of the `gt`
// dialect and options go in; an image and the time of every stage come out. No exception crosses
// this border; calls from several threads run side by side.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_COMPILERENTRY_H
#define GTABI_COMPILERENTRY_H

#include "gtabi/Image.h"
#include "gtabi/MachineCosts.h"

#include <cstddef>

namespace gtabi {

/// Bits of CompileRequest::flags. With none the code is the same to the byte
/// whatever else was compiled.
inline constexpr std::uint32_t kCheckFinite = 1; ///< kernels set their status to 1 at NaN, infinity
inline constexpr std::uint32_t kDebugInfo = 2;   ///< ImageHeader::debugObject
inline constexpr std::uint32_t kInCache = 4;     ///< no code for calls with KernelArgs::streams
inline constexpr std::uint32_t kQuick = 8;       ///< code that is made soon, and slower

/// What to compile. Strings need not be zero-terminated.
struct CompileRequest {
  std::uint32_t abiVersion; ///< kAbiVersion of the caller
  std::uint32_t optLevel;   ///< 0: the hand-picked code generation; 1: LLVM's stock passes
  const char *text;         ///< a module with one gt.program
  std::size_t textSize;
  const char *cpu;        ///< LLVM CPU name; empty: this machine's
  const char *features;   ///< LLVM feature string; empty: this machine's
  const char *dumpFolder; ///< writes the IR after each stage there; empty: no
  const char *dumpName;   ///< file name stem for the dump
  std::uint32_t flags;    ///< kCheckFinite, kDebugInfo, kInCache, kQuick
  /// Points of the last loop but one, and of the last, that a thread runs; 0: chosen.
  std::uint32_t threadPoints[2];
  MachineCosts costs; ///< of this machine's CPU, if `cpu` is empty
};

/// A stage and what it took.
struct StageTime {
  const char *name;
  double milliseconds;
};

/// What came of it. Owned by the compiler until `gtcRelease`.
struct CompileResult {
  std::uint32_t ok;          ///< 1, or 0 with `message`
  const char *message;       ///< diagnostics, one a line: "file:line:col: error: text"
  const char *reproducer;    ///< on failure: a module that gt-opt reads, else null
  const std::uint8_t *image; ///< the closed image
  std::size_t imageSize;
  const StageTime *stages; ///< in order; they add up to the call's time
  std::size_t stageCount;
  void *owner; ///< the compiler's, keeps all of the above alive
};

using CompileFunction = void (*)(const CompileRequest *, CompileResult *);
using ReleaseFunction = void (*)(CompileResult *);

} // namespace gtabi

/// Compiles `request`; fills every member of `result`.
extern "C" void gtcCompile(const gtabi::CompileRequest *request, gtabi::CompileResult *result);
/// Frees what `result` points to.
extern "C" void gtcRelease(gtabi::CompileResult *result);

#endif // GTABI_COMPILERENTRY_H
