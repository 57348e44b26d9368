//===- LayOutScratch.cpp - Where buffers lie ------------------------------===//
//
// The pass gt-lay-out-scratch: one buffer of a kernel after the other, each at
// the start of a cache line. Where the tile gives an extent, the code adds up what
// comes before.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Machine.h"
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "llvm/Support/MathExtras.h"

namespace gtcompiler {
#define GEN_PASS_DEF_LAYOUTSCRATCHPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

/// Bytes of all copies of a buffer.
static std::int64_t bytesOf(BufferOp buffer) {
  BufferType type = buffer.getType();
  std::int64_t bytes = memoryBytes(type.getElementType());
  for (auto [index, extent] : llvm::enumerate(llvm::reverse(type.getExtents())))
    bytes = bytes * extent + (index == 0 ? buffer.getPadding() : 0);
  return bytes * buffer.getCopies();
}

namespace {
class LayOutScratchPass : public gtcompiler::impl::LayOutScratchPassBase<LayOutScratchPass> {
public:
  void runOnOperation() override {
    MachineAttr machine = machineOf(getOperation());
    if (!machine)
      return signalPassFailure();
    Builder builder(&getContext());
    for (KernelOp kernel : getOperation().getBody().getOps<KernelOp>()) {
      std::int64_t end = 0;
      SmallVector<BufferOp> ofTile;
      for (BufferOp buffer : kernel.getBody().getOps<BufferOp>()) {
        if (buffer.getInRegisters())
          continue;
        if (!buffer.getType().hasFixedSize()) {
          ofTile.push_back(buffer);
          continue;
        }
        buffer.setOffsetAttr(builder.getI64IntegerAttr(end));
        end = llvm::alignTo(end + bytesOf(buffer), machine.getLineBytes());
      }
      for (BufferOp buffer : ofTile)
        buffer.setOffsetAttr(builder.getI64IntegerAttr(end));
      kernel.setScratch(end);
    }
  }
};
} // namespace
