//===- ModelPoints.cpp - Types of operations at a point ------------------===//

#include "Model.h"

#include "Externals.h"
#include "ModelConcats.h"

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

} // namespace

bool Model::isValueOf(const Literal &number, DType dtype) {
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

bool Model::takesNumber(DType dtype, const Literal &number) {
  return commonKind({dtype, false}, {number.dtype, true}) && isValueOf(number, dtype);
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
      take(result, variable);
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

/// Operands that have other types than the function are left out.
std::optional<Variable> Model::inferCall(const Expression &e) const {
  const ExternalFunction &function = externalFunctions()[e.function];
  Variable result;
  result.alive = true;
  result.dtype = function.result;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    const Operand &operand = e.operands[n];
    DType type = function.operands[n];
    if (operand.variable < 0) {
      if (!takesNumber(type, operand.number))
        return std::nullopt;
      continue;
    }
    const Variable &variable = operandInfo(e, n);
    if (variable.dtype != type || variable.weak)
      return std::nullopt;
    result.domain = (result.domain & variable.domain).canonical();
    take(result, variable);
  }
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
      take(result, variable);
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
  result.grid = std::nullopt;
  result.domain = *domain;
  result.dtype = common->dtype;
  return result;
}
