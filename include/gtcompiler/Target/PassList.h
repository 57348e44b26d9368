//===- PassList.h - Code generation by a list of passes ---------*- C++ -*-===//
//
// What code generators of all machines share: kernels that need nothing from outside,
// and passes that are named one by one instead of LLVM's own choice.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_PASSLIST_H
#define GTCOMPILER_TARGET_PASSLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class LLVMContext;
class MCContext;
class Module;
class raw_pwrite_stream;
class TargetMachine;
} // namespace llvm

namespace gtcompiler {

/// Instruction selection and register allocation have no registered pass that
/// could be made by name; these two names stand for them.
inline constexpr llvm::StringRef kSelect = "isel";
inline constexpr llvm::StringRef kAllocate = "greedy";

/// Adds a pass that prints the instructions of functions; whether it could.
using AddPrinter = llvm::function_ref<bool(llvm::MCContext &context)>;

/// Adds the passes that `names` lists, by the names of LLVM's registry, and a printer. Fails at
/// a name that LLVM does not know.
llvm::Error addPasses(llvm::legacy::PassManagerBase &passes, llvm::TargetMachine &machine,
                      llvm::ArrayRef<llvm::StringRef> names, AddPrinter addPrinter);
/// The same, with what writes a file of `type` to `stream`.
llvm::Error addPasses(llvm::legacy::PassManagerBase &passes, llvm::TargetMachine &machine,
                      llvm::ArrayRef<llvm::StringRef> names, llvm::raw_pwrite_stream &stream,
                      llvm::CodeGenFileType type);

/// Why `module` cannot be compiled, as far as it can be told before: it has a global
/// variable, a declaration that is no intrinsic and not `provided`, or inline assembly.
llvm::Error checkIsClosed(const llvm::Module &module,
                          llvm::function_ref<bool(llvm::StringRef name)> provided);

/// Collects the errors that LLVM reports in a context: it would print them and end the process.
class CollectedErrors {
public:
  explicit CollectedErrors(llvm::LLVMContext &context);
  CollectedErrors(const CollectedErrors &) = delete;
  ~CollectedErrors();
  /// Those since the last call.
  llvm::Error take();

private:
  llvm::LLVMContext &context;
  std::string text;
};

/// Runs `passes`; fails where LLVM reports an error.
llvm::Error runPasses(llvm::legacy::PassManager &passes, llvm::Module &module);
/// The same, function by function.
llvm::Error runPasses(llvm::legacy::FunctionPassManager &passes, llvm::Module &module);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_PASSLIST_H
