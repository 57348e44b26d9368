//===- JoinedExtremes.cpp - Several least or greatest floats --------------===//
#include "JoinedExtremes.h"

using namespace gtcompiler;
using namespace mlir;

/// What fewer values than these and the first one take, they take two by two.
static constexpr std::size_t kFewestOthers = 3;

/// Whether `op` joins two floats of the row.
static bool isExtreme(RowOp row, Operation &op) {
  if (!isa<MinOp, MaxOp>(op))
    return false;
  Type type = op.getResult(0).getType();
  return (type.isF32() || type.isF64()) && llvm::all_of(op.getOperands(), [&](Value operand) {
           return operand.getDefiningOp() && operand.getParentBlock() == row.getBlock();
         });
}

JoinedExtremes::JoinedExtremes(RowOp row) {
  llvm::DenseMap<Operation *, SmallVector<Operation *, 4>> parts; ///< that an extreme joins
  for (Operation &op : *row.getBlock()) {
    if (!isExtreme(row, op))
      continue;
    SmallVector<Value, 6> values;
    SmallVector<Operation *, 4> own;
    for (Value operand : op.getOperands()) {
      Operation *part = operand.getDefiningOp();
      auto known = joined.find(part);
      if (part->getName() != op.getName() || !operand.hasOneUse() || known == joined.end()) {
        values.push_back(operand);
        continue;
      }
      llvm::append_range(values, known->second);
      llvm::append_range(own, parts[part]);
      own.push_back(part);
      joined.erase(known);
    }
    joined[&op] = std::move(values);
    parts[&op] = std::move(own);
  }
  for (auto &[op, own] : parts)
    if (valuesOf(*op).size() > kFewestOthers)
      inside.insert(own.begin(), own.end());
}

ArrayRef<Value> JoinedExtremes::valuesOf(Operation &op) const {
  auto found = joined.find(&op);
  return found != joined.end() && found->second.size() > kFewestOthers
             ? ArrayRef<Value>(found->second)
             : ArrayRef<Value>();
}

Value JoinedExtremes::evaluate(const CodeBuilder &code, Operation &op, ArrayRef<Value> values) {
  return ieeeExtreme(code, isa<MinOp>(op), values.front(), values.drop_front(), &ordered);
}
