//===- SelectKernels.cpp - Instruction selection for kernels --------------===//
//
// LLVM selects instructions by a graph of each block, which is looked through many times, or
// by FastISel, which gives the rest of a block to the graph where it knows an instruction
// not. Blocks of kernels are long, and comparisons of vectors or masked memory in each. So
// FastISel is driven from here, and what it lacks comes from VectorSelection. A function
// with anything else begins anew with LLVM's own pass, as it would behind GlobalISel.
//
//===----------------------------------------------------------------------===//
#include "SelectKernels.h"

#include "RegisterPass.h"
#include "VectorSelection.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Target/TargetMachine.h"

using namespace gtcompiler;
using namespace llvm;

/// How often a loop goes around once more.
static const BranchProbability kGoesOn(15, 16);

namespace {
/// One function.
class FunctionSelection {
public:
  FunctionSelection(MachineFunction &function, SelectionDAG &graph,
                    const TargetLibraryInfo &library, Instructions &numbers);
  bool run();

private:
  bool enterFunction(VectorSelection &vectors);
  bool selectBlock(const BasicBlock &block, VectorSelection &vectors);
  bool isNeeded(const Instruction &instruction) const;
  void addIncoming();
  void joinRegisters();
  void dropUnused();
  void weighLoops();
  void end();

  MachineFunction &machine;
  const TargetSubtargetInfo &target;
  FunctionLoweringInfo info;
  std::unique_ptr<FastISel> fast;
  Instructions &numbers;
};

class SelectKernels : public MachineFunctionPass {
public:
  static char ID;
  explicit SelectKernels(char &id = ID) : MachineFunctionPass(id) {}

  StringRef getPassName() const override { return "Instruction selection for kernels"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.addRequired<TargetLibraryInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &machine) override;

private:
  std::unique_ptr<SelectionDAG> graph; ///< an empty one, which FunctionLoweringInfo asks
  std::unique_ptr<Instructions> numbers;
};

class SelectKernelsAlone final : public SelectKernels {
public:
  static char ID;
  SelectKernelsAlone() : SelectKernels(ID) {}

  bool runOnMachineFunction(MachineFunction &machine) override;
};
} // namespace

char SelectKernels::ID = 0;
char SelectKernelsAlone::ID = 0;

FunctionSelection::FunctionSelection(MachineFunction &function, SelectionDAG &graph,
                                     const TargetLibraryInfo &library, Instructions &known)
    : machine(function), target(function.getSubtarget()), numbers(known) {
  info.BPI = nullptr;
  info.SplitCSR = false;
  info.set(machine.getFunction(), machine, &graph);
  fast.reset(target.getTargetLowering()->createFastISel(info, &library));
}

/// Whether `instruction` has to be selected by itself: others do what it does where they need it
/// unless it has a register.
bool FunctionSelection::isNeeded(const Instruction &instruction) const {
  return instruction.mayWriteToMemory() || instruction.isTerminator() ||
         info.isExportedInst(&instruction);
}

/// From the end: an instruction is known to be needed when it is come to.
bool FunctionSelection::selectBlock(const BasicBlock &block, VectorSelection &vectors) {
  vectors.enter(block);
  for (const Instruction &instruction : reverse(block)) {
    if (isa<PHINode>(instruction))
      break;
    if (vectors.isFolded(instruction) || !isNeeded(instruction))
      continue;
    fast->recomputeInsertPt();
    if (vectors.selectWithScalar(instruction) || vectors.selectScalarChoice(instruction) ||
        vectors.selectScalarNumber(instruction) || vectors.selectOfThree(instruction)) {
      vectors.foldLoads(instruction);
      continue;
    }
    if (!fast->selectInstruction(&instruction)) {
      fast->recomputeInsertPt();
      if (!vectors.select(instruction))
        return false;
    }
    vectors.foldLoads(instruction);
  }
  fast->recomputeInsertPt();
  fast->finishBasicBlock();
  return true;
}

/// Tells the blocks behind this one what their values are when they are entered from here.
void FunctionSelection::addIncoming() {
  for (auto [phi, value] : info.PHINodesToUpdate)
    if (info.MBB->isSuccessor(phi->getParent()))
      MachineInstrBuilder(machine, phi).addReg(value).addMBB(info.MBB);
  info.PHINodesToUpdate.clear();
}

/// Replaces registers that were chosen before it was known where a value comes to be.
void FunctionSelection::joinRegisters() {
  MachineRegisterInfo &registers = machine.getRegInfo();
  for (auto [from, first] : info.RegFixups) {
    Register to = first;
    for (auto next = info.RegFixups.find(to); next != info.RegFixups.end();
         next = info.RegFixups.find(to))
      to = next->second;
    if (from.isVirtual() && to.isVirtual())
      registers.constrainRegClass(to, registers.getRegClass(from));
    if (!registers.use_empty(to))
      registers.clearKillFlags(from);
    registers.replaceRegWith(from, to);
  }
}

/// Arguments, and what is constant.
bool FunctionSelection::enterFunction(VectorSelection &vectors) {
  fast->startNewBlock();
  if (!vectors.enterMasks() || (!fast->lowerArguments() && !vectors.emitArguments()))
    return false;
  vectors.emitConstants();
  fast->setLastLocalValue(info.InsertPt == info.MBB->begin() ? nullptr
                                                             : &*std::prev(info.InsertPt));
  return true;
}

/// The block where a loop that begins at `head` goes back to it, the last one if there are
/// several; null if none does. Blocks are numbered as they stand.
static const MachineBasicBlock *endOfLoop(const MachineBasicBlock &head) {
  const MachineBasicBlock *end = nullptr;
  for (const MachineBasicBlock *before : head.predecessors())
    if (before->getNumber() >= (end ? end : &head)->getNumber())
      end = before;
  return end;
}

/// The one of two successors with which a loop goes on; null if there is no such choice.
static const MachineBasicBlock *goesOnWith(const MachineBasicBlock &block) {
  if (block.succ_size() != 2)
    return nullptr;
  const MachineBasicBlock *end = endOfLoop(block);
  for (const MachineBasicBlock *next : block.successors()) {
    const MachineBasicBlock *other =
        next == *block.succ_begin() ? *block.succ_rbegin() : *block.succ_begin();
    bool goesBack = next->getNumber() <= block.getNumber();
    if (goesBack ||
        (end && next->getNumber() <= end->getNumber() && other->getNumber() > end->getNumber()))
      return next;
  }
  return nullptr;
}

/// Says that loops go around: values of the innermost ones are the last that the allocator
/// keeps in memory or computes again. It takes what it is not told for equally likely.
void FunctionSelection::weighLoops() {
  for (MachineBasicBlock &block : machine) {
    const MachineBasicBlock *inside = goesOnWith(block);
    if (!inside)
      continue;
    SmallVector<MachineBasicBlock *, 2> successors(block.successors());
    for (MachineBasicBlock *next : successors)
      block.removeSuccessor(next);
    for (MachineBasicBlock *next : successors)
      block.addSuccessor(next, next == inside ? kGoesOn : kGoesOn.getCompl());
  }
}

/// Erases what has been selected for others that did without it.
void FunctionSelection::dropUnused() {
  const MachineRegisterInfo &registers = machine.getRegInfo();
  for (MachineBasicBlock &block : reverse(machine))
    for (MachineInstr &each : make_early_inc_range(reverse(block)))
      if (each.isDead(registers))
        each.eraseFromParent();
}

void FunctionSelection::end() {
  joinRegisters();
  dropUnused();
  weighLoops();
  machine.getRegInfo().EmitLiveInCopies(&machine.front(), *target.getRegisterInfo(),
                                        *target.getInstrInfo());
  bool hasCalls = any_of(machine, [](const MachineBasicBlock &block) {
    return any_of(block,
                  [](const MachineInstr &each) { return each.isCall() && !each.isReturn(); });
  });
  machine.getFrameInfo().setHasCalls(hasCalls);
  machine.setHasInlineAsm(false);
  machine.getProperties().setSelected();
}

bool FunctionSelection::run() {
  const Function &function = machine.getFunction();
  if (!fast)
    return false;
  VectorSelection vectors(info, *fast, numbers);
  ReversePostOrderTraversal<const Function *> order(&function);
  for (const BasicBlock *block : order) {
    info.MBB = info.getMBB(block);
    info.InsertPt = info.MBB->end();
    if (block != &function.getEntryBlock())
      fast->startNewBlock();
    else if (!enterFunction(vectors))
      return false;
    if (!selectBlock(*block, vectors))
      return false;
    addIncoming();
  }
  end();
  return true;
}

bool SelectKernels::runOnMachineFunction(MachineFunction &machine) {
  if (!graph)
    graph = std::make_unique<SelectionDAG>(machine.getTarget(), CodeGenOptLevel::None);
  if (!numbers)
    numbers = std::make_unique<Instructions>(*machine.getSubtarget().getInstrInfo());
  auto &library = getAnalysis<TargetLibraryInfoWrapperPass>().getTLI(machine.getFunction());
  if (!FunctionSelection(machine, *graph, library, *numbers).run()) {
    machine.reset();
    machine.initTargetMachineFunctionInfo(machine.getSubtarget());
    machine.getTarget().registerMachineRegisterInfoCallback(machine);
  }
  return true;
}

bool SelectKernelsAlone::runOnMachineFunction(MachineFunction &machine) {
  SelectKernels::runOnMachineFunction(machine);
  if (machine.empty()) {
    machine.getFunction().addFnAttr(kUnselected);
    machine.push_back(machine.CreateMachineBasicBlock());
  }
  return true;
}

void gtcompiler::registerSelectKernels() {
  static const bool once = [] {
    const char *description = "Instruction selection for kernels";
    registerPass<SelectKernels>(description, kSelectKernels);
    registerPass<SelectKernelsAlone>(description, kSelectKernelsAlone);
    return true;
  }();
  (void)once;
}
