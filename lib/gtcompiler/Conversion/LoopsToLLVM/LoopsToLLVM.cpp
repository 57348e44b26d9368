//===- LoopsToLLVM.cpp - Loops and arithmetic to the LLVM dialect ---------===//
//
// The pass gt-loops-to-llvm: MLIR's own patterns, in one conversion.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace gtcompiler {
#define GEN_PASS_DEF_LOOPSTOLLVMPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

namespace {
class LoopsToLLVMPass : public gtcompiler::impl::LoopsToLLVMPassBase<LoopsToLLVMPass> {
public:
  LogicalResult initialize(MLIRContext *context) override {
    LowerToLLVMOptions options(context);
    converter = std::make_shared<LLVMTypeConverter>(context, options);
    RewritePatternSet set(context);
    populateSCFToControlFlowConversionPatterns(set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    populateVectorToLLVMConversionPatterns(*converter, set);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(set));
    return success();
  }

  void runOnOperation() override {
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(getOperation(), target, *patterns)))
      signalPassFailure();
  }

private:
  std::shared_ptr<LLVMTypeConverter> converter;
  std::shared_ptr<FrozenRewritePatternSet> patterns;
};
} // namespace
