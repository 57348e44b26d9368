//===- CompilerPool.h - Compilers for many threads --------------*- C++ -*-===//
//
// Hands a ProgramCompiler to each thread that asks, and keeps those that come
// back.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_COMPILERPOOL_H
#define GTCOMPILER_TARGET_COMPILERPOOL_H

#include "gtcompiler/Target/ProgramCompiler.h"

namespace gtcompiler {

/// Compiles `text` on one of the process's compilers. Thread-safe; calls from
/// several threads run side by side, each on a compiler of its own.
CompiledProgram compileProgram(llvm::StringRef text, const ProgramOptions &options);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_COMPILERPOOL_H
