//===- ListIndices.cpp - What index values are computed by ----------------===//
//
// The operations behind an index value of a kernel, operands first, so that they can
// be computed before the kernel runs.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

using namespace gtrun;
using namespace mlir;

namespace {

class IndexLister {
public:
  IndexLister(const ValueNumbers &numbers, RangeNumber rangeOf)
      : numbers(numbers), rangeOf(rangeOf) {}
  unsigned visit(Value value);
  std::vector<PointStep> steps;

private:
  void describe(Value value, PointStep &step);
  void describeAccess(gtcompiler::AccessOp access, PointStep &step);
  void describeCall(gtcompiler::CallOp call, PointStep &step);
  void addPin(Value pin, PointStep &step) {
    step.pins.push_back(pin ? std::optional(rangeOf(pin)) : std::nullopt);
  }

  const ValueNumbers &numbers;
  RangeNumber rangeOf;
  llvm::DenseMap<Value, unsigned> known;
};

} // namespace

/// Operands that are values; ranges and storages are not.
static SmallVector<Value> valuesRead(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto access = dyn_cast<gtcompiler::AccessOp>(op))
    return SmallVector<Value>(access.getIndices());
  return isa<gtcompiler::PointOp>(op) ? SmallVector<Value>(op->getOperands())
                                      : SmallVector<Value>();
}

void IndexLister::describeAccess(gtcompiler::AccessOp access, PointStep &step) {
  auto number = numbers.find(access.getStorage());
  step.argument = number->second;
  ArrayRef<StringAttr> dims = access.getStorage().getType().getDims();
  listOffsets(dims, access.getOffsets(), step.operation);
  for (StringAttr dim : dims)
    addPin(access.getPin(dim), step);
  if (ArrayAttr indexed = access.getIndexDimsAttr())
    for (StringAttr dim : indexed.getAsRange<StringAttr>())
      step.indexed.push_back(dimOf(dim));
}

void IndexLister::describeCall(gtcompiler::CallOp call, PointStep &step) {
  if (call.getHasEffects())
    throw Fault(placeOf(step.operation.line) +
                "'gt.call' with effects says where 'gt.access' reads: it would have other values "
                "when they are looked at");
  listCall(call, step.operation);
}

void IndexLister::describe(Value value, PointStep &step) {
  Operation *op = value.getDefiningOp();
  step.operation.line = lineOf(value.getLoc());
  step.operation.type = typeOf(value.getType(), step.operation.line);
  auto argument = numbers.find(value);
  if (!op && argument != numbers.end()) {
    step.operation.name = "scalar";
    step.argument = argument->second;
    return;
  }
  if (!op)
    throw Fault(placeOf(step.operation.line) +
                "'gt.access' at index values that a kernel carries along: give the program at the "
                "field level, where they are looked at");
  step.operation.name = op->getName().stripDialect().str();
  if (auto constant = dyn_cast<gtcompiler::ConstantOp>(op)) {
    step.operation.number = bitsOf(constant.getValue());
  } else if (auto index = dyn_cast<gtcompiler::IndexOp>(op)) {
    listOffsets(index.getDimAttr(), static_cast<int64_t>(index.getOffset()), step.operation);
    addPin(index.getPin(), step);
  } else if (auto access = dyn_cast<gtcompiler::AccessOp>(op)) {
    describeAccess(access, step);
  } else if (auto call = dyn_cast<gtcompiler::CallOp>(op)) {
    step.result = cast<OpResult>(value).getResultNumber();
    describeCall(call, step);
  }
}

/// Iterates: what is computed may be long.
unsigned IndexLister::visit(Value root) {
  SmallVector<Value> open{root};
  while (!open.empty()) {
    Value value = open.back();
    SmallVector<Value> operands = valuesRead(value);
    auto isOpen = [&](Value operand) { return !known.contains(operand); };
    if (known.contains(value) || llvm::any_of(operands, isOpen)) {
      if (known.contains(value))
        open.pop_back();
      llvm::copy_if(operands, std::back_inserter(open), isOpen);
      continue;
    }
    PointStep step;
    describe(value, step);
    for (Value operand : operands)
      step.operation.operands.push_back(known.lookup(operand));
    known[value] = steps.size();
    steps.push_back(std::move(step));
  }
  return known.lookup(root);
}

std::vector<PointStep> gtrun::listIndex(Value index, const ValueNumbers &numbers,
                                        RangeNumber rangeOf) {
  IndexLister lister(numbers, rangeOf);
  lister.visit(index);
  return std::move(lister.steps);
}
