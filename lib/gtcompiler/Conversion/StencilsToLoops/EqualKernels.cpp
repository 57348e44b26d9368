//===- EqualKernels.cpp - Kernels that share code -------------------------===//
//
// Two kernels are equal if their operations are, in order, and if values can be
// renamed one to one. Lines of the user's source do not count.
//
//===----------------------------------------------------------------------===//
#include "EqualKernels.h"

#include "KernelFacts.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/Hashing.h"

using namespace gtcompiler;
using namespace mlir;

/// What happens at one point of a gt.stencil or gt.fold.
static Block &pointOf(Operation *kernel) { return kernel->getRegion(0).front(); }

/// Of what must be the same in equal kernels.
static std::size_t hashOf(Operation *kernel) {
  auto hashOne = [](Operation *op) {
    return llvm::hash_combine(op->getName(), op->getRawDictionaryAttrs(), op->hashProperties(),
                              llvm::hash_combine_range(op->getResultTypes()), op->getNumOperands());
  };
  llvm::hash_code hash = hashOne(kernel);
  for (Operation &op : pointOf(kernel))
    hash = llvm::hash_combine(hash, hashOne(&op));
  return std::size_t(hash) >> 2; // the table keeps the greatest numbers for itself
}

namespace {

/// Compares two kernels.
class Comparison {
public:
  bool areEqual(Operation *a, Operation *b);

private:
  bool areAlike(Operation *a, Operation *b);
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
         a->getNumOperands() == b->getNumOperands() && a->getNumResults() == b->getNumResults();
}

bool Comparison::areEqual(Operation *a, Operation *b) {
  auto areSame = [&](Operation *first, Operation *second) {
    return areAlike(first, second) &&
           llvm::all_of(
               llvm::zip(first->getOperands(), second->getOperands()),
               [&](auto pair) { return bindOperand(std::get<0>(pair), std::get<1>(pair)); }) &&
           llvm::all_of(llvm::zip(first->getResults(), second->getResults()),
                        [&](auto pair) { return bind(std::get<0>(pair), std::get<1>(pair)); });
  };
  Block &pointA = pointOf(a), &pointB = pointOf(b);
  if (!areSame(a, b) || pointA.getOperations().size() != pointB.getOperations().size())
    return false;
  for (auto [first, second] : llvm::zip(pointA, pointB))
    if (!areSame(&first, &second))
      return false;
  return true;
}

Operation *EqualKernels::firstLike(Operation *kernel) {
  SmallVector<Operation *, 1> &candidates = known[hashOf(kernel)];
  for (Operation *candidate : candidates)
    if (Comparison().areEqual(candidate, kernel))
      return candidate;
  candidates.push_back(kernel);
  return kernel;
}
