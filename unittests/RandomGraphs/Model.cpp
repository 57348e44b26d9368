//===- Model.cpp - The rules of types and domains, once more --------------===//

#include "Model.h"

#include "ModelConcats.h"
#include "ModelViews.h"
#include "Tables.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <utility>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// The type of a number or variable among operands.
struct Kind {
  DType dtype;
  bool weak;
};

/// The smallest type with all values of two integer or two float types.
std::optional<DType> widened(DType a, DType b) {
  if (a == b)
    return a;
  if (isFloat(a)) // neither two-byte float holds the other
    return itemsize(a) == itemsize(b) ? F32 : itemsize(a) > itemsize(b) ? a : b;
  if (isUnsigned(a) == isUnsigned(b))
    return itemsize(a) > itemsize(b) ? a : b;
  DType natural = isUnsigned(a) ? a : b, whole = isUnsigned(a) ? b : a;
  for (DType type : {I8, I16, I32, I64})
    if (itemsize(type) >= itemsize(whole) && itemsize(type) > itemsize(natural))
      return type;
  return std::nullopt;
}

/// The common type, or nothing for a mixture that is an error.
std::optional<Kind> commonKind(Kind a, Kind b) {
  if (isComplex(a.dtype) || isComplex(b.dtype) ||
      (a.dtype == DType::Bool) != (b.dtype == DType::Bool))
    return std::nullopt;
  if (a.weak && !b.weak)
    std::swap(a, b);
  if (a.weak != b.weak) { // the number takes the field's type
    bool loses = isFloat(b.dtype) && !isFloat(a.dtype);
    return loses ? std::nullopt : std::optional<Kind>(a);
  }
  if (a.weak || a.dtype == DType::Bool)
    return Kind{std::max(a.dtype, b.dtype), a.weak};
  if (isFloat(a.dtype) != isFloat(b.dtype))
    return std::nullopt;
  std::optional<DType> wide = widened(a.dtype, b.dtype);
  return wide ? std::optional<Kind>({*wide, false}) : std::nullopt;
}

/// Whether a number has its value in that type; floats are rounded.
bool isValueOf(const Literal &number, DType dtype) {
  if (!isInteger(number.dtype))
    return true;
  bool isHuge = number.dtype == DType::U64;
  if (dtype == DType::F16)
    return !isHuge && number.integer > -65520 && number.integer < 65520;
  if (!isInteger(dtype))
    return true;
  return detail::withType(dtype, [&]<class T>(T *) {
    if constexpr (std::integral<T> && !std::is_same_v<T, bool>)
      return isHuge ? std::in_range<T>(static_cast<std::uint64_t>(number.integer))
                    : std::in_range<T>(number.integer);
    return true;
  });
}

} // namespace

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

bool Model::fits(DType value, DType target) {
  if (value == target)
    return true;
  if (value == DType::Bool || target == DType::Bool)
    return false;
  if (isInteger(target))
    return isInteger(value) && widened(value, target) == target;
  return isComplex(target) || !isComplex(value);
}

std::optional<Variable> Model::inferPoint(const Expression &e, int self) const {
  const detail::PointOpInfo &info = detail::pointOpInfo(e.op);
  bool isSelect = info.rule == detail::TypeRule::Select;
  Variable result;
  result.alive = true;
  std::optional<Kind> common;
  std::size_t fields = 0;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    const Operand &operand = e.operands[n];
    Kind kind{operand.number.dtype, true};
    if (operand.variable >= 0) {
      const Variable &variable = variableInfos[static_cast<std::size_t>(operand.variable)];
      kind = {variable.dtype, variable.weak};
      if (fields++ && variable.domain.ndim() != result.domain.ndim())
        result.traits |= bit(Trait::Broadcast);
      result.domain = (result.domain & variable.domain).canonical();
      result.traits |= variable.traits;
      result.operations.insert(variable.operations.begin(), variable.operations.end());
      result.buffers.insert(variable.buffers.begin(), variable.buffers.end());
    }
    if (isSelect && n == 0) {
      if (kind.dtype != DType::Bool)
        return std::nullopt;
      continue;
    }
    common = n == (isSelect ? 1u : 0u) ? kind : commonKind(*common, kind);
    if (!common)
      return std::nullopt;
  }
  bool becomesFloat = convertsIntegers(info) && isInteger(common->dtype);
  DType computed = becomesFloat ? F64 : common->dtype;
  for (const Operand &operand : e.operands)
    if (operand.variable < 0 && !isValueOf(operand.number, computed))
      return std::nullopt;
  // A power with a negative number is an error for integers.
  if (e.op == detail::PointOp::Pow && isInteger(computed) && e.operands[1].variable < 0 &&
      e.operands[1].number.dtype == I64 && e.operands[1].number.integer < 0)
    return std::nullopt;
  if (e.op == detail::PointOp::CopySign && e.operands[1].variable >= 0 &&
      !isInteger(common->dtype) && !operandInfo(e, 1).neverNaN)
    return std::nullopt;
  if (e.op == detail::PointOp::IsNan)
    result.nanTestOf = e.operands[0].variable;
  result.neverNaN = isSelect && e.operands[0].variable >= 0 && e.operands[1].variable < 0 &&
                    e.operands[2].variable >= 0 &&
                    e.operands[1].number.floating == e.operands[1].number.floating &&
                    operandInfo(e, 0).nanTestOf == e.operands[2].variable;
  OperationId id = idOf(e.op);
  if (!Coverage::isPossible(id, common->dtype))
    return std::nullopt;
  result.operations[self] = {id, common->dtype, result.traits};
  result.weak = common->weak;
  bool answers = info.rule == detail::TypeRule::Compare || info.rule == detail::TypeRule::Logical ||
                 info.rule == detail::TypeRule::Classify;
  result.dtype = answers ? Bool : computed;
  if (isInteger(result.dtype) && !isSelect)
    result.weak = false; // computed of choices among numbers
  return result;
}

/// Numbers that a condition chose, and nothing but numbers, are left out.
std::optional<Variable> Model::inferConcat(const Expression &e) const {
  Variable result;
  result.alive = true;
  std::optional<Kind> common;
  std::vector<Domain> domains;
  bool hasField = false;
  for (const Operand &operand : e.operands) {
    Kind kind{operand.number.dtype, true};
    domains.emplace_back();
    if (operand.variable >= 0) {
      const Variable &variable = variableInfos[static_cast<std::size_t>(operand.variable)];
      if (variable.weak)
        return std::nullopt;
      kind = {variable.dtype, false};
      domains.back() = variable.domain;
      hasField = true;
      result.traits |= variable.traits;
      result.operations.insert(variable.operations.begin(), variable.operations.end());
      result.buffers.insert(variable.buffers.begin(), variable.buffers.end());
    }
    bool areComplex = common && isComplex(common->dtype) && isComplex(kind.dtype);
    common = !common      ? kind
             : areComplex ? Kind{std::max(common->dtype, kind.dtype), false}
                          : commonKind(*common, kind);
    if (!common)
      return std::nullopt;
  }
  for (const Operand &operand : e.operands)
    if (operand.variable < 0 && !isValueOf(operand.number, common->dtype))
      return std::nullopt;
  if (!hasField || (e.make == Make::Set && operandInfo(e, 0).dtype != common->dtype))
    return std::nullopt;
  std::optional<Domain> domain = concatDomain(e, domains);
  if (!domain)
    return std::nullopt;
  result.domain = *domain;
  result.dtype = common->dtype;
  return result;
}

std::optional<Variable> Model::inferView(const Expression &e, Variable result) const {
  if (e.make == Make::Shift) {
    for (const Shift &shift : e.shifts) {
      if (!result.domain.has(shift.dim))
        return std::nullopt;
      result.domain = result.domain.translated(shift.dim, -shift.offset);
    }
    result.traits |= bit(Trait::Shifted);
  } else if (e.make == Make::Roll) {
    Dimension dim = e.shifts[0].dim;
    if (!result.domain.has(dim) || !result.domain[dim].isFinite())
      return std::nullopt;
    result.traits |= bit(Trait::Shifted);
  } else if (e.make == Make::Rename) {
    Dimension from = e.dims[0], to = e.dims[1];
    if (!result.domain.has(from) || !result.domain[from].isFinite() || result.domain.has(to))
      return std::nullopt;
    result.domain = result.domain.without(from).with(to(result.domain[from])).canonical();
  } else if (e.make == Make::Slice) {
    for (const Region::Item &item : e.region) {
      if (!result.domain.has(item.dim) || !result.domain[item.dim].contains(item.range))
        return std::nullopt;
      result.domain =
          item.isIndex ? result.domain.without(item.dim) : result.domain.with(item.dim(item.range));
    }
    result.traits |= bit(Trait::Sliced);
  } else {
    for (const NamedRange &range : result.domain)
      if (std::find(e.dims.begin(), e.dims.end(), range.dim) == e.dims.end())
        return std::nullopt;
    for (Dimension dim : e.dims)
      if (!result.domain.has(dim))
        result.domain = result.domain.with(dim(Range::all()));
    result.domain = result.domain.canonical();
    result.traits |= bit(Trait::Broadcast);
  }
  return result;
}

namespace {

/// The domain of `f.rel(items)`, or nothing if an end is out of bounds.
std::optional<Domain> relativeDomain(const Domain &domain, const std::vector<RelativeItem> &items) {
  Domain result;
  std::size_t d = 0, item = 0;
  std::size_t fixed = 0;
  for (const RelativeItem &i : items)
    fixed += !i.isEllipsis;
  if (fixed > domain.ndim())
    return std::nullopt;
  for (; d < domain.ndim(); ++d) {
    Range range = domain[d].range;
    if (item < items.size() && items[item].isEllipsis) {
      for (std::size_t skip = domain.ndim() - fixed; skip > 0; --skip, ++d)
        result = result.with(domain[d]);
      ++item;
      if (d == domain.ndim())
        break;
      range = domain[d].range;
    }
    if (item == items.size()) {
      result = result.with(domain[d]);
      continue;
    }
    const Slice &slice = items[item++].slice;
    if (!range.isFinite())
      return std::nullopt;
    auto place = [&](std::int64_t n) { return n < 0 ? range.hi() + n : range.lo() + n; };
    if (slice.isIndex) {
      if (!range.contains(place(slice.start)))
        return std::nullopt;
      continue;
    }
    std::int64_t lo = slice.start == Slice::none ? range.lo() : place(slice.start);
    std::int64_t hi = slice.stop == Slice::none ? range.hi() : place(slice.stop);
    if (lo < range.lo() || hi > range.hi() || lo >= hi)
      return std::nullopt;
    result = result.with(domain[d].dim(lo, hi));
  }
  return result;
}

} // namespace

static bool findsPlace(Reduction reduction) {
  return reduction == Reduction::ArgMin || reduction == Reduction::ArgMax;
}

static DType reducedType(Reduction reduction, DType dtype) {
  if (findsPlace(reduction))
    return I64;
  if (reduction == Reduction::Mean)
    return isFloat(dtype) ? dtype : F64;
  bool adds = reduction == Reduction::Sum || reduction == Reduction::Prod;
  return !adds || isFloat(dtype) ? dtype : isUnsigned(dtype) ? U64 : I64;
}

std::optional<Variable> Model::inferReduce(const Expression &e, int self, Variable result) const {
  OperationId id = idOf(e.reduce);
  if (result.weak || !Coverage::isPossible(id, result.dtype))
    return std::nullopt;
  for (auto &[variable, occurrence] : result.operations)
    occurrence.traits |= bit(Trait::Reduced);
  result.operations[self] = {id, result.dtype, result.traits};
  std::vector<Dimension> dims = e.dims;
  if (e.all)
    for (const NamedRange &range : result.domain)
      dims.push_back(range.dim);
  if (findsPlace(e.reduce) && dims.empty())
    return std::nullopt;
  for (Dimension dim : dims) {
    if (!result.domain.has(dim) || !result.domain[dim].isFinite() ||
        (findsPlace(e.reduce) && result.domain[dim].empty()))
      return std::nullopt;
    result.domain = result.domain.without(dim);
  }
  result.dtype = reducedType(e.reduce, result.dtype);
  result.traits |= bit(Trait::Reduced);
  result.neverNaN = false;
  return result;
}

std::optional<Variable> Model::inferNeighbors(const Expression &e, Variable result) {
  Dimension dim = e.dims[0];
  bool isKnown = e.reduce != Reduction::Prod && !findsPlace(e.reduce);
  if (!isKnown || result.weak || !Coverage::isPossible(idOf(e.reduce), result.dtype) ||
      !result.domain.has(dim) || !result.domain[dim].isFinite())
    return std::nullopt;
  result.domain = result.domain.without(dim);
  result.dtype = reducedType(e.reduce, result.dtype);
  result.neverNaN = false;
  return result;
}

/// No domain has a dimension and its twin.
std::optional<Variable> Model::infer(const Expression &e, int self) const {
  std::optional<Variable> result = inferAny(e, self);
  for (const NamedRange &range : result ? result->domain : Domain())
    if (isStaggered(range.dim) && result->domain.has(twinOf(range.dim)))
      return std::nullopt;
  return result;
}

std::optional<Variable> Model::inferAny(const Expression &e, int self) const {
  if (e.make == Make::Point)
    return inferPoint(e, self);
  Variable result;
  result.alive = true;
  if (e.make == Make::Leaf) {
    const StorageInfo &storage = storageInfos[static_cast<std::size_t>(e.storage)];
    result.dtype = storage.dtype;
    result.domain = storage.domain.canonical();
    result.traits =
        (storage.foreign ? bit(Trait::Foreign) : 0) | (storage.strided ? bit(Trait::Strided) : 0);
    result.buffers = {storage.buffer};
    return result;
  }
  if (e.make == Make::Index) {
    result.dtype = I64;
    result.domain = Domain({e.dims[0](Range::all())});
    return result;
  }
  if (e.make == Make::ConcatWhere || e.make == Make::Concat || e.make == Make::Set)
    return inferConcat(e);
  result = operandInfo(e, 0);
  result.nanTestOf = -1;
  switch (e.make) {
  case Make::Cast:
    if (isComplex(result.dtype) && !isComplex(e.dtype))
      return std::nullopt;
    if (!result.weak)
      result.operations[self] = {idOf(detail::PointOp::Cast), result.dtype, result.traits};
    result.dtype = e.dtype;
    result.weak = false;
    return result;
  case Make::Precision:
    result.dtype = isFloat(result.dtype) ? e.dtype : result.dtype;
    return result;
  case Make::Relative: {
    std::optional<Domain> domain = relativeDomain(result.domain, e.items);
    if (!domain)
      return std::nullopt;
    result.domain = *domain;
    result.traits |= bit(Trait::Sliced);
    return result;
  }
  case Make::Scan:
    return inferScan(e, result);
  case Make::Reduce:
    return inferReduce(e, self, result);
  case Make::Gather:
    return inferGather(e, result);
  case Make::ShiftBy:
    return inferShiftBy(e, result);
  case Make::Half:
    return inferHalf(e, result);
  case Make::Neighbors:
    return inferNeighbors(e, result);
  default:
    return inferView(e, result);
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
    if (!std::all_of(s.writes.begin(), s.writes.end(), [&](const Write &w) { return accepts(w); }))
      return false;
    for (const Write &write : s.writes)
      countWrite(write);
    for (const Write &write : s.writes)
      if (write.takes)
        variable(write.value.variable).alive = false;
    return true;
  case Do::Swap:
    std::swap(storage(s.storage), storage(s.other));
    return true;
  case Do::Eval:
    for (int n : s.variables)
      if (!variable(n).domain.isFinite() || variable(n).weak)
        return false;
    for (int n : s.variables)
      evaluated(variable(n));
    return true;
  case Do::Drop:
    variable(s.variable).alive = false;
    return true;
  case Do::Item:
    if (variable(s.variable).domain.ndim() || variable(s.variable).weak)
      return false;
    evaluated(variable(s.variable));
    return true;
  case Do::View: {
    StorageInfo view = storage(s.storage);
    if (!makeView(view, s))
      return false;
    storageInfos.push_back(view);
    return true;
  }
  case Do::Set:
    return acceptsSet(s);
  case Do::FillHalo:
  case Do::HostWrite:
    return !storage(s.storage).isRepeated;
  }
  return true;
}
