//===- Model.cpp - The rules of types and domains, once more --------------===//

#include "Model.h"

#include "ModelViews.h"
#include "Tables.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

void Model::add(const StorageSpec &spec) {
  StorageInfo info;
  info.dtype = spec.dtype;
  info.compute = Domain(spec.compute);
  std::vector<NamedRange> all = spec.compute;
  for (std::size_t d = 0; d < all.size(); ++d)
    if (!all[d].range.empty())
      all[d].range =
          Range(all[d].range.lo() - spec.halo[d].lo, all[d].range.hi() + spec.halo[d].hi);
  info.domain = Domain(all);
  info.buffer = buffers++;
  info.memory = info.buffer;
  info.foreign = spec.memory >= Memory::Padded;
  info.strided = spec.memory == Memory::Strided;
  info.isRepeated = spec.memory == Memory::Repeated;
  storageInfos.push_back(info);
}

Domain Model::writable(const StorageInfo &storage, const Domain &value) {
  Domain result = storage.domain;
  for (const NamedRange &range : value)
    result = result.with(range.dim(storage.domain[range.dim] & range.range));
  return result;
}

Domain Model::pointsOf(const StorageInfo &storage, const Part &part) {
  if (part.kind != Part::Items)
    return part.kind == Part::Whole ? storage.domain : storage.compute;
  Domain result = storage.domain;
  for (const Region::Item &item : part.items)
    result = result.with(item.dim(item.range));
  return result;
}

void Model::take(Variable &result, const Variable &operand) {
  result.traits |= operand.traits;
  result.operations.insert(operand.operations.begin(), operand.operations.end());
  result.buffers.insert(operand.buffers.begin(), operand.buffers.end());
  result.everRead.insert(operand.everRead.begin(), operand.everRead.end());
  result.forms |= operand.forms;
  if (!operand.grid)
    result.grid.reset();
  else if (result.grid)
    *result.grid = (*result.grid & *operand.grid).canonical();
}

std::optional<Domain> Variable::inside() const {
  if (!grid)
    return std::nullopt;
  Domain result;
  for (const NamedRange &range : domain)
    result = result.with(range.dim(range.range & grid->rangeOr(range.dim)));
  return result;
}

/// No field is too large to be evaluated by itself.
static bool isModest(const Domain &domain) {
  std::int64_t points = 1;
  for (const NamedRange &range : domain)
    if (range.range.isFinite() && points > 0)
      points *= range.range.size();
  return points <= std::int64_t{1} << 20;
}

/// No domain has a dimension and its twin.
bool Model::hasTwins(const Domain &domain) {
  return std::any_of(domain.begin(), domain.end(), [&](const NamedRange &range) {
    return isStaggered(range.dim) && domain.has(twinOf(range.dim));
  });
}

/// No operation joins local dimensions that none of its operands has together.
bool Model::joinsLocalDimensions(const Expression &e, const Domain &result) const {
  auto hasAll = [&](const Domain &domain) {
    return std::all_of(result.begin(), result.end(), [&](const NamedRange &range) {
      return range.dim.kind() != DimensionKind::Local || domain.has(range.dim);
    });
  };
  auto locals = std::count_if(result.begin(), result.end(), [](const NamedRange &range) {
    return range.dim.kind() == DimensionKind::Local;
  });
  return locals > 1 &&
         std::none_of(e.operands.begin(), e.operands.end(), [&](const Operand &operand) {
           return operand.variable >= 0 && hasAll(operandOf(operand).domain);
         });
}

std::optional<Variable> Model::infer(const Expression &e, int self) const {
  for (const Operand &operand : e.operands)
    if (operand.variable >= 0 && !operandOf(operand).alive)
      return std::nullopt;
  std::optional<Variable> result = inferAny(e, self);
  if (!result || hasTwins(result->domain) || !isModest(result->domain) ||
      (e.make == Make::Point && joinsLocalDimensions(e, result->domain)))
    return std::nullopt;
  if (result->grid)
    for (const NamedRange &range : Domain(*result->grid))
      if (!result->domain.has(range.dim))
        result->grid = result->grid->without(range.dim);
  result->forms |= formsOf(e);
  return result;
}

Variable Model::inferLeaf(const Expression &e) const {
  const StorageInfo &storage = storageInfos[static_cast<std::size_t>(e.storage)];
  Variable result;
  result.alive = true;
  result.dtype = storage.dtype;
  result.domain = storage.domain.canonical();
  result.grid = storage.compute.canonical();
  result.traits =
      (storage.foreign ? bit(Trait::Foreign) : 0) | (storage.strided ? bit(Trait::Strided) : 0);
  result.buffers = result.everRead = {storage.buffer};
  return result;
}

/// Coordinates, as integers or as floats.
Variable Model::inferIndex(const Expression &e) {
  Variable result;
  result.alive = true;
  result.dtype = e.make == Make::Index ? I64 : F64;
  result.domain = Domain({e.dims[0](Range::all())});
  result.grid = result.domain;
  return result;
}

std::optional<Variable> Model::inferCast(const Expression &e, int self, Variable result) {
  if (isComplex(result.dtype) && !isComplex(e.dtype))
    return std::nullopt;
  if (!result.weak)
    result.operations[self] = {idOf(detail::PointOp::Cast), result.dtype, result.traits};
  result.dtype = e.dtype;
  result.weak = false;
  return result;
}

std::optional<Variable> Model::inferAny(const Expression &e, int self) const {
  switch (e.make) {
  case Make::Point:
    return inferPoint(e, self);
  case Make::Call:
    return inferCall(e);
  case Make::Leaf:
    return inferLeaf(e);
  case Make::Index:
  case Make::Coordinate:
    return inferIndex(e);
  case Make::ConcatWhere:
  case Make::Concat:
  case Make::Set:
    return inferConcat(e);
  default:
    break;
  }
  Variable result = operandInfo(e, 0);
  result.nanTestOf = -1;
  switch (e.make) {
  case Make::Cast:
    return inferCast(e, self, result);
  case Make::Precision:
    result.dtype = isFloat(result.dtype) ? e.dtype : result.dtype;
    return result;
  case Make::Shift:
    return inferShift(e, result);
  case Make::Roll:
    return inferRoll(e, result);
  case Make::Rename:
    return inferRename(e, result);
  case Make::Slice:
    return inferSlice(e, result);
  case Make::Relative:
    return inferRelative(e, result);
  case Make::Interior:
    return inferInterior(result);
  case Make::Halo:
    return inferHalo(e, result);
  case Make::Broadcast:
    return inferBroadcast(e, result);
  case Make::Scan:
    return inferScan(e, result);
  case Make::Running:
    return inferRunning(e, result);
  case Make::FirstMatch:
    return inferFirstMatch(e, result);
  case Make::Reduce:
    return inferReduce(e, self, result);
  case Make::Gather:
    return inferGather(e, result);
  case Make::ShiftBy:
    return inferShiftBy(e, result);
  case Make::At:
    return inferAt(e, result);
  case Make::Half:
    return inferHalf(e, result);
  case Make::Neighbors:
    return inferNeighbors(e, result);
  case Make::Listed:
    return inferListed(e, result);
  default:
    return std::nullopt;
  }
}

bool Model::accepts(const Write &write) const {
  const StorageInfo &storage = storageInfos[static_cast<std::size_t>(write.storage)];
  Domain points = pointsOf(storage, write.part);
  if (!storage.domain.contains(points) || storage.isRepeated)
    return false;
  if (write.value.variable < 0)
    return true;
  const Variable &value = variableInfos[static_cast<std::size_t>(write.value.variable)];
  if (!value.alive || (!value.weak && !fits(value.dtype, storage.dtype)))
    return false;
  for (const NamedRange &range : value.domain)
    if (!storage.domain.has(range.dim))
      return false;
  return points.empty() || writable(storage, value.domain).contains(points);
}

/// Whether the writes of one update go to different memory.
bool Model::areApart(const std::vector<Write> &writes) const {
  std::set<int> memories;
  for (const Write &write : writes)
    memories.insert(storageInfos[static_cast<std::size_t>(write.storage)].memory);
  return memories.size() == writes.size();
}

/// Whoever reads the same memory by another wrap may or may not see the new values.
void Model::written(const StorageInfo &storage) {
  for (const StorageInfo &other : storageInfos)
    if (other.memory == storage.memory && other.buffer != storage.buffer)
      for (Variable &variable : variableInfos)
        variable.alive = variable.alive && !variable.everRead.count(other.buffer);
}

/// Entries are of the first dimension, and of the last.
bool Model::acceptsSet(const Statement &s) const {
  const StorageInfo &target = storageInfos[static_cast<std::size_t>(s.storage)];
  if (target.isRepeated || isComplex(target.dtype) || s.items.size() > target.domain.ndim() ||
      !isValueOf(s.number, target.dtype) ||
      (isInteger(target.dtype) && s.number.dtype == DType::F64) ||
      (target.dtype == DType::Bool) != (s.number.dtype == DType::Bool))
    return false;
  for (std::size_t n = 0; n < s.items.size(); ++n) {
    std::size_t d = n == 0 ? 0 : target.domain.ndim() - 1;
    std::int64_t extent = target.domain[d].range.size();
    auto isInside = [&](std::int64_t at) { return at >= -extent && at < extent; };
    const SetItem &item = s.items[n];
    if (!std::all_of(item.list.begin(), item.list.end(), isInside) ||
        (item.list.empty() && item.slice.isIndex && !isInside(item.slice.start)))
      return false;
  }
  return true;
}

void Model::count(const Variable &value, Traits more) {
  if (coverage)
    coverage->hitForms(value.forms);
  if (coverage)
    for (const auto &[variable, occurrence] : value.operations) {
      Traits memory = value.traits & (bit(Trait::Foreign) | bit(Trait::Strided));
      coverage->hit(occurrence.operation, occurrence.dtype, occurrence.traits | memory | more);
    }
}

void Model::countWrite(const Write &write) {
  if (write.value.variable < 0)
    return;
  const Variable &value = variableInfos[static_cast<std::size_t>(write.value.variable)];
  const StorageInfo &storage = storageInfos[static_cast<std::size_t>(write.storage)];
  if (pointsOf(storage, write.part).empty())
    return;
  Traits more =
      (storage.foreign ? bit(Trait::Foreign) : 0) | (storage.strided ? bit(Trait::Strided) : 0);
  if (value.buffers.count(storage.buffer))
    more |= bit(Trait::InPlace);
  if (value.domain.ndim() < storage.domain.ndim())
    more |= bit(Trait::Broadcast);
  count(value, more);
}

void Model::evaluated(Variable &variable) {
  if (!variable.domain.empty())
    count(variable, 0);
  variable.operations.clear();
  variable.buffers.clear();
  variable.forms = 0;
  variable.traits = 0;
}

bool Model::follow(const Statement &s) {
  auto variable = [&](int n) -> Variable & { return variableInfos[static_cast<std::size_t>(n)]; };
  auto storage = [&](int n) -> StorageInfo & { return storageInfos[static_cast<std::size_t>(n)]; };
  switch (s.what) {
  case Do::Define: {
    std::optional<Variable> made = infer(s.expression, s.variable);
    if (!made)
      return false;
    variableInfos.resize(std::max(variableInfos.size(), static_cast<std::size_t>(s.variable) + 1));
    variable(s.variable) = std::move(*made);
    return true;
  }
  case Do::Assign:
  case Do::Update:
    if (!std::all_of(s.writes.begin(), s.writes.end(),
                     [&](const Write &w) { return accepts(w); }) ||
        !areApart(s.writes))
      return false;
    for (const Write &write : s.writes)
      countWrite(write);
    for (const Write &write : s.writes)
      written(storage(write.storage));
    for (const Write &write : s.writes)
      if (write.takes)
        variable(write.value.variable).alive = false;
    return true;
  case Do::Swap:
    std::swap(storage(s.storage), storage(s.other));
    return true;
  case Do::Eval:
    for (int n : s.variables)
      if (!variable(n).alive || !variable(n).domain.isFinite() || variable(n).weak)
        return false;
    for (int n : s.variables)
      evaluated(variable(n));
    return true;
  case Do::Drop:
    variable(s.variable).alive = false;
    return true;
  case Do::Item:
    if (!variable(s.variable).alive || variable(s.variable).domain.ndim() ||
        variable(s.variable).weak)
      return false;
    evaluated(variable(s.variable));
    return true;
  case Do::View: {
    StorageInfo view = storage(s.storage);
    if (!makeView(view, s))
      return false;
    if (s.form == ViewForm::Wrapped)
      view.buffer = buffers++;
    if (coverage)
      coverage->hitForms(formsOf(s));
    storageInfos.push_back(view);
    return true;
  }
  case Do::Set:
  case Do::FillHalo:
  case Do::HostWrite:
    if (s.what == Do::Set ? !acceptsSet(s) : storage(s.storage).isRepeated)
      return false;
    written(storage(s.storage));
    return true;
  }
  return true;
}
