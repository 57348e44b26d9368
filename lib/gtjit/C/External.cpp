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
    if (prototype->operandCount)
      requirePointer(prototype->operands, "the types of the operands", here);
    ExternalPrototype external{checkedType(prototype->result, here),
                               {},
                               prototype->reportsStatus != 0,
                               prototype->hasEffects != 0};
    for (std::size_t n = 0; n < prototype->operandCount; ++n)
      external.operands.push_back(checkedType(prototype->operands[n], here));
    registerExternal(symbol, external, reinterpret_cast<const void *>(function), here);
  });
}
