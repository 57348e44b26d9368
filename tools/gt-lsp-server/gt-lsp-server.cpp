//===- gt-lsp-server.cpp - The gt dialect in editors ------------*- C++ -*-===//
//
// MLIR's language server with every dialect that the compiler reads or makes.
//
//===----------------------------------------------------------------------===//
#include "EditorInput.h"

#include "gtcompiler/Target/Passes.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &out) { out << "gt-lsp-server " GT_TOOL_VERSION "\n"; });
  mlir::DialectRegistry registry;
  gtcompiler::registerCompilerDialects(registry);
  if (!filterEditorInput(registry)) {
    llvm::errs() << "gt-lsp-server: cannot make a pipe\n";
    return 1;
  }
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
