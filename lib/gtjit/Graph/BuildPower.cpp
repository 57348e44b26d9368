//===- BuildPower.cpp - Powers ---------------------------------------------===//
//
// x * x is what users mean by pow(x, 2), and what every machine computes fast:
// by a small integer number a power is multiplications, by a few others a root or
// a division, the same ones whatever evaluates it. Any other exponent is left to
// the operation of the table.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Promotion.h"

#include <bit>
#include <limits>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

constexpr std::int64_t largestMultiplied = 16;

template <class... Operands> NodeRef point(PointOp op, SourceLine line, const Operands &...given) {
  Operand operands[] = {{given, line}...};
  NodeRef result = buildPoint(op, operands);
  static_cast<PointNode &>(*result).function = "pow";
  return result;
}

/// From the exponent's second highest bit down: square, times the base if it is
/// set. 5: ((x * x) * (x * x)) * x.
NodeRef multiplied(const NodeRef &base, std::int64_t exponent, SourceLine line) {
  auto bits = static_cast<std::uint64_t>(exponent);
  NodeRef result = base;
  for (std::uint64_t bit = std::bit_floor(bits) / 2; bit != 0; bit /= 2) {
    result = point(PointOp::Mul, line, result, result);
    if (bits & bit)
      result = point(PointOp::Mul, line, result, base);
  }
  return result;
}

/// A power of a float by 0.5 or 1.5. Of -0 it is 0, of -inf it is inf, which are no roots.
NodeRef rooted(const NodeRef &base, double exponent, SourceLine line) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  NodeRef isLeast = point(PointOp::Eq, line, base, makeScalar(-inf, line));
  NodeRef positive = point(PointOp::Add, line, base, makeScalar(0.0, line));
  positive = point(PointOp::Where, line, isLeast, makeScalar(inf, line), positive);
  NodeRef root = point(PointOp::Sqrt, line, positive);
  return exponent == 0.5 ? root : point(PointOp::Mul, line, positive, root);
}

/// A power of a float by a float number; null if it is none of those that need no math function.
NodeRef simplePower(const NodeRef &base, double exponent, SourceLine line) {
  if (exponent == 0.5 || exponent == 1.5)
    return rooted(base, exponent, line);
  if (exponent == -1)
    return point(PointOp::Div, line, makeScalar(1.0, line), base);
  auto whole =
      exponent >= 1 && exponent <= largestMultiplied ? static_cast<std::int64_t>(exponent) : 0;
  return whole == exponent && whole != 0 ? multiplied(base, whole, line) : NodeRef();
}

} // namespace

NodeRef detail::buildPower(std::span<Operand> operands) {
  OperationTypes types = operationTypes(PointOp::Pow, operands);
  const auto *exponent = as<NumberNode>(*operands[1].node);
  SourceLine line = operands[1].line;
  if (!exponent || !exponent->weak)
    return buildPoint(PointOp::Pow, operands);
  const NodeRef &base = operands[0].node;
  if (exponent->dtype == DType::F64 && base->dtype == types.result)
    if (NodeRef power = simplePower(base, std::bit_cast<double>(exponent->bits), line))
      return power;
  if (!isInteger(exponent->dtype))
    return buildPoint(PointOp::Pow, operands);
  auto value = std::bit_cast<std::int64_t>(exponent->bits);
  bool isSigned = exponent->dtype == DType::I64;
  if (isSigned && value < 0 && isInteger(types.result))
    throw ValueError(line, "'pow' of " + describe(*operands[0].node) + " (" +
                               std::string(name(types.result)) + ") and the number " +
                               std::to_string(value) +
                               ": expected an exponent of 0 or more for integers; convert the "
                               "base with astype");
  if (isSigned && value == -1 && base->dtype == types.result)
    return simplePower(base, -1, line);
  if (isSigned && value >= 1 && value <= largestMultiplied)
    return multiplied(base, value, line);
  return buildPoint(PointOp::Pow, operands);
}
