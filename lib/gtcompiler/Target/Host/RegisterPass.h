//===- RegisterPass.h - Passes over machine code by name ------------------===//
//
// LLVM's code generation finds passes by name in the process's registry.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_REGISTERPASS_H
#define GTCOMPILER_LIB_TARGET_HOST_REGISTERPASS_H

#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"

namespace gtcompiler {

/// Makes `Known` findable by `argument`; once a process.
template <class Known> void registerPass(llvm::StringRef description, llvm::StringRef argument) {
  auto create = []() -> llvm::Pass * { return new Known; };
  llvm::PassRegistry::getPassRegistry()->registerPass(
      *new llvm::PassInfo(description, argument, &Known::ID, create, /*isCFGOnly=*/false,
                          /*is_analysis=*/false),
      /*ShouldFree=*/true);
}

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_REGISTERPASS_H
