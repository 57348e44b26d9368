//===- External.cpp - Functions that programs call, of the C API ----------===//

#include "gtjit-c/External.h"

#include "gtjit/C/NewStorage.h"
#include "gtjit/External.h"
#include "gtjit/ExternalArrays.h"
#include "gtjit/Import/TextScanner.h"

#include <cstddef>
#include <optional>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

/// The types of `what`, "results" or "operands".
static Sequence<DType> readTypes(const gtjitDType *types, std::size_t count, const char *what,
                                 SourceLine line) {
  constexpr std::size_t kMostTypes = 32; // as many parameters has a function at most
  if (count > kMostTypes)
    throw ValueError(line,
                     std::string("expected at most 32 ") + what + ", got " + std::to_string(count));
  if (count)
    requirePointer(types, (std::string("the types of the ") + what).c_str(), line);
  Sequence<DType> read;
  for (std::size_t n = 0; n < count; ++n)
    read.push_back(checkedType(types[n], line));
  return read;
}

static ExternalPrototype readPrototype(const gtjitPrototype &given, SourceLine line) {
  if (given.size < sizeof(gtjitPrototype) || given.size > 65536)
    throw ValueError(line, "gtjitPrototype::size is " + std::to_string(given.size) +
                               ", expected sizeof(gtjitPrototype)");
  if (asksForMore(given))
    throw ValueError(line, "the prototype asks for what this library does not have");
  auto way = static_cast<unsigned>(given.way);
  if (way > GTJIT_STATUS_LAST)
    throw ValueError(line, "gtjitPrototype::way is " + std::to_string(way) +
                               ", expected one of gtjitResults");
  ExternalPrototype prototype;
  prototype.results = readTypes(given.results, given.resultCount, "results", line);
  prototype.operands = readTypes(given.operands, given.operandCount, "operands", line);
  prototype.placed = way == GTJIT_PLACED;
  prototype.status = way == GTJIT_STATUS;
  prototype.statusLast = way == GTJIT_STATUS_LAST;
  prototype.references = given.takesReferences != 0;
  prototype.effects = given.hasEffects != 0;
  return prototype;
}

gtjitCode gtjitRegisterExternal(const char *symbol, const gtjitPrototype *prototype,
                                gtjitFunction function, gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(symbol, "a symbol", here);
    requirePointer(prototype, "a prototype", here);
    registerExternal(symbol, readPrototype(*prototype, here),
                     reinterpret_cast<const void *>(function), here);
  });
}

//===----------------------------------------------------------------------===//
// Functions on whole arrays
//===----------------------------------------------------------------------===//

static_assert(sizeof(gtjitMemRef) == sizeof(MemRef) &&
              offsetof(gtjitMemRef, strides) == offsetof(MemRef, strides) &&
              offsetof(gtjitMemRef, origins) == offsetof(MemRef, origins) &&
              offsetof(gtjitMemRef, rank) == offsetof(MemRef, rank) &&
              offsetof(gtjitMemRef, type) == offsetof(MemRef, type));

static DType readType(TextScanner &scan) {
  std::string_view word = scan.word();
  for (unsigned type = 0; type <= static_cast<unsigned>(DType::C128); ++type)
    if (name(static_cast<DType>(type)) == word)
      return static_cast<DType>(type);
  scan.fail("expected an element type, got '" + std::string(word) + "'");
}

/// "I", "vertical L", "E from 0 to 5".
static NamedRange readDimension(TextScanner &scan, SourceLine line) {
  std::optional<DimensionKind> kind;
  for (auto [word, meant] :
       {std::pair("horizontal", DimensionKind::Horizontal),
        std::pair("local", DimensionKind::Local), std::pair("vertical", DimensionKind::Vertical)})
    if (scan.accept(word))
      kind = meant;
  std::string_view name = scan.word();
  Dimension dim = kind ? Dimension(name, *kind, line) : Dimension(name, line);
  if (!scan.accept("from"))
    return dim(Range::all());
  std::int64_t first = scan.integer();
  scan.expect("to");
  return dim(first, scan.integer());
}

static Sequence<ArrayParameter> readArrays(TextScanner &scan, SourceLine line) {
  Sequence<ArrayParameter> arrays;
  do {
    ArrayUse use = readArrayUse(scan);
    ArrayParameter array{use, readType(scan), {}};
    scan.expect("[");
    while (!scan.accept("]")) {
      if (!array.dims.empty())
        scan.expect(",");
      array.dims.push_back(readDimension(scan, line));
    }
    array.isDense = scan.accept("dense");
    arrays.push_back(std::move(array));
  } while (scan.accept(","));
  if (!scan.atEnd())
    scan.fail("expected the end of the text");
  return arrays;
}

gtjitCode gtjitRegisterArrays(const char *symbol, const char *arrays, gtjitArrayFunction function,
                              gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(symbol, "a symbol", here);
    requirePointer(arrays, "the arrays of a function", here);
    TextScanner scan(arrays);
    Sequence<ArrayParameter> read;
    try {
      read = readArrays(scan, here);
    } catch (const ValueError &error) {
      throw ValueError(here, "the arrays of '" + std::string(symbol) + "', '" +
                                 std::string(arrays) + "': " + std::string(error.message()));
    }
    registerExternalArrays(symbol, read, reinterpret_cast<ArrayFunction *>(function), here);
  });
}
