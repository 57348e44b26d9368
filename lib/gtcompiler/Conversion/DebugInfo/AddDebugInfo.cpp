//===- AddDebugInfo.cpp - Names and lines for debuggers -------------------===//
//
// The pass gt-add-debug-info. Line tables only: kernels have no variables that
// a user would know.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

namespace gtcompiler {
#define GEN_PASS_DEF_ADDDEBUGINFOPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

static LLVM::DIFileAttr fileOf(FileLineColLoc line) {
  StringRef path = line.getFilename().getValue();
  return LLVM::DIFileAttr::get(line.getContext(), llvm::sys::path::filename(path),
                               llvm::sys::path::parent_path(path));
}

/// "hdiff.cpp:41:stencil_0" of a kernel called "stencil src/hdiff.cpp:41": the
/// user's file and line, the kind of kernel and its number in the evaluation.
static std::string symbolOf(LLVM::LLVMFuncOp kernel, unsigned number) {
  auto info = kernel->getAttrOfType<KernelInfoAttr>(GTDialect::kKernelAttrName);
  auto [kind, place] = info.getName().getValue().split(' ');
  std::string file = place.empty() ? "" : llvm::sys::path::filename(place).str() + ":";
  return file + kind.str() + "_" + std::to_string(number);
}

/// The DWARF of a function: a unit and a subprogram of its own.
static LLVM::DISubprogramAttr describeFunction(StringRef symbol, FileLineColLoc line) {
  MLIRContext *context = line.getContext();
  auto id = [&] { return DistinctAttr::create(UnitAttr::get(context)); };
  LLVM::DIFileAttr file = fileOf(line);
  auto unit = LLVM::DICompileUnitAttr::get(
      id(), llvm::dwarf::DW_LANG_C_plus_plus_14, file, StringAttr::get(context, "gtjit"),
      /*isOptimized=*/true, LLVM::DIEmissionKind::LineTablesOnly);
  auto type = LLVM::DISubroutineTypeAttr::get(context, ArrayRef<LLVM::DITypeAttr>());
  auto name = StringAttr::get(context, symbol);
  return LLVM::DISubprogramAttr::get(
      context, id(), unit, file, name, name, file, line.getLine(), line.getLine(),
      LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized, type,
      ArrayRef<LLVM::DINodeAttr>(), ArrayRef<LLVM::DINodeAttr>());
}

namespace {
class AddDebugInfoPass : public gtcompiler::impl::AddDebugInfoPassBase<AddDebugInfoPass> {
public:
  void runOnOperation() override {
    unsigned number = 0;
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (kernel->hasAttr(GTDialect::kKernelAttrName))
        describe(kernel, number++);
  }

private:
  void describe(LLVM::LLVMFuncOp kernel, unsigned number);
};
} // namespace

void AddDebugInfoPass::describe(LLVM::LLVMFuncOp kernel, unsigned number) {
  FileLineColLoc line = findLine(kernel.getLoc());
  std::string symbol = symbolOf(kernel, number);
  kernel.setSymName(symbol);
  LLVM::DISubprogramAttr subprogram = line ? describeFunction(symbol, line) : nullptr;
  // Each location becomes a line, since the translation follows nested ones by
  // recursion. An operation from another file than its kernel says so by a scope.
  auto lineOf = [&](Location location) -> Location {
    FileLineColLoc own = line ? findLine(location) : nullptr;
    if (!own)
      return UnknownLoc::get(&getContext());
    if (own.getFilename() == line.getFilename())
      return own;
    return FusedLoc::get(&getContext(), {own},
                         LLVM::DILexicalBlockFileAttr::get(subprogram, fileOf(own), 0));
  };
  for (Block &block : kernel.getBody()) {
    for (BlockArgument argument : block.getArguments())
      argument.setLoc(lineOf(argument.getLoc()));
    for (Operation &op : block)
      op.setLoc(lineOf(op.getLoc()));
  }
  if (line)
    kernel->setLoc(FusedLoc::get(&getContext(), {Location(line)}, subprogram));
}
