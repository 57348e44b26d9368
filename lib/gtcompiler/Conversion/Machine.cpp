//===- Machine.cpp - What is known of the target --------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Machine.h"

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
