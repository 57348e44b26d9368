//===- PositionAssembly.cpp - Offsets and positions in the gt assembly ----===//
//
// Parsers and printers of shifts, and of where memory is read and written.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"

using namespace mlir;
using namespace gtcompiler;

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

/// `I + 1, J - 2` in brackets.
static ParseResult parseOffsets(OpAsmParser &parser, AsmParser::Delimiter brackets,
                                SmallVectorImpl<ParsedOffset> &parsed) {
  return parser.parseCommaSeparatedList(brackets, [&]() -> ParseResult {
    ParsedOffset &item = parsed.emplace_back();
    item.location = parser.getCurrentLocation();
    return failure(assembly::parseDim(parser, item.dim) ||
                   parseOptionalOffset(parser, item.offset));
  });
}

static void printOffsets(AsmPrinter &printer, ArrayRef<StringAttr> dims,
                         ArrayRef<int64_t> offsets) {
  printer << "[";
  StringRef separator;
  for (auto [dim, offset] : llvm::zip(dims, offsets)) {
    if (offset == 0)
      continue;
    printer << separator;
    assembly::printDim(printer, dim);
    assembly::printOffset(printer, offset);
    separator = ", ";
  }
  printer << "] ";
}

ParseResult assembly::parseShift(OpAsmParser &parser, DenseI64ArrayAttr &offsets, Type &fieldType) {
  SmallVector<ParsedOffset, 4> parsed;
  if (parseOffsets(parser, AsmParser::Delimiter::Square, parsed))
    return failure();
  FieldType field;
  if (parser.parseColonType(field))
    return failure();
  fieldType = field;
  return resolveOffsets(parser, parsed, field.getDims(), offsets);
}

void assembly::printShift(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr offsets,
                          Type fieldType) {
  printOffsets(printer, cast<FieldType>(fieldType).getDims(), offsets);
  printer << ": " << fieldType;
}

ParseResult assembly::parsePutPosition(OpAsmParser &parser, DenseI64ArrayAttr &offsets,
                                       Type &valueType, Type &storageType) {
  SmallVector<ParsedOffset, 4> parsed;
  StorageType storage;
  if (parseOffsets(parser, AsmParser::Delimiter::OptionalSquare, parsed) ||
      parser.parseColonType(valueType) || parser.parseComma() || parser.parseType(storage))
    return failure();
  storageType = storage;
  return resolveOffsets(parser, parsed, storage.getDims(), offsets);
}

void assembly::printPutPosition(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr offsets,
                                Type valueType, Type storageType) {
  if (llvm::any_of(offsets.asArrayRef(), [](int64_t offset) { return offset != 0; }))
    printOffsets(printer, cast<StorageType>(storageType).getDims(), offsets);
  printer << ": " << valueType << ", " << storageType;
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
