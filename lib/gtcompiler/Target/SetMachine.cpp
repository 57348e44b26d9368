//===- SetMachine.cpp - The target as an attribute ------------------------===//
//
// The pass gt-set-machine.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Target.h"

namespace gtcompiler {
#define GEN_PASS_DEF_SETMACHINEPASS
#include "gtcompiler/Target/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

namespace {
class SetMachinePass : public gtcompiler::impl::SetMachinePassBase<SetMachinePass> {
public:
  using SetMachinePassBase::SetMachinePassBase;
  void runOnOperation() override {
    auto target = createTarget(targetOrHost(cpu, features), CodeGenLevel::HandPicked);
    if (!target) {
      getOperation().emitError(llvm::toString(target.takeError()));
      return signalPassFailure();
    }
    getOperation()->setAttr(GTDialect::kMachineAttrName, (*target)->machine(getContext()));
  }
};
} // namespace
