//===- Advice.cpp - What messages say that helps --------------------------===//
//
// Names of the user's own are used where fields have some, so that what is advised can
// be copied.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Advice.h"

#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"

#include <cctype>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

std::string detail::constantName(DType type) {
  std::string text(name(type));
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return type == DType::BF16 ? "BF16" : text;
}

std::string detail::dimensionsAdvice(const Node &value, std::span<const Dimension> dims) {
  std::string field = value.name.empty() ? "f" : value.name, points, names;
  for (Dimension dim : dims) {
    Range grid = value.compute.rangeOr(dim) & value.domain.rangeOr(dim);
    std::int64_t first = grid.lo() == -unbounded || value.symbolic ? 0 : grid.lo();
    points +=
        (points.empty() ? "" : ", ") + std::string(dim.name()) + "(" + std::to_string(first) + ")";
    names += (names.empty() ? "" : ", ") + std::string(dim.name());
  }
  if (dims.size() > 1)
    names = "{" + names + "}";
  return "select a point, " + field + "[{" + points + "}], or reduce, mean(" + field + ", " +
         names + ")";
}

/// The integers that an operand of a division was before it became a float; or null.
static NodeRef integersBelow(const Node &operand) {
  if (const auto *number = as<NumberNode>(operand))
    return number->wasWeak && isInteger(number->weakType) ? weakNumberOf(*number) : NodeRef();
  const auto *cast = as<PointNode>(operand);
  bool isOfIntegers = cast && cast->isCast() && !operand.memory() && !operand.inputs.empty() &&
                      isInteger(operand.inputs[0]->dtype);
  return isOfIntegers ? operand.inputs[0] : NodeRef();
}

/// "n", "2", "f" for a field without a name.
static std::string operandText(const Node &operand) {
  if (const auto *number = as<NumberNode>(operand))
    return std::to_string(static_cast<std::int64_t>(number->bits));
  return operand.name.empty() ? "f" : operand.name;
}

void detail::adviseDivision(Error &error, const Node &value) {
  constexpr std::size_t kMostNodes = 64;
  auto lock = lockGraph(value);
  std::vector<const Node *> open{&value};
  for (std::size_t next = 0; next < open.size() && next < kMostNodes; ++next) {
    const Node &node = *open[next];
    if (node.memory() || !isFloat(node.dtype))
      continue;
    const auto *point = as<PointNode>(node);
    if (point && point->op == PointOp::Div && !point->function) {
      NodeRef a = integersBelow(*node.inputs[0]), b = integersBelow(*node.inputs[1]);
      if (a && b) {
        std::string first = operandText(*a), second = operandText(*b);
        return error.addNote(node.line, "'" + first + " / " + second +
                                            "' of integers is f64; floor_divide(" + first + ", " +
                                            second + ") is an integer, rounded down");
      }
    }
    for (const NodeRef &input : node.inputs)
      open.push_back(input.get());
  }
}

void detail::adviseComplex(Error &error) {
  error.addNote({}, "stores, shifts, parts, concat_where and astype to C64 and C128 take them; to "
                    "compute, wrap their real and their imaginary parts with .strides");
}
