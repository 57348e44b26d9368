//===- External.cpp - C functions in expressions --------------------------===//
//
// From types of C++ to prototypes and nodes.
//
//===----------------------------------------------------------------------===//
#include "gtjit/External.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Kernel/Imports.h"

using namespace gtjit;
using namespace gtjit::detail;

const ImportedFunction &detail::addExternal(std::string_view symbol, DType result,
                                            Items<DType> operands, bool reportsStatus, bool effects,
                                            const void *address, SourceLine line) {
  Prototype prototype;
  prototype.result = result;
  for (DType operand : operands)
    prototype.operands.push_back(operand);
  prototype.reportsStatus = reportsStatus;
  prototype.hasEffects = effects;
  return Imports::process().add(symbol, prototype, address, line);
}

Field detail::callExternal(const ImportedFunction &function,
                           std::initializer_list<Arg *> operands) {
  std::vector<Operand> taken;
  for (Arg *operand : operands)
    taken.push_back({takeNode(*operand), operand->line});
  return written(buildCall(function, taken));
}

void gtjit::registerExternal(std::string_view symbol, const ExternalPrototype &prototype,
                             const void *function, SourceLine line) {
  (void)addExternal(symbol, prototype.result, prototype.operands, prototype.status,
                    prototype.effects, function, line);
}
