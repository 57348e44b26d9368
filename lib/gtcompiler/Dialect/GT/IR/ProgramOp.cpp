//===- ProgramOp.cpp - Text and checks of gt.program ------------*- C++ -*-===//
//
// What a program's text and region may hold.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"

using namespace mlir;
using namespace gtcompiler;

void ProgramOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      TypeRange argumentTypes) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  Block &body = state.addRegion()->emplaceBlock();
  SmallVector<Location> locations(argumentTypes.size(), state.location);
  body.addArguments(argumentTypes, locations);
}

/// The region may be empty.
ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  if (assembly::parseSignature(parser, result))
    return failure();
  if (Region &body = *result.regions.front(); body.empty())
    body.emplaceBlock();
  return success();
}

void ProgramOp::print(OpAsmPrinter &printer) {
  assembly::printSignature(printer, *this, /*printTerminators=*/false);
}

LogicalResult ProgramOp::verify() {
  if (getSymName().empty()) // (C4)
    return emitOpError("expected a name");
  for (BlockArgument argument : getArguments()) { // (C1)
    Type type = argument.getType();
    if (isa<StorageType, RangeType>(type) || isElementType(type))
      continue;
    return emitOpError("expected argument ")
           << argument.getArgNumber() << " to be a storage, a range or a scalar, got " << type;
  }
  return success();
}

static bool isFieldLevel(Operation &op) {
  return isa<LoadOp, ShiftOp, PinOp, BroadcastOp, ConcatOp, ReduceOp, ScanOp, StoreOp>(op) ||
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<FieldType>);
}

static bool isStencilLevel(Operation &op) {
  return isa<GrowOp, HullOp, IntersectOp, BelowOp, AboveOp, WhenOp, TemporaryOp, StencilOp, FoldOp,
             SweepOp, KernelOp>(op);
}

/// Constraint (C5) of calls, for those in `op`.
static LogicalResult verifyPrototypes(Operation &op, llvm::DenseMap<StringAttr, CallOp> &known) {
  auto visit = [&](CallOp call) {
    auto [other, isNew] = known.try_emplace(call.getCalleeAttr().getAttr(), call);
    if (isNew || other->second.getPrototype() == call.getPrototype())
      return WalkResult::advance();
    (call.emitOpError("expected the prototype of other calls of '") << call.getCallee() << "'")
            .attachNote(other->second.getLoc())
        << "another one is here";
    return WalkResult::interrupt();
  };
  return failure(op.walk(visit).wasInterrupted());
}

LogicalResult ProgramOp::verifyRegions() {
  llvm::DenseMap<StringAttr, CallOp> calls;
  Operation *field = nullptr, *stencil = nullptr; // the first of each level
  for (Operation &op : getBodyRegion().front()) {
    if (!isa_and_nonnull<GTDialect>(op.getDialect())) // (C2)
      return op.emitOpError("expected an operation of the gt dialect in a 'gt.program'");
    if (failed(verifyPrototypes(op, calls)))
      return failure();
    if (!field && isFieldLevel(op))
      field = &op;
    if (!stencil && isStencilLevel(op))
      stencil = &op;
    if (field && stencil) // (C3)
      return (op.emitOpError("is of the ")
              << (field == &op ? "field" : "stencil") << " level, expected operations of one level")
                 .attachNote((field == &op ? stencil : field)->getLoc())
             << "this one is of the other level";
  }
  return success();
}
