//===- Assembly.cpp - Custom directives of the gt assembly -----*- C++ -*-===//
//
// Parsers and printers of dimensions, offsets and positions.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace gtcompiler;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

ParseResult assembly::parseDim(AsmParser &parser, StringAttr &dim) {
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    dim = StringAttr::get(parser.getContext(), keyword);
    return success();
  }
  std::string quoted;
  if (succeeded(parser.parseOptionalString(&quoted))) {
    dim = StringAttr::get(parser.getContext(), quoted);
    return success();
  }
  return parser.emitError(parser.getCurrentLocation(), "expected the name of a dimension");
}

void assembly::printDim(AsmPrinter &printer, StringAttr dim) {
  printer.printKeywordOrString(dim.getValue());
}

ParseResult assembly::parseLoopDim(OpAsmParser &parser, StringAttr &dim) {
  return parseDim(parser, dim);
}

void assembly::printLoopDim(OpAsmPrinter &printer, Operation *, StringAttr dim) {
  printDim(printer, dim);
}

ParseResult assembly::parseExtents(AsmParser &parser, SmallVector<StringAttr> &dims,
                                   SmallVector<int64_t> &extents) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    std::int64_t &extent = extents.emplace_back(BufferType::kOfTile);
    if (parseDim(parser, dims.emplace_back()) || parser.parseColon())
      return ParseResult(failure());
    SMLoc location = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalQuestion()))
      return ParseResult(success());
    if (parser.parseInteger(extent))
      return ParseResult(failure());
    if (extent <= 0) // not what `?` stands for
      return ParseResult(parser.emitError(location, "expected a positive extent, got ") << extent);
    return ParseResult(success());
  });
}

void assembly::printExtents(AsmPrinter &printer, ArrayRef<StringAttr> dims,
                            ArrayRef<int64_t> extents) {
  printer << "[";
  llvm::interleaveComma(llvm::zip(dims, extents), printer, [&](auto entry) {
    printDim(printer, std::get<0>(entry));
    printer << ": ";
    if (std::int64_t extent = std::get<1>(entry); extent != BufferType::kOfTile)
      printer << extent;
    else
      printer << '?';
  });
  printer << "]";
}

ParseResult assembly::parseDims(AsmParser &parser, SmallVector<StringAttr> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parseDim(parser, dims.emplace_back()); });
}

void assembly::printDims(AsmPrinter &printer, ArrayRef<StringAttr> dims) {
  printer << "[";
  llvm::interleaveComma(dims, printer, [&](StringAttr dim) { printDim(printer, dim); });
  printer << "]";
}

ParseResult assembly::parseDimList(OpAsmParser &parser, ArrayAttr &dims) {
  SmallVector<StringAttr> list;
  if (parseDims(parser, list))
    return failure();
  dims = parser.getBuilder().getArrayAttr(SmallVector<Attribute>(list.begin(), list.end()));
  return success();
}

void assembly::printDimList(OpAsmPrinter &printer, Operation *, ArrayAttr dims) {
  printDims(printer, llvm::to_vector(dims.getAsRange<StringAttr>()));
}

ParseResult assembly::parseSelection(OpAsmParser &parser, ArrayAttr &dims,
                                     DenseI64ArrayAttr &begins, DenseI64ArrayAttr &ends,
                                     DenseBoolArrayAttr &points) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> first, last;
  SmallVector<bool> isPoint;
  auto parseItem = [&]() -> ParseResult {
    StringAttr dim;
    first.push_back(INT64_MIN);
    last.push_back(INT64_MIN);
    if (parseDim(parser, dim))
      return failure();
    names.push_back(dim);
    isPoint.push_back(succeeded(parser.parseOptionalKeyword("at")));
    if (isPoint.back())
      return parser.parseInteger(first.back());
    if (succeeded(parser.parseOptionalKeyword("from")) && parser.parseInteger(first.back()))
      return failure();
    return succeeded(parser.parseOptionalKeyword("to")) ? parser.parseInteger(last.back())
                                                        : success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  Builder &builder = parser.getBuilder();
  dims = builder.getArrayAttr(names);
  begins = builder.getDenseI64ArrayAttr(first);
  ends = builder.getDenseI64ArrayAttr(last);
  points = builder.getDenseBoolArrayAttr(isPoint);
  return success();
}

void assembly::printSelection(OpAsmPrinter &printer, Operation *, ArrayAttr dims,
                              DenseI64ArrayAttr begins, DenseI64ArrayAttr ends,
                              DenseBoolArrayAttr points) {
  printer << "[";
  for (auto [n, dim] : llvm::enumerate(dims.getAsRange<StringAttr>())) {
    printer << (n == 0 ? "" : ", ");
    printDim(printer, dim);
    if (points[n]) {
      printer << " at " << begins[n];
      continue;
    }
    if (begins[n] != INT64_MIN)
      printer << " from " << begins[n];
    if (ends[n] != INT64_MIN)
      printer << " to " << ends[n];
  }
  printer << "]";
}

ParseResult assembly::parseUnit(AsmParser &parser, bool &unit) {
  unit = succeeded(parser.parseOptionalComma());
  return unit ? parser.parseKeyword("unit") : success();
}

void assembly::printUnit(AsmPrinter &printer, bool unit) {
  if (unit)
    printer << ", unit";
}

//===----------------------------------------------------------------------===//
// Offsets and positions
//===----------------------------------------------------------------------===//

namespace {
/// A dimension as it stands in a list of offsets, before its index is known.
struct ParsedOffset {
  SMLoc location;
  StringAttr dim;
  int64_t offset = 0;
};
} // namespace

/// `+ 1`, `- 2` or nothing.
static ParseResult parseOptionalOffset(AsmParser &parser, int64_t &offset) {
  bool negative = succeeded(parser.parseOptionalMinus());
  if (!negative && failed(parser.parseOptionalPlus()))
    return success();
  SMLoc location = parser.getCurrentLocation();
  APInt number;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return parser.emitError(location, "expected the number of points");
  if (failed(*parsed))
    return failure();
  number = number.sext(number.getBitWidth() + 1); // room for the negative of the least
  if (negative)
    number.negate();
  if (!number.isSignedIntN(64))
    return parser.emitError(location, "expected an offset of 64 bits");
  offset = number.getSExtValue();
  return success();
}

/// Orders `parsed` as `dims`; offsets of dimensions that it lacks are 0.
static ParseResult resolveOffsets(AsmParser &parser, ArrayRef<ParsedOffset> parsed,
                                  ArrayRef<StringAttr> dims, DenseI64ArrayAttr &offsets) {
  SmallVector<int64_t, 4> values(dims.size(), 0);
  SmallVector<bool, 4> seen(dims.size(), false);
  for (const ParsedOffset &item : parsed) {
    auto *position = llvm::find(dims, item.dim);
    if (position == dims.end())
      return parser.emitError(item.location)
             << "expected a dimension of the type, got '" << item.dim.getValue() << "'";
    size_t index = position - dims.begin();
    if (seen[index])
      return parser.emitError(item.location)
             << "expected different dimensions, got '" << item.dim.getValue() << "' twice";
    seen[index] = true;
    values[index] = item.offset;
  }
  offsets = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

ParseResult assembly::parseOffset(AsmParser &parser, IntegerAttr &offset) {
  int64_t number = 0;
  if (parseOptionalOffset(parser, number))
    return failure();
  offset = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

void assembly::printOffset(AsmPrinter &printer, int64_t offset) {
  if (offset > 0)
    printer << " + " << offset;
  if (offset < 0)
    printer << " - " << -static_cast<uint64_t>(offset);
}

ParseResult assembly::parseShift(OpAsmParser &parser, DenseI64ArrayAttr &offsets, Type &fieldType) {
  SmallVector<ParsedOffset, 4> parsed;
  auto parseItem = [&]() -> ParseResult {
    ParsedOffset &item = parsed.emplace_back();
    item.location = parser.getCurrentLocation();
    return failure(parseDim(parser, item.dim) || parseOptionalOffset(parser, item.offset));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  FieldType field;
  if (parser.parseColonType(field))
    return failure();
  fieldType = field;
  return resolveOffsets(parser, parsed, field.getDims(), offsets);
}

void assembly::printShift(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr offsets,
                          Type fieldType) {
  ArrayRef<StringAttr> dims = cast<FieldType>(fieldType).getDims();
  printer << "[";
  StringRef separator;
  for (auto [dim, offset] : llvm::zip(dims, offsets.asArrayRef())) {
    if (offset == 0)
      continue;
    printer << separator;
    printDim(printer, dim);
    printOffset(printer, offset);
    separator = ", ";
  }
  printer << "] : " << fieldType;
}

using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

ParseResult assembly::parsePosition(OpAsmParser &parser, Operands &pins, Operands &indices,
                                    DenseI64ArrayAttr &offsets, ArrayAttr &indexDims,
                                    Type &memoryType, SmallVectorImpl<Type> &pinTypes,
                                    SmallVectorImpl<Type> &indexTypes) {
  SmallVector<ParsedOffset, 4> parsed;
  SmallVector<Attribute, 2> indexed;
  auto parseItem = [&]() -> ParseResult {
    ParsedOffset &item = parsed.emplace_back();
    item.location = parser.getCurrentLocation();
    if (parseDim(parser, item.dim))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("at"))) {
      if (parser.parseOperand(pins.emplace_back()))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("by"))) {
      indexed.push_back(item.dim);
      if (parser.parseOperand(indices.emplace_back()))
        return failure();
    }
    return parseOptionalOffset(parser, item.offset);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalSquare, parseItem))
    return failure();
  SMLoc typeLocation;
  if (parser.parseColon() || parser.getCurrentLocation(&typeLocation) ||
      parser.parseType(memoryType))
    return failure();
  if (!isa<StorageType, BufferType>(memoryType))
    return parser.emitError(typeLocation) << "expected a storage or a buffer, got " << memoryType;
  while (succeeded(parser.parseOptionalComma())) {
    Type type;
    if (parser.parseType(type))
      return failure();
    (isa<RangeType>(type) ? pinTypes : indexTypes).push_back(type);
  }
  if (!indexed.empty())
    indexDims = parser.getBuilder().getArrayAttr(indexed);
  return resolveOffsets(parser, parsed, getMemoryDims(memoryType), offsets);
}

void assembly::printPosition(OpAsmPrinter &printer, Operation *, OperandRange pins,
                             OperandRange indices, DenseI64ArrayAttr offsets, ArrayAttr indexDims,
                             Type memoryType, TypeRange pinTypes, TypeRange indexTypes) {
  StringRef separator = "[";
  ArrayRef<StringAttr> dims = getMemoryDims(memoryType);
  auto printItem = [&](StringAttr dim, StringRef preposition, Value place) {
    printer << separator;
    printDim(printer, dim);
    if (place)
      printer << preposition << place;
    printOffset(printer, offsets[llvm::find(dims, dim) - dims.begin()]);
    separator = ", ";
  };
  // Pins and indices first, so that they are read back in the order of the operands.
  for (Value pin : pins)
    printItem(cast<RangeType>(pin.getType()).getDim(), " at ", pin);
  if (indexDims)
    for (auto [dim, index] : llvm::zip(indexDims.getAsRange<StringAttr>(), indices))
      printItem(dim, " by ", index);
  for (auto [dim, offset] : llvm::zip(dims, offsets.asArrayRef()))
    if (offset != 0 && !findPin(pins, dim) && !findIndex(indices, indexDims, dim))
      printItem(dim, "", nullptr);
  if (separator == ", ")
    printer << "] ";
  printer << ": " << memoryType;
  for (TypeRange types : {pinTypes, indexTypes})
    for (Type type : types)
      printer << ", " << type;
}

ParseResult assembly::parseAccessPosition(OpAsmParser &parser, Operands &pins,
                                          DenseI64ArrayAttr &offsets, Type &memoryType,
                                          SmallVectorImpl<Type> &pinTypes) {
  SmallVector<OpAsmParser::UnresolvedOperand, 1> indices;
  SmallVector<Type, 1> indexTypes;
  ArrayAttr indexDims;
  SMLoc location = parser.getCurrentLocation();
  if (parsePosition(parser, pins, indices, offsets, indexDims, memoryType, pinTypes, indexTypes))
    return failure();
  if (indexDims || !indexTypes.empty())
    return parser.emitError(location, "expected no index values");
  return success();
}

void assembly::printAccessPosition(OpAsmPrinter &printer, Operation *op, OperandRange pins,
                                   DenseI64ArrayAttr offsets, Type memoryType, TypeRange pinTypes) {
  printPosition(printer, op, pins, /*indices=*/pins.take_front(0), offsets, ArrayAttr(), memoryType,
                pinTypes, TypeRange());
}

ParseResult assembly::parseIndexPosition(OpAsmParser &parser, StringAttr &dim,
                                         std::optional<OpAsmParser::UnresolvedOperand> &pin,
                                         Type &pinType, IntegerAttr &offset) {
  if (parseDim(parser, dim))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("at"))) {
    if (parser.parseOperand(pin.emplace()))
      return failure();
    pinType = RangeType::get(parser.getContext(), dim);
  }
  return parseOffset(parser, offset);
}

void assembly::printIndexPosition(OpAsmPrinter &printer, Operation *, StringAttr dim, Value pin,
                                  Type, IntegerAttr offset) {
  printDim(printer, dim);
  if (pin)
    printer << " at " << pin;
  printOffset(printer, offset.getInt());
}

//===----------------------------------------------------------------------===//
// Programs and callables
//===----------------------------------------------------------------------===//

ParseResult assembly::parseSignature(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(), result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parser.parseRegion(*result.addRegion(), arguments);
}

void assembly::printSignature(OpAsmPrinter &printer, Operation *op, bool printTerminators) {
  Region &body = op->getRegion(0);
  printer << ' ';
  printer.printSymbolName(SymbolTable::getSymbolName(op).getValue());
  printer << '(';
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), {SymbolTable::getSymbolAttrName()});
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false, printTerminators);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

/// Values of a region that was read may have uses before it, which must not
/// outlive it when what follows cannot be read.
static void dropUses(Region &body) {
  for (Block &block : body)
    block.dropAllDefinedValueUses();
}

ParseResult assembly::parseBody(OpAsmParser &parser, Region &body) {
  if (failed(parser.parseRegion(body)))
    return (dropUses(body), failure());
  if (body.empty())
    body.emplaceBlock();
  return success();
}

void assembly::printBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer.printRegion(body);
}

ParseResult assembly::parseSweepBodies(OpAsmParser &parser, Region &initial, Region &body) {
  if (parseBody(parser, initial))
    return failure();
  if (failed(parser.parseKeyword("do")) || failed(parseBody(parser, body)))
    return (dropUses(initial), failure());
  return success();
}

void assembly::printSweepBodies(OpAsmPrinter &printer, SweepOp, Region &initial, Region &body) {
  printer.printRegion(initial);
  printer << " do ";
  printer.printRegion(body);
}

ParseResult assembly::parseFoldBody(OpAsmParser &parser, Region &body,
                                    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &destinations,
                                    SmallVectorImpl<Type> &types) {
  if (parseBody(parser, body))
    return failure();
  SMLoc location = parser.getCurrentLocation();
  FoldOp::ensureTerminator(body, parser.getBuilder(), parser.getEncodedSourceLoc(location));
  if (failed(parser.parseKeyword("into")) || parser.parseOperandList(destinations) ||
      parser.parseColonTypeList(types))
    return (dropUses(body), failure());
  return success();
}

void assembly::printFoldBody(OpAsmPrinter &printer, FoldOp, Region &body, OperandRange destinations,
                             TypeRange types) {
  printer.printRegion(body);
  printer << " into " << destinations << " : " << types;
}

ParseResult assembly::parseKinds(OpAsmParser &parser, ArrayAttr &kinds) {
  SmallVector<Attribute, 4> list;
  auto parseItem = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<ReduceKind> kind = symbolizeReduceKind(keyword);
    if (!kind)
      return parser.emitError(location)
             << "expected sum, prod, min, max, any or all, got '" << keyword << "'";
    list.push_back(ReduceKindAttr::get(parser.getContext(), *kind));
    return success();
  };
  if (parser.parseCommaSeparatedList(parseItem))
    return failure();
  kinds = parser.getBuilder().getArrayAttr(list);
  return success();
}

void assembly::printKinds(OpAsmPrinter &printer, Operation *, ArrayAttr kinds) {
  llvm::interleaveComma(kinds.getAsRange<ReduceKindAttr>(), printer, [&](ReduceKindAttr kind) {
    printer << stringifyReduceKind(kind.getValue());
  });
}
