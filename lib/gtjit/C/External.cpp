//===- External.cpp - Functions that programs call, of the C API ----------===//

#include "gtjit-c/External.h"

#include "gtjit/C/NewStorage.h"
#include "gtjit/External.h"

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
