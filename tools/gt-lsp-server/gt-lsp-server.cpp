//===- gt-lsp-server.cpp - The gt dialect in editors ------------*- C++ -*-===//
//
// MLIR's language server with every dialect that the compiler reads or makes.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  gtcompiler::registerCompilerDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
