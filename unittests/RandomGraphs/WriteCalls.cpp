//===- WriteCalls.cpp - Calls of C functions ------------------------------===//

#include "Externals.h"
#include "Writer.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// A function of the variable, with other operands or numbers behind it.
int Writer::called(int from) {
  const Variable &info = variable(from);
  std::vector<unsigned> fitting;
  for (unsigned n = 0; n < externalFunctions().size(); ++n) {
    const ExternalFunction &function = externalFunctions()[n];
    bool fits = function.operands[0] == info.dtype && !info.weak &&
                (!function.takesArrays || info.domain.isFinite());
    if (fits && callsExternals())
      fitting.push_back(n);
  }
  if (fitting.empty())
    return from;
  Expression expression;
  expression.make = Make::Call;
  expression.function = random.pick(fitting);
  const std::vector<DType> &types = externalFunctions()[expression.function].operands;
  expression.operands = {Operand{from, {}}};
  for (std::size_t n = 1; n < types.size(); ++n) {
    int other = random.chance(60) ? operand(types[n], std::nullopt) : -1;
    expression.operands.push_back(other >= 0 ? Operand{other, {}}
                                             : Operand{-1, anyLiteral(random, types[n])});
  }
  int result = define(std::move(expression));
  return result < 0 ? from : result;
}
