//===- EqualKernels.cpp - Kernels that share code -------------------------===//
//
// Two kernels are equal if their operations are, in order, and if values can be
// renamed one to one. Their names and lines of the user's source do not count.
//
//===----------------------------------------------------------------------===//
#include "EqualKernels.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/KernelUses.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/Hashing.h"

using namespace gtcompiler;
using namespace mlir;

/// All operations of a kernel, a nest before what it holds; without the kernel.
static SmallVector<Operation *> operationsOf(KernelOp kernel) {
  SmallVector<Operation *> operations;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { operations.push_back(op); });
  return operations;
}

/// How many operations a nest holds, not counting those inside others; 0 for an
/// operation without a region.
static std::size_t sizeOf(Operation *op) {
  return op->getNumRegions() == 0 ? 0 : op->getRegion(0).front().getOperations().size();
}

/// Of what must be the same in equal kernels.
static std::size_t hashOf(KernelOp kernel) {
  llvm::hash_code hash = llvm::hash_combine(kernel.getRanges().size(), kernel.getScratch());
  for (Operation *op : operationsOf(kernel))
    hash =
        llvm::hash_combine(hash, op->getName(), op->getRawDictionaryAttrs(), op->hashProperties(),
                           llvm::hash_combine_range(op->getResultTypes()), op->getNumOperands());
  return std::size_t(hash) >> 2; // the table keeps the greatest numbers for itself
}

namespace {

/// Compares two kernels.
class Comparison {
public:
  bool areEqual(KernelOp a, KernelOp b);

private:
  bool areAlike(Operation *a, Operation *b);
  bool haveSameFrame(KernelOp a, KernelOp b);
  bool bindOperands(Operation *a, Operation *b);
  bool bind(Value a, Value b);
  bool bindOperand(Value a, Value b);

  llvm::DenseMap<Value, Value> forward, backward;
};

} // namespace

/// Makes `b` the value that stands for `a`; false if another one does, or `b`
/// stands for another value.
bool Comparison::bind(Value a, Value b) {
  return a.getType() == b.getType() && forward.try_emplace(a, b).first->second == b &&
         backward.try_emplace(b, a).first->second == a;
}

/// The program computes some scalars before its kernels, which do so again: those
/// must be the same, from the same arguments.
bool Comparison::bindOperand(Value a, Value b) {
  bool isFirstUse = !forward.contains(a);
  if (!bind(a, b))
    return false;
  bool isComputed = !isa<BlockArgument>(a) || !isa<BlockArgument>(b);
  if (!isFirstUse || !isComputed || !isElementType(a.getType()))
    return true;
  return a == b &&
         llvm::all_of(scalarArguments(a), [&](Value argument) { return bind(argument, argument); });
}

/// Whether the operations are the same but for their operands and places.
bool Comparison::areAlike(Operation *a, Operation *b) {
  return a->getName() == b->getName() && a->getRawDictionaryAttrs() == b->getRawDictionaryAttrs() &&
         a->getName().compareOpProperties(a->getPropertiesStorage(), b->getPropertiesStorage()) &&
         a->getNumOperands() == b->getNumOperands() && a->getNumResults() == b->getNumResults() &&
         sizeOf(a) == sizeOf(b);
}

bool Comparison::bindOperands(Operation *a, Operation *b) {
  return llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [&](auto pair) { return bindOperand(std::get<0>(pair), std::get<1>(pair)); });
}

/// Whether the kernels themselves are the same but for names and ranges.
bool Comparison::haveSameFrame(KernelOp a, KernelOp b) {
  return a.getRanges().size() == b.getRanges().size() && bool(a.getAlong()) == bool(b.getAlong()) &&
         a.getAcrossAttr() == b.getAcrossAttr() && a.getFlops() == b.getFlops() &&
         a.getScratch() == b.getScratch() && bindOperands(a, b) && sizeOf(a) == sizeOf(b);
}

bool Comparison::areEqual(KernelOp a, KernelOp b) {
  SmallVector<Operation *> inA = operationsOf(a), inB = operationsOf(b);
  if (inA.size() != inB.size() || !haveSameFrame(a, b))
    return false;
  // Nests of equal sizes in the same order are the same tree.
  for (auto [first, second] : llvm::zip(inA, inB)) {
    if (!areAlike(first, second) || !bindOperands(first, second))
      return false;
    for (auto [one, other] : llvm::zip(first->getResults(), second->getResults()))
      if (!bind(one, other))
        return false;
  }
  return true;
}

KernelOp EqualKernels::firstLike(KernelOp kernel) {
  SmallVector<KernelOp, 1> &candidates = known[hashOf(kernel)];
  for (KernelOp candidate : candidates)
    if (Comparison().areEqual(candidate, kernel))
      return candidate;
  candidates.push_back(kernel);
  return kernel;
}
