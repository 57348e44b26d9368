//===- Vary.cpp - The same scenario with one thing changed ----------------===//
//
// A kernel that is found again for a graph it was not made for gives wrong
// values: pairs of scenarios that differ in one fact show it.
//
//===----------------------------------------------------------------------===//
#include "Frame.h"
#include "Generator.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// Another operation that takes and gives the same types.
detail::PointOp otherOperation(Random &random, detail::PointOp op) {
  const detail::PointOpInfo &info = detail::pointOpInfo(op);
  std::vector<detail::PointOp> others;
  for (OperationId id = 0; id < idOf(Reduction::Sum); ++id) {
    auto other = static_cast<detail::PointOp>(id);
    const detail::PointOpInfo &o = detail::pointOpInfo(other);
    if (o.rule == info.rule && o.arity == info.arity && o.onBool == info.onBool &&
        o.onInt == info.onInt && o.onUInt == info.onUInt && o.onFloat == info.onFloat)
      others.push_back(other);
  }
  return random.pick(others);
}

/// Another type of the same kind, if there is one.
DType otherType(Random &random, DType dtype) {
  if (isInteger(dtype))
    return random.pick({I8, I16, I32, I64, U8, U16, U32, U64});
  if (isFloat(dtype))
    return random.pick({F16, BF16, F32, F64});
  return dtype == C64 ? C128 : dtype == C128 ? C64 : Bool;
}

void changeLiteral(Random &random, Literal &number) {
  number = number.dtype == DType::F64    ? Literal{DType::F64, 0, number.floating + 1.5}
           : number.dtype == DType::Bool ? Literal{DType::Bool, !number.integer, 0}
                                         : Literal{DType::I64, random.between(-30, 30), 0};
}

void changeTable(Random &random, TableSpec &table) {
  if (table.one >= 0 && random.chance(50))
    table.one = random.between(0, table.domain[1].range.size() - 1);
  else if (random.chance(50))
    table.values += 1;
  else
    table.skips = !table.skips;
}

void changeHalo(Random &random, Expression &e) {
  using Kind = HaloFill::Kind;
  HaloFill &fill = e.fills[random.below(e.fills.size())];
  if (random.chance(50))
    fill.kind = random.pick({Kind::Periodic, Kind::Mirror, Kind::Constant, Kind::Extend});
  else if (random.chance(50))
    e.width.lo += 1;
  else
    e.width.hi += random.pick({-1, 1});
}

void changeReduction(Random &random, Expression &e) {
  if (!e.all && e.dims.size() > 1 && e.make == Make::Reduce && random.chance(50))
    e.dims.pop_back();
  else if (e.ddof && random.chance(50))
    e.ddof = 0;
  else
    e.reduce = static_cast<Reduction>(random.below(reductionCount));
}

/// Changes an expression in one of the ways that fit it.
void changeExpression(Random &random, Expression &e) {
  switch (e.make) {
  case Make::Point: {
    Operand &operand = random.pick({0, 1}) ? e.operands.back() : e.operands.front();
    if (operand.variable < 0)
      changeLiteral(random, operand.number);
    else if (random.chance(50) && e.operands.size() == 2)
      std::swap(e.operands[0], e.operands[1]);
    else
      e.op = otherOperation(random, e.op);
    break;
  }
  case Make::Call:
    if (e.operands.back().variable < 0)
      changeLiteral(random, e.operands.back().number);
    break;
  case Make::Cast:
    e.dtype = otherType(random, e.dtype);
    break;
  case Make::Shift: {
    std::int64_t &offset = e.shifts[random.below(e.shifts.size())].offset;
    offset = random.chance(50) ? -offset : offset + random.pick({-1, 1});
    break;
  }
  case Make::Slice: {
    Region::Item &item = e.region[random.below(e.region.size())];
    if (item.isIndex)
      item.range = item.range + 1;
    else
      item.range = Range(item.range.lo() + 1, item.range.hi());
    break;
  }
  case Make::Scan:
    if (!e.types.empty() && random.chance(30))
      e.types.back() = otherType(random, e.types.back());
    else if (random.chance(50))
      e.backward = !e.backward;
    else
      e.body += 1;
    break;
  case Make::Halo:
    changeHalo(random, e);
    break;
  case Make::FirstMatch:
    e.backward = !e.backward;
    break;
  case Make::Half:
  case Make::Roll:
    e.shifts[0].offset += random.pick({-1, 1});
    break;
  case Make::ShiftBy:
    if (random.chance(50))
      e.tables[0].values += 1;
    else
      e.all = !e.all;
    break;
  case Make::At:
    if (random.chance(50))
      e.tables[random.below(e.tables.size())].values += 1;
    else
      (random.chance(50) ? e.all : e.atOnce) ^= true;
    break;
  case Make::Gather:
    changeTable(random, e.tables[random.below(e.tables.size())]);
    break;
  case Make::Listed:
  case Make::Running:
    if (e.shifts.empty() || random.chance(50))
      e.reduce = static_cast<Reduction>(random.below(reductionCount));
    else
      e.shifts[random.below(e.shifts.size())].offset += random.pick({-1, 1});
    break;
  case Make::Neighbors:
  case Make::Reduce:
    changeReduction(random, e);
    break;
  default:
    break;
  }
}

void changeStorage(Random &random, StorageSpec &spec) {
  switch (random.below(4)) {
  case 0:
    spec.values += 1;
    break;
  case 1:
    spec.memory = static_cast<Memory>(random.below(static_cast<std::size_t>(Memory::Repeated) + 1));
    Frame::layOut(random, spec);
    break;
  case 2:
    spec.dtype = otherType(random, spec.dtype);
    break;
  default:
    for (NamedRange &range : spec.compute)
      if (!range.range.empty())
        range.range = Range(range.range.lo(), range.range.hi() + 1);
  }
}

/// Lets a write's part be what the value still covers.
bool narrow(const Model &model, Write &write) {
  const StorageInfo &storage = model.storages()[static_cast<std::size_t>(write.storage)];
  Domain points = Model::pointsOf(storage, write.part) & storage.domain;
  if (write.value.variable >= 0) {
    const Variable &value = model.variables()[static_cast<std::size_t>(write.value.variable)];
    if (!Model::fits(value.dtype, storage.dtype) && !value.weak)
      return false;
    for (const NamedRange &range : value.domain)
      if (!storage.domain.has(range.dim))
        return false;
    points = points & Model::writable(storage, value.domain);
  }
  if (points.ndim() != storage.domain.ndim())
    return false;
  if (points == Model::pointsOf(storage, write.part))
    return true;
  write.part.kind = points.ndim() ? Part::Items : Part::Whole;
  write.part.items.clear();
  for (const NamedRange &range : points)
    write.part.items.push_back(Region::Item(range));
  return true;
}

} // namespace

std::optional<Scenario> randomgraphs::vary(const Scenario &scenario, std::uint64_t seed,
                                           Coverage &coverage) {
  Random random(seed);
  Scenario result = scenario;
  std::vector<Expression *> expressions;
  for (Statement &statement : result.statements)
    if (statement.what == Do::Define && statement.expression.make != Make::Leaf)
      expressions.push_back(&statement.expression);
  if (!expressions.empty() && random.chance(65))
    changeExpression(random, *random.pick(expressions));
  else if (!result.storages.empty())
    changeStorage(random, result.storages[random.below(result.storages.size())]);

  Coverage trial = coverage;
  Model model(&trial);
  for (const StorageSpec &spec : result.storages)
    model.add(spec);
  for (Statement &statement : result.statements) {
    for (Write &write : statement.writes)
      if (!narrow(model, write))
        return std::nullopt;
    if (statement.what == Do::FillHalo || !model.follow(statement))
      return std::nullopt;
  }
  coverage = trial;
  return result;
}
