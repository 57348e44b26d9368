//===- ValueText.cpp - Values and places in messages ----------------------===//

#include "gtjit/Debug/ValueText.h"

#include "gtjit/Reference/Grid.h"

#include <cctype>
#include <charconv>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

template <class T> std::string text(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (value != value)
      return "nan";
    char buffer[64];
    return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr};
  } else if constexpr (requires { value.real(); }) {
    return "(" + text(value.real()) + ", " + text(value.imag()) + ")";
  } else {
    return text(static_cast<float>(value));
  }
}

} // namespace

std::string detail::valueText(DType type, const std::byte *value) {
  return reference::withType(type,
                             [&]<class T>(T *) { return text(reference::loadValue<T>(value)); });
}

std::string detail::pointText(const Domain &domain, std::span<const std::int64_t> point) {
  std::string result;
  for (std::size_t d = 0; d < domain.ndim(); ++d) {
    result += d ? ", " : "";
    result.append(domain[d].dim.name()).append("=").append(std::to_string(point[d]));
  }
  return result;
}

std::string detail::operationText(PointOp op, std::span<const std::string> operands) {
  std::string_view name = pointOpInfo(op).spelling;
  bool isOperator = !std::isalpha(static_cast<unsigned char>(name.front()));
  if (isOperator && operands.size() == 2)
    return operands[0] + " " + std::string(name) + " " + operands[1];
  std::string result(name);
  if (isOperator && operands.size() == 1)
    return result + operands[0];
  result += "(";
  for (std::size_t n = 0; n < operands.size(); ++n)
    result += (n ? ", " : "") + operands[n];
  return result + ")";
}

std::string_view detail::spellingOf(const Node &node) {
  if (node.op == OpCode::Point)
    return pointOpInfo(node.point).spelling;
  return nameOf(node.reduce);
}

std::string_view detail::calledOf(const Node &node) {
  return node.function ? std::string_view(node.function) : spellingOf(node);
}
