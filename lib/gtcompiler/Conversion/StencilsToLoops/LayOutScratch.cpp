//===- LayOutScratch.cpp - Where buffers lie ------------------------------===//
//
// The pass gt-lay-out-scratch: one buffer of a kernel after the other, each at
// the start of a cache line. Where the tile gives an extent, the code adds up what
// comes before. Remarks say what a thread needs.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Machine.h"
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"
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
/// The buffers of a kernel, by what gives them their place.
struct Buffers {
  SmallVector<BufferOp> fixed, ofTile;
  std::size_t inRegisters = 0;

  explicit Buffers(KernelOp kernel);
};

class LayOutScratchPass : public gtcompiler::impl::LayOutScratchPassBase<LayOutScratchPass> {
public:
  void runOnOperation() override;

private:
  void layOut(KernelOp kernel, const Buffers &buffers, std::int64_t lineBytes);
  void remark(KernelOp kernel, const Buffers &buffers, std::int64_t lineBytes);
  template <class Text> void say(KernelOp kernel, StringRef name, const Text &text);
};
} // namespace

Buffers::Buffers(KernelOp kernel) {
  for (BufferOp buffer : kernel.getBody().getOps<BufferOp>())
    if (buffer.getInRegisters())
      ++inRegisters;
    else
      (buffer.getType().hasFixedSize() ? fixed : ofTile).push_back(buffer);
}

void LayOutScratchPass::layOut(KernelOp kernel, const Buffers &buffers, std::int64_t lineBytes) {
  Builder builder(&getContext());
  std::int64_t end = 0;
  for (BufferOp buffer : buffers.fixed) {
    buffer.setOffsetAttr(builder.getI64IntegerAttr(end));
    end = llvm::alignTo(end + bytesOf(buffer), lineBytes);
  }
  for (BufferOp buffer : buffers.ofTile)
    buffer.setOffsetAttr(builder.getI64IntegerAttr(end));
  kernel.setScratch(end);
}

template <class Text>
void LayOutScratchPass::say(KernelOp kernel, StringRef name, const Text &text) {
  remark::analysis(
      kernel.getLoc(),
      remark::RemarkOpts::name(name).category("gt-lay-out-scratch").function(kernel.getSymName()))
      << std::string(text);
}

/// Says what of a kernel's buffers has a place, and which.
void LayOutScratchPass::remark(KernelOp kernel, const Buffers &buffers, std::int64_t lineBytes) {
  if (!getContext().getRemarkEngine())
    return;
  if (!buffers.fixed.empty())
    say(kernel, "fixed",
        llvm::formatv("{0} buffers take {1} bytes of a thread, each from a line of {2} on",
                      buffers.fixed.size(), kernel.getScratch(), lineBytes));
  if (!buffers.ofTile.empty())
    say(kernel, "of-tile",
        llvm::formatv("{0} buffers are as large as the tile, and lie behind the others",
                      buffers.ofTile.size()));
  if (buffers.inRegisters > 0)
    say(kernel, "registers",
        llvm::formatv("{0} values that loops hand on stay in registers", buffers.inRegisters));
}

void LayOutScratchPass::runOnOperation() {
  MachineAttr machine = machineOf(getOperation());
  if (!machine)
    return signalPassFailure();
  for (KernelOp kernel : getOperation().getBody().getOps<KernelOp>()) {
    Buffers buffers(kernel);
    layOut(kernel, buffers, machine.getLineBytes());
    remark(kernel, buffers, machine.getLineBytes());
  }
}
