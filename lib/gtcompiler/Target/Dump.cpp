//===- Dump.cpp - Files with the IR after each stage ----------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gtcompiler;

void Dump::write(llvm::StringRef stage, llvm::StringRef extension,
                 llvm::function_ref<void(llvm::raw_ostream &)> print) {
  if (folder.empty())
    return;
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name + "." + llvm::Twine(number++) + "-" + stage + "." + extension);
  if (llvm::sys::fs::create_directories(folder))
    return;
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (error)
    return;
  print(file);
  file.close();
  file.clear_error();
}

void gtcompiler::printForDump(mlir::ModuleOp module, llvm::raw_ostream &out) {
  mlir::OpPrintingFlags flags;
  flags.assumeVerified().enableDebugInfo(true, /*prettyForm=*/false);
  module->print(out, flags);
  out << '\n';
}
