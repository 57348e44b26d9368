//===- EqualCode.cpp - Functions that are the same ------------------------===//
//
// Bodies are compared operation by operation, places in the source aside.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/EqualCode.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/Hashing.h"

using namespace gtcompiler;
using namespace mlir;

/// Of what must be the same in equal functions.
static std::size_t hashOf(LLVM::LLVMFuncOp function) {
  llvm::hash_code hash = llvm::hash_combine(function.getFunctionType());
  for (Block &block : function.getBody()) {
    hash = llvm::hash_combine(hash, block.getNumArguments());
    for (Operation &op : block)
      hash = llvm::hash_combine(hash, op.getName(), op.hashProperties(), op.getNumOperands(),
                                llvm::hash_combine_range(op.getResultTypes()));
  }
  return std::size_t(hash) >> 2; // the table keeps the greatest numbers for itself
}

static bool areEqual(LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
  return a.getFunctionType() == b.getFunctionType() && a.getCConv() == b.getCConv() &&
         a.getArgAttrsAttr() == b.getArgAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBody(), &b.getBody(),
                                                    OperationEquivalence::IgnoreLocations);
}

LLVM::LLVMFuncOp EqualCode::firstLike(LLVM::LLVMFuncOp function) {
  if (!first) // most programs have one
    return first = function;
  if (known.empty())
    known[hashOf(first)].push_back(first);
  SmallVector<LLVM::LLVMFuncOp, 1> &candidates = known[hashOf(function)];
  for (LLVM::LLVMFuncOp candidate : candidates)
    if (areEqual(candidate, function))
      return candidate;
  candidates.push_back(function);
  return function;
}
