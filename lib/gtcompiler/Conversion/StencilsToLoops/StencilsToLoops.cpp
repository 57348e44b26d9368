//===- StencilsToLoops.cpp - Kernels get their schedules ------------------===//
//
// The pass gt-stencils-to-loops: one gt.kernel for each gt.stencil and gt.fold, and for
// each gt.sweep or several of them. The decisions are made in KernelFacts.cpp and
// written by ScheduleStencil.cpp, ScheduleFold.cpp and ScheduleSweep.cpp; JoinRows.cpp
// lets some of them share their loops.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include "gtcompiler/Conversion/Machine.h"
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

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
  using Base::Base;
  void runOnOperation() override;

  LogicalResult initialize(MLIRContext *) override;

private:
  void schedule(ArrayRef<Operation *> kernels, std::int64_t number, MachineAttr machine);
  void roll(KernelOp kernel);
  void join(ProgramOp program, MachineAttr machine);
  void remark(const KernelFacts &facts);
  template <class Text> void say(Location loc, StringRef name, const Text &text);
  void note(Operation *op, StringRef name, const std::string &text);
  void record(ProgramOp program);

  ScheduleChoices choices;
  SmallVector<Attribute> notes;
};
} // namespace

LogicalResult StencilsToLoopsPass::initialize(MLIRContext *context) {
  choices.inCache = inCache;
  choices.quick = quick;
  if (threadPoints.empty())
    return success();
  auto isStep = [](std::int64_t points) { return points > 0 && llvm::isPowerOf2_64(points); };
  if (threadPoints.size() != 2 || !llvm::all_of(threadPoints, isStep))
    return emitError(UnknownLoc::get(context),
                     "thread-points are two powers of two: of the last loop but one, of the last");
  choices.threadPoints = ThreadPoints{threadPoints[0], threadPoints[1]};
  return success();
}

/// `text` becomes a string only if somebody listens.
template <class Text>
void StencilsToLoopsPass::say(Location loc, StringRef name, const Text &text) {
  if (!getContext().getRemarkEngine())
    return;
  remark::analysis(loc, remark::RemarkOpts::name(name)
                            .category("gt-stencils-to-loops")
                            .function(getOperation().getSymName()))
      << std::string(text);
}

/// Says what not every kernel has; it becomes one of the program's remarks as well.
void StencilsToLoopsPass::note(Operation *op, StringRef name, const std::string &text) {
  say(op->getLoc(), name, text);
  std::string kind = op->getName().stripDialect().str();
  notes.push_back(StringAttr::get(&getContext(), sourceLine(op->getLoc()) + ": " + kind + ": " +
                                                     name + ": " + text));
}

/// Puts the notes behind the remarks that the program has.
void StencilsToLoopsPass::record(ProgramOp program) {
  if (notes.empty())
    return;
  SmallVector<Attribute> remarks;
  if (ArrayAttr known = program.getRemarksAttr())
    llvm::append_range(remarks, known);
  llvm::append_range(remarks, notes);
  program.setRemarksAttr(ArrayAttr::get(&getContext(), remarks));
}

/// Lets points of the kernel's rows share what several of them compute.
void StencilsToLoopsPass::roll(KernelOp kernel) {
  std::int64_t count = 0;
  kernel.walk([&](RowOp row) { count += rollRow(row, MachineAttr::around(row)); });
  if (count > 0)
    say(kernel.getLoc(), "rolled",
        llvm::formatv("values that the points behind have computed: {0}", count));
}

/// Says how the rows of a kernel go, and what is staged and streamed for them.
void StencilsToLoopsPass::remark(const KernelFacts &facts) {
  auto say = [&](StringRef name, const auto &text) { this->say(facts.op->getLoc(), name, text); };
  auto note = [&](StringRef name, const std::string &text) { this->note(facts.op, name, text); };
  if (facts.lanes > 1)
    say("lanes",
        llvm::formatv("rows along {0} go in vectors of {1}", facts.rowDim.getValue(), facts.lanes));
  else
    say("points", llvm::formatv("goes point by point: {0}", facts.whyPointByPoint.empty()
                                                                ? "its values fill a vector"
                                                                : facts.whyPointByPoint));
  if (countOf(facts.threadPoints) > 1)
    note("threads", llvm::formatv("a thread runs {0} x {1} points, which share what they read and "
                                  "compute",
                                  facts.threadPoints[0], facts.threadPoints[1]));
  if (auto writes = facts.point->getOps<WriteOp>(); isa<FoldOp>(facts.op) && !writes.empty())
    note("stores", llvm::formatv("{0} in the pass over the points that are reduced",
                                 llvm::range_size(writes)));
  if (facts.rows > 1)
    say("rows",
        llvm::formatv("{0} rows go together, which share what they read and compute", facts.rows));
  if (!facts.strides.empty())
    note("strides",
         llvm::formatv("not contiguous along the row: code for strides of {0:$[ and of ]} "
                       "elements, and for any",
                       llvm::make_range(facts.strides.begin(), facts.strides.end())));
  if (!facts.staged.empty())
    note("staged", llvm::formatv("not contiguous along the row: {0} accesses, staged in blocks of "
                                 "{1} x {2} points",
                                 facts.staged.size(), facts.acrossPoints, facts.stagedPoints));
  if (!facts.streamed.empty())
    say("streamed",
        llvm::formatv("results that calls may stream past the caches: {0}", facts.streamed.size()));
}

/// Makes one kernel of a stencil, of a fold and the one of its results, or of some sweeps.
void StencilsToLoopsPass::schedule(ArrayRef<Operation *> kernels, std::int64_t number,
                                   MachineAttr machine) {
  SmallVector<KernelFacts, 2> facts;
  choices.isJoined = kernels.size() > 1;
  for (Operation *kernel : kernels) {
    std::int64_t before = facts.empty() ? 0 : facts.back().flops;
    facts.push_back(analyseKernel(kernel, machine, choices));
    remark(facts.back());
    facts.back().flops += before;
  }
  if (kernels.size() > 1)
    note(kernels.front(), "joined",
         llvm::formatv("{0} share a kernel, each point or column its own", kernels.size()));
  std::string name = "k" + std::to_string(number);
  if (isa<SweepOp>(kernels.front()))
    scheduleSweeps(name, facts, machine);
  else if (isa<FoldOp>(kernels.front()))
    scheduleFold(name, facts.front(), kernels.size() == 2 ? cast<FoldOp>(kernels[1]) : FoldOp(),
                 machine);
  else if (KernelOp stencil = scheduleStencil(name, facts.front(), machine); !quick)
    roll(stencil);
  for (Operation *kernel : llvm::reverse(kernels))
    kernel->erase();
  ++numKernels;
  if (llvm::any_of(facts, [](const KernelFacts &known) { return known.lanes > 1; }))
    ++numVectorised;
}

/// How many kernels from the front of `kernels` become one. Where points have threads, the
/// results of a fold are more of them than those of a fold of its results.
static std::size_t countOfFirst(ArrayRef<Operation *> kernels, MachineAttr machine) {
  if (auto fold = dyn_cast<FoldOp>(kernels.front())) {
    auto next = kernels.size() > 1 ? dyn_cast<FoldOp>(kernels[1]) : FoldOp();
    return next && !machine.getThreads() && isFoldOfResults(fold, next) ? 2 : 1;
  }
  SmallVector<SweepOp> sweeps;
  for (Operation *kernel : kernels) {
    if (!isa<SweepOp>(kernel))
      break;
    sweeps.push_back(cast<SweepOp>(kernel));
  }
  return sweeps.empty() ? 1 : countJoined(sweeps);
}

/// Lets kernels share the loops of reductions whose rows they read again; those that are left are
/// numbered anew.
void StencilsToLoopsPass::join(ProgramOp program, MachineAttr machine) {
  auto range = program.getBody().getOps<KernelOp>();
  SmallVector<KernelOp> kernels(range.begin(), range.end());
  std::int64_t number = 0;
  for (ArrayRef<KernelOp> rest = kernels; !rest.empty();) {
    KernelOp first = rest.front();
    std::size_t count = joinRows(rest, machine);
    if (count > 0)
      note(first, "joined", llvm::formatv("{0} share a kernel, each row its own", count + 1));
    first.setSymName("k" + std::to_string(number++));
    rest = rest.drop_front(count + 1);
  }
}

void StencilsToLoopsPass::runOnOperation() {
  ProgramOp program = getOperation();
  MachineAttr machine = machineOf(program);
  if (!machine || failed(checkIsLowered(program)))
    return signalPassFailure();
  notes.clear();
  // What calls a function of the host runs in one go.
  bool callsHost = program.walk([](CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
  choices.windows =
      machine.getThreads() || callsHost ? llvm::DenseSet<Value>() : findWindows(program);
  std::int64_t number = 0; // statistics count nothing in a library built without them
  SmallVector<Operation *> list;
  for (Operation &op : program.getBody().front())
    if (isa<StencilOp, FoldOp, SweepOp>(op))
      list.push_back(&op);
  for (ArrayRef<Operation *> rest = list; !rest.empty();) {
    std::size_t count = countOfFirst(rest, machine);
    schedule(rest.take_front(count), number++, machine);
    rest = rest.drop_front(count);
  }
  join(program, machine);
  record(program);
  for (auto temporary : llvm::make_early_inc_range(program.getBody().getOps<TemporaryOp>()))
    if (temporary.use_empty()) // its values are kept in a buffer
      temporary.erase();
}
