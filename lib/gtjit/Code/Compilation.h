//===- Compilation.h - From text to a compiled program ----------*- C++ -*-===//
//
// The engine's side of the compiler's door.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_COMPILATION_H
#define GTJIT_CODE_COMPILATION_H

#include "gtabi/CompilerEntry.h"
#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Runtime.h"

#include <string>

namespace gtjit::detail {

/// A name for files about a text, the same in every process: "gt-" and the
/// text's hash.
std::string nameOfText(const std::string &text);

/// What the runtime's kernels are made for: a CPU, empty: this machine's, or its device's chip.
std::string codeTarget(const Runtime::State &runtime, bool forDevice);

/// What operations take on the target, as far as that is not the compiler's to know.
gtabi::MachineCosts costsFor(Runtime::State &runtime, const std::string &target);

/// Compiles text of the gt dialect for `target`, see codeTarget, with the runtime's options and
/// flags of gtabi/CompilerEntry.h; code with kQuick is provisional. Code for another CPU is never
/// to be run. Throws CompileError with the compiler's diagnostics as notes and the name of a file
/// that reproduces the failure, MemoryError if the system has no room for the kernels. The caller
/// does not hold the graph mutex.
std::shared_ptr<CompiledProgram> compileText(Runtime::State &runtime, const std::string &text,
                                             SourceLine line, const std::string &target,
                                             std::uint32_t flags = 0);

} // namespace gtjit::detail

#endif // GTJIT_CODE_COMPILATION_H
