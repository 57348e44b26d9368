//===- KernelUses.cpp - What a kernel reaches -----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "KernelUses.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace gtcompiler;
using namespace mlir;

llvm::SetVector<Value> gtcompiler::scalarArguments(Value scalar) {
  llvm::SetVector<Value> arguments;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> open{scalar};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op)
      arguments.insert(value);
    else if (seen.insert(op).second)
      llvm::append_range(open, llvm::reverse(op->getOperands()));
  }
  return arguments;
}

PairwiseOp gtcompiler::findTogether(KernelOp kernel) {
  PairwiseOp found;
  kernel.getBody().walk([&](PairwiseOp op) { found = op.getThreads() ? op : found; });
  return found;
}

unsigned gtcompiler::scalarWords(Type type) { return (memoryBytes(type) + 7) / 8; }

/// Numbers the scalars that an operation takes from the program.
void KernelUses::addScalars(Operation *op) {
  for (Value operand : op->getOperands()) {
    if (!isElementType(operand.getType()) ||
        !isa<ProgramOp>(operand.getParentBlock()->getParentOp()))
      continue;
    for (Value argument : scalarArguments(operand))
      if (scalars.insert({argument, scalarEnd}).second)
        scalarEnd += scalarWords(argument.getType());
  }
}

void KernelUses::addRead(Value memory, ValueRange pins) {
  ranges.insert_range(pins);
  if (!isa<StorageType>(memory.getType()))
    return;
  storages.insert(memory);
  read.insert(memory);
}

void KernelUses::addWritten(Value storage) {
  storages.insert(storage);
  written.insert(storage);
}

ProgramImports::ProgramImports(ProgramOp program) {
  program.walk([&](CallOp call) {
    StringAttr symbol = call.getCalleeAttr().getAttr();
    if (numbers.try_emplace(symbol, imports.size()).second)
      imports.push_back(ImageImportAttr::get(call.getContext(), symbol, call.getPrototype()));
  });
}

KernelUses::KernelUses(KernelOp kernel, const ProgramImports &known) : imports(known) {
  ranges.insert_range(kernel.getRanges());
  if (kernel.getAlong())
    ranges.insert(kernel.getAlong());
  kernel.getBody().walk([&](Operation *op) {
    addScalars(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](GetOp get) { addRead(get.getMemory(), get.getPins()); })
        .Case([&](PrefetchOp fetch) { addRead(fetch.getMemory(), fetch.getPins()); })
        .Case([&](StageOp stage) { addRead(stage.getMemory(), stage.getPins()); })
        .Case([&](PutOp put) {
          addWritten(put.getStorage());
          if (put.getAt())
            ranges.insert(put.getAt());
        })
        .Case([&](IndexOp index) {
          if (index.getPin())
            ranges.insert(index.getPin());
        })
        .Case([&](RowOp row) { lanes = std::max<std::int64_t>(lanes, row.getLanes()); });
  });
}
