//===- DType.h - Element types ----------------------------------*- C++ -*-===//
//
// The element types of fields and storages, and which C++ type each one is.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DTYPE_H
#define GTJIT_DTYPE_H

#include "gtjit/SourceLine.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {

/// Type of the values of a field. `Bool` is one byte in memory; any non-zero
/// byte reads as true.
enum class DType : std::uint8_t { Bool, I32, I64, F32, F64 };

inline constexpr DType Bool = DType::Bool;
inline constexpr DType I32 = DType::I32;
inline constexpr DType I64 = DType::I64;
inline constexpr DType F32 = DType::F32;
inline constexpr DType F64 = DType::F64;

/// Bytes of one element in memory.
constexpr std::size_t itemsize(DType type) {
  return type == DType::Bool ? 1 : type == DType::I32 || type == DType::F32 ? 4 : 8;
}
constexpr bool isFloat(DType type) { return type == DType::F32 || type == DType::F64; }
constexpr bool isInteger(DType type) { return type == DType::I32 || type == DType::I64; }

/// Short name: "bool", "i32", "i64", "f32", "f64".
std::string_view name(DType type);

/// The type that NumPy's type string names: "f4", "<f8", "float64", "f64",
/// "double", "i4", "int64", "bool", "?". Throws TypeError for any other, also
/// for the byte order of another machine.
DType dtypeFromName(std::string_view text, SourceLine line = SourceLine::here());

namespace detail {
template <class T> struct DTypeOf;
template <> struct DTypeOf<bool> {
  static constexpr DType value = DType::Bool;
};
template <> struct DTypeOf<std::int32_t> {
  static constexpr DType value = DType::I32;
};
template <> struct DTypeOf<std::int64_t> {
  static constexpr DType value = DType::I64;
};
template <> struct DTypeOf<long long> {
  static constexpr DType value = DType::I64;
};
template <> struct DTypeOf<float> {
  static constexpr DType value = DType::F32;
};
template <> struct DTypeOf<double> {
  static constexpr DType value = DType::F64;
};
} // namespace detail

/// The DType of a C++ type; ill-formed for a type that has none.
template <class T> inline constexpr DType dtypeOf = detail::DTypeOf<T>::value;

} // namespace gtjit

#endif // GTJIT_DTYPE_H
