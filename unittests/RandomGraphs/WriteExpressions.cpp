//===- WriteExpressions.cpp - Growing expressions -------------------------===//

#include "Writer.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// Operations of an operand; bounds the time to compile.
constexpr std::size_t largestOperand = 6;

/// A type that widens to `dtype` next to it.
DType narrower(Random &random, DType dtype) {
  std::size_t size = itemsize(dtype);
  if (dtype == F64)
    return random.pick({F16, BF16, F32});
  if (dtype == F32)
    return random.pick({F16, BF16});
  if (!isInteger(dtype) || size == 1)
    return dtype;
  return static_cast<DType>(static_cast<int>(dtype) - 1 -
                            static_cast<int>(!isUnsigned(dtype) && size > 2 && random.chance(50)));
}

Expression pointExpression(detail::PointOp op) {
  Expression expression;
  expression.make = Make::Point;
  expression.op = op;
  return expression;
}

} // namespace

int Writer::read(int from) {
  Expression expression;
  expression.storage = from;
  return define(std::move(expression));
}

int Writer::define(Expression expression) {
  if (expression.make == Make::Point && !expression.inTuple)
    expression.placing = scenario.variables % 16 == 5    ? detail::Placing::Root
                         : scenario.variables % 16 == 11 ? detail::Placing::Inline
                                                         : detail::Placing::Chosen;
  Statement statement;
  statement.variable = scenario.variables;
  statement.expression = std::move(expression);
  if (!append(statement))
    return -1;
  return scenario.variables++;
}

int Writer::onVariable(Make make, int from, Expression expression) {
  expression.make = make;
  expression.operands = {Operand{from, {}}};
  return define(std::move(expression));
}

int Writer::storageFor(DType dtype, std::optional<Trait> trait,
                       const std::vector<Dimension> &needed) {
  std::vector<int> found;
  for (int n = 0; n < storageCount(); ++n) {
    const StorageInfo &info = storage(n);
    bool fits = info.dtype == dtype;
    fits &= trait != Trait::Foreign || info.foreign;
    fits &= trait != Trait::Strided || info.strided;
    fits &= trait != Trait::Shifted || info.domain.ndim() > 0;
    for (Dimension dim : needed)
      fits &= info.domain.has(dim);
    if (fits)
      found.push_back(n);
  }
  if (viewsExist || scenario.storages.size() >= 7 || (!found.empty() && random.chance(75)))
    return found.empty() ? -1 : random.pick(found);
  Memory memory = frame.anyMemory(random);
  if (trait == Trait::Foreign)
    memory = random.pick({Memory::Padded, Memory::Strided});
  if (trait == Trait::Strided)
    memory = Memory::Strided;
  scenario.storages.push_back(frame.storage(random, dtype, memory, needed));
  model.add(scenario.storages.back());
  return storageCount() - 1;
}

int Writer::source(DType dtype, std::optional<Trait> trait) {
  std::vector<int> found;
  for (int n : alive()) {
    const Variable &info = variable(n);
    if (info.dtype == dtype && !info.weak && info.operations.size() < largestOperand &&
        (!trait || *trait == Trait::InPlace || (info.traits & bit(*trait))))
      found.push_back(n);
  }
  if (!found.empty() && random.chance(35))
    return random.pick(found);
  if (dtype == I64 && !trait && !frame.ranges().empty() && random.chance(25)) {
    Expression place;
    place.make = Make::Index;
    place.dims = {frame.ranges()[random.below(frame.ranges().size())].dim};
    return define(place);
  }
  if (dtype == F64 && !trait && !frame.ranges().empty() && random.chance(6))
    return coordinateOf(frame.ranges()[random.below(frame.ranges().size())].dim);
  int from = storageFor(dtype, trait, {});
  if (from < 0) { // no room for another storage
    int other = storageCount() ? anyStorage() : -1;
    bool becomes = other >= 0 && (isComplex(dtype) || !isComplex(storage(other).dtype));
    return becomes ? ofType(read(other), dtype) : -1;
  }
  return read(from);
}

int Writer::ofType(int from, DType dtype) {
  if (from < 0 || (variable(from).dtype == dtype && !variable(from).weak))
    return from;
  Expression cast;
  cast.dtype = dtype;
  cast.inTuple = random.chance(8);
  return onVariable(Make::Cast, from, cast);
}

int Writer::shifted(int from) {
  const Domain &domain = variable(from).domain;
  if (!domain.ndim())
    return from;
  Expression expression;
  std::size_t count = random.chance(70) ? 1 : random.between(2, 3);
  for (std::size_t n = 0; n < count; ++n) {
    Dimension dim = domain[random.below(domain.ndim())].dim;
    std::int64_t reach = random.chance(90) ? 2 : 20;
    std::int64_t offset = random.between(-reach, reach);
    expression.shifts.push_back(dim + (offset ? offset : 1));
  }
  const std::vector<Shift> &shifts = expression.shifts;
  bool areApart = count == 1 || (count == 2 && !(shifts[0].dim == shifts[1].dim));
  expression.atOnce = areApart && random.chance(count == 1 ? 3 : 40);
  int result = onVariable(Make::Shift, from, expression);
  return result < 0 ? from : result;
}

int Writer::sliced(int from, bool indices) {
  const Domain &domain = variable(from).domain;
  if (!domain.ndim() || domain.empty())
    return from;
  bool relative = domain.isFinite() && random.chance(40);
  Expression expression;
  if (relative && domain.ndim() > 1 && domain.ndim() <= 4 && random.chance(15))
    expression.mapped = {domain[random.below(domain.ndim())].dim};
  for (const NamedRange &range : domain) {
    if (!expression.mapped.empty() && range.dim == expression.mapped[0])
      continue;
    Range whole =
        range.range.isFinite() ? range.range : Range(random.between(-9, 0), random.between(1, 9));
    bool index = indices && random.chance(35);
    std::int64_t cut = std::max<std::int64_t>(1, whole.size() / 4);
    std::int64_t lo = whole.lo() + (random.chance(60) ? random.between(0, cut - 1) : 0);
    std::int64_t hi = whole.hi() - (random.chance(60) ? random.between(0, cut - 1) : 0);
    if (!relative && !index && random.chance(25))
      continue; // stays whole
    if (!relative && index)
      expression.region.push_back(range.dim(random.between(whole.lo(), whole.hi() - 1)));
    else if (!relative)
      expression.region.push_back(range.dim(lo, hi));
    else if (index)
      expression.items.push_back(RelativeItem(random.between(-whole.size(), whole.size() - 1)));
    else if (random.chance(40)) // from the end
      expression.items.push_back(
          RelativeItem(Slice(lo - whole.hi(), hi == whole.hi() ? Slice::none : hi - whole.hi())));
    else
      expression.items.push_back(RelativeItem(Slice(lo - whole.lo(), hi - whole.lo())));
  }
  if (!relative && expression.region.empty())
    expression.region.push_back(
        domain[0].dim(domain[0].range.isFinite() ? domain[0].range : Range(0, 3)));
  int result = onVariable(relative ? Make::Relative : Make::Slice, from, expression);
  return result < 0 ? from : result;
}

int Writer::extended(int from) {
  Expression expression;
  for (const NamedRange &range : variable(from).domain)
    expression.dims.push_back(range.dim);
  for (const NamedRange &range : frame.ranges())
    if (!variable(from).domain.has(range.dim) && random.chance(70))
      expression.dims.push_back(range.dim);
  random.shuffle(expression.dims);
  int result = onVariable(Make::Broadcast, from, expression);
  return result < 0 ? from : result;
}

int Writer::madeFinite(int from) {
  Expression expression;
  for (const NamedRange &range : variable(from).domain)
    if (!range.range.isFinite()) {
      Range near(-2, 3);
      for (const NamedRange &own : frame.ranges())
        if (own.dim == range.dim && !own.range.empty())
          near = own.range;
      expression.region.push_back(range.dim(range.range & near));
    }
  return expression.region.empty() ? from : onVariable(Make::Slice, from, expression);
}

int Writer::reduced(int from, std::optional<Reduction> kind, bool all) {
  from = madeFinite(from);
  if (from < 0)
    return -1;
  const Variable &info = variable(from);
  Expression expression;
  if (isComplex(info.dtype))
    return -1;
  expression.reduce = kind ? *kind : static_cast<Reduction>(random.below(reductionCount));
  while (!Coverage::isPossible(idOf(expression.reduce), info.dtype))
    expression.reduce = static_cast<Reduction>(random.below(reductionCount));
  expression.all = all || random.chance(20);
  if (random.chance(20)) // a mask
    if (int mask = operand(DType::Bool, std::nullopt);
        mask >= 0 && variable(mask).domain.isFinite())
      expression.operands = {Operand{from, {}}, Operand{mask, {}}};
  bool isStatistic = expression.reduce == Reduction::Var || expression.reduce == Reduction::StdDev;
  expression.ddof = isStatistic && random.chance(40) ? random.between(1, 3) : 0;
  const Domain domain = variable(from).domain;
  if (domain.ndim() > 1 && random.chance(15)) {
    expression.all = true;
    expression.mapped = {domain[random.below(domain.ndim())].dim};
  }
  for (const NamedRange &range : domain)
    if (!expression.all &&
        (random.chance(50) || (expression.dims.empty() && &range == domain.end() - 1)))
      expression.dims.push_back(range.dim);
  if (expression.dims.empty())
    expression.all = true;
  random.shuffle(expression.dims);
  expression.make = Make::Reduce;
  if (expression.operands.size() > 1)
    if (int masked = define(expression); masked >= 0)
      return masked;
  return onVariable(Make::Reduce, from, expression);
}

/// Joins the value at several shifts, mostly after an operation that is dear
/// enough to be computed once and kept.
int Writer::stencil(int from) {
  bool usable = from >= 0 && variable(from).dtype != DType::Bool &&
                !isComplex(variable(from).dtype) && variable(from).domain.ndim();
  if (!usable || variable(from).weak)
    return from;
  using detail::PointOp;
  auto apply = [&](PointOp op, std::initializer_list<int> operands) {
    Expression expression = pointExpression(op);
    for (int operand : operands)
      expression.operands.push_back({operand, {}});
    return define(std::move(expression));
  };
  int center = random.chance(80)
                   ? apply(random.pick({PointOp::Exp, PointOp::Log, PointOp::Sqrt}), {from})
                   : from;
  int result = center;
  for (std::int64_t n = random.between(2, 4); n > 0; --n) {
    int joined =
        apply(random.pick({PointOp::Add, PointOp::Sub, PointOp::Max}), {result, shifted(center)});
    if (variable(joined).domain.empty())
      break;
    result = joined;
  }
  return result;
}

/// The value at points of one colour, and what a storage has at the others.
int Writer::coloured(int from, int target) {
  const Domain domain = storage(target).domain;
  if (!domain.ndim() || variable(from).weak || variable(from).dtype != storage(target).dtype)
    return from;
  using detail::PointOp;
  auto apply = [&](PointOp op, std::initializer_list<Operand> operands) {
    Expression expression = pointExpression(op);
    expression.operands = operands;
    return define(std::move(expression));
  };
  auto number = [&](std::int64_t least, std::int64_t greatest) {
    return Operand{-1, {I64, random.between(least, greatest)}};
  };
  int sum = -1;
  for (const NamedRange &range : domain) {
    Expression place;
    place.make = Make::Index;
    place.dims = {range.dim};
    if (sum >= 0 && random.chance(25))
      continue;
    int index = define(place);
    sum = sum < 0 ? index
                  : apply(random.pick({PointOp::Add, PointOp::Sub}), {{sum, {}}, {index, {}}});
  }
  int remainder = apply(PointOp::Mod, {{sum, {}}, number(2, 3)});
  bool isFirst = random.chance(70);
  int mask = apply(isFirst ? PointOp::Eq : PointOp::Ne, {{remainder, {}}, number(0, 1)});
  int kept = read(target);
  int chosen = kept < 0
                   ? -1
                   : apply(PointOp::Where,
                           {{mask, {}}, {isFirst ? from : kept, {}}, {isFirst ? kept : from, {}}});
  return chosen < 0 ? from : chosen;
}

/// Numbers overflow f16, which is an error, so it is left out.
int Writer::inOtherPrecision(int from) {
  Expression expression;
  expression.dtype = random.pick({BF16, F32, F64});
  int result = onVariable(Make::Precision, from, expression);
  return result < 0 ? from : result;
}

int Writer::withTrait(int from, Trait trait) {
  if (from < 0 || (variable(from).traits & bit(trait)))
    return from;
  switch (trait) {
  case Trait::Shifted:
    return shifted(from);
  case Trait::Sliced:
    return sliced(from, random.chance(30));
  case Trait::Broadcast:
    return extended(from);
  case Trait::Reduced: {
    DType dtype = variable(from).dtype;
    if (isComplex(dtype))
      return ofType(operand(dtype == C64 ? F32 : F64, trait), dtype);
    int result = reduced(from, std::nullopt, false);
    if (result < 0 || variable(result).dtype == dtype)
      return result;
    if (dtype != DType::Bool)
      return ofType(result, dtype);
    Expression compare = pointExpression(detail::PointOp::Gt);
    compare.operands = {Operand{result, {}},
                        Operand{-1, anyLiteral(random, variable(result).dtype)}};
    return define(compare);
  }
  default:
    return from; // a matter of the storage
  }
}

int Writer::operand(DType dtype, std::optional<Trait> trait) {
  int result = source(dtype, trait);
  if (trait)
    result = withTrait(result, *trait);
  if (result >= 0 && random.chance(20))
    result = shifted(result);
  if (result >= 0 && random.chance(8))
    result = sliced(result, random.chance(25));
  if (result >= 0 && random.chance(6))
    result = scanned(result);
  if (result >= 0 && random.chance(5))
    result = extended(result);
  if (result >= 0 && random.chance(6))
    result = called(result);
  if (result >= 0 && random.chance(12))
    result = concatenated(result);
  if (result >= 0 && random.chance(4))
    result = rolled(result);
  if (result >= 0 && random.chance(3))
    result = renamed(result);
  if (result >= 0 && random.chance(5))
    result = haloed(result);
  if (result >= 0 && random.chance(3))
    result = inner(result);
  if (result >= 0 && random.chance(4))
    result = listed(result);
  if (result >= 0 && random.chance(4))
    result = running(result);
  return ofType(result, dtype);
}

int Writer::withoutNaN(int from) {
  Expression test = pointExpression(detail::PointOp::IsNan);
  test.operands = {Operand{from, {}}};
  Expression choice = pointExpression(detail::PointOp::Where);
  Literal one{DType::I64, random.pick({-1, 1}), 0};
  int isNaN = define(test);
  choice.operands = {Operand{isNaN, {}}, Operand{-1, one}, Operand{from, {}}};
  return isNaN < 0 || isUnsigned(variable(from).dtype) ? from : define(choice);
}

int Writer::pointOperation(const Cell &goal, int first) {
  auto op = static_cast<detail::PointOp>(goal.operation);
  const detail::PointOpInfo &info = detail::pointOpInfo(op);
  bool isSelect = info.rule == detail::TypeRule::Select;
  Expression expression = pointExpression(op);
  std::size_t special = random.below(info.arity);
  for (std::size_t n = 0; n < info.arity; ++n) {
    DType dtype = isSelect && n == 0 ? DType::Bool : goal.dtype;
    bool isSpecial = n == special;
    if (isSpecial && first >= 0 && variable(first).dtype == dtype) {
      expression.operands.push_back({withTrait(first, goal.trait), {}});
    } else if (!isSpecial && random.chance(20) && info.arity > 1 && !(isSelect && n == 0)) {
      expression.operands.push_back({-1, anyLiteral(random, dtype)});
    } else {
      DType chosen = !isSpecial && random.chance(6) ? narrower(random, dtype) : dtype;
      int made = operand(chosen, isSpecial ? std::optional(goal.trait) : std::nullopt);
      if (made < 0)
        return -1;
      expression.operands.push_back({made, {}});
    }
    if (isSpecial && expression.operands.back().variable < 0)
      return -1;
  }
  bool anyField = false;
  for (std::size_t n = isSelect ? 1 : 0; n < expression.operands.size(); ++n)
    anyField |= expression.operands[n].variable >= 0;
  if (!anyField)
    expression.operands.back() = {operand(goal.dtype, goal.trait), {}};
  if (!anyField && expression.operands.back().variable < 0)
    return -1;
  if (op == detail::PointOp::CopySign && expression.operands[1].variable >= 0)
    expression.operands[1].variable = withoutNaN(expression.operands[1].variable);
  for (const Operand &o : expression.operands)
    if (o.variable >= scenario.variables)
      return -1;
  expression.inTuple = isSelect && random.chance(25);
  return define(std::move(expression));
}

int Writer::operation(const Cell &goal, int first) {
  if (isReduction(goal.operation)) {
    bool fits = first >= 0 && variable(first).dtype == goal.dtype;
    int from = fits ? withTrait(first, goal.trait) : operand(goal.dtype, goal.trait);
    return from < 0 ? -1 : reduced(from, reductionOf(goal.operation), random.chance(20));
  }
  auto op = static_cast<detail::PointOp>(goal.operation);
  if (op != detail::PointOp::Cast)
    return pointOperation(goal, first);
  bool fits = first >= 0 && variable(first).dtype == goal.dtype;
  int from = fits ? withTrait(first, goal.trait) : operand(goal.dtype, goal.trait);
  DType to = isComplex(goal.dtype) || random.chance(8)
                 ? random.pick({C64, C128})
                 : static_cast<DType>(random.below(static_cast<std::size_t>(C64)));
  if (to == goal.dtype)
    to = isComplex(to) ? (to == C64 ? C128 : C64) : to == F32 ? I32 : F32;
  return from < 0 ? -1 : ofType(from, to);
}

int Writer::withoutDimensionsBut(int from, const Domain &allowed) {
  Expression pin, reduce;
  for (const NamedRange &range : variable(from).domain)
    if (!allowed.has(range.dim)) {
      if (range.range.empty())
        return -1;
      Range near = range.range.isFinite() ? range.range : Range(-3, 4);
      pin.region.push_back(range.dim(random.between(near.lo(), near.hi() - 1)));
    }
  return pin.region.empty() ? from : onVariable(Make::Slice, from, pin);
}
