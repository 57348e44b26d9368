//===- Array.cpp - Changing the type of an array --------------------------===//
//
// A file's numbers become the program's only if none of them changes.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Array.h"

#include "gtrun/Fault.h"

#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace gtrun {

/// Bytes of the machine's memory: an array beyond that is a damaged header.
static std::int64_t machineMemory() {
  return static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
}

std::int64_t elementCount(const std::vector<std::int64_t> &shape, DType type,
                          const std::string &what) {
  std::int64_t limit = machineMemory() / static_cast<std::int64_t>(itemsize(type));
  std::int64_t count = 1;
  bool isEmpty = false;
  for (std::int64_t extent : shape) {
    isEmpty |= extent == 0;
    if (extent && __builtin_mul_overflow(count, extent, &count))
      count = std::numeric_limits<std::int64_t>::max();
    if (extent < 0 || (count > limit && !isEmpty))
      throw Fault("'" + what + "': it says that it has more elements than there is memory");
  }
  return isEmpty ? 0 : count;
}

namespace {

/// Calls `action` with a value of the C++ type of a real element type.
template <class Action> auto withType(DType type, Action action) {
  switch (type) {
  case DType::I8:
    return action(std::int8_t());
  case DType::I16:
    return action(std::int16_t());
  case DType::I32:
    return action(std::int32_t());
  case DType::I64:
    return action(std::int64_t());
  case DType::U16:
    return action(std::uint16_t());
  case DType::U32:
    return action(std::uint32_t());
  case DType::U64:
    return action(std::uint64_t());
  case DType::F16:
    return action(gtjit::Float16());
  case DType::BF16:
    return action(gtjit::BFloat16());
  case DType::F32:
    return action(float());
  case DType::F64:
    return action(double());
  default:
    return action(std::uint8_t());
  }
}

template <class T> constexpr bool isReal = !std::integral<T>;

/// The value in the type To, if it is the same number there.
template <class To, class From> bool keep(From from, To &to) {
  if constexpr (isReal<From> && isReal<To>) {
    double value = static_cast<double>(from);
    to = static_cast<To>(value);
    return static_cast<double>(to) == value || std::isnan(value);
  } else if constexpr (std::integral<From> && std::integral<To>) {
    to = static_cast<To>(from);
    return static_cast<__int128>(to) == static_cast<__int128>(from);
  } else if constexpr (std::integral<From>) {
    to = static_cast<To>(static_cast<double>(from));
    double back = static_cast<double>(to);
    return std::isfinite(back) && static_cast<__int128>(back) == static_cast<__int128>(from);
  } else {
    return false;
  }
}

template <class T> std::string valueText(T value) {
  if constexpr (isReal<T>)
    return std::to_string(static_cast<double>(value));
  else
    return std::to_string(value);
}

/// The value in the shorter type To, if there is one near.
template <class To, class From> bool roundTo(From from, To &to) {
  double value = static_cast<double>(from);
  to = static_cast<To>(value);
  return std::isfinite(static_cast<double>(to)) || !std::isfinite(value);
}

/// Converts every element by `put(value, result)`, which is false for a value
/// that the type of `to` has not.
template <class From, class To, class Put>
void convertAll(const Array &from, Array &to, const std::string &what, Put put) {
  std::size_t count = from.bytes.size() / sizeof(From);
  to.bytes.resize(count * sizeof(To));
  for (std::size_t n = 0; n < count; ++n) {
    From value;
    To result{};
    std::memcpy(&value, &from.bytes[n * sizeof(From)], sizeof(From));
    if (!put(value, result))
      throw Fault(what + ": it holds " + valueText(value) + ", which is no " +
                  std::string(gtjit::name(to.type)));
    std::memcpy(&to.bytes[n * sizeof(To)], &result, sizeof(To));
  }
}

} // namespace

static Array emptyLike(const Array &array, DType type) {
  return {type, array.shape, {}, array.origin, array.isUnpacked};
}

Array rounded(Array array, DType type, const std::string &what) {
  Array result = emptyLike(array, type);
  withType(array.type, [&](auto from) {
    withType(type, [&](auto to) {
      if constexpr (isReal<decltype(from)> && isReal<decltype(to)>)
        convertAll<decltype(from), decltype(to)>(
            array, result, what, [](auto value, auto &put) { return roundTo(value, put); });
    });
  });
  return result;
}

Array converted(Array array, DType type, const std::string &what) {
  if (array.type == type)
    return array;
  bool isMixed = (isFloat(array.type) && !isFloat(type)) || array.type == DType::Bool ||
                 isComplex(array.type) || isComplex(type);
  if (isMixed)
    throw Fault(what + ": expected elements of type " + std::string(gtjit::name(type)) + ", got " +
                std::string(gtjit::name(array.type)));
  Array result = emptyLike(array, type);
  withType(array.type, [&](auto from) {
    withType(type, [&](auto to) {
      if constexpr (std::integral<decltype(from)> || isReal<decltype(to)>)
        convertAll<decltype(from), decltype(to)>(array, result, what, [&](auto value, auto &put) {
          bool isNoBool =
              type == DType::Bool && value != decltype(value)(0) && value != decltype(value)(1);
          return keep(value, put) && !isNoBool;
        });
    });
  });
  return result;
}

} // namespace gtrun
