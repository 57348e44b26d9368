//===- Promotion.cpp - Element types of operations ------------------------===//
//
// The array API's promotion with weak numbers. Mixtures that lose information
// silently elsewhere (float with integer field, bool with number, numbers that
// do not fit) are errors.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Promotion.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

/// The signed integers of twice the size.
static DType nextSigned(DType type) {
  return itemsize(type) == 1 ? DType::I16 : itemsize(type) == 2 ? DType::I32 : DType::I64;
}

DType gtjit::detail::widened(DType a, DType b) {
  if (itemsize(a) < itemsize(b))
    std::swap(a, b);
  if (a == b || itemsize(a) > itemsize(b))
    return !isUnsigned(b) && isUnsigned(a) ? nextSigned(a) : a;
  if (isFloat(a)) // f16 and bf16: neither holds the other
    return DType::F32;
  return nextSigned(a);
}

namespace {

struct WeakType {
  DType type;
  bool weak;
};

/// "'u' (f64)", "a float number", "the f64 field on (I) made at model.cpp:30".
std::string operandText(const Node &node) {
  if (as<NumberNode>(node) && node.weak)
    return isFloat(node.dtype)     ? "a float number"
           : isInteger(node.dtype) ? "an integer number"
                                   : "a bool";
  if (node.name.empty())
    return describe(node);
  return describe(node) + " (" + std::string(name(node.dtype)) + ")";
}

std::string operandsText(std::string_view called, std::span<const Operand> operands) {
  std::string text = "'" + std::string(called) + "' of ";
  for (std::size_t n = 0; n < operands.size(); ++n) {
    text += n == 0 ? "" : n + 1 == operands.size() ? " and " : ", ";
    text += operandText(*operands[n].node);
  }
  return text;
}

[[noreturn]] void fail(std::string_view called, std::span<const Operand> operands,
                       std::string_view reason) {
  DTypeError error(operands.back().line,
                   operandsText(called, operands) + ": " + std::string(reason));
  bool hasIntegers = false, hasComplex = false;
  for (const Operand &operand : operands) {
    hasIntegers |= isInteger(operand.node->dtype) && !operand.node->weak;
    hasComplex |= isComplex(operand.node->dtype);
  }
  for (const Operand &operand : operands)
    if (hasIntegers && isFloat(operand.node->dtype))
      adviseDivision(error, *operand.node);
  if (hasComplex)
    adviseComplex(error);
  if (called == "*" &&
      (operands[0].node->dtype == DType::Bool) != (operands[1].node->dtype == DType::Bool))
    error.addNote({},
                  "to have a value where a condition holds, choose: where(condition, value, 0)");
  if (called == "^" && isFloat(operands[0].node->dtype))
    error.addNote({}, "'^' is exclusive or; a power is pow(a, b)");
  throw error;
}

/// Why two types do not promote, or null.
const char *conflict(WeakType a, WeakType b) {
  if ((a.type == DType::Bool) != (b.type == DType::Bool))
    return "bools and numbers do not mix; convert one with astype";
  if (isFloat(a.type) == isFloat(b.type)) {
    bool strong = !a.weak && !b.weak && isInteger(a.type);
    bool hasU64 = a.type == DType::U64 || b.type == DType::U64;
    return strong && hasU64 && isUnsigned(a.type) != isUnsigned(b.type)
               ? "no integer type holds the values of both; convert one with astype"
               : nullptr;
  }
  bool weakInteger = (a.weak && isInteger(a.type)) || (b.weak && isInteger(b.type));
  if ((a.weak && b.weak) || weakInteger)
    return nullptr;
  return a.weak || b.weak ? "an integer field does not become a float by itself; convert it with "
                            "astype"
                          : "float and integer fields do not mix; convert one with astype";
}

WeakType common(WeakType a, WeakType b) {
  if (a.weak != b.weak)
    return a.weak ? b : a;
  if (a.weak) // bool, i64, u64, f64
    return {std::max(a.type, b.type), true};
  return {widened(a.type, b.type), false};
}

/// The common type of the operands from `first` on.
WeakType commonType(std::string_view called, std::span<const Operand> operands, std::size_t first) {
  WeakType result{operands[first].node->dtype, operands[first].node->weak};
  for (std::size_t n = first + 1; n < operands.size(); ++n) {
    WeakType next{operands[n].node->dtype, operands[n].node->weak};
    if (const char *reason = conflict(result, next))
      fail(called, operands, reason);
    result = common(result, next);
  }
  return result;
}

template <class T> std::string limitsText() {
  if constexpr (std::integral<T>)
    return std::to_string(std::numeric_limits<T>::min()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  return "65504 at most"; // other floats hold all integers
}

/// The value of a weak integer, i64 or u64, in the type T; it must be one of
/// T's values, and must not become an infinity.
template <class T> T convertInteger(const NumberNode &number, SourceLine line) {
  bool isSigned = number.dtype == DType::I64;
  auto integer = std::bit_cast<std::int64_t>(number.bits);
  T value = isSigned ? convertValue<T>(integer) : convertValue<T>(number.bits);
  bool fits = true;
  if constexpr (std::integral<T>)
    fits = isSigned ? std::in_range<T>(integer) : std::in_range<T>(number.bits);
  else
    fits = !std::isinf(static_cast<double>(value));
  if (!fits)
    throw DTypeError(line, "the number " +
                               (isSigned ? std::to_string(integer) : std::to_string(number.bits)) +
                               " overflows " + std::string(name(dtypeOf<T>)) + " (" +
                               limitsText<T>() + "); convert the field with astype");
  return value;
}

/// A number's bits in another type.
template <Real T> std::uint64_t numberBits(const NumberNode &number, SourceLine line) {
  T value = isFloat(number.dtype) ? convertValue<T>(std::bit_cast<double>(number.bits))
                                  : convertInteger<T>(number, line);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

std::uint64_t convertNumber(const NumberNode &number, DType type, SourceLine line) {
  return withType(type, [&]<class T>(T *) -> std::uint64_t {
    if constexpr (Real<T> && !std::is_same_v<T, bool>)
      return numberBits<T>(number, line);
    return 0; // bools and complex values are made by a cast
  });
}

} // namespace

namespace {

bool isDefined(const PointOpInfo &info, DType type) {
  return isFloat(type)      ? info.onFloat
         : isUnsigned(type) ? info.onUInt
         : isInteger(type)  ? info.onInt
                            : info.onBool;
}

/// Whether the operands are fields of one type that the operation is defined for, and
/// whose type the result has, too: as in most expressions.
bool keepsType(const PointOpInfo &info, std::span<const Operand> operands) {
  const Node &first = *operands.front().node, &last = *operands.back().node;
  return info.rule == TypeRule::SameType && operands.size() == 2 && first.dtype == last.dtype &&
         !first.weak && !last.weak && !isComplex(first.dtype) && isDefined(info, first.dtype);
}

} // namespace

OperationTypes detail::operationTypes(PointOp op, std::span<const Operand> operands) {
  const PointOpInfo &info = pointOpInfo(op);
  if (keepsType(info, operands))
    return {operands[0].node->dtype, operands[0].node->dtype, false};
  bool isSelect = info.rule == TypeRule::Select;
  if (isSelect && operands[0].node->dtype != DType::Bool)
    fail(info.spelling, operands,
         "the condition must be bool; compare it, or convert it with astype");
  for (const Operand &operand : operands)
    if (isComplex(operand.node->dtype))
      fail(info.spelling, operands,
           "complex values are only stored, moved and converted to each other");
  WeakType type = commonType(info.spelling, operands, isSelect ? 1 : 0);
  bool needsFloat = info.rule == TypeRule::TrueDivide || info.rule == TypeRule::FloatOnly ||
                    info.rule == TypeRule::Classify;
  if (needsFloat && isInteger(type.type))
    type.type = DType::F64;
  if (!isDefined(info, type.type))
    fail(info.spelling, operands,
         info.rule == TypeRule::Logical ? "it needs bools; compare, or convert with astype"
         : info.onFloat                 ? "it needs numbers; convert with astype"
                                        : "it needs integers; convert with astype");
  bool toBool = info.rule == TypeRule::Classify || info.rule == TypeRule::Compare ||
                info.rule == TypeRule::Logical;
  return {type.type, toBool ? DType::Bool : type.type, type.weak};
}

OperationTypes detail::chosenTypes(std::string_view called, std::span<const Operand> operands) {
  std::size_t complexes = 0;
  DType widest = operands[0].node->dtype;
  for (const Operand &operand : operands) {
    DType type = operand.node->dtype;
    complexes += isComplex(type);
    widest = itemsize(type) > itemsize(widest) ? type : widest;
  }
  if (complexes == operands.size())
    return {widest, widest, false};
  if (complexes)
    fail(called, operands, "complex and real values do not mix; convert one with astype");
  WeakType type = commonType(called, operands, 0);
  return {type.type, type.type, type.weak};
}

NodeRef detail::converted(NodeRef node, DType type, SourceLine line) {
  if (node->dtype == type)
    return node;
  const auto *written = as<NumberNode>(*node);
  if (node->weak && isInteger(node->dtype) && isInteger(type) && !written &&
      !(node->fits >> fitBit(type) & 1))
    throw DTypeError(line, "a number that " + describe(*node) + " is made of overflows " +
                               std::string(name(type)) + "; convert the field with astype");
  if (!written || !node->weak || type == DType::Bool || isComplex(type))
    return buildCast(node, type, line);
  std::uint64_t bits = convertNumber(*written, type, line);
  // As release() sees who has let go of it.
  bool isOnlyHere = node->references.load(std::memory_order_acquire) == 1;
  NodeRef result = isOnlyHere ? std::move(node) : written->clone();
  static_cast<NumberNode &>(*result).become(type, bits);
  result->line = line;
  return result;
}
