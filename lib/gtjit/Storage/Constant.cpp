//===- Constant.cpp - Numbers as elements of memory -----------------------===//
//
// Conversion of a number to the bits of an element.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Constant.h"

#include <bit>
#include <cmath>
#include <limits>

namespace gtjit::detail {

namespace {
template <class Integer> Integer saturated(double value) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(value))
    return 0;
  // The largest integer may round up as a double: compare with the power of 2.
  if (value >= -static_cast<double>(Limits::min()))
    return Limits::max();
  if (value <= static_cast<double>(Limits::min()))
    return Limits::min();
  return static_cast<Integer>(value);
}
} // namespace

std::uint64_t constantBits(const FillValue &value, DType type) {
  switch (type) {
  case DType::Bool:
    return value.integral ? value.integer != 0 : value.real != 0.0;
  case DType::I32:
    return static_cast<std::uint32_t>(value.integral ? static_cast<std::int32_t>(value.integer)
                                                     : saturated<std::int32_t>(value.real));
  case DType::I64:
    return static_cast<std::uint64_t>(value.integral ? value.integer
                                                     : saturated<std::int64_t>(value.real));
  case DType::F32:
    return std::bit_cast<std::uint32_t>(value.integral ? static_cast<float>(value.integer)
                                                       : static_cast<float>(value.real));
  case DType::F64:
    return std::bit_cast<std::uint64_t>(value.integral ? static_cast<double>(value.integer)
                                                       : value.real);
  }
  return 0;
}

} // namespace gtjit::detail
