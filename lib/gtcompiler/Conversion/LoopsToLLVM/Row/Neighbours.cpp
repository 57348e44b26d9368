//===- Neighbours.cpp - Values of other points of a row -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Neighbours.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

std::int64_t Neighbours::pointsBefore(Operation &op) const {
  std::int64_t points = 0;
  for (Value result : op.getResults())
    points = std::max(points, needed.lookup(result));
  return points;
}

/// From the last operation to the first: what an operation is computed of is needed where
/// it is, and what it is a neighbour of further in front.
Neighbours::Neighbours(RowOp row, const llvm::DenseSet<Operation *> &unneeded) {
  for (Operation &op : llvm::reverse(*row.getBlock())) {
    if (op.getNumResults() == 0 || unneeded.contains(&op))
      continue;
    std::int64_t points = pointsBefore(op);
    if (auto neighbour = dyn_cast<NeighbourOp>(op)) {
      carried.insert(neighbour.getValue());
      points -= static_cast<std::int64_t>(neighbour.getOffset());
    }
    if (points == 0)
      continue;
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() == row.getBlock()) {
        std::int64_t &known = needed[operand];
        known = std::max(known, points);
        most = std::max(most, known);
      }
  }
}

/// `lanes` as integers. They are passed on as such: code generation shifts lanes of integers
/// by one instruction; those of floats it looks up in a table.
static Value bitsOf(const CodeBuilder &code, Value lanes) {
  auto type = cast<VectorType>(lanes.getType());
  Type bits =
      VectorType::get(type.getShape(), code.ops.getIntegerType(type.getElementTypeBitWidth()));
  return LLVM::BitcastOp::create(code.ops, code.loc, bits, lanes);
}

CodeBuilder::State Neighbours::none(const CodeBuilder &code, std::int64_t lanes) const {
  return llvm::map_to_vector<3>(carried, [&](Value value) {
    Type type = laneType(value.getType(), lanes);
    return bitsOf(code, LLVM::ZeroOp::create(code.ops, code.loc, type));
  });
}

void Neighbours::enter(ArrayRef<Value> before) {
  for (auto [value, known] : llvm::zip_equal(carried, before))
    last[value] = known;
}

CodeBuilder::State Neighbours::leave(const CodeBuilder &code,
                                     llvm::function_ref<Value(Value)> emitted) const {
  return llvm::map_to_vector<3>(carried, [&](Value value) { return bitsOf(code, emitted(value)); });
}

Value Neighbours::evaluate(const CodeBuilder &code, NeighbourOp neighbour, Value value) const {
  auto lanes = static_cast<std::int32_t>(cast<VectorType>(value.getType()).getNumElements());
  auto first = lanes + static_cast<std::int32_t>(neighbour.getOffset());
  Value shifted = last.lookup(neighbour.getValue());
  if (first > 0)
    shifted = code.shuffle(shifted, bitsOf(code, value),
                           llvm::to_vector(llvm::seq(first, first + lanes)));
  return LLVM::BitcastOp::create(code.ops, code.loc, value.getType(), shifted);
}
