//===- BuildPower.cpp - Powers ---------------------------------------------===//
//
// x * x is what users mean by pow(x, 2), and what every machine computes fast:
// by a small integer number a power is multiplications, the same ones whatever
// evaluates it. Any other exponent is left to the operation of the table.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Promotion.h"

#include <bit>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

constexpr std::int64_t largestMultiplied = 16;

NodeRef product(const NodeRef &a, const NodeRef &b, SourceLine line) {
  Operand operands[] = {{a, line}, {b, line}};
  NodeRef result = buildPoint(PointOp::Mul, operands);
  static_cast<PointNode &>(*result).function = "pow";
  return result;
}

/// From the exponent's second highest bit down: square, times the base if it is
/// set. 5: ((x * x) * (x * x)) * x.
NodeRef multiplied(const NodeRef &base, std::int64_t exponent, SourceLine line) {
  auto bits = static_cast<std::uint64_t>(exponent);
  NodeRef result = base;
  for (std::uint64_t bit = std::bit_floor(bits) / 2; bit != 0; bit /= 2) {
    result = product(result, result, line);
    if (bits & bit)
      result = product(result, base, line);
  }
  return result;
}

} // namespace

NodeRef detail::buildPower(std::span<Operand> operands) {
  OperationTypes types = operationTypes(PointOp::Pow, operands);
  const auto *exponent = as<NumberNode>(*operands[1].node);
  SourceLine line = operands[1].line;
  if (!exponent || !exponent->weak || !isInteger(exponent->dtype))
    return buildPoint(PointOp::Pow, operands);
  auto value = std::bit_cast<std::int64_t>(exponent->bits);
  bool isSigned = exponent->dtype == DType::I64;
  if (isSigned && value < 0 && isInteger(types.result))
    throw ValueError(line, "'pow' of " + describe(*operands[0].node) + " (" +
                               std::string(name(types.result)) + ") and the number " +
                               std::to_string(value) +
                               ": expected an exponent of 0 or more for integers; convert the "
                               "base with astype");
  if (isSigned && value >= 1 && value <= largestMultiplied)
    return multiplied(operands[0].node, value, line);
  return buildPoint(PointOp::Pow, operands);
}
