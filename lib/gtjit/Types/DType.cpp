//===- DType.cpp - Names of element types ---------------------------------===//
//
// Which names an element type has, here and in NumPy.
//
//===----------------------------------------------------------------------===//

#include "gtjit/DType.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace gtjit {

namespace {

constexpr std::array<std::string_view, 15> names = {"bool", "i8",  "i16", "i32", "i64",
                                                    "u8",   "u16", "u32", "u64", "f16",
                                                    "bf16", "f32", "f64", "c64", "c128"};

struct Spelling {
  DType type;
  std::string_view codes; ///< NumPy's, after a byte order perhaps
  std::string_view words; ///< without one
};
/// What NumPy's dtype() takes where long has 64 bits, and the library's own
/// names; where the two disagree ("i8", "u8") NumPy's meaning counts.
constexpr Spelling spellings[] = {
    {DType::Bool, "b1 ?", "bool bool_"},
    {DType::I8, "i1 b", "int8 byte"},
    {DType::I16, "i2 h", "int16 short i16"},
    {DType::I32, "i4 i", "int32 intc i32"},
    {DType::I64, "i8 q l p", "int64 int int_ intp long longlong i64"},
    {DType::U8, "u1 B", "uint8 ubyte"},
    {DType::U16, "u2 H", "uint16 ushort u16"},
    {DType::U32, "u4 I", "uint32 uintc u32"},
    {DType::U64, "u8 Q L P", "uint64 uint uintp ulong ulonglong u64"},
    {DType::F16, "f2 e", "float16 half f16"},
    {DType::BF16, "", "bfloat16 bf16"},
    {DType::F32, "f4 f", "float32 single f32"},
    {DType::F64, "f8 d", "float64 double float float_ f64"},
    {DType::C64, "c8 F", "complex64 csingle c64"},
    {DType::C128, "c16 D", "complex128 cdouble complex complex_ c128"},
};

/// True if `word` is one of the words of `list`.
bool isOneOf(std::string_view word, std::string_view list) {
  while (!list.empty()) {
    std::string_view first = list.substr(0, list.find(' '));
    if (first == word)
      return true;
    list.remove_prefix(std::min(list.size(), first.size() + 1));
  }
  return false;
}

} // namespace

std::string_view name(DType type) { return names[static_cast<std::size_t>(type)]; }

DType dtypeFromName(std::string_view text, SourceLine line) {
  constexpr char native = std::endian::native == std::endian::little ? '<' : '>';
  std::string_view code = text;
  bool hasOrder = !text.empty() && (text[0] == native || text[0] == '=' || text[0] == '|');
  if (hasOrder)
    code.remove_prefix(1);
  for (const Spelling &spelling : spellings)
    if (isOneOf(code, spelling.codes) || (!hasOrder && isOneOf(code, spelling.words)))
      return spelling.type;
  throw TypeError(line, "no element type is called '" + std::string(text) +
                            "'; expected bool, i16, u32, bf16, f64, c128 or another short name, or "
                            "NumPy's name of one");
}

} // namespace gtjit
