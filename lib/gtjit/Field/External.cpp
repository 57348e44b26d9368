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

const ImportedFunction &detail::addExternal(std::string_view symbol,
                                            const ExternalPrototype &prototype, const void *address,
                                            SourceLine line) {
  Prototype known;
  for (DType result : prototype.results)
    known.results.push_back(result);
  for (DType operand : prototype.operands)
    known.operands.push_back(operand);
  known.status = prototype.status;
  known.placed = prototype.placed;
  known.statusLast = prototype.statusLast;
  known.references = prototype.references;
  known.effects = prototype.effects;
  return Imports::process().add(symbol, known, address, line);
}

void detail::callExternal(const ImportedFunction &function, std::initializer_list<Arg *> operands,
                          bool handled, Field *results) {
  std::vector<Operand> taken;
  for (Arg *operand : operands)
    taken.push_back({takeNode(*operand), operand->line});
  for (NodeRef &result : resultsOfCall(buildCall(function, taken, handled)))
    *results++ = written(std::move(result));
}

void gtjit::registerExternal(std::string_view symbol, const ExternalPrototype &prototype,
                             const void *function, SourceLine line) {
  (void)addExternal(symbol, prototype, function, line);
}
