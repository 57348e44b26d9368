//===- ProgramCompiler.h - Text to image ------------------------*- C++ -*-===//
//
// The whole compilation of one program, with the time of every stage and a dump
// of the IR after each.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_PROGRAMCOMPILER_H
#define GTCOMPILER_TARGET_PROGRAMCOMPILER_H

#include "gtabi/CompilerEntry.h"
#include "gtcompiler/Target/Target.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gtcompiler {

/// What to compile, and how.
struct ProgramOptions {
  TargetName target;
  CodeGenLevel level = CodeGenLevel::HandPicked;
  bool checkFinite = false; ///< kernels report NaN and infinity by their status
  bool inCache = false;     ///< no kernel is for calls that stream
  bool debugInfo = false;   ///< the image holds line tables
  /// Points of the last loop but one, and of the last, that threads run; 0: chosen.
  std::array<std::int64_t, 2> threadPoints = {};
  gtabi::MachineCosts costs = {}; ///< in place of the target's
  std::string dumpFolder;         ///< empty: no dump
  std::string dumpName;
};

/// Name of a stage, and milliseconds.
struct StageDuration {
  const char *name;
  double milliseconds;
};

/// What came of a compilation.
struct CompiledProgram {
  bool ok = false;
  std::string messages;   ///< diagnostics, "file:line:col: error: text" one a line
  std::string reproducer; ///< of a failure: a module that gt-opt reads
  std::vector<std::uint8_t> image;
  std::vector<StageDuration> stages;
};

/// Compiles one program after the other and keeps what they share: the MLIR
/// context, pass managers and code generators. For one thread at a time.
class ProgramCompiler {
public:
  ProgramCompiler();
  ~ProgramCompiler();

  /// Never throws and never prints. Any text that is no program makes a result
  /// that is not ok, with messages.
  CompiledProgram compile(llvm::StringRef text, const ProgramOptions &options);

  /// How many programs this has compiled. Types, attributes and locations stay
  /// in the context for ever: replace a compiler that has compiled thousands.
  unsigned compilations() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_PROGRAMCOMPILER_H
