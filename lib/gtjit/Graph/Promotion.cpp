//===- Promotion.cpp - Element types of operations ------------------------===//
//
// The array API's promotion with weak numbers. Mixtures that lose information
// silently elsewhere (float with integer field, bool with number) are errors.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Promotion.h"

#include "gtjit/Error.h"

#include <bit>
#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct WeakType {
  DType type;
  bool weak;
};

/// "'u' (f64)", "a float number", "the f64 field on (I) made at model.cpp:30".
std::string operandText(const Node &node) {
  if (node.op == OpCode::Scalar && node.weak)
    return isFloat(node.dtype)     ? "a float number"
           : isInteger(node.dtype) ? "an integer number"
                                   : "a bool";
  if (node.name.empty())
    return describe(node);
  return describe(node) + " (" + std::string(name(node.dtype)) + ")";
}

std::string operandsText(const PointOpInfo &info, std::span<const Operand> operands) {
  std::string text = "'" + std::string(info.spelling) + "' of ";
  for (std::size_t n = 0; n < operands.size(); ++n) {
    text += n == 0 ? "" : n + 1 == operands.size() ? " and " : ", ";
    text += operandText(*operands[n].node);
  }
  return text;
}

[[noreturn]] void fail(const PointOpInfo &info, std::span<const Operand> operands,
                       std::string_view reason) {
  throw DTypeError(operands.back().line, operandsText(info, operands) + ": " + std::string(reason));
}

/// Why two types do not promote, or null.
const char *conflict(WeakType a, WeakType b) {
  if ((a.type == DType::Bool) != (b.type == DType::Bool))
    return "bools and numbers do not mix; convert one with astype";
  if (isFloat(a.type) == isFloat(b.type) || (a.weak && b.weak))
    return nullptr;
  bool weakInteger = (a.weak && isInteger(a.type)) || (b.weak && isInteger(b.type));
  if (weakInteger)
    return nullptr;
  return a.weak || b.weak ? "an integer field does not become a float by itself; convert it with "
                            "astype"
                          : "float and integer fields do not mix; convert one with astype";
}

WeakType common(WeakType a, WeakType b) {
  if (a.weak != b.weak)
    return a.weak ? b : a;
  return {a.type > b.type ? a.type : b.type, a.weak}; // ordered: bool, ints, floats; narrow, wide
}

/// The common type of the operands from `first` on.
WeakType commonType(const PointOpInfo &info, std::span<const Operand> operands, std::size_t first) {
  WeakType result{operands[first].node->dtype, operands[first].node->weak};
  for (std::size_t n = first + 1; n < operands.size(); ++n) {
    WeakType next{operands[n].node->dtype, operands[n].node->weak};
    if (const char *reason = conflict(result, next))
      fail(info, operands, reason);
    result = common(result, next);
  }
  return result;
}

/// A number's bits in another type.
std::uint64_t convertNumber(const Node &number, DType type, SourceLine line) {
  auto asInteger = std::bit_cast<std::int64_t>(number.scalarBits);
  if (isInteger(number.dtype) && type == DType::I32) {
    if (asInteger < INT32_MIN || asInteger > INT32_MAX)
      throw ValueError(line, "the number " + std::to_string(asInteger) +
                                 " does not fit into an i32; convert the field with astype");
    return static_cast<std::uint32_t>(asInteger);
  }
  double asDouble = isFloat(number.dtype) ? std::bit_cast<double>(number.scalarBits)
                                          : static_cast<double>(asInteger);
  if (type == DType::F64)
    return std::bit_cast<std::uint64_t>(asDouble);
  float asFloat =
      isFloat(number.dtype) ? static_cast<float>(asDouble) : static_cast<float>(asInteger);
  return std::bit_cast<std::uint32_t>(asFloat);
}

} // namespace

OperationTypes detail::operationTypes(PointOp op, std::span<const Operand> operands) {
  const PointOpInfo &info = pointOpInfo(op);
  bool isSelect = info.rule == TypeRule::Select;
  if (isSelect && operands[0].node->dtype != DType::Bool)
    fail(info, operands, "the condition must be bool; compare it, or convert it with astype");
  WeakType type = commonType(info, operands, isSelect ? 1 : 0);
  if ((info.rule == TypeRule::TrueDivide || info.rule == TypeRule::FloatOnly) &&
      isInteger(type.type))
    type.type = DType::F64;
  bool defined = isFloat(type.type)     ? info.onFloat
                 : isInteger(type.type) ? info.onInt
                                        : info.onBool;
  if (!defined)
    fail(info, operands,
         info.rule == TypeRule::Logical ? "it needs bools; compare, or convert with astype"
                                        : "it needs numbers; convert with astype");
  bool toBool = info.rule == TypeRule::Compare || info.rule == TypeRule::Logical;
  return {type.type, toBool ? DType::Bool : type.type, type.weak};
}

NodeRef detail::converted(NodeRef node, DType type, SourceLine line) {
  if (node->dtype == type)
    return node;
  if (node->op != OpCode::Scalar || !node->weak || type == DType::Bool)
    return buildCast(node, type, line);
  NodeRef number(new Node);
  number->dtype = type;
  number->scalarBits = convertNumber(*node, type, line);
  number->line = line;
  return number;
}
