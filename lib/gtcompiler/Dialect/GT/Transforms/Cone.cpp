//===- Cone.cpp - What a kernel computes at one point -----------*- C++ -*-===//
//
// A walk from a result back to memory that does not recurse.
//
//===----------------------------------------------------------------------===//

#include "Cone.h"

using namespace mlir;
using namespace gtcompiler;

Cone ConeCollector::collect(Read root, Operation *computed, size_t limit) {
  Cone cone;
  cone.root = root;
  Operation *rootOp = cone.root.value.getDefiningOp();
  if (!rootOp)
    return cone;

  // Depth first: a node goes to the list when its last operand has.
  struct Frame {
    ConeNode node;
    unsigned nextOperand;
  };
  using Key = std::pair<Operation *, PositionId>;
  llvm::SmallDenseSet<Key, 64> seen;
  SmallVector<Frame, 32> stack;
  auto enter = [&](Operation *op, PositionId position) {
    if (seen.insert({op, position}).second)
      stack.push_back({{op, position}, 0});
  };
  auto isLeaf = [&](const ConeNode &node) { return node.op != computed && isInMemory(node.op); };

  enter(rootOp, cone.root.position);
  while (!stack.empty() && cone.nodes.size() <= limit) {
    Frame &frame = stack.back();
    if (isLeaf(frame.node) || frame.nextOperand == frame.node.op->getNumOperands()) {
      cone.nodes.push_back(frame.node);
      stack.pop_back();
      continue;
    }
    Value operand = frame.node.op->getOperand(frame.nextOperand++);
    Read read = positions.resolve({operand, frame.node.position});
    if (Operation *op = read.value.getDefiningOp())
      enter(op, read.position);
  }
  return cone;
}
