//===- WriteScans.cpp - Scans and running results -------------------------===//

#include "Writer.h"

using namespace gtjit;
using namespace gtjit::randomgraphs;

/// A type that is not complex.
static DType realType(Random &random) {
  return static_cast<DType>(random.below(static_cast<std::size_t>(C64)));
}

/// Something else than `from` where it cannot be scanned.
int Writer::scanned(int from) {
  from = madeFinite(from);
  if (from < 0 || isComplex(variable(from).dtype) || variable(from).weak)
    return from;
  DType dtype = variable(from).dtype;
  Expression expression;
  expression.make = Make::Scan;
  expression.operands = {Operand{from, {}}};
  const Domain domain = variable(from).domain;
  std::optional<Dimension> lacked; // that `from` may lack
  for (const NamedRange &range : frame.ranges())
    if (!domain.has(range.dim))
      lacked = range.dim;
  if (domain.ndim() && (!lacked || random.chance(85))) {
    const NamedRange &range = domain[random.below(domain.ndim())];
    expression.dims = {range.dim};
    if (random.chance(25) && range.range.size() > 1)
      expression.region = {range.dim(range.range.lo() + 1, range.range.hi())};
  } else if (lacked) {
    expression.dims = {*lacked};
    expression.region = {(*lacked)(-1, 3)};
  } else {
    return from;
  }
  bool isMixed = random.chance(40);
  auto any = [&] { return isMixed && random.chance(60) ? realType(random) : dtype; };
  DType other = any();
  if (int second = random.chance(50) ? ofType(source(other, std::nullopt), other) : -1; second >= 0)
    expression.operands.push_back({second, {}});
  expression.operands.push_back({-1, anyLiteral(random, dtype)});
  if (random.chance(25)) // one value of each line
    for (int n : alive())
      if (variable(n).dtype == dtype && !variable(n).weak &&
          !variable(n).domain.has(expression.dims[0]))
        expression.operands.back() = {n, {}};
  expression.backward = random.chance(50);
  expression.carried = static_cast<unsigned>(random.between(1, 3));
  expression.inTuple = random.chance(50);
  for (unsigned n = 0; isMixed && n < expression.carried; ++n)
    expression.types.push_back(any());
  expression.body = static_cast<std::uint64_t>(random.between(0, 1 << 20));
  int result = define(std::move(expression));
  return result < 0 ? from : result;
}

/// A running result of the value; something else where it has none.
int Writer::running(int from) {
  from = madeFinite(from);
  if (from < 0 || variable(from).weak || !variable(from).domain.ndim())
    return from;
  const DType dtype = variable(from).dtype;
  const Domain domain = variable(from).domain;
  Expression expression;
  const NamedRange &range = domain[random.below(domain.ndim())];
  expression.dims = {range.dim};
  expression.backward = random.chance(50);
  int result = -1;
  if (!isComplex(dtype) && random.chance(30)) {
    int condition = operand(DType::Bool, std::nullopt);
    expression.make = Make::FirstMatch;
    expression.operands = {Operand{condition, {}}, Operand{from, {}},
                           Operand{-1, anyLiteral(random, dtype)}};
    if (random.chance(30))
      for (int n : alive())
        if (variable(n).dtype == dtype && !variable(n).weak && !variable(n).domain.has(range.dim))
          expression.operands[2] = {n, {}};
    result = condition < 0 ? -1 : define(std::move(expression));
  } else {
    if (random.chance(30) && range.range.size() > 1)
      expression.region = {range.dim(range.range.lo() + 1, range.range.hi())};
    expression.reduce =
        random.pick({Reduction::Sum, Reduction::Prod, Reduction::Min, Reduction::Max});
    result = onVariable(Make::Running, from, std::move(expression));
  }
  return result < 0 ? from : result;
}
