//===- SetMachine.cpp - The target as an attribute ------------------------===//
//
// The pass gt-set-machine, and how others find what it left.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Machine.h"
#include "gtcompiler/Conversion/Passes.h"

namespace gtcompiler {
#define GEN_PASS_DEF_SETMACHINEPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

MachineAttr gtcompiler::machineOf(Operation *op) {
  auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto machine =
      module ? module->getAttrOfType<MachineAttr>(GTDialect::kMachineAttrName) : MachineAttr();
  if (!machine)
    op->emitOpError("expected the attribute '")
        << GTDialect::kMachineAttrName << "' on the module around it";
  return machine;
}

namespace {
class SetMachinePass : public gtcompiler::impl::SetMachinePassBase<SetMachinePass> {
public:
  using SetMachinePassBase::SetMachinePassBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto machine =
        MachineAttr::getChecked([&] { return module.emitOpError(); }, &getContext(),
                                std::int64_t(vectorBytes), std::int64_t(vectorRegisters),
                                bool(hasHalf), std::int64_t(lineBytes), std::int64_t(l1Bytes));
    if (!machine)
      return signalPassFailure();
    module->setAttr(GTDialect::kMachineAttrName, machine);
  }
};
} // namespace
