//===- StencilsToLoops.cpp - Kernels become functions with loops ----------===//
//
// The pass gt-stencils-to-loops: one function for each kernel of the program.
// The loops come from StencilKernel.cpp and FoldKernel.cpp.
//
//===----------------------------------------------------------------------===//
#include "HalfFloats.h"
#include "ImageDescription.h"
#include "KernelFrame.h"
#include "Kernels.h"

#include "gtcompiler/Conversion/ImageAttributes.h"
#include "gtcompiler/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace gtcompiler {
#define GEN_PASS_DEF_STENCILSTOLOOPSPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

/// Fails, with a diagnostic, at an operation of the field level.
static LogicalResult checkIsLowered(ProgramOp program) {
  for (Operation &op : program.getBody().front()) {
    bool isField = llvm::any_of(op.getResultTypes(), llvm::IsaPred<FieldType>);
    if (isField || isa<StoreOp>(op))
      return op.emitOpError("is of the field level, expected the stencil level");
  }
  return success();
}

namespace {
class StencilsToLoopsPass : public gtcompiler::impl::StencilsToLoopsPassBase<StencilsToLoopsPass> {
public:
  using StencilsToLoopsPassBase::StencilsToLoopsPassBase;
  void runOnOperation() override;

private:
  void lowerKernel(Operation *kernel, std::int64_t number, OpBuilder builder);
};
} // namespace

void StencilsToLoopsPass::lowerKernel(Operation *op, std::int64_t number, OpBuilder builder) {
  KernelFacts facts = analyseKernel(op, vectorBytes);
  KernelFrame frame(builder, "k" + std::to_string(number), facts);
  std::int64_t scratch = 0;
  if (auto fold = dyn_cast<FoldOp>(op))
    scratch = emitFold(frame, fold);
  else
    scratch = emitStencil(frame);
  if (!hasHalf)
    expandHalfConversions(frame.function());
  frame.function()->setAttr(image::kKernel, describeKernel(facts, scratch));
  ++numKernels;
  if (facts.lanes > 1)
    ++numVectorised;
}

void StencilsToLoopsPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto programs = llvm::to_vector(module.getOps<ProgramOp>());
  if (programs.size() != 1) {
    module.emitOpError("expected one 'gt.program', got ") << programs.size();
    return signalPassFailure();
  }
  ProgramOp program = programs.front();
  for (Operation &op : *module.getBody())
    if (&op != program) { // its name may be a kernel's
      op.emitOpError("stands beside a 'gt.program', expected nothing there");
      return signalPassFailure();
    }
  if (failed(checkIsLowered(program)))
    return signalPassFailure();
  module->setAttr(image::kImage, describeProgram(program));
  std::int64_t number = 0; // statistics count nothing in a library built without them
  for (Operation &op : program.getBody().front())
    if (isa<StencilOp, FoldOp>(op))
      lowerKernel(&op, number++, OpBuilder(program));
  program.erase();
}
