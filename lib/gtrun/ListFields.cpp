//===- ListFields.cpp - Programs at the field level -----------------------===//
//
// Each operation becomes a step. Operations of the table are not known here:
// they are steps with a name.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

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
  void describeView(Operation &op, Step &step);

  ValueNumbers &numbers;
  Listing &listing;
};

} // namespace

static std::vector<Dimension> fieldDims(Value value) {
  return dimsOf(cast<gtcompiler::FieldType>(value.getType()).getDims());
}

static std::uint64_t bitsOf(TypedAttr number) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(number).getValue().bitcastToAPInt().getZExtValue();
}

/// Operations that read other points of their operand.
void FieldLister::describeView(Operation &op, Step &step) {
  if (auto shift = dyn_cast<gtcompiler::ShiftOp>(op)) {
    step.kind = Step::Kind::Shift;
    step.dims = fieldDims(shift.getResult());
    step.offsets.assign(shift.getOffsets().begin(), shift.getOffsets().end());
  } else if (auto pin = dyn_cast<gtcompiler::PinOp>(op)) {
    step.kind = Step::Kind::Pin;
    takeRanges(step, pin.getPosition());
  } else if (auto broadcast = dyn_cast<gtcompiler::BroadcastOp>(op)) {
    step.kind = Step::Kind::Broadcast;
    step.dims = fieldDims(broadcast.getResult());
  } else if (isa<gtcompiler::IndexOp>(op)) {
    step.kind = Step::Kind::Index;
    step.dims = fieldDims(op.getResult(0));
  } else {
    throw Fault(placeOf(step.line) + "'" + op.getName().getStringRef().str() +
                "' cannot be run at the field level");
  }
}

void FieldLister::describe(Operation &op, Step &step) {
  if (auto constant = dyn_cast<gtcompiler::ConstantOp>(op)) {
    step.kind = Step::Kind::Constant;
    step.bits = bitsOf(constant.getValue());
  } else if (isa<gtcompiler::LoadOp>(op)) {
    step.kind = Step::Kind::Load;
  } else if (isa<gtcompiler::PointOp>(op)) {
    step.kind = Step::Kind::Point;
    step.name = op.getName().stripDialect().str();
  } else if (auto reduce = dyn_cast<gtcompiler::ReduceOp>(op)) {
    step.kind = Step::Kind::Reduce;
    step.name = gtcompiler::stringifyReduceKind(reduce.getKind()).str();
    step.lanes = reduce.getLanes();
    takeRanges(step, reduce.getRanges());
  } else if (auto store = dyn_cast<gtcompiler::StoreOp>(op)) {
    step.kind = Step::Kind::Store;
    takeRanges(step, store.getRanges());
  } else {
    describeView(op, step);
  }
}

void FieldLister::list(Operation &op) {
  Step step;
  step.line = lineOf(op.getLoc());
  describe(op, step);
  for (Value operand : op.getOperands())
    if (!isa<gtcompiler::RangeType>(operand.getType()))
      step.operands.push_back(numbers.lookup(operand));
  if (op.getNumResults() == 1) {
    step.type = typeOf(op.getResult(0).getType(), step.line);
    unsigned number = numbers.size();
    numbers[op.getResult(0)] = number;
  }
  listing.steps.push_back(std::move(step));
}

void gtrun::listFields(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing) {
  FieldLister lister(numbers, listing);
  for (Operation &op : program.getBody().front())
    lister.list(op);
}
