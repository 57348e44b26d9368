//===- Constant.cpp - Numbers as elements of memory -----------------------===//
//
// Conversion of a number to the bytes of an element.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Constant.h"

#include "gtjit/Error.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace gtjit::detail {

namespace {
/// A number as an element; false if it is complex and the element is not.
template <class T> bool convertTo(const FillValue &value, T &element) {
  using Kind = FillValue::Kind;
  if (value.kind == Kind::Complex) {
    if constexpr (!Real<T>)
      element = convertValue<T>(std::complex<double>(value.real, value.imaginary));
    return !Real<T>;
  }
  element = value.kind == Kind::Integer ? convertValue<T>(value.integer)
            : value.kind == Kind::Unsigned
                ? convertValue<T>(static_cast<std::uint64_t>(value.integer))
                : convertValue<T>(value.real);
  return true;
}
} // namespace

bool ElementBytes::isZero() const {
  return std::all_of(std::begin(data), std::end(data),
                     [](std::byte byte) { return byte == std::byte{0}; });
}

ElementBytes elementBytes(const FillValue &value, DType type, SourceLine line) {
  ElementBytes bytes{};
  bool converts = withType(type, [&]<class T>(T *) {
    T element{};
    bool converted = convertTo(value, element);
    storeValue(bytes.data, element);
    return converted;
  });
  if (!converts)
    throw DTypeError(line, "expected a real number for elements of " + std::string(name(type)) +
                               ", got a complex one");
  return bytes;
}

} // namespace gtjit::detail
