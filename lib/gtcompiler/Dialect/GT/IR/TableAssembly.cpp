//===- TableAssembly.cpp - Custom directives of tables ----------*- C++ -*-===//
//
// Parsers and printers of the dimensions that tables replace, and of names that
// are replaced by others.
//
//===----------------------------------------------------------------------===//

#include "Assembly.h"

using namespace mlir;
using namespace gtcompiler;

ParseResult assembly::parseTableDims(OpAsmParser &parser, ArrayAttr &dims,
                                     DenseI64ArrayAttr &skips) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> numbers;
  auto parseItem = [&]() -> ParseResult {
    StringAttr dim;
    if (parseDim(parser, dim))
      return failure();
    names.push_back(dim);
    numbers.push_back(GatherOp::kNoSkip);
    return succeeded(parser.parseOptionalKeyword("skip")) ? parser.parseInteger(numbers.back())
                                                          : success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  dims = parser.getBuilder().getArrayAttr(names);
  skips = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

void assembly::printTableDims(OpAsmPrinter &printer, Operation *, ArrayAttr dims,
                              DenseI64ArrayAttr skips) {
  printer << "[";
  for (auto [n, dim] : llvm::enumerate(dims.getAsRange<StringAttr>())) {
    printer << (n == 0 ? "" : ", ");
    printDim(printer, dim);
    if (n < static_cast<size_t>(skips.size()) && skips[n] != GatherOp::kNoSkip)
      printer << " skip " << skips[n];
  }
  printer << "]";
}

ParseResult assembly::parseRename(OpAsmParser &parser, StringAttr &from, StringAttr &to,
                                  IntegerAttr &offset) {
  if (parser.parseLSquare() || parseDim(parser, from) || parser.parseKeyword("as") ||
      parseDim(parser, to) || parseOffset(parser, offset))
    return failure();
  return parser.parseRSquare();
}

void assembly::printRename(OpAsmPrinter &printer, Operation *, StringAttr from, StringAttr to,
                           IntegerAttr offset) {
  printer << "[";
  printDim(printer, from);
  printer << " as ";
  printDim(printer, to);
  printOffset(printer, offset.getInt());
  printer << "]";
}
