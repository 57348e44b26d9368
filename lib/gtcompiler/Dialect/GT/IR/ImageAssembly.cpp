//===- ImageAssembly.cpp - Text of images and kernels ----------*- C++ -*-===//
//
// Parsers and printers of the attributes in GTImageAttributes.td. Knows nothing of
// what they mean.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

using namespace mlir;
using namespace gtcompiler;

//===----------------------------------------------------------------------===//
// Lists and fields
//===----------------------------------------------------------------------===//

/// An attribute of what was read at `location`; fails, with an error there, if its
/// verifier does.
template <typename T, typename... Parts>
static FailureOr<T> checked(AsmParser &parser, SMLoc location, Parts... parts) {
  T attribute =
      T::getChecked([&] { return parser.emitError(location); }, parser.getContext(), parts...);
  if (!attribute)
    return failure();
  return attribute;
}

/// `<body>` as `parseBody` reads it.
template <typename T>
static Attribute parseEnclosed(AsmParser &parser, FailureOr<T> (*parseBody)(AsmParser &)) {
  if (parser.parseLess())
    return {};
  FailureOr<T> attribute = parseBody(parser);
  return failed(attribute) || parser.parseGreater() ? Attribute() : *attribute;
}

template <typename T>
static void printEnclosed(AsmPrinter &printer, T attribute, void (*printBody)(AsmPrinter &, T)) {
  printer << '<';
  printBody(printer, attribute);
  printer << '>';
}

/// `[entry, entry]`, each as `parseEntry` reads it.
template <typename Entry, typename ParseEntry>
static ParseResult parseList(AsmParser &parser, SmallVectorImpl<Entry> &list,
                             ParseEntry parseEntry) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    FailureOr<Entry> entry = parseEntry(parser);
    if (failed(entry))
      return failure();
    list.push_back(*entry);
    return success();
  });
}

template <typename Range, typename PrintEntry>
static void printList(AsmPrinter &printer, Range &&list, PrintEntry printEntry) {
  printer << '[';
  llvm::interleaveComma(list, printer, [&](auto entry) { printEntry(printer, entry); });
  printer << ']';
}

static FailureOr<std::int64_t> parseNumber(AsmParser &parser) {
  std::int64_t number = 0;
  if (parser.parseInteger(number))
    return failure();
  return number;
}
static void printNumber(AsmPrinter &printer, std::int64_t number) { printer << number; }

static FailureOr<StringAttr> parseText(AsmParser &parser) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  return StringAttr::get(parser.getContext(), text);
}
static void printText(AsmPrinter &printer, StringAttr text) { printer.printString(text); }

static FailureOr<StorageType> parseStorageType(AsmParser &parser) {
  StorageType type;
  if (parser.parseType(type))
    return failure();
  return type;
}
static void printType(AsmPrinter &printer, Type type) { printer << type; }

namespace {
/// `name = value` of an attribute.
struct Field {
  StringRef name;
  llvm::unique_function<ParseResult()> parse;
};
/// Writes fields with commas between them; what is none or 0 by the caller's test
/// is left out.
class FieldPrinter {
public:
  FieldPrinter(AsmPrinter &to, bool isFirst) : printer(to), isFirst(isFirst) {}
  AsmPrinter &start(StringRef name) {
    return printer << (std::exchange(isFirst, false) ? "" : ", ") << name << " = ";
  }
  template <typename Range, typename PrintEntry>
  void list(StringRef name, Range &&entries, PrintEntry printEntry) {
    if (!entries.empty())
      printList(start(name), entries, printEntry);
  }
  void number(StringRef name, std::int64_t number, std::int64_t usual = 0) {
    if (number != usual)
      start(name) << number;
  }

private:
  AsmPrinter &printer;
  bool isFirst;
};
} // namespace

/// Fields in any order, each at most once, up to the `>`.
static ParseResult parseFields(AsmParser &parser, MutableArrayRef<Field> fields) {
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  SmallVector<StringRef> seen;
  do {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    Field *field = llvm::find_if(fields, [&](const Field &known) { return known.name == name; });
    if (field == fields.end())
      return parser.emitError(location, "has no field '") << name << "'";
    if (llvm::is_contained(seen, field->name))
      return parser.emitError(location, "expected the field '") << name << "' once";
    seen.push_back(field->name);
    if (parser.parseEqual() || field->parse())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseGreater();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// `by (lower, upper)`, or nothing where both are 0.
static ParseResult parseOptionalBy(AsmParser &parser, std::int64_t &lower, std::int64_t &upper) {
  if (failed(parser.parseOptionalKeyword("by")))
    return success();
  return failure(parser.parseLParen() || parser.parseInteger(lower) || parser.parseComma() ||
                 parser.parseInteger(upper) || parser.parseRParen());
}
static void printOptionalBy(AsmPrinter &printer, std::int64_t lower, std::int64_t upper) {
  if (lower != 0 || upper != 0)
    printer << " by (" << lower << ", " << upper << ')';
}

static FailureOr<BoundsAttr> parseBounds(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  BoundsKind kind = BoundsKind::Range;
  std::int64_t range = 0, lower = 0, upper = 0;
  SmallVector<BoundsAttr> parts;
  for (BoundsKind made : {BoundsKind::Hull, BoundsKind::Intersection, BoundsKind::Below,
                          BoundsKind::Above, BoundsKind::When})
    if (succeeded(parser.parseOptionalKeyword(stringifyBoundsKind(made)))) {
      kind = made;
      break;
    }
  if (kind == BoundsKind::Range ? parser.parseInteger(range)
                                : parseList(parser, parts, parseBounds))
    return failure();
  if (parseOptionalBy(parser, lower, upper))
    return failure();
  return checked<BoundsAttr>(parser, location, kind, range, ArrayRef<BoundsAttr>(parts), lower,
                             upper);
}

static void printBounds(AsmPrinter &printer, BoundsAttr bounds) {
  if (bounds.getSize() > BoundsAttr::kMostPrinted ||
      bounds.getDepth() > BoundsAttr::kDeepestPrinted) {
    printer << "elided";
    return;
  }
  if (bounds.getKind() == BoundsKind::Range) {
    printer << bounds.getRange();
  } else {
    printer << stringifyBoundsKind(bounds.getKind()) << ' ';
    printList(printer, bounds.getParts(), printBounds);
  }
  printOptionalBy(printer, bounds.getLower(), bounds.getUpper());
}

Attribute BoundsAttr::parse(AsmParser &parser, Type) { return parseEnclosed(parser, parseBounds); }

void BoundsAttr::print(AsmPrinter &printer) const { printEnclosed(printer, *this, printBounds); }

//===----------------------------------------------------------------------===//
// Storages and temporaries
//===----------------------------------------------------------------------===//

static FailureOr<ReachAttr> parseReach(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  std::int64_t loop = 0, lower = 0, upper = 0;
  if (parser.parseInteger(loop) || parseOptionalBy(parser, lower, upper))
    return failure();
  return checked<ReachAttr>(parser, location, loop, lower, upper);
}

static void printReach(AsmPrinter &printer, ReachAttr reach) {
  printer << reach.getLoop();
  printOptionalBy(printer, reach.getLower(), reach.getUpper());
}

Attribute ReachAttr::parse(AsmParser &parser, Type) { return parseEnclosed(parser, parseReach); }

void ReachAttr::print(AsmPrinter &printer) const { printEnclosed(printer, *this, printReach); }

static FailureOr<StorageUseAttr> parseStorageUse(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  bool isRead = succeeded(parser.parseOptionalKeyword("read"));
  bool isWritten = succeeded(parser.parseOptionalKeyword("write"));
  bool isTemporary = succeeded(parser.parseOptionalKeyword("temporary"));
  bool isMerging = succeeded(parser.parseOptionalKeyword("merging"));
  std::int64_t number = 0;
  SmallVector<ReachAttr> reach;
  if (parser.parseInteger(number) ||
      (succeeded(parser.parseOptionalKeyword("reach")) && parseList(parser, reach, parseReach)))
    return failure();
  return checked<StorageUseAttr>(parser, location, isRead, isWritten, isTemporary, isMerging,
                                 number, ArrayRef<ReachAttr>(reach));
}

static void printStorageUse(AsmPrinter &printer, StorageUseAttr use) {
  printer << (use.getIsRead() ? "read " : "") << (use.getIsWritten() ? "write " : "")
          << (use.getIsTemporary() ? "temporary " : "") << (use.getIsMerging() ? "merging " : "")
          << use.getNumber();
  if (!use.getReach().empty())
    printList(printer << " reach ", use.getReach(), printReach);
}

Attribute StorageUseAttr::parse(AsmParser &parser, Type) {
  return parseEnclosed(parser, parseStorageUse);
}

void StorageUseAttr::print(AsmPrinter &printer) const {
  printEnclosed(printer, *this, printStorageUse);
}

static FailureOr<ImageTemporaryAttr> parseTemporary(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  Type element;
  SmallVector<BoundsAttr> bounds;
  if (parser.parseType(element) || parser.parseKeyword("over") ||
      parseList(parser, bounds, parseBounds))
    return failure();
  return checked<ImageTemporaryAttr>(parser, location, element, ArrayRef(bounds));
}

static void printTemporary(AsmPrinter &printer, ImageTemporaryAttr temporary) {
  printer << temporary.getElement() << " over ";
  printList(printer, temporary.getBounds(), printBounds);
}

Attribute ImageTemporaryAttr::parse(AsmParser &parser, Type) {
  return parseEnclosed(parser, parseTemporary);
}

void ImageTemporaryAttr::print(AsmPrinter &printer) const {
  printEnclosed(printer, *this, printTemporary);
}

static FailureOr<ImageTableAttr> parseTable(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  std::int64_t storage = 0;
  if (parser.parseInteger(storage) || parser.parseKeyword("in"))
    return failure();
  FailureOr<BoundsAttr> bounds = parseBounds(parser);
  if (failed(bounds))
    return failure();
  return checked<ImageTableAttr>(parser, location, storage, *bounds);
}

static void printTable(AsmPrinter &printer, ImageTableAttr table) {
  printer << table.getStorage() << " in ";
  printBounds(printer, table.getBounds());
}

Attribute ImageTableAttr::parse(AsmParser &parser, Type) {
  return parseEnclosed(parser, parseTable);
}

void ImageTableAttr::print(AsmPrinter &printer) const { printEnclosed(printer, *this, printTable); }

static FailureOr<ImageImportAttr> parseImport(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  FailureOr<StringAttr> symbol = parseText(parser);
  std::uint64_t prototype = 0;
  if (failed(symbol) || parser.parseColon() || parser.parseInteger(prototype))
    return failure();
  return checked<ImageImportAttr>(parser, location, *symbol, prototype);
}

static void printImport(AsmPrinter &printer, ImageImportAttr import) {
  printText(printer, import.getSymbol());
  printer << " : " << import.getPrototype();
}

Attribute ImageImportAttr::parse(AsmParser &parser, Type) {
  return parseEnclosed(parser, parseImport);
}

void ImageImportAttr::print(AsmPrinter &printer) const {
  printEnclosed(printer, *this, printImport);
}

static FailureOr<ScratchTermAttr> parseScratchTerm(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  std::int64_t factor = 0;
  SmallVector<std::int64_t> extents;
  if (parser.parseInteger(factor) || parser.parseStar() || parseList(parser, extents, parseNumber))
    return failure();
  return checked<ScratchTermAttr>(parser, location, factor, ArrayRef(extents));
}

static void printScratchTerm(AsmPrinter &printer, ScratchTermAttr term) {
  printer << term.getFactor() << " * ";
  printList(printer, term.getExtents(), printNumber);
}

Attribute ScratchTermAttr::parse(AsmParser &parser, Type) {
  return parseEnclosed(parser, parseScratchTerm);
}

void ScratchTermAttr::print(AsmPrinter &printer) const {
  printEnclosed(printer, *this, printScratchTerm);
}

//===----------------------------------------------------------------------===//
// Image and kernel
//===----------------------------------------------------------------------===//

Attribute ImageAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<StorageType> storages;
  SmallVector<ImageTemporaryAttr> temporaries;
  SmallVector<ImageTableAttr> tables;
  SmallVector<ImageImportAttr> imports;
  SmallVector<StringAttr> remarks;
  std::int64_t scalars = 0, ranges = 0;
  Field fields[] = {
      {"storages", [&] { return parseList(parser, storages, parseStorageType); }},
      {"scalars", [&] { return parser.parseInteger(scalars); }},
      {"ranges", [&] { return parser.parseInteger(ranges); }},
      {"temporaries", [&] { return parseList(parser, temporaries, parseTemporary); }},
      {"tables", [&] { return parseList(parser, tables, parseTable); }},
      {"imports", [&] { return parseList(parser, imports, parseImport); }},
      {"remarks", [&] { return parseList(parser, remarks, parseText); }},
  };
  if (parser.parseLess() || parseFields(parser, fields))
    return {};
  FailureOr<ImageAttr> image = checked<ImageAttr>(parser, location, ArrayRef(storages), scalars,
                                                  ranges, ArrayRef(temporaries), ArrayRef(tables),
                                                  ArrayRef(imports), ArrayRef(remarks));
  return failed(image) ? Attribute() : *image;
}

void ImageAttr::print(AsmPrinter &printer) const {
  printer << '<';
  FieldPrinter fields(printer, /*isFirst=*/true);
  fields.list("storages", getStorages(), printType);
  fields.number("scalars", getScalars());
  fields.number("ranges", getRanges());
  fields.list("temporaries", getTemporaries(), printTemporary);
  fields.list("tables", getTables(), printTable);
  fields.list("imports", getImports(), printImport);
  fields.list("remarks", getRemarks(), printText);
  printer << '>';
}

namespace {
/// A loop of a kernel in the text: `backward 1 by (-1, 1)`.
struct Loop {
  LoopOrder order;
  BoundsAttr bounds;
};
} // namespace

static FailureOr<Loop> parseLoop(AsmParser &parser) {
  LoopOrder order = LoopOrder::Parallel;
  if (succeeded(parser.parseOptionalKeyword("forward")))
    order = LoopOrder::Forward;
  else if (succeeded(parser.parseOptionalKeyword("backward")))
    order = LoopOrder::Backward;
  FailureOr<BoundsAttr> bounds = parseBounds(parser);
  if (failed(bounds))
    return failure();
  return Loop{order, *bounds};
}

static void printLoop(AsmPrinter &printer, Loop loop) {
  if (loop.order != LoopOrder::Parallel)
    printer << stringifyLoopOrder(loop.order) << ' ';
  printBounds(printer, loop.bounds);
}

Attribute KernelInfoAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<StorageUseAttr> storages;
  SmallVector<Loop> loops;
  SmallVector<BoundsAttr> pins;
  BoundsAttr along;
  SmallVector<std::int64_t> scalars, points, together;
  SmallVector<ScratchTermAttr> scratchTerms;
  std::optional<std::int64_t> across;
  std::int64_t merging = 0, flops = 0, lanes = 1, scratch = 0;
  auto target = StringAttr::get(parser.getContext(), "host");
  Field fields[] = {
      {"storages", [&] { return parseList(parser, storages, parseStorageUse); }},
      {"loops", [&] { return parseList(parser, loops, parseLoop); }},
      {"along",
       [&]() -> ParseResult {
         FailureOr<BoundsAttr> bounds = parseBounds(parser);
         along = failed(bounds) ? BoundsAttr() : *bounds;
         return failure(failed(bounds));
       }},
      {"pins", [&] { return parseList(parser, pins, parseBounds); }},
      {"scalars", [&] { return parseList(parser, scalars, parseNumber); }},
      {"across", [&] { return parser.parseInteger(across.emplace()); }},
      {"merging", [&] { return parser.parseInteger(merging); }},
      {"flops", [&] { return parser.parseInteger(flops); }},
      {"lanes", [&] { return parser.parseInteger(lanes); }},
      {"scratch",
       [&]() -> ParseResult {
         if (parser.parseInteger(scratch))
           return failure();
         while (succeeded(parser.parseOptionalPlus())) {
           FailureOr<ScratchTermAttr> term = parseScratchTerm(parser);
           if (failed(term))
             return failure();
           scratchTerms.push_back(*term);
         }
         return success();
       }},
      {"points", [&] { return parseList(parser, points, parseNumber); }},
      {"together", [&] { return parseList(parser, together, parseNumber); }},
      {"target",
       [&]() -> ParseResult {
         FailureOr<StringAttr> text = parseText(parser);
         target = failed(text) ? target : *text;
         return failure(failed(text));
       }},
  };
  if (parser.parseLess())
    return {};
  FailureOr<StringAttr> name = parseText(parser);
  bool hasFields = succeeded(name) && succeeded(parser.parseOptionalComma());
  if (failed(name) || (hasFields ? parseFields(parser, fields) : parser.parseGreater()))
    return {};
  SmallVector<LoopOrder> orders;
  if (llvm::any_of(loops, [](const Loop &loop) { return loop.order != LoopOrder::Parallel; }))
    for (const Loop &loop : loops)
      orders.push_back(loop.order);
  auto bounds = llvm::map_to_vector(loops, [](const Loop &loop) { return loop.bounds; });
  FailureOr<KernelInfoAttr> info = checked<KernelInfoAttr>(
      parser, location, *name, ArrayRef(storages), ArrayRef<BoundsAttr>(bounds), ArrayRef(orders),
      along, ArrayRef(pins), ArrayRef(scalars), across, merging, flops, lanes, scratch,
      ArrayRef(scratchTerms), ArrayRef(points), ArrayRef(together), target);
  return failed(info) ? Attribute() : *info;
}

void KernelInfoAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printText(printer, getName());
  FieldPrinter fields(printer, /*isFirst=*/false);
  fields.list("storages", getStorages(), printStorageUse);
  SmallVector<Loop> loops;
  for (auto [number, bounds] : llvm::enumerate(getLoops()))
    loops.push_back({getOrders().empty() ? LoopOrder::Parallel : getOrders()[number], bounds});
  fields.list("loops", loops, printLoop);
  if (getAlong())
    printBounds(fields.start("along"), getAlong());
  fields.list("pins", getPins(), printBounds);
  fields.list("scalars", getScalars(), printNumber);
  if (getAcross())
    fields.start("across") << *getAcross();
  fields.number("merging", getMerging());
  fields.number("flops", getFlops());
  fields.number("lanes", getLanes(), 1);
  if (getScratch() != 0 || !getScratchTerms().empty()) {
    fields.start("scratch") << getScratch();
    for (ScratchTermAttr term : getScratchTerms()) {
      printer << " + ";
      printScratchTerm(printer, term);
    }
  }
  fields.list("points", getPoints(), printNumber);
  fields.list("together", getTogether(), printNumber);
  if (getTarget() != "host")
    printText(fields.start("target"), getTarget());
  printer << '>';
}
