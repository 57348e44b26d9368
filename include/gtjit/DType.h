//===- DType.h - Element types ----------------------------------*- C++ -*-===//
//
// The element types of fields and storages, and which C++ type each one is.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DTYPE_H
#define GTJIT_DTYPE_H

#include "gtjit/Float16.h"
#include "gtjit/SourceLine.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {

/// Type of the values of a field. `Bool` is one byte in memory; any non-zero
/// byte reads as true. Complex values are for making, copying and converting
/// storages; there is no arithmetic on them.
enum class DType : std::uint8_t {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128
};

inline constexpr DType Bool = DType::Bool;
inline constexpr DType I8 = DType::I8;
inline constexpr DType I16 = DType::I16;
inline constexpr DType I32 = DType::I32;
inline constexpr DType I64 = DType::I64;
inline constexpr DType U8 = DType::U8;
inline constexpr DType U16 = DType::U16;
inline constexpr DType U32 = DType::U32;
inline constexpr DType U64 = DType::U64;
inline constexpr DType F16 = DType::F16;
inline constexpr DType BF16 = DType::BF16;
inline constexpr DType F32 = DType::F32;
inline constexpr DType F64 = DType::F64;
inline constexpr DType C64 = DType::C64;
inline constexpr DType C128 = DType::C128;

/// Bytes of one element in memory.
constexpr std::size_t itemsize(DType type) {
  constexpr std::uint8_t bytes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return bytes[static_cast<std::size_t>(type)];
}
constexpr bool isInteger(DType type) { return type >= DType::I8 && type <= DType::U64; }
constexpr bool isUnsigned(DType type) { return type >= DType::U8 && type <= DType::U64; }
constexpr bool isFloat(DType type) { return type >= DType::F16 && type <= DType::F64; }
constexpr bool isComplex(DType type) { return type >= DType::C64; }

/// Short name: "bool", "i8" ... "i64", "u8" ... "u64", "f16", "bf16", "f32",
/// "f64", "c64", "c128" (the digits count bits).
std::string_view name(DType type);

/// The type that a string of NumPy's names ("f4", "<f8", "float64", "double",
/// "i4", "int64", "bool", "?", "c16") or a short name as above. "i8" and "u8"
/// are NumPy's: integers of 8 bytes; those of 8 bits are "int8" and "uint8".
/// Throws TypeError for any other, also for the byte order of another machine.
DType dtypeFromName(std::string_view text, SourceLine line = SourceLine::here());

namespace detail {
template <DType type> struct DTypeConstant {
  static constexpr DType value = type;
};
/// std::complex<float>, std::complex<double> and what looks like them.
template <class T>
concept ComplexNumber =
    requires(const T value, typename T::value_type part) {
      { value.real() } -> std::same_as<decltype(part)>;
      { value.imag() } -> std::same_as<decltype(part)>;
    } &&
    (std::same_as<typename T::value_type, float> || std::same_as<typename T::value_type, double>) &&
    sizeof(T) == 2 * sizeof(typename T::value_type);

/// Integers that are numbers: no bool, no characters but signed and unsigned
/// char.
template <class T>
concept IntegerNumber = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                        !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                        !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

template <class T> struct DTypeOf;
template <> struct DTypeOf<bool> : DTypeConstant<DType::Bool> {};
template <IntegerNumber T>
struct DTypeOf<T> : DTypeConstant<static_cast<DType>((static_cast<T>(-1) < T(0) ? 1 : 5) +
                                                     (sizeof(T) == 1   ? 0
                                                      : sizeof(T) == 2 ? 1
                                                      : sizeof(T) == 4 ? 2
                                                                       : 3))> {};
template <> struct DTypeOf<Float16> : DTypeConstant<DType::F16> {};
template <> struct DTypeOf<BFloat16> : DTypeConstant<DType::BF16> {};
template <> struct DTypeOf<float> : DTypeConstant<DType::F32> {};
template <> struct DTypeOf<double> : DTypeConstant<DType::F64> {};
template <ComplexNumber T>
struct DTypeOf<T> : DTypeConstant<sizeof(T) == 8 ? DType::C64 : DType::C128> {};
} // namespace detail

/// The DType of a C++ type; ill-formed for a type that has none.
template <class T> inline constexpr DType dtypeOf = detail::DTypeOf<T>::value;

} // namespace gtjit

#endif // GTJIT_DTYPE_H
