//===- Assembly.cpp - Custom directives of the gt assembly -----*- C++ -*-===//
//
// Parsers and printers of dimensions, signatures and bodies.
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

ParseResult assembly::parseArrayUses(OpAsmParser &parser, ArrayAttr &uses, ArrayAttr &dims,
                                     ArrayAttr &begins, ArrayAttr &ends,
                                     DenseBoolArrayAttr &dense) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> words, lists, first, last;
  SmallVector<bool> isDense;
  auto parseItem = [&]() -> ParseResult {
    StringRef word;
    SMLoc location = parser.getCurrentLocation();
    ArrayAttr own;
    DenseI64ArrayAttr from, to;
    DenseBoolArrayAttr points;
    if (parser.parseKeyword(&word) || parseSelection(parser, own, from, to, points))
      return failure();
    if (llvm::is_contained(points.asArrayRef(), true))
      return parser.emitError(location, "expected ranges, got one point");
    if (!llvm::is_contained({"reads", "writes", "updates"}, word))
      return parser.emitError(location, "expected 'reads', 'writes' or 'updates', got '")
             << word << "'";
    words.push_back(builder.getStringAttr(word));
    lists.push_back(own);
    first.push_back(from);
    last.push_back(to);
    isDense.push_back(succeeded(parser.parseOptionalKeyword("dense")));
    return success();
  };
  if (parser.parseCommaSeparatedList(parseItem))
    return failure();
  uses = builder.getArrayAttr(words);
  dims = builder.getArrayAttr(lists);
  begins = builder.getArrayAttr(first);
  ends = builder.getArrayAttr(last);
  dense = builder.getDenseBoolArrayAttr(isDense);
  return success();
}

void assembly::printArrayUses(OpAsmPrinter &printer, Operation *op, ArrayAttr uses, ArrayAttr dims,
                              ArrayAttr begins, ArrayAttr ends, DenseBoolArrayAttr dense) {
  for (auto [n, use] : llvm::enumerate(uses.getAsRange<StringAttr>())) {
    auto own = cast<ArrayAttr>(dims[n]);
    printer << (n == 0 ? " " : ", ") << use.getValue() << " ";
    printSelection(printer, op, own, cast<DenseI64ArrayAttr>(begins[n]),
                   cast<DenseI64ArrayAttr>(ends[n]),
                   DenseBoolArrayAttr::get(op->getContext(), SmallVector<bool>(own.size())));
    printer << (dense[n] ? " dense" : "");
  }
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
