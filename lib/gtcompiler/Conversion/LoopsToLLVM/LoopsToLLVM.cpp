//===- LoopsToLLVM.cpp - Schedules become functions -----------------------===//
//
// The pass gt-loops-to-llvm: one function for each kernel of the program, and
// what the image says of them.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "gtcompiler/Conversion/EqualCode.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Image/EqualKernels.h"
#include "gtcompiler/Conversion/LoopsToLLVM/Image/ImageDescription.h"
#include "gtcompiler/Conversion/Machine.h"
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Conversion/PointCode/HalfFloats.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace gtcompiler {
#define GEN_PASS_DEF_LOOPSTOLLVMPASS
#include "gtcompiler/Conversion/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

/// Fails, with a diagnostic, at a point operation that a row has no vectors for.
static LogicalResult checkLanes(KernelOp kernel) {
  auto visit = [](RowOp row) {
    for (Operation &op : *row.getBlock())
      if (auto pointOp = dyn_cast<PointOp>(op); pointOp && !hasLanes(pointOp, row.getLanes())) {
        op.emitOpError("cannot be computed in ") << row.getLanes() << " lanes";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  };
  return failure(kernel.getBody().walk(visit).wasInterrupted());
}

/// Whether `name` may be that of a kernel's entry, beside math functions and memory.
static bool isEntryName(StringRef name) {
  bool isPlain = llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isPlain && !name.empty() && !llvm::isDigit(name.front()) && !name.starts_with("gt_");
}

/// Whether the kernel is `pairwise` and what stands behind it, once for each result.
static bool isAllOf(KernelOp kernel, PairwiseOp pairwise) {
  llvm::DenseSet<StringAttr> open;
  for (Operation *around = pairwise->getParentOp(); around != kernel;
       around = around->getParentOp()) {
    auto loop = dyn_cast<LoopOp>(around);
    if (!loop || loop.getBy() || loop->getNextNode())
      return false;
    open.insert(loop.getDimAttr());
  }
  return open.size() == kernel.getLoopDims().size() && findTogether(kernel) == pairwise &&
         !llvm::is_contained(kernel.getLoopDims(), pairwise.getDimAttr());
}

/// Fails, with a diagnostic, at what a kernel of threads cannot do: each has one point of the
/// loops, in no order, and memory of a size that is known.
static LogicalResult checkForThreads(KernelOp kernel) {
  if (!isEntryName(kernel.getSymName()))
    return kernel.emitOpError("expected a name of letters, digits and '_' that does not begin "
                              "with a digit or 'gt_', got '")
           << kernel.getSymName() << "'";
  auto visit = [&](Operation *op) {
    auto fail = [&](const char *why) {
      op->emitOpError(why);
      return WalkResult::interrupt();
    };
    if (isa<CallOp>(op))
      return fail("is a call of the host, which threads of a device cannot make");
    if (auto row = dyn_cast<RowOp>(op); row && row.getLanes() > 1)
      return fail("has lanes, where each point has a thread");
    if (auto buffer = dyn_cast<BufferOp>(op); buffer && !buffer.getType().hasFixedSize())
      return fail("has the extent of a tile, where each point has a thread");
    if (auto pairwise = dyn_cast<PairwiseOp>(op)) {
      if (!pairwise.getThreads())
        return fail("is one thread's, where those of a block reduce together");
      if (!isAllOf(kernel, pairwise))
        return fail("is not what all loops of the kernel are around and nothing else follows");
    }
    if (auto loop = dyn_cast<LoopOp>(op);
        loop && loop.getOrder() != LoopOrder::Parallel &&
        llvm::is_contained(kernel.getLoopDims(), loop.getDimAttr()))
      return fail("is in order, where each point has a thread");
    return WalkResult::advance();
  };
  return failure(kernel.getBody().walk(visit).wasInterrupted());
}

/// Fails, with a diagnostic, at a kernel without a schedule for the machine or a buffer
/// without a place.
static LogicalResult checkIsScheduled(ProgramOp program, MachineAttr machine) {
  for (Operation &op : program.getBody().front())
    if (isa<StencilOp, FoldOp, StoreOp>(op))
      return op.emitOpError("has no schedule, expected the loop level");
  for (CallOp call : program.getBody().getOps<CallOp>())
    if (machine.getThreads()) // of scalars
      return call.emitOpError("is a call of the host, which threads of a device cannot make");
  llvm::StringSet<> names;
  for (KernelOp kernel : program.getBody().getOps<KernelOp>()) {
    if (!names.insert(kernel.getSymName()).second)
      return kernel.emitOpError("expected kernels with different names, got '")
             << kernel.getSymName() << "' twice";
    if (machine.getThreads() && failed(checkForThreads(kernel)))
      return failure();
    if (PairwiseOp together = findTogether(kernel); together && !machine.getThreads())
      return together.emitOpError("is by threads, which the machine lacks");
    for (BufferOp buffer : kernel.getBody().getOps<BufferOp>())
      if (!buffer.getOffset() && !buffer.getInRegisters())
        return buffer.emitOpError("has no place in scratch, expected gt-lay-out-scratch");
    if (failed(checkLanes(kernel)))
      return failure();
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

/// Erases a program from inside out: what is left of a nest is looked at again for each loop
/// around it.
static void eraseNests(ProgramOp program) {
  program.walk([](Operation *op) {
    op->dropAllUses();
    op->erase();
  });
}

namespace {
class LoopsToLLVMPass : public gtcompiler::impl::LoopsToLLVMPassBase<LoopsToLLVMPass> {
public:
  using LoopsToLLVMPassBase::LoopsToLLVMPassBase;
  void runOnOperation() override;

private:
  LogicalResult emitKernels(ProgramOp program, MachineAttr machine);
};
} // namespace

static LLVM::LLVMFuncOp emitFunction(KernelOp kernel, const KernelUses &uses, MachineAttr machine,
                                     PairwiseFunctions &shared, OpBuilder builder) {
  auto create = machine.getThreads() ? createThreadFrame : createTileFrame;
  std::unique_ptr<KernelFrame> frame = create(builder, kernel, uses);
  KernelEmitter(*frame, kernel, machine, shared).emit();
  return frame->function();
}

LogicalResult LoopsToLLVMPass::emitKernels(ProgramOp program, MachineAttr machine) {
  ProgramNumbers numbers(program);
  if (failed(numbers.computeBounds(program)))
    return failure();
  ProgramImports imports(program);
  getOperation()->setAttr(GTDialect::kImageAttrName, describeProgram(program, numbers, imports));
  EqualKernels equal;
  EqualCode equalCode;
  llvm::DenseMap<Operation *, LLVM::LLVMFuncOp> functions;
  OpBuilder builder(program);
  llvm::StringSet<> names;
  for (KernelOp kernel : program.getBody().getOps<KernelOp>())
    names.insert(kernel.getSymName());
  PairwiseFunctions shared(builder, names);
  SharedStorages sharedStorages(program);
  for (KernelOp kernel : program.getBody().getOps<KernelOp>()) {
    KernelUses uses(kernel, imports);
    KernelOp first = shareCode ? equal.firstLike(kernel) : kernel;
    LLVM::LLVMFuncOp &function = functions[first];
    if (first == kernel) {
      function = emitFunction(kernel, uses, machine, shared, builder);
      if (auto same = shareCode ? equalCode.firstLike(function) : function; same != function) {
        function.erase();
        function = same;
      }
    }
    Operation *code = function;
    if (function.getSymNameAttr() != kernel.getSymNameAttr()) {
      code = createAlias(builder, kernel.getLoc(), kernel.getSymName(), function);
      ++numShared;
    }
    code->setAttr(GTDialect::kKernelAttrName,
                  describeKernel(kernel, uses, numbers, sharedStorages, machine));
    ++numKernels;
  }
  if (!machine.getHasHalf())
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      expandHalfConversions(function);
  return success();
}

void LoopsToLLVMPass::runOnOperation() {
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
  MachineAttr machine = machineOf(module);
  if (!machine || failed(checkIsScheduled(program, machine)) ||
      failed(emitKernels(program, machine)))
    return signalPassFailure();
  eraseNests(program);
}
