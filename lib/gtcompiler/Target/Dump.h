//===- Dump.h - Files with the IR after each stage --------------*- C++ -*-===//
//
// For people who look at what the compiler makes. Knows nothing of the stages.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_DUMP_H
#define GTCOMPILER_TARGET_DUMP_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace gtcompiler {

/// Writes `<folder>/<name>.<number>-<stage>.<extension>`, numbered in the order
/// of the calls. Without a folder nothing happens; what cannot be written is
/// left out, since a dump must not fail a compilation.
class Dump {
public:
  Dump(std::string intoFolder, std::string stem)
      : folder(std::move(intoFolder)), name(std::move(stem)) {}

  void write(llvm::StringRef stage, llvm::StringRef extension,
             llvm::function_ref<void(llvm::raw_ostream &)> print);

private:
  std::string folder, name;
  unsigned number = 0;
};

/// Prints `module` without verifying it, with its source lines.
void printForDump(mlir::ModuleOp module, llvm::raw_ostream &out);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_DUMP_H
