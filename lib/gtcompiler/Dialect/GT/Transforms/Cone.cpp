//===- Cone.cpp - What a kernel computes at one point -----------*- C++ -*-===//
//
// A walk from a result back to memory that does not recurse.
//
//===----------------------------------------------------------------------===//

#include "Cone.h"

using namespace mlir;
using namespace gtcompiler;

/// What `node` needs: its operands if it is computed, else what tells its place.
SmallVector<Read, 3> ConeCollector::needs(const ConeNode &node, Operation *computed) {
  bool isRead = node.op != computed && isInMemory(node.op);
  if (isRead || isa<IndexOp>(node.op))
    return llvm::to_vector<3>(positions.indicesOf(node.position));
  SmallVector<Read, 3> operands;
  for (Value operand : node.op->getOperands())
    operands.push_back(positions.resolve({operand, node.position}));
  return operands;
}

Cone ConeCollector::collect(Read root, Operation *computed, size_t limit) {
  Cone cone;
  cone.root = root;
  Operation *rootOp = cone.root.value.getDefiningOp();
  if (!rootOp)
    return cone;

  // Depth first: a node goes to the list when the last that it needs has.
  struct Frame {
    ConeNode node;
    SmallVector<Read, 3> needs;
    unsigned next;
  };
  using Key = std::pair<Operation *, PositionId>;
  llvm::SmallDenseSet<Key, 64> seen;
  SmallVector<Frame, 32> stack;
  auto enter = [&](Operation *op, PositionId position) {
    if (seen.insert({op, position}).second)
      stack.push_back({{op, position}, needs({op, position}, computed), 0});
  };

  enter(rootOp, cone.root.position);
  while (!stack.empty() && cone.nodes.size() <= limit) {
    Frame &frame = stack.back();
    if (frame.next == frame.needs.size()) {
      cone.nodes.push_back(frame.node);
      stack.pop_back();
      continue;
    }
    Read read = frame.needs[frame.next++];
    if (Operation *op = read.value.getDefiningOp())
      enter(op, read.position);
  }
  return cone;
}
