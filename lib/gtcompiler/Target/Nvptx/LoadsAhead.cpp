//===- LoadsAhead.cpp - Loads some steps of a loop before their use -------===//
//
// What is loaded waits in registers. A copy of the step for each of them, one after the other, so
// that none is moved, which would wait for its load: a copy takes what waits in its own and
// loads there what that copy needs when it comes round again. The registers are filled before the
// loop, if it has a step.
//
//===----------------------------------------------------------------------===//
#include "LoadsAhead.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;

namespace {

/// How many steps before, and how much may wait: a thread has 1 KiB of registers. Copies of long
/// bodies would take the assembler's time, and hide what they wait for by themselves.
constexpr unsigned kMostSteps = 4, kMostBytes = 256, kMostInstructions = 1024;

/// A loop from `first` up to `end` whose steps are one block.
struct CountedLoop {
  BasicBlock *before, *head, *body;
  PHINode *step;
  Value *first, *end;
};

/// A load and what computes its address in the loop, operands first.
struct AheadLoad {
  LoadInst *load;
  SmallVector<Instruction *, 4> address;
};

} // namespace

static std::optional<CountedLoop> countedLoop(const Loop &loop) {
  BasicBlock *before = loop.getLoopPreheader(), *head = loop.getHeader(),
             *body = loop.getLoopLatch();
  if (!before || !body || body == head || loop.getNumBlocks() != 2)
    return std::nullopt;
  auto *branch = dyn_cast<BranchInst>(head->getTerminator());
  auto *compare = branch && branch->isConditional() && branch->getSuccessor(0) == body
                      ? dyn_cast<ICmpInst>(branch->getCondition())
                      : nullptr;
  if (!compare || compare->getPredicate() != CmpInst::ICMP_SLT ||
      &*head->getFirstNonPHIIt() != compare || compare->getNextNode() != branch)
    return std::nullopt;
  auto *step = dyn_cast<PHINode>(compare->getOperand(0));
  Value *end = compare->getOperand(1);
  if (!step || step->getParent() != head || !loop.isLoopInvariant(end))
    return std::nullopt;
  auto *next = dyn_cast<BinaryOperator>(step->getIncomingValueForBlock(body));
  auto *one = next ? dyn_cast<ConstantInt>(next->getOperand(1)) : nullptr;
  if (!one || !one->isOne() || next->getOpcode() != Instruction::Add || next->getOperand(0) != step)
    return std::nullopt;
  return CountedLoop{before, head, body, step, step->getIncomingValueForBlock(before), end};
}

/// The place among a kernel's arguments from which a pointer comes; none if it comes from
/// elsewhere.
static std::optional<std::int64_t> argumentOf(const Value *pointer, const DataLayout &layout) {
  const auto *base = dyn_cast<LoadInst>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  if (!base)
    return std::nullopt;
  APInt offset(64, 0);
  const Value *arguments = base->getPointerOperand()->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  return isa<Argument>(arguments) ? std::optional(offset.getSExtValue()) : std::nullopt;
}

/// Adds what computes a value from the step and from what stays; whether nothing else does.
static bool addAddress(Value *value, const CountedLoop &loop, SetVector<Instruction *> &found) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || value == loop.step || found.contains(instruction))
    return true;
  if (instruction->getParent() != loop.body)
    return instruction->getParent() != loop.head;
  if (!isa<BinaryOperator, GetElementPtrInst, CastInst>(instruction))
    return false;
  for (Value *operand : instruction->operands())
    if (!addAddress(operand, loop, found))
      return false;
  found.insert(instruction);
  return true;
}

/// What may be loaded before.
static SmallVector<AheadLoad> loadsOf(const CountedLoop &loop) {
  const DataLayout &layout = loop.body->getDataLayout();
  SmallVector<std::int64_t> written;
  for (Instruction &instruction : *loop.body) {
    if (!instruction.mayWriteToMemory())
      continue;
    auto *store = dyn_cast<StoreInst>(&instruction);
    std::optional<std::int64_t> to =
        store ? argumentOf(store->getPointerOperand(), layout) : std::nullopt;
    if (!to)
      return {};
    written.push_back(*to);
  }
  if (written.empty())
    return {};
  SmallVector<AheadLoad> loads;
  for (Instruction &instruction : *loop.body) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple())
      continue;
    std::optional<std::int64_t> from = argumentOf(load->getPointerOperand(), layout);
    SetVector<Instruction *> address;
    if (from && !is_contained(written, *from) &&
        addAddress(load->getPointerOperand(), loop, address) && !address.empty())
      loads.push_back({load, SmallVector<Instruction *, 4>(address.getArrayRef())});
  }
  return loads;
}

/// The load of another step.
static Value *loadOf(const AheadLoad &ahead, const CountedLoop &loop, Value *step,
                     IRBuilderBase &code) {
  ValueToValueMapTy values;
  values[loop.step] = step;
  auto add = [&](Instruction *instruction) {
    Instruction *own = code.Insert(instruction->clone());
    RemapInstruction(own, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    values[instruction] = own;
    return own;
  };
  for (Instruction *instruction : ahead.address)
    add(instruction);
  return add(ahead.load);
}

/// A step some way on, or the last one.
static Value *stepBehind(Value *step, unsigned distance, Value *last, IRBuilderBase &code) {
  return code.CreateBinaryIntrinsic(Intrinsic::smin, code.CreateAdd(step, code.getInt64(distance)),
                                    last);
}

static Value *mapped(const ValueToValueMapTy &values, Value *value) {
  auto found = values.find(value);
  return found == values.end() ? value : &*found->second;
}

namespace {
/// Makes a loop of copies of its body, each with registers for what it loads.
class BodyCopies {
public:
  BodyCopies(const CountedLoop &loop, ArrayRef<AheadLoad> loads, unsigned count)
      : loop(loop), loads(loads), function(loop.head->getParent()), code(function->getContext()),
        waiting(count), copies(count), tail(loop.body) {
    for (PHINode &own : loop.head->phis())
      carried.push_back(&own);
  }
  void make();

private:
  BasicBlock *addBlock(BasicBlock *behind) {
    return BasicBlock::Create(function->getContext(), "", function, behind);
  }
  void fill();
  void loadNext();
  void addExit();
  void addCopy(unsigned number, ArrayRef<Instruction *> steps);
  void goBack();

  const CountedLoop &loop;
  ArrayRef<AheadLoad> loads;
  Function *function;
  IRBuilder<> code;
  SmallVector<PHINode *> carried;              ///< by the head
  Value *last = nullptr;                       ///< step
  SmallVector<SmallVector<PHINode *>> waiting; ///< in the head, for each copy: of each load
  SmallVector<Value *> next;                   ///< of each load, in the body
  std::vector<ValueToValueMapTy> copies;       ///< of values of the head and the body
  BasicBlock *tail, *behind = nullptr;         ///< the last copy; what all leave through
  DenseMap<PHINode *, PHINode *> left;         ///< what is carried, there
};
} // namespace

/// Before the loop, if it has a step: what the first steps load.
void BodyCopies::fill() {
  Instruction *end = loop.before->getTerminator();
  code.SetInsertPoint(end);
  last = code.CreateSub(loop.end, code.getInt64(1));
  BasicBlock *filling = addBlock(loop.head);
  code.CreateCondBr(code.CreateICmpSLT(loop.first, loop.end), filling, loop.head);
  end->eraseFromParent();
  for (PHINode *own : carried)
    own->addIncoming(own->getIncomingValueForBlock(loop.before), filling);
  code.SetInsertPoint(filling);
  IRBuilder<> inHead(loop.head, loop.head->begin());
  for (unsigned n = 0; n < waiting.size(); ++n) {
    Value *step = stepBehind(loop.first, n, last, code);
    for (const AheadLoad &ahead : loads) {
      PHINode *value = inHead.CreatePHI(ahead.load->getType(), 3);
      value->addIncoming(PoisonValue::get(value->getType()), loop.before);
      value->addIncoming(loadOf(ahead, loop, step, code), filling);
      waiting[n].push_back(value);
    }
  }
  code.CreateBr(loop.head);
}

/// At the end of the body, where what waits has been used.
void BodyCopies::loadNext() {
  code.SetInsertPoint(loop.body->getTerminator());
  Value *step = stepBehind(loop.step, static_cast<unsigned>(copies.size()), last, code);
  for (const AheadLoad &ahead : loads)
    next.push_back(loadOf(ahead, loop, step, code));
}

/// What is carried leaves through a block of its own, since it may come from any copy.
void BodyCopies::addExit() {
  auto *branch = cast<BranchInst>(loop.head->getTerminator());
  BasicBlock *exit = branch->getSuccessor(1);
  behind = addBlock(exit);
  code.SetInsertPoint(behind);
  for (PHINode *own : carried) {
    PHINode *value = code.CreatePHI(own->getType(), static_cast<unsigned>(copies.size()));
    own->replaceUsesWithIf(value, [&](Use &use) {
      BasicBlock *user = cast<Instruction>(use.getUser())->getParent();
      return user != loop.head && user != loop.body;
    });
    value->addIncoming(own, loop.head);
    left[own] = value;
  }
  code.CreateBr(exit);
  exit->replacePhiUsesWith(loop.head, behind);
  branch->setSuccessor(1, behind);
}

/// Another step, if there is one, after those before.
void BodyCopies::addCopy(unsigned number, ArrayRef<Instruction *> steps) {
  ValueToValueMapTy &own = copies[number];
  for (PHINode *value : carried)
    own[value] = mapped(copies[number - 1], value->getIncomingValueForBlock(loop.body));
  for (auto [ahead, value] : zip_equal(loads, waiting[number]))
    own[ahead.load] = value;
  BasicBlock *test = addBlock(behind), *copy = addBlock(behind);
  cast<BranchInst>(tail->getTerminator())->setSuccessor(0, test);
  code.SetInsertPoint(test);
  code.CreateCondBr(code.CreateICmpSLT(own[loop.step], loop.end), copy, behind);
  for (PHINode *value : carried)
    left[value]->addIncoming(own[value], test);
  code.SetInsertPoint(copy);
  for (Instruction *instruction : steps) {
    Instruction *made = code.Insert(instruction->clone());
    RemapInstruction(made, own, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    own[instruction] = made;
  }
  code.CreateBr(loop.head);
  tail = copy;
}

/// From the last copy, with what each has loaded for the next time.
void BodyCopies::goBack() {
  for (PHINode *own : carried) {
    auto from = static_cast<unsigned>(own->getBasicBlockIndex(loop.body));
    own->setIncomingValue(from, mapped(copies.back(), own->getIncomingValue(from)));
    own->setIncomingBlock(from, tail);
  }
  for (auto [values, copy] : zip_equal(waiting, copies))
    for (auto [value, loaded] : zip_equal(values, next))
      value->addIncoming(mapped(copy, loaded), tail);
}

void BodyCopies::make() {
  fill();
  loadNext();
  addExit();
  SmallVector<Instruction *> steps;
  for (Instruction &instruction : drop_end(*loop.body))
    if (none_of(loads, [&](const AheadLoad &ahead) { return ahead.load == &instruction; }))
      steps.push_back(&instruction);
  for (unsigned n = 1; n < copies.size(); ++n)
    addCopy(n, steps);
  goBack();
  for (auto [ahead, value] : zip_equal(loads, waiting[0])) { // of the body itself
    ahead.load->replaceAllUsesWith(value);
    ahead.load->eraseFromParent();
  }
}

void gtcompiler::loadAhead(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<std::pair<CountedLoop, SmallVector<AheadLoad>>> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (std::optional<CountedLoop> counted = countedLoop(*loop))
      if (std::distance(counted->head->phis().begin(), counted->head->phis().end()) > 1)
        found.push_back({*counted, loadsOf(*counted)});
  for (auto &[loop, loads] : found) {
    unsigned bytes = 0, instructions = static_cast<unsigned>(loop.body->size());
    for (const AheadLoad &ahead : loads)
      bytes += function.getDataLayout().getTypeStoreSize(ahead.load->getType());
    if (bytes == 0)
      continue;
    unsigned count = std::min({kMostSteps, kMostBytes / bytes, kMostInstructions / instructions});
    if (count > 0)
      BodyCopies(loop, loads, count).make();
  }
}
