//===- ListFields.cpp - Programs at the field level -----------------------===//
//
// Each operation becomes a step, as the engine's door takes it. Operations of the
// table are not known here: they are steps with a name.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

using namespace gtrun;
using namespace mlir;

namespace {

class FieldLister {
public:
  FieldLister(ValueNumbers &numbers, Listing &listing) : numbers(numbers), listing(listing) {}
  void list(Operation &op);

private:
  void takeRanges(Step &step, ValueRange ranges) {
    for (Value range : ranges)
      step.ranges.push_back(numbers.lookup(range));
  }
  void describe(Operation &op, Step &step);
  void describeScan(gtcompiler::ScanOp scan, Step &step);

  ValueNumbers &numbers;
  Listing &listing;
};

} // namespace

std::uint64_t gtrun::bitsOf(TypedAttr number) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(number).getValue().bitcastToAPInt().getZExtValue();
}

/// The region's operations, their values numbered behind its arguments.
void FieldLister::describeScan(gtcompiler::ScanOp scan, Step &step) {
  gtjit::detail::ImportedOperation &operation = step.operation;
  operation.kind = gtcompiler::stringifyDirection(scan.getDirection()).str();
  operation.initials = scan.getInitials().size();
  takeRanges(step, scan.getAlong());
  llvm::DenseMap<Value, unsigned> inner;
  for (BlockArgument argument : scan.getPoint()->getArguments())
    inner[argument] = argument.getArgNumber();
  for (Operation &op : scan.getPoint()->without_terminator()) {
    gtjit::detail::ImportedStep &point = operation.body.emplace_back();
    point.operation.line = lineOf(op.getLoc());
    point.operation.name = op.getName().stripDialect().str();
    point.operation.type = typeOf(op.getResult(0).getType(), point.operation.line);
    if (auto constant = dyn_cast<gtcompiler::ConstantOp>(op))
      point.operation.bits = bitsOf(constant.getValue());
    for (Value operand : op.getOperands())
      point.operands.push_back(inner.at(operand));
    unsigned number = inner.size();
    inner[op.getResult(0)] = number;
  }
  for (Value result : scan.getPoint()->getTerminator()->getOperands())
    operation.yields.push_back(inner.at(result));
}

/// Operations with more than names, operands and dimensions.
void FieldLister::describe(Operation &op, Step &step) {
  gtjit::detail::ImportedOperation &operation = step.operation;
  if (auto placement =
          op.getAttrOfType<gtcompiler::PlacementAttr>(gtcompiler::GTDialect::kPlacementAttrName))
    operation.placement = gtcompiler::stringifyPlacement(placement.getValue()).str();
  if (auto constant = dyn_cast<gtcompiler::ConstantOp>(op)) {
    operation.bits = bitsOf(constant.getValue());
  } else if (auto shift = dyn_cast<gtcompiler::ShiftOp>(op)) {
    operation.offsets.assign(shift.getOffsets().begin(), shift.getOffsets().end());
  } else if (auto pin = dyn_cast<gtcompiler::PinOp>(op)) {
    takeRanges(step, pin.getPosition());
    operation.offsets = {static_cast<std::int64_t>(pin.getOffset())};
  } else if (auto remap = dyn_cast<gtcompiler::RemapOp>(op)) {
    takeRanges(step, remap.getRanges());
  } else if (auto reduce = dyn_cast<gtcompiler::ReduceOp>(op)) {
    operation.kind = gtcompiler::stringifyReduceKind(reduce.getKind()).str();
    operation.lanes = reduce.getLanes();
    operation.width = reduce.getWidth();
    takeRanges(step, reduce.getRanges());
  } else if (auto scan = dyn_cast<gtcompiler::ScanOp>(op)) {
    describeScan(scan, step);
  } else if (auto concat = dyn_cast<gtcompiler::ConcatOp>(op)) {
    takeRanges(step, concat.getRanges());
  } else if (auto store = dyn_cast<gtcompiler::StoreOp>(op)) {
    takeRanges(step, store.getRanges());
  } else if (!isa<gtcompiler::LoadOp, gtcompiler::PointOp, gtcompiler::BroadcastOp,
                  gtcompiler::IndexOp>(op)) {
    throw Fault(placeOf(operation.line) + "'" + op.getName().getStringRef().str() +
                "' cannot be run at the field level");
  }
}

void FieldLister::list(Operation &op) {
  Step step;
  step.operation.line = lineOf(op.getLoc());
  step.operation.name = op.getName().stripDialect().str();
  describe(op, step);
  for (Value operand : op.getOperands())
    if (!isa<gtcompiler::RangeType>(operand.getType()))
      step.operands.push_back(numbers.lookup(operand));
  for (OpResult result : llvm::reverse(op.getResults())) {
    step.operation.type = typeOf(result.getType(), step.operation.line); // the first one's stays
    if (auto field = dyn_cast<gtcompiler::FieldType>(result.getType()))
      step.operation.dims = dimsOf(field.getDims());
  }
  for (Value result : op.getResults()) {
    unsigned number = numbers.size();
    numbers[result] = number;
  }
  listing.steps.push_back(std::move(step));
}

void gtrun::listFields(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing) {
  FieldLister lister(numbers, listing);
  for (Operation &op : program.getBody().front())
    lister.list(op);
}
