//===- ExternalArrays.cpp - C functions on whole arrays -------------------===//

#include "gtjit/ExternalArrays.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Kernel/Imports.h"

using namespace gtjit;
using namespace gtjit::detail;

const ImportedFunction &detail::addArrayFunction(std::string_view symbol,
                                                 Items<ArrayParameter> arrays,
                                                 ArrayFunction *address, SourceLine line) {
  return Imports::process().add(symbol, prototypeOf(arrays),
                                reinterpret_cast<const void *>(address), line);
}

void detail::callArrayFunction(const ImportedFunction &function,
                               std::initializer_list<Arg *> operands, Field *results) {
  std::vector<Operand> taken;
  for (Arg *operand : operands)
    taken.push_back({takeNode(*operand), operand->line});
  for (NodeRef &result : buildArrayCall(function, taken))
    *results++ = written(std::move(result));
}

void gtjit::registerExternalArrays(std::string_view symbol, Items<ArrayParameter> arrays,
                                   ArrayFunction *function, SourceLine line) {
  (void)addArrayFunction(symbol, arrays, function, line);
}
