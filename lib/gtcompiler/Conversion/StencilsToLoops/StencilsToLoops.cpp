//===- StencilsToLoops.cpp - Kernels become functions with loops ----------===//
//
// The pass gt-stencils-to-loops: one function for each kernel of the program.
// The loops come from StencilKernel.cpp and FoldKernel.cpp.
//
//===----------------------------------------------------------------------===//
#include "EqualKernels.h"
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

/// A second name for the code of `function`, for a kernel that is called with
/// other arguments.
static LLVM::AliasOp createAlias(OpBuilder builder, Location loc, StringRef name,
                                 LLVM::LLVMFuncOp function) {
  auto alias = LLVM::AliasOp::create(builder, loc, function.getFunctionType(),
                                     LLVM::Linkage::External, name);
  builder.setInsertionPointToEnd(&alias.getInitializer().emplaceBlock());
  auto address = LLVM::AddressOfOp::create(builder, loc, function);
  LLVM::ReturnOp::create(builder, loc, address.getResult());
  return alias;
}

namespace {
class StencilsToLoopsPass : public gtcompiler::impl::StencilsToLoopsPassBase<StencilsToLoopsPass> {
public:
  using StencilsToLoopsPassBase::StencilsToLoopsPassBase;
  void runOnOperation() override;

private:
  /// A kernel's function and the scratch memory that it needs.
  struct Code {
    LLVM::LLVMFuncOp function;
    std::int64_t scratch = 0;
  };
  Code emitCode(const KernelFacts &facts, StringRef name, OpBuilder builder);
  void lowerKernels(ProgramOp program);
};
} // namespace

StencilsToLoopsPass::Code StencilsToLoopsPass::emitCode(const KernelFacts &facts, StringRef name,
                                                        OpBuilder builder) {
  KernelFrame frame(builder, name, facts);
  auto fold = dyn_cast<FoldOp>(facts.op);
  std::int64_t scratch = fold ? emitFold(frame, fold) : emitStencil(frame);
  if (!hasHalf)
    expandHalfConversions(frame.function());
  if (facts.lanes > 1)
    ++numVectorised;
  return {frame.function(), scratch};
}

void StencilsToLoopsPass::lowerKernels(ProgramOp program) {
  ProgramNumbers numbers(program);
  getOperation()->setAttr(image::kImage, describeProgram(program, numbers));
  EqualKernels equal;
  llvm::DenseMap<Operation *, Code> codes;
  OpBuilder builder(program);
  std::int64_t number = 0; // statistics count nothing in a library built without them
  for (Operation &op : program.getBody().front()) {
    if (!isa<StencilOp, FoldOp>(op))
      continue;
    std::string name = "k" + std::to_string(number++);
    KernelFacts facts = analyseKernel(&op, vectorBytes);
    Operation *first = shareCode ? equal.firstLike(&op) : &op;
    Code &code = codes[first];
    Operation *kernel = nullptr;
    if (first == &op) {
      code = emitCode(facts, name, builder);
      kernel = code.function;
    } else {
      kernel = createAlias(builder, op.getLoc(), name, code.function);
      ++numShared;
    }
    kernel->setAttr(image::kKernel, describeKernel(facts, numbers, code.scratch));
    ++numKernels;
  }
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
  lowerKernels(program);
  program.erase();
}
