//===- Generator.cpp - One scenario, statement by statement ---------------===//
//
// Expressions are grown from goals: take the rarest cell of the coverage, make
// operands that have its trait, apply its operation, store the result where
// the trait asks. Every statement is followed by the model, which refuses what
// would be an error.
//
//===----------------------------------------------------------------------===//
#include "Generator.h"

#include "Frame.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

constexpr std::size_t largestExpression = 12; // operations; bounds the time to compile

class Writer {
public:
  Writer(std::uint64_t seed, Coverage &coverage)
      : random(seed), frame(random), coverage(coverage), model(&coverage) {}
  Scenario write();

private:
  // Statements.
  bool append(Statement statement);
  int define(Expression expression);
  void sink(int variable, const Cell &goal);
  void sinkInto(int storage, int variable, bool mayUpdate);
  void aside();
  void fillSomeHalo();
  void viewSomething();
  bool swapSomething();

  // Expressions: each returns a variable.
  int operation(const Cell &goal, int first);
  int pointOperation(const Cell &goal, int first);
  int operand(DType dtype, std::optional<Trait> trait);
  int source(DType dtype, std::optional<Trait> trait);
  int withTrait(int variable, Trait trait);
  int shifted(int variable);
  int sliced(int variable, bool indices);
  int extended(int variable);
  int reduced(int variable, std::optional<detail::ReduceKind> kind, bool all);
  int ofType(int variable, DType dtype);
  int withoutDimensionsBut(int variable, const Domain &allowed);
  int madeFinite(int variable);

  int storageFor(DType dtype, std::optional<Trait> trait, const std::vector<Dimension> &needed);
  Part partOf(const StorageInfo &storage, const Domain &points);
  int onVariable(Make make, int variable, Expression expression = {});

  const Variable &variable(int n) const { return model.variables()[static_cast<std::size_t>(n)]; }
  const StorageInfo &storage(int n) const { return model.storages()[static_cast<std::size_t>(n)]; }
  int storageCount() const { return static_cast<int>(model.storages().size()); }
  std::vector<int> alive() const;

  Random random;
  Frame frame;
  Coverage &coverage;
  Model model;
  Scenario scenario;
  bool viewsExist = false; // then no storage can be added at the start
};

bool Writer::append(Statement statement) {
  if (!model.follow(statement))
    return false;
  scenario.statements.push_back(std::move(statement));
  return true;
}

int Writer::define(Expression expression) {
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

std::vector<int> Writer::alive() const {
  std::vector<int> result;
  for (int n = 0; n < scenario.variables; ++n)
    if (variable(n).alive)
      result.push_back(n);
  return result;
}

/// A storage of that type with the trait of its memory, made if there is none.
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

/// A variable of that type: one that exists, or a storage read as a field.
int Writer::source(DType dtype, std::optional<Trait> trait) {
  std::vector<int> found;
  for (int n : alive()) {
    const Variable &info = variable(n);
    if (info.dtype == dtype && !info.weak && info.operations.size() < largestExpression / 2 &&
        (!trait || *trait == Trait::InPlace || (info.traits & bit(*trait))))
      found.push_back(n);
  }
  if (!found.empty() && random.chance(35))
    return random.pick(found);
  int from = storageFor(dtype, trait, {});
  if (from < 0) // no room for another storage
    return storageCount() ? ofType(define({.storage = static_cast<int>(random.below(
                                               static_cast<std::size_t>(storageCount())))}),
                                   dtype)
                          : -1;
  return define({.storage = from});
}

int Writer::ofType(int from, DType dtype) {
  if (from < 0 || (variable(from).dtype == dtype && !variable(from).weak))
    return from;
  return onVariable(Make::Cast, from, {.dtype = dtype});
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
  int result = onVariable(Make::Shift, from, expression);
  return result < 0 ? from : result;
}

int Writer::sliced(int from, bool indices) {
  const Domain &domain = variable(from).domain;
  if (!domain.ndim() || domain.empty())
    return from;
  bool relative = domain.isFinite() && random.chance(40);
  Expression expression;
  for (const NamedRange &range : domain) {
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

int Writer::reduced(int from, std::optional<detail::ReduceKind> kind, bool all) {
  from = madeFinite(from);
  if (from < 0)
    return -1;
  const Variable &info = variable(from);
  Expression expression;
  bool keepsType = isFloat(info.dtype) || info.dtype == DType::I64;
  expression.reduce = kind ? *kind
                      : keepsType || info.dtype == DType::Bool
                          ? random.pick({detail::ReduceKind::Sum, detail::ReduceKind::Sum,
                                         detail::ReduceKind::Min, detail::ReduceKind::Max})
                          : random.pick({detail::ReduceKind::Min, detail::ReduceKind::Max});
  if (info.dtype == DType::Bool)
    expression.reduce = detail::ReduceKind::Sum;
  expression.all = all || random.chance(20);
  for (const NamedRange &range : info.domain)
    if (!expression.all &&
        (random.chance(50) || (expression.dims.empty() && &range == info.domain.end() - 1)))
      expression.dims.push_back(range.dim);
  if (expression.dims.empty())
    expression.all = true;
  random.shuffle(expression.dims);
  return onVariable(Make::Reduce, from, expression);
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
    int result = reduced(from, std::nullopt, false);
    if (result < 0 || variable(result).dtype == dtype)
      return result;
    if (dtype != DType::Bool)
      return ofType(result, dtype);
    Expression compare{.make = Make::Point, .op = detail::PointOp::Gt};
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
  if (result >= 0 && random.chance(5))
    result = extended(result);
  return ofType(result, dtype);
}

int Writer::pointOperation(const Cell &goal, int first) {
  auto op = static_cast<detail::PointOp>(goal.operation);
  const detail::PointOpInfo &info = detail::pointOpInfo(op);
  bool isSelect = info.rule == detail::TypeRule::Select;
  Expression expression{.make = Make::Point, .op = op};
  std::size_t special = random.below(info.arity);
  for (std::size_t n = 0; n < info.arity; ++n) {
    DType dtype = isSelect && n == 0 ? DType::Bool : goal.dtype;
    bool isSpecial = n == special;
    if (isSpecial && first >= 0 && variable(first).dtype == dtype) {
      expression.operands.push_back({withTrait(first, goal.trait), {}});
    } else if (!isSpecial && random.chance(20) && info.arity > 1 && !(isSelect && n == 0)) {
      expression.operands.push_back({-1, anyLiteral(random, dtype)});
    } else {
      bool wider = !isSpecial && random.chance(6);
      DType chosen = wider && dtype == DType::F64   ? DType::F32
                     : wider && dtype == DType::I64 ? DType::I32
                                                    : dtype;
      expression.operands.push_back(
          {operand(chosen, isSpecial ? std::optional(goal.trait) : std::nullopt), {}});
    }
    if (expression.operands.back().variable < 0 &&
        !(expression.operands.back().number.dtype == DType::Bool || !isSpecial || info.arity > 1))
      return -1;
  }
  bool anyField = false;
  for (std::size_t n = isSelect ? 1 : 0; n < expression.operands.size(); ++n)
    anyField |= expression.operands[n].variable >= 0;
  if (!anyField)
    expression.operands.back() = {operand(goal.dtype, goal.trait), {}};
  for (const Operand &o : expression.operands)
    if (o.variable >= scenario.variables)
      return -1;
  return define(std::move(expression));
}

/// Applies the goal's operation to operands of its type that have its trait;
/// `first` is used where it fits.
int Writer::operation(const Cell &goal, int first) {
  if (isReduction(goal.operation)) {
    bool fits = first >= 0 && variable(first).dtype == goal.dtype;
    int from = fits ? withTrait(first, goal.trait) : operand(goal.dtype, goal.trait);
    return from < 0 ? -1 : reduced(from, reduceKindOf(goal.operation), random.chance(20));
  }
  auto op = static_cast<detail::PointOp>(goal.operation);
  if (op != detail::PointOp::Cast)
    return pointOperation(goal, first);
  bool fits = first >= 0 && variable(first).dtype == goal.dtype;
  int from = fits ? withTrait(first, goal.trait) : operand(goal.dtype, goal.trait);
  DType to = random.pick({DType::Bool, DType::I32, DType::I64, DType::F32, DType::F64});
  if (to == goal.dtype)
    to = goal.dtype == DType::F32 ? DType::I32 : DType::F32;
  return from < 0 ? -1 : ofType(from, to);
}

/// Takes away the dimensions that are not in `allowed`.
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

/// A part that lies in `points`.
Part Writer::partOf(const StorageInfo &info, const Domain &points) {
  Part part;
  if (points.contains(info.domain) && random.chance(60))
    return part;
  if (points.contains(info.compute) && random.chance(80)) {
    part.kind = Part::Interior;
    return part;
  }
  part.kind = Part::Items;
  for (const NamedRange &range : points) {
    Range r = range.range;
    if (r.size() > 2 && random.chance(25))
      r = Range(r.lo() + random.between(0, 1), r.hi() - random.between(0, 1));
    if (!r.empty() && random.chance(6))
      part.items.push_back(range.dim(random.between(r.lo(), r.hi() - 1)));
    else
      part.items.push_back(range.dim(r));
  }
  if (part.items.empty())
    part.kind = Part::Whole;
  return part;
}

void Writer::sinkInto(int target, int value, bool mayUpdate) {
  value = withoutDimensionsBut(value, storage(target).domain);
  if (value < 0)
    return;
  if (!Model::fits(variable(value).dtype, storage(target).dtype) || random.chance(10))
    value = ofType(value, storage(target).dtype);
  auto writeTo = [&](int into, int from) {
    Domain points = Model::writable(storage(into), variable(from).domain);
    return Write{into, partOf(storage(into), points), {from, {}}};
  };
  Statement statement;
  statement.what = Do::Assign;
  statement.writes = {writeTo(target, value)};
  if (mayUpdate)
    for (int n = 0; n < storageCount() && statement.writes.size() < 3; ++n) {
      bool isFresh = n != target && random.chance(50);
      for (const Write &write : statement.writes)
        isFresh &= storage(write.storage).buffer != storage(n).buffer;
      int other = isFresh ? source(storage(n).dtype, std::nullopt) : -1;
      if (other >= 0)
        other = withoutDimensionsBut(other, storage(n).domain);
      if (other >= 0)
        statement.writes.push_back(writeTo(n, other));
    }
  if (statement.writes.size() > 1)
    statement.what = Do::Update;
  if (random.chance(40)) { // as in `v[interior] = f(v)`: no handle is left
    for (int n : alive())
      if (std::none_of(statement.writes.begin(), statement.writes.end(),
                       [&](const Write &w) { return w.value.variable == n; }))
        append({.what = Do::Drop, .variable = n});
    for (Write &write : statement.writes)
      write.takes =
          std::count_if(statement.writes.begin(), statement.writes.end(), [&](const Write &w) {
            return w.value.variable == write.value.variable;
          }) == 1;
  }
  append(std::move(statement));
}

/// Evaluates a variable: into a storage, or by eval().
void Writer::sink(int value, const Cell &goal) {
  if (random.chance(20) && goal.trait != Trait::InPlace) {
    value = madeFinite(value);
    if (value < 0)
      return;
    Statement statement;
    statement.what = Do::Eval;
    statement.variables = {value};
    std::vector<int> others = alive();
    if (random.chance(30))
      for (int n = 0; n < 2; ++n) {
        int other = random.pick(others);
        if (variable(other).domain.isFinite() && !variable(other).weak &&
            other != statement.variables.back())
          statement.variables.push_back(other);
      }
    append(std::move(statement));
    return;
  }
  std::vector<Dimension> needed;
  for (const NamedRange &range : variable(value).domain)
    needed.push_back(range.dim);
  std::vector<int> read;
  for (int n = 0; n < storageCount(); ++n)
    if (variable(value).buffers.count(storage(n).buffer))
      read.push_back(n);
  int target = -1;
  if (!read.empty() && (goal.trait == Trait::InPlace || random.chance(25)))
    target = random.pick(read);
  else {
    bool memory = goal.trait == Trait::Foreign || goal.trait == Trait::Strided;
    target = storageFor(variable(value).dtype, memory ? std::optional(goal.trait) : std::nullopt,
                        needed);
  }
  if (target < 0 && storageCount())
    target = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
  if (target >= 0)
    sinkInto(target, value, random.chance(12));
}

void Writer::fillSomeHalo() {
  Statement statement;
  statement.what = Do::FillHalo;
  statement.storage = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
  const StorageInfo &info = storage(statement.storage);
  for (const NamedRange &range : info.compute) {
    Range whole = info.domain[range.dim];
    std::int64_t width = std::max(range.range.lo() - whole.lo(), whole.hi() - range.range.hi());
    if (info.compute.empty() || width > range.range.size() || random.chance(40))
      continue;
    using Kind = HaloFill::Kind;
    statement.fills.push_back(
        {random.pick({Kind::Periodic, Kind::Mirror, Kind::Constant, Kind::Extend}), range.dim,
         static_cast<double>(random.between(0, 1))});
  }
  if (!statement.fills.empty() && statement.fills.size() <= 6)
    append(std::move(statement));
}

void Writer::viewSomething() {
  Statement statement;
  statement.what = Do::View;
  statement.storage = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
  const StorageInfo &info = storage(statement.storage);
  if (info.compute.empty() || !info.compute.ndim())
    return;
  for (const NamedRange &range : info.domain) {
    Range inner = info.compute[range.dim];
    if (random.chance(15))
      statement.region.push_back(range.dim(random.between(inner.lo(), inner.hi() - 1)));
    else if (random.chance(70))
      statement.region.push_back(range.dim(random.between(range.range.lo(), inner.hi() - 1),
                                           random.between(inner.hi(), range.range.hi())));
  }
  if (!statement.region.empty())
    viewsExist |= append(std::move(statement));
}

bool Writer::swapSomething() {
  if (storageCount() < 2)
    return false;
  Statement statement;
  statement.what = Do::Swap;
  statement.storage = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
  statement.other = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
  return statement.storage != statement.other && append(std::move(statement));
}

/// Something that happens between expressions.
void Writer::aside() {
  if (!storageCount())
    return;
  switch (random.below(6)) {
  case 0:
    fillSomeHalo();
    break;
  case 1:
    viewSomething();
    break;
  case 2:
    swapSomething();
    break;
  case 3: {
    Statement statement;
    statement.what = Do::HostWrite;
    statement.storage = static_cast<int>(random.below(static_cast<std::size_t>(storageCount())));
    statement.values = random.bits() >> 32;
    append(std::move(statement));
    break;
  }
  default: {
    std::vector<int> candidates = alive();
    if (candidates.empty())
      break;
    Statement statement;
    statement.what = Do::Drop;
    statement.variable = random.pick(candidates);
    append(std::move(statement));
  }
  }
}

Scenario Writer::write() {
  std::size_t chains = random.chance(70) ? 1 : 2;
  for (std::size_t chain = 0; chain < chains; ++chain) {
    Cell goal = coverage.rarest(random);
    int value = operation(goal, -1);
    std::size_t links = random.below(5);
    for (std::size_t link = 0; link < links && value >= 0; ++link) {
      bool goesOn = random.chance(85);
      Cell next =
          coverage.rarest(random, goesOn ? std::optional(variable(value).dtype) : std::nullopt);
      if (variable(value).operations.size() > largestExpression)
        break;
      int longer = operation(next, value);
      value = longer >= 0 ? longer : value;
    }
    if (value >= 0)
      sink(value, goal);
    if (random.chance(40))
      aside();
  }
  // Handles that lived through the writes still have their old values.
  std::vector<int> left = alive();
  if (!left.empty() && random.chance(25)) {
    Statement statement;
    statement.what = Do::Eval;
    int last = random.pick(left);
    if (variable(last).domain.isFinite() && !variable(last).weak) {
      statement.variables = {last};
      append(std::move(statement));
    }
  }
  return std::move(scenario);
}

} // namespace

Scenario randomgraphs::generate(std::uint64_t seed, Coverage &coverage) {
  return Writer(seed, coverage).write();
}
