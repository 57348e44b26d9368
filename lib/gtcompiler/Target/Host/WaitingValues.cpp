//===- WaitingValues.cpp - What waits while a loop runs -------------------===//
//
// See the header. Which values are live where is found by blocks, as in any textbook.
//
//===----------------------------------------------------------------------===//
#include "WaitingValues.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cmath>

using namespace llvm;

/// Registers that a loop may fill: of the 16 one is the stack's, and one is left for what is
/// computed in between.
static constexpr unsigned kRegisters = 14;

/// How often a loop is taken to go around.
static constexpr double kRounds = 16;

/// Loads around a loop, for an instruction in it; and its instructions, if there are any: a row
/// may be two vectors long, and what comes before it as much work.
static constexpr double kMostLoads = 0.125;
static constexpr std::size_t kLeastInstructions = 100;

namespace {
/// Blocks from the first to the last one, which goes back to it.
struct Loop {
  unsigned first, last;
  bool holds(unsigned block) const { return first <= block && block <= last; }
  bool operator==(const Loop &) const = default;
};

class WaitingValues {
public:
  explicit WaitingValues(Function &function);
  void run();

private:
  void number();
  void findLoops();
  void findLive();
  bool isUsedIn(const Loop &loop, const Instruction &value) const;
  unsigned depthOf(const BasicBlock *block) const;
  double costOf(const Instruction &value) const;
  bool isMostWork(const Loop &loop) const;
  void unload(const Loop &loop);

  SmallVector<BasicBlock *, 32> blocks;
  DenseMap<const BasicBlock *, unsigned> blockNumbers;
  SmallVector<Instruction *, 64> values; ///< that are used in other blocks than their own
  DenseMap<const Value *, unsigned> numbers;
  SmallVector<Loop, 8> loops;
  SmallVector<BitVector, 32> live; ///< at the beginning of each block
  BitVector stored;
};
} // namespace

/// The block where the value of `use` has to be: of a phi the one that it comes from.
static const BasicBlock *placeOf(const Use &use) {
  if (auto *phi = dyn_cast<PHINode>(use.getUser()))
    return phi->getIncomingBlock(use);
  return cast<Instruction>(use.getUser())->getParent();
}

WaitingValues::WaitingValues(Function &function) {
  for (BasicBlock &block : function) {
    blockNumbers[&block] = blocks.size();
    blocks.push_back(&block);
  }
}

void WaitingValues::number() {
  auto isElsewhere = [](const Instruction &value) {
    return any_of(value.uses(), [&](const Use &use) { return placeOf(use) != value.getParent(); });
  };
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      Type *type = instruction.getType();
      if ((type->isIntegerTy(64) || type->isPointerTy()) && !isa<AllocaInst>(instruction) &&
          isElsewhere(instruction)) {
        numbers[&instruction] = values.size();
        values.push_back(&instruction);
      }
    }
  stored.resize(values.size());
}

void WaitingValues::findLoops() {
  for (unsigned last = 0; last < blocks.size(); ++last)
    for (const BasicBlock *next : successors(blocks[last]))
      if (unsigned first = blockNumbers.at(next); first <= last)
        loops.push_back({first, last});
}

void WaitingValues::findLive() {
  SmallVector<BitVector, 32> used(blocks.size(), BitVector(values.size()));
  SmallVector<BitVector, 32> made = used;
  for (auto [number, value] : enumerate(values)) {
    unsigned own = blockNumbers.at(value->getParent());
    made[own].set(number);
    for (const Use &use : value->uses())
      if (unsigned block = blockNumbers.at(placeOf(use)); block != own)
        used[block].set(number);
  }
  live = used;
  for (bool changes = true; changes;) {
    changes = false;
    for (unsigned block = blocks.size(); block-- > 0;) {
      BitVector begin(values.size());
      for (const BasicBlock *next : successors(blocks[block]))
        begin |= live[blockNumbers.at(next)];
      begin.reset(made[block]);
      begin |= used[block];
      changes |= begin != live[block];
      live[block] = std::move(begin);
    }
  }
}

bool WaitingValues::isUsedIn(const Loop &loop, const Instruction &value) const {
  return any_of(value.uses(), [&](const Use &use) {
    return loop.holds(blockNumbers.at(placeOf(use))) ||
           loop.holds(blockNumbers.at(cast<Instruction>(use.getUser())->getParent()));
  });
}

/// Loops around `block`.
unsigned WaitingValues::depthOf(const BasicBlock *block) const {
  unsigned number = blockNumbers.at(block);
  return count_if(loops, [&](const Loop &loop) { return loop.holds(number); });
}

/// Loads that the value would need, those in loops many times.
double WaitingValues::costOf(const Instruction &value) const {
  double cost = 0;
  for (const Use &use : value.uses())
    cost += std::pow(kRounds, depthOf(placeOf(use)));
  return cost;
}

/// Whether what the loops around `loop` do is little beside it: there is no other loop in the one
/// right around it, and none reads integers, as indices of a table.
bool WaitingValues::isMostWork(const Loop &loop) const {
  const Loop *nearest = nullptr;
  for (const Loop &around : loops) {
    if (around == loop || !around.holds(loop.first) || !around.holds(loop.last))
      continue;
    if (!nearest || nearest->holds(around.first))
      nearest = &around;
    for (unsigned block = around.first; block <= around.last; ++block)
      if (any_of(*blocks[block], [](const Instruction &instruction) {
            return isa<LoadInst>(instruction) && instruction.getType()->isIntegerTy();
          }))
        return false;
  }
  return nearest && none_of(loops, [&](const Loop &other) {
           return other != *nearest && other != loop && nearest->holds(other.first) &&
                  nearest->holds(other.last);
         });
}

/// Stores what waits for the end of `loop` as far as it needs the registers, what is used least
/// first. Loads around the loop are few beside the instructions in it.
void WaitingValues::unload(const Loop &loop) {
  auto phis = blocks[loop.first]->phis();
  unsigned held = live[loop.first].count() + count_if(phis, [](const PHINode &phi) {
                    return phi.getType()->isIntegerTy() || phi.getType()->isPointerTy();
                  });
  std::size_t size = 0;
  for (unsigned block = loop.first; block <= loop.last; ++block)
    size += blocks[block]->size();
  if (held <= kRegisters || size < kLeastInstructions || !isMostWork(loop))
    return;
  SmallVector<std::pair<double, unsigned>, 16> waiting;
  for (unsigned number : live[loop.first].set_bits())
    if (!isUsedIn(loop, *values[number]) && depthOf(values[number]->getParent()) == 0)
      waiting.push_back({costOf(*values[number]), number});
  sort(waiting);
  double loads = 0, around = std::pow(kRounds, depthOf(blocks[loop.first]) - 1);
  for (auto [cost, number] : waiting) {
    loads += cost / around;
    if (held-- <= kRegisters || loads > kMostLoads * double(size))
      return;
    stored.set(number);
    for (BitVector &begin : live)
      begin.reset(number);
  }
}

void WaitingValues::run() {
  number();
  if (values.size() <= kRegisters)
    return;
  findLoops();
  findLive();
  for (const Loop &loop : loops)
    if (none_of(loops, [&](const Loop &other) { // it is an innermost one
          return other != loop && loop.holds(other.first) && loop.holds(other.last);
        }))
      unload(loop);
  for (unsigned number : stored.set_bits())
    DemoteRegToStack(*values[number]);
}

void gtcompiler::storeWaitingValues(Function &function) { WaitingValues(function).run(); }
