//===- External.cpp - Functions that programs call, of the C API ----------===//

#include "gtjit-c/External.h"

#include "gtjit/C/NewStorage.h"
#include "gtjit/External.h"

using namespace gtjit;
using namespace gtjit::detail;

gtjitCode gtjitRegisterExternal(const char *symbol, const gtjitPrototype *prototype,
                                gtjitFunction function, gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(symbol, "a symbol", here);
    requirePointer(prototype, "a prototype", here);
    if (prototype->size < sizeof(gtjitPrototype))
      throw ValueError(here, "gtjitPrototype::size is " + std::to_string(prototype->size) +
                                 ", expected sizeof(gtjitPrototype)");
    if (prototype->resultCount)
      requirePointer(prototype->results, "the types of the results", here);
    if (prototype->operandCount)
      requirePointer(prototype->operands, "the types of the operands", here);
    auto way = static_cast<unsigned>(prototype->way);
    if (way > GTJIT_STATUS_LAST)
      throw ValueError(here, "gtjitPrototype::way is " + std::to_string(way) +
                                 ", expected one of gtjitResults");
    ExternalPrototype external;
    external.placed = prototype->way == GTJIT_PLACED;
    external.status = prototype->way == GTJIT_STATUS;
    external.statusLast = prototype->way == GTJIT_STATUS_LAST;
    external.references = prototype->takesReferences != 0;
    external.effects = prototype->hasEffects != 0;
    for (std::size_t n = 0; n < prototype->resultCount; ++n)
      external.results.push_back(checkedType(prototype->results[n], here));
    for (std::size_t n = 0; n < prototype->operandCount; ++n)
      external.operands.push_back(checkedType(prototype->operands[n], here));
    registerExternal(symbol, external, reinterpret_cast<const void *>(function), here);
  });
}
