//===- Cone.cpp - What a kernel computes at one point -----------*- C++ -*-===//
//
// A walk from results back to memory that does not recurse.
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
    if (!isa<RangeType>(operand.getType()))
      operands.push_back(positions.resolve({operand, node.position}));
  return operands;
}

Cone ConeCollector::collect(ArrayRef<Read> roots, Operation *computed, size_t limit) {
  Cone cone;
  // Depth first: a node goes to the list when the last that it needs has.
  struct Frame {
    ConeNode node;
    SmallVector<Read, 3> needs;
    unsigned next;
  };
  using Key = std::pair<Value, PositionId>;
  llvm::SmallDenseSet<Key, 64> seen;
  SmallVector<Frame, 32> stack;
  auto enter = [&](Read read) {
    auto result = dyn_cast<OpResult>(read.value);
    if (!result || !seen.insert({read.value, read.position}).second)
      return;
    ConeNode node{result.getOwner(), read.position, result.getResultNumber()};
    stack.push_back({node, needs(node, computed), 0});
  };

  for (Read root : roots) {
    enter(root);
    while (!stack.empty() && cone.nodes.size() <= limit) {
      Frame &frame = stack.back();
      if (frame.next < frame.needs.size()) {
        enter(Read(frame.needs[frame.next++]));
        continue;
      }
      cone.nodes.push_back(frame.node);
      stack.pop_back();
    }
  }
  return cone;
}
