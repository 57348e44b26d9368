//===- Concat.cpp - Fields put together from parts ------------------------===//
//
// From operands to builders.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Concat.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Operations/Concat.h"

#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

Field gtjit::concat_where(const Condition &condition, Arg a, Arg b) {
  Operand branches[] = {{takeNode(a), a.line}, {takeNode(b), b.line}};
  return written(buildConcatWhere(condition, branches, b.line));
}

Field gtjit::concat(Items<Field> fields, SourceLine line) {
  std::vector<Operand> operands;
  for (const Field &field : fields)
    operands.push_back({nodeOf(field, line), line});
  return written(buildConcat(operands, line));
}
