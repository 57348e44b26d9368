//===- ListFields.cpp - Programs at the field level -----------------------===//
//
// Each operation becomes a step, as the engine's door takes it. Operations of the
// table are not known here: they are steps with a name.
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

  ValueNumbers &numbers;
  Listing &listing;
};

} // namespace

static std::uint64_t bitsOf(TypedAttr number) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(number).getValue().bitcastToAPInt().getZExtValue();
}

/// Operations with more than names, operands and dimensions.
void FieldLister::describe(Operation &op, Step &step) {
  gtjit::detail::ImportedOperation &operation = step.operation;
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
  if (op.getNumResults() == 1) {
    Value result = op.getResult(0);
    step.operation.type = typeOf(result.getType(), step.operation.line);
    if (auto field = dyn_cast<gtcompiler::FieldType>(result.getType()))
      step.operation.dims = dimsOf(field.getDims());
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
