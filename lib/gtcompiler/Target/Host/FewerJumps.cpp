//===- FewerJumps.cpp - Blocks that run into those behind them ------------===//
//
// Loops of kernels test in front of their points, and rows are short: what goes around with one
// jump in place of two, and into the next block with none, is a part of each row.
//
//   head: cmp, jge behind         head: cmp, jge behind
//   body: ...                     body: ...
//         jmp head                      cmp, jl body
//   behind:                       behind:
//
//===----------------------------------------------------------------------===//
#include "FewerJumps.h"

#include "RegisterPass.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace gtcompiler;
using namespace llvm;

namespace {
/// How a block ends.
struct Ending {
  MachineBasicBlock *taken = nullptr, *other = nullptr;
  SmallVector<MachineOperand, 4> condition;
};

class FewerJumps : public MachineFunctionPass {
public:
  static char ID;
  FewerJumps() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Jumps that are left out"; }
  bool runOnMachineFunction(MachineFunction &machine) override;
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

private:
  bool find(MachineBasicBlock &block, Ending &ending) const {
    ending = {};
    return !instructions->analyzeBranch(block, ending.taken, ending.other, ending.condition) &&
           ending.taken;
  }
  void testAtEnd(MachineBasicBlock &last) const;

  const TargetInstrInfo *instructions = nullptr;
};
} // namespace

char FewerJumps::ID = 0;

/// Whether a block compares, once, and nothing else.
static bool isTest(const MachineBasicBlock &block) {
  auto first = block.begin();
  return first != block.end() && first->isCompare() &&
         std::next(first) == block.getFirstTerminator();
}

/// Where `last` goes back to a test that decides whether its loop goes on, it tests by itself.
void FewerJumps::testAtEnd(MachineBasicBlock &last) const {
  Ending ending, test;
  if (!find(last, ending) || !ending.condition.empty())
    return;
  MachineBasicBlock &head = *ending.taken;
  if (head.getNumber() > last.getNumber() || !isTest(head) || !find(head, test) ||
      test.condition.empty())
    return;
  MachineBasicBlock *inside = test.other ? test.other : head.getNextNode(), *behind = test.taken;
  if (!last.isLayoutSuccessor(behind) || instructions->reverseBranchCondition(test.condition))
    return;
  instructions->removeBranch(last);
  last.insert(last.end(), last.getParent()->CloneMachineInstr(&head.front()));
  instructions->insertBranch(last, inside, nullptr, test.condition, head.back().getDebugLoc());
  last.replaceSuccessor(&head, inside);
  last.addSuccessorWithoutProb(behind);
}

bool FewerJumps::runOnMachineFunction(MachineFunction &machine) {
  instructions = machine.getSubtarget().getInstrInfo();
  for (MachineBasicBlock &block : machine) {
    testAtEnd(block);
    if (Ending ending; find(block, ending))
      block.updateTerminator(block.getNextNode());
  }
  return true;
}

void gtcompiler::registerFewerJumps() {
  static const bool once = [] {
    registerPass<FewerJumps>("Jumps that are left out", kFewerJumps);
    return true;
  }();
  (void)once;
}
