//===- ProgramState.h - What a Program is made of ---------------*- C++ -*-===//
//
// A recipe and the runtime that it runs in.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_PROGRAMSTATE_H
#define GTJIT_PROGRAM_PROGRAMSTATE_H

#include "gtjit/Program.h"
#include "gtjit/Program/Recipe.h"

#include <atomic>

namespace gtjit::detail {

/// Immutable but for what calls remember.
struct ProgramState {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained
  Recipe recipe;

  ProgramState(Runtime::State &runtime, Recipe recipe);
  ~ProgramState();
  ProgramState(const ProgramState &) = delete;
};

/// The state of a handle; throws ValueError for an empty one.
ProgramState &stateOf(const Program &program, SourceLine line);

/// Computes; see Program::operator().
void callProgram(ProgramState &program, std::span<const ProgramArgument> arguments,
                 SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_PROGRAMSTATE_H
