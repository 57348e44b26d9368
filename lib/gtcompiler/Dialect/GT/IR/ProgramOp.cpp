//===- ProgramOp.cpp - Text and checks of gt.program ------------*- C++ -*-===//
//
// The only operation with a signature, and therefore with a parser of its own.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

using namespace mlir;
using namespace gtcompiler;

void ProgramOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      TypeRange argumentTypes) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  Block &body = state.addRegion()->emplaceBlock();
  SmallVector<Location> locations(argumentTypes.size(), state.location);
  body.addArguments(argumentTypes, locations);
}

/// @name(%a: type, ...) attributes {...} { ... }
ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(), result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void ProgramOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getSymNameAttrName()});
  printer << ' ';
  printer.printRegion(getBodyRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
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
  return isa<LoadOp, ShiftOp, PinOp, BroadcastOp, ReduceOp, StoreOp>(op) ||
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<FieldType>);
}

static bool isStencilLevel(Operation &op) {
  return isa<GrowOp, HullOp, TemporaryOp, StencilOp, FoldOp, KernelOp>(op);
}

LogicalResult ProgramOp::verifyRegions() {
  Operation *field = nullptr, *stencil = nullptr; // the first of each level
  for (Operation &op : getBodyRegion().front()) {
    if (!isa_and_nonnull<GTDialect>(op.getDialect())) // (C2)
      return op.emitOpError("expected an operation of the gt dialect in a 'gt.program'");
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
