//===- ValueText.cpp - Values and places in messages ----------------------===//

#include "gtjit/Observe/ValueText.h"

#include "gtjit/Reference/Grid.h"

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
