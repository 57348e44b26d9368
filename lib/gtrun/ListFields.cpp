//===- ListFields.cpp - Programs at the field level -----------------------===//
//
// Each operation becomes a step, as the engine's door takes it: its name, operands
// and attributes. What they mean is not known here.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

using namespace gtrun;
using namespace mlir;
using gtjit::detail::WrittenOperation;

std::uint64_t gtrun::bitsOf(TypedAttr number) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(number).getValue().bitcastToAPInt().getZExtValue();
}

void gtrun::listOffsets(ArrayRef<StringAttr> dims, ArrayRef<int64_t> offsets,
                        WrittenOperation &operation) {
  for (auto [dim, offset] : llvm::zip_equal(dims, offsets))
    operation.entries.emplace_back(dimOf(dim)).offset = offset;
}

/// An attribute that operations of this level may have; null if this one has none.
template <class Attr> static Attr attributeOf(Operation &op, StringRef name) {
  return dyn_cast_if_present<Attr>(op.getInherentAttr(name).value_or(Attribute()));
}

void gtrun::listCall(gtcompiler::CallOp call, WrittenOperation &operation) {
  operation.symbol = call.getCallee().str();
  gtjit::detail::Prototype &prototype = operation.prototype;
  prototype.status = call.getStatus();
  prototype.placed = call.getPlaced();
  prototype.statusLast = call.getStatusLast();
  prototype.references = call.getReferences();
  prototype.effects = call.getHasEffects();
  operation.handled = call.getHandled();
  for (Type type : call.getResultTypes())
    operation.types.push_back(typeOf(type, operation.line));
}

gtjit::detail::Sequence<gtjit::ArrayParameter> gtrun::arraysOf(gtcompiler::CallArraysOp call) {
  SourceLine line = lineOf(call.getLoc());
  gtjit::detail::Sequence<gtjit::ArrayParameter> arrays;
  unsigned operand = 0, result = 0;
  for (unsigned n = 0; n < call.getUses().size(); ++n) {
    gtjit::ArrayUse use = !call.isResult(n)    ? gtjit::ArrayUse::Read
                          : !call.isOperand(n) ? gtjit::ArrayUse::Write
                                               : gtjit::ArrayUse::Update;
    Type type = call.isOperand(n) ? call.getArguments()[operand].getType()
                                  : call.getResults()[result].getType();
    operand += call.isOperand(n);
    result += call.isResult(n);
    gtjit::ArrayParameter array{use, typeOf(type, line), {}};
    for (auto [dim, begin, end] :
         llvm::zip_equal(call.getDimsOf(n), call.getBeginsOf(n), call.getEndsOf(n)))
      array.dims.push_back(
          dimOf(dim)(begin == INT64_MIN ? gtjit::Range::all() : gtjit::Range(begin, end)));
    array.isDense = call.getDense()[n];
    arrays.push_back(std::move(array));
  }
  return arrays;
}

static void listAttributes(Operation &op, WrittenOperation &operation) {
  if (auto number = attributeOf<TypedAttr>(op, "value"))
    operation.number = bitsOf(number);
  if (auto offsets = attributeOf<DenseI64ArrayAttr>(op, "offsets"))
    listOffsets(cast<gtcompiler::FieldType>(op.getResult(0).getType()).getDims(), offsets,
                operation);
  if (auto kind = attributeOf<gtcompiler::ReduceKindAttr>(op, "kind"))
    operation.word = gtcompiler::stringifyReduceKind(kind.getValue()).str();
  if (auto direction = attributeOf<gtcompiler::DirectionAttr>(op, "direction"))
    operation.word = gtcompiler::stringifyDirection(direction.getValue()).str();
  if (auto width = attributeOf<IntegerAttr>(op, "width"))
    operation.width = width.getInt();
  if (auto call = dyn_cast<gtcompiler::CallOp>(op))
    listCall(call, operation);
  if (auto call = dyn_cast<gtcompiler::CallArraysOp>(op)) {
    operation.symbol = call.getCallee().str();
    operation.prototype.arrays = arraysOf(call);
    for (Type type : call.getResultTypes())
      operation.types.push_back(typeOf(type, operation.line));
  }
  operation.lanes = static_cast<bool>(attributeOf<UnitAttr>(op, "lanes"));
  if (auto placement =
          op.getAttrOfType<gtcompiler::PlacementAttr>(gtcompiler::GTDialect::kPlacementAttrName))
    operation.placement = gtcompiler::stringifyPlacement(placement.getValue()).str();
}

/// An operation and its operands that are values.
static WrittenOperation listOperation(Operation &op, const ValueNumbers &numbers) {
  WrittenOperation operation;
  operation.line = lineOf(op.getLoc());
  operation.name = op.getName().stripDialect().str();
  listAttributes(op, operation);
  for (Value operand : op.getOperands())
    if (!isa<gtcompiler::RangeType>(operand.getType()))
      operation.operands.push_back(numbers.lookup(operand));
  if (op.getNumResults() == 0)
    return operation;
  Type type = op.getResult(0).getType();
  operation.type = typeOf(type, operation.line);
  if (auto field = dyn_cast<gtcompiler::FieldType>(type))
    operation.typeDims = dimsOf(field.getDims());
  return operation;
}

/// The region's operations, their values numbered behind its arguments.
static void listBody(gtcompiler::ScanOp scan, WrittenOperation &operation) {
  operation.initials = scan.getInitials().size();
  ValueNumbers inner;
  for (BlockArgument argument : scan.getPoint()->getArguments())
    inner[argument] = argument.getArgNumber();
  for (Operation &op : scan.getPoint()->without_terminator()) {
    operation.body.push_back(listOperation(op, inner));
    for (Value result : op.getResults()) {
      unsigned number = inner.size();
      inner[result] = number;
    }
  }
  for (Value result : scan.getPoint()->getTerminator()->getOperands())
    operation.yields.push_back(inner.at(result));
}

static Step listStep(Operation &op, const ValueNumbers &numbers) {
  Step step;
  step.operation = listOperation(op, numbers);
  for (Value operand : op.getOperands())
    if (isa<gtcompiler::RangeType>(operand.getType()))
      step.ranges.push_back(numbers.lookup(operand));
  if (auto offset = attributeOf<IntegerAttr>(op, "offset"))
    step.offset = offset.getInt();
  if (auto scan = dyn_cast<gtcompiler::ScanOp>(op))
    listBody(scan, step.operation);
  return step;
}

void gtrun::listFields(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing) {
  for (Operation &op : program.getBody().front()) {
    listing.steps.push_back(listStep(op, numbers));
    for (Value result : op.getResults()) {
      unsigned number = numbers.size();
      numbers[result] = number;
    }
  }
}
