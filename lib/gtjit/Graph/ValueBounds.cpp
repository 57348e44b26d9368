//===- ValueBounds.cpp - Between what a node's values lie -----------------===//
//
// From the numbers on: what arithmetic makes of an interval. Where integers may wrap
// nothing is known.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/ValueBounds.h"

#include "gtjit/Graph/Operations/Index.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// How far expressions are looked through.
constexpr unsigned kDeepest = 12;

/// Ends of an interval of integers or floats; all of them unless narrowed.
template <class T> struct Interval {
  T least, greatest;
  bool mayBeNaN = false;
};
using IntegerInterval = Interval<std::int64_t>;
using FloatInterval = Interval<double>;
constexpr IntegerInterval kAnyInteger{INT64_MIN, INT64_MAX};
constexpr FloatInterval kAnyFloat{-std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::infinity(), true};

IntegerInterval integersOf(const Node &node, const Domain &box, unsigned depth);
FloatInterval floatsOf(const Node &node, const Domain &box, unsigned depth);

/// All values of a type, for u64 what stands for them: no i64 holds the upper half.
IntegerInterval allOf(DType type) {
  if (type == DType::Bool)
    return {0, 1};
  if (!isInteger(type) || itemsize(type) == sizeof(std::int64_t))
    return kAnyInteger;
  std::int64_t count = std::int64_t(1) << 8 * itemsize(type);
  return isUnsigned(type) ? IntegerInterval{0, count - 1}
                          : IntegerInterval{-count / 2, count / 2 - 1};
}

bool isWithin(IntegerInterval values, IntegerInterval all) {
  return values.least >= all.least && values.greatest <= all.greatest;
}

template <class T> Interval<T> hullOf(Interval<T> a, Interval<T> b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest), a.mayBeNaN || b.mayBeNaN};
}

/// min(a, b), and max: a NaN of either is one of the result.
template <class T> Interval<T> leastOf(Interval<T> a, Interval<T> b) {
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest), a.mayBeNaN || b.mayBeNaN};
}
template <class T> Interval<T> greatestOf(Interval<T> a, Interval<T> b) {
  return {std::max(a.least, b.least), std::max(a.greatest, b.greatest), a.mayBeNaN || b.mayBeNaN};
}

/// What is the same of integers and of floats: from the bounds of operands.
template <class T, class OperandBounds>
std::optional<Interval<T>> selectedBounds(const PointNode &node, OperandBounds operand) {
  switch (node.op) {
  case PointOp::Min:
    return leastOf(operand(0), operand(1));
  case PointOp::Max:
    return greatestOf(operand(0), operand(1));
  case PointOp::Where:
    return hullOf(operand(1), operand(2));
  default:
    return std::nullopt;
  }
}

/// From the ends, none if one of them wraps.
std::optional<IntegerInterval> sumOf(IntegerInterval a, IntegerInterval b) {
  IntegerInterval sum;
  if (__builtin_add_overflow(a.least, b.least, &sum.least) ||
      __builtin_add_overflow(a.greatest, b.greatest, &sum.greatest))
    return std::nullopt;
  return sum;
}
std::optional<IntegerInterval> negated(IntegerInterval a) {
  if (a.least == INT64_MIN)
    return std::nullopt;
  return IntegerInterval{-a.greatest, -a.least};
}
std::optional<IntegerInterval> productOf(IntegerInterval a, IntegerInterval b) {
  IntegerInterval product{INT64_MAX, INT64_MIN};
  for (std::int64_t x : {a.least, a.greatest})
    for (std::int64_t y : {b.least, b.greatest}) {
      std::int64_t end;
      if (__builtin_mul_overflow(x, y, &end))
        return std::nullopt;
      product = hullOf(product, IntegerInterval{end, end});
    }
  return product;
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { // b > 0
  return a / b - (a % b < 0);
}

/// What bits the results have of numbers that are not negative.
std::optional<IntegerInterval> bitsOfBoth(IntegerInterval a, IntegerInterval b) {
  if (a.least < 0 && b.least < 0)
    return std::nullopt;
  return IntegerInterval{
      0, std::min(a.least < 0 ? INT64_MAX : a.greatest, b.least < 0 ? INT64_MAX : b.greatest)};
}
std::optional<IntegerInterval> bitsOfEither(IntegerInterval a, IntegerInterval b) {
  if (a.least < 0 || b.least < 0)
    return std::nullopt;
  auto most = static_cast<std::uint64_t>(std::max(a.greatest, b.greatest));
  return IntegerInterval{0, static_cast<std::int64_t>(std::bit_floor(most) * 2 - (most != 0))};
}
/// Counts that are not below the width leave the sign.
std::optional<IntegerInterval> shiftedDown(IntegerInterval of, IntegerInterval by) {
  if (by.least < 0)
    return std::nullopt;
  IntegerInterval ends{INT64_MAX, INT64_MIN};
  for (std::int64_t a : {of.least, of.greatest})
    for (std::int64_t count : {by.least, by.greatest}) {
      std::int64_t end = a >> std::min<std::int64_t>(count, 63);
      ends = hullOf(ends, IntegerInterval{end, end});
    }
  return ends;
}

template <class OperandBounds>
std::optional<IntegerInterval> arithmeticBounds(const PointNode &node, OperandBounds operand) {
  switch (node.op) {
  case PointOp::Add:
    return sumOf(operand(0), operand(1));
  case PointOp::Sub: {
    std::optional<IntegerInterval> less = negated(operand(1));
    return less ? sumOf(operand(0), *less) : std::nullopt;
  }
  case PointOp::Mul:
    return productOf(operand(0), operand(1));
  case PointOp::Neg:
    return negated(operand(0));
  case PointOp::BitAnd:
    return bitsOfBoth(operand(0), operand(1));
  case PointOp::BitOr:
  case PointOp::BitXor:
    return bitsOfEither(operand(0), operand(1));
  case PointOp::ShiftRight:
    return shiftedDown(operand(0), operand(1));
  case PointOp::Mod: { // the sign of the divisor
    IntegerInterval by = operand(1);
    if (by.least <= 0)
      return std::nullopt;
    return IntegerInterval{0, by.greatest - 1};
  }
  case PointOp::FloorDivide: {
    IntegerInterval of = operand(0), by = operand(1);
    if (by.least <= 0)
      return std::nullopt;
    IntegerInterval ends{INT64_MAX, INT64_MIN};
    for (std::int64_t a : {of.least, of.greatest})
      for (std::int64_t b : {by.least, by.greatest})
        ends = hullOf(ends, IntegerInterval{floorDivide(a, b), floorDivide(a, b)});
    return ends;
  }
  default:
    return selectedBounds<std::int64_t>(node, operand);
  }
}

/// Truncated, saturated, and 0 for NaN.
IntegerInterval converted(FloatInterval from, DType to) {
  IntegerInterval all = allOf(to);
  auto end = [&](double value) {
    if (value >= 0x1p63 || value <= -0x1p63)
      return value > 0 ? all.greatest : all.least;
    return std::clamp(static_cast<std::int64_t>(value), all.least, all.greatest);
  };
  IntegerInterval result{end(from.least), end(from.greatest)};
  return from.mayBeNaN ? hullOf(result, IntegerInterval{0, 0}) : result;
}

IntegerInterval castBounds(const PointNode &node, const Domain &box, unsigned depth) {
  const Node &from = *node.inputs[0];
  IntegerInterval all = allOf(node.dtype);
  if (from.dtype == DType::Bool)
    return {0, 1};
  if (isFloat(from.dtype))
    return converted(floatsOf(from, box, depth), node.dtype);
  if (!isInteger(from.dtype))
    return all;
  IntegerInterval values = integersOf(from, box, depth);
  bool isAnyU64 = from.dtype == DType::U64 && values.least < 0;
  return isWithin(values, all) && !isAnyU64 ? values : all;
}

/// Of a view: of the inputs that it shows in the box, which may have dimensions more.
template <class T, class Bounds>
Interval<T> shownBounds(const Node &view, const Domain &box, Interval<T> any, Bounds bounds) {
  std::optional<Interval<T>> shown;
  Domain own = projected(box, view.domain);
  for (std::size_t n = 0; n < view.inputs.size(); ++n) {
    Domain read = view.reads(n, own);
    if (read.empty())
      continue;
    Interval<T> input = bounds(*view.inputs[n], read);
    shown = shown ? hullOf(*shown, input) : input;
  }
  return shown.value_or(any);
}

IntegerInterval coordinatesOf(Range points) {
  return points.isFinite() && !points.empty() ? IntegerInterval{points.lo(), points.hi() - 1}
                                              : kAnyInteger;
}

IntegerInterval valueOf(const NumberNode &number) {
  if (number.dtype == DType::I64) { // as most are
    auto value = std::bit_cast<std::int64_t>(number.bits);
    return {value, value};
  }
  return withType(number.dtype, [&]<class T>(T *) {
    auto value = loadValue<T>(reinterpret_cast<const std::byte *>(&number.bits));
    if constexpr (std::integral<T> && !std::same_as<T, bool>)
      if (std::in_range<std::int64_t>(value))
        return IntegerInterval{static_cast<std::int64_t>(value), static_cast<std::int64_t>(value)};
    return kAnyInteger;
  });
}

IntegerInterval pointBounds(const PointNode &node, const Domain &box, unsigned depth) {
  IntegerInterval all = allOf(node.dtype);
  if (node.dtype == DType::U64)
    return all;
  if (node.isCast())
    return castBounds(node, box, depth);
  std::optional<IntegerInterval> result = arithmeticBounds(
      node, [&](std::size_t n) { return integersOf(*node.inputs[n], box, depth); });
  return result && isWithin(*result, all) ? *result : all;
}

IntegerInterval integersOf(const Node &node, const Domain &box, unsigned depth) {
  if (depth == 0 || node.memory())
    return allOf(node.dtype);
  if (const auto *point = as<PointNode>(node))
    return pointBounds(*point, box, depth - 1);
  if (const auto *number = as<NumberNode>(node))
    return valueOf(*number);
  if (const auto *index = as<IndexNode>(node))
    return coordinatesOf(box.rangeOr(index->dim));
  if (const auto *result = as<ResultNode>(node)) {
    std::optional<Range> points = result->inputs[0]->coordinatesIn(result->number);
    return points ? coordinatesOf(*points) : allOf(node.dtype);
  }
  if (node.kind() != NodeKind::View)
    return allOf(node.dtype);
  return shownBounds(node, box, allOf(node.dtype), [&](const Node &input, const Domain &read) {
    return input.dtype == node.dtype ? integersOf(input, read, depth - 1) : allOf(node.dtype);
  });
}

FloatInterval floatsOf(const Node &node, const Domain &box, unsigned depth) {
  if (depth == 0 || node.memory())
    return kAnyFloat;
  auto below = [&](const Node &input, const Domain &read) {
    return floatsOf(input, read, depth - 1);
  };
  auto rounded = [](FloatInterval of, double (*round)(double)) {
    return FloatInterval{round(of.least), round(of.greatest), of.mayBeNaN};
  };
  if (const auto *number = as<NumberNode>(node))
    return withType(node.dtype, [&]<class T>(T *) {
      if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
        double value = loadValue<T>(reinterpret_cast<const std::byte *>(&number->bits));
        if (!std::isnan(value))
          return FloatInterval{value, value};
      }
      return kAnyFloat;
    });
  if (node.kind() == NodeKind::View)
    return shownBounds(node, box, kAnyFloat, [&](const Node &input, const Domain &read) {
      return input.dtype == node.dtype ? below(input, read) : kAnyFloat;
    });
  const auto *point = as<PointNode>(node);
  if (!point || isComplex(node.dtype))
    return kAnyFloat;
  auto operand = [&](std::size_t n) { return below(*point->inputs[n], box); };
  switch (point->op) {
  case PointOp::Floor:
    return rounded(operand(0), std::floor);
  case PointOp::Ceil:
    return rounded(operand(0), std::ceil);
  case PointOp::Trunc:
    return rounded(operand(0), std::trunc);
  case PointOp::Round:
    return rounded(operand(0), std::nearbyint);
  default:
    return selectedBounds<double>(*point, operand).value_or(kAnyFloat);
  }
}

} // namespace

ValueBounds detail::boundsOf(const Node &node, const Domain &box) {
  IntegerInterval values = integersOf(node, box, kDeepest);
  if (node.dtype == DType::U64 && values.least < 0)
    return {};
  return {values.least, values.greatest};
}
