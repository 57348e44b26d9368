//===- MathBitcode.cpp - Math functions for kernels on GPUs ---------------===//
//
// See the header. Of the bitcode only what is needed is read.
//
//===----------------------------------------------------------------------===//
#include "MathBitcode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace gtcompiler;

asm(".pushsection .rodata, \"a\", @progbits\n"
    ".balign 8\n"
    "gt_math_bitcode_begin:\n"
    ".incbin \"" GT_MATH_BITCODE "\"\n"
    "gt_math_bitcode_end:\n"
    ".popsection\n");
extern "C" const char gt_math_bitcode_begin[] __attribute__((visibility("hidden")));
extern "C" const char gt_math_bitcode_end[] __attribute__((visibility("hidden")));

bool gtcompiler::isMathFunction(llvm::StringRef name) { return name.starts_with("gt_math_"); }

llvm::Error gtcompiler::linkMath(llvm::Module &kernels) {
  llvm::MemoryBufferRef bitcode(
      llvm::StringRef(gt_math_bitcode_begin, gt_math_bitcode_end - gt_math_bitcode_begin), "math");
  auto functions = llvm::getLazyBitcodeModule(bitcode, kernels.getContext());
  if (!functions)
    return functions.takeError();
  if (llvm::NamedMDNode *flags = (*functions)->getModuleFlagsMetadata())
    flags->eraseFromParent(); // of clang's command line
  if (llvm::Linker::linkModules(kernels, std::move(*functions), llvm::Linker::LinkOnlyNeeded))
    return llvm::createStringError("the math functions cannot be linked");
  return llvm::Error::success();
}
