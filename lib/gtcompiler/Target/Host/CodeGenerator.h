//===- CodeGenerator.h - LLVM IR to machine code ----------------*- C++ -*-===//
//
// Machine code generation with a pass list picked for kernels that are already
// vector code with hoisted addresses: a third of the time of LLVM's own list,
// at the same speed of the code.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_CODEGENERATOR_H
#define GTCOMPILER_LIB_TARGET_HOST_CODEGENERATOR_H

#include "gtcompiler/Target/Host/ObjectReader.h"
#include "gtcompiler/Target/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace gtcompiler {

/// Turns LLVM modules into code for one target. Building one costs
/// about a millisecond, each use after that only its code: keep it. For one
/// thread at a time.
class CodeGenerator {
public:
  static llvm::Expected<std::unique_ptr<CodeGenerator>> create(const TargetName &target,
                                                               CodeGenLevel level);
  ~CodeGenerator();

  /// The code of `module`. Gives the module the data layout and its functions the
  /// attributes of the target, and leaves them as code generation left them. The module
  /// has kernels only: no global variable, no declaration but intrinsics and what is
  /// provided, no inline assembly.
  llvm::Expected<ReadObject> run(llvm::Module &module,
                                 llvm::function_ref<bool(llvm::StringRef name)> isProvided,
                                 bool withObject = false);
  /// The object file that the last code was read from, if one was asked for, valid until the
  /// next.
  llvm::ArrayRef<char> object() const;

private:
  struct State;
  explicit CodeGenerator(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// The names of the hand-picked passes, in order, as LLVM registers them.
llvm::ArrayRef<llvm::StringRef> handPickedPasses();
/// Those of code that is made soon: registers are chosen block by block, and nothing is hoisted.
llvm::ArrayRef<llvm::StringRef> quickPasses();

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_CODEGENERATOR_H
