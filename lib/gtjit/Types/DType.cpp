//===- DType.cpp - Names of element types ---------------------------------===//
//
// Which names an element type has, here and in NumPy.
//
//===----------------------------------------------------------------------===//

#include "gtjit/DType.h"

#include "gtjit/Error.h"

#include <array>
#include <bit>
#include <string>

namespace gtjit {

std::string_view name(DType type) {
  switch (type) {
  case DType::Bool:
    return "bool";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  }
  return "";
}

namespace {
struct Spelling {
  std::string_view text;
  DType type;
};
/// Names as NumPy's dtype() takes them, and the library's own.
constexpr std::array spellings = {
    Spelling{"bool", DType::Bool},   Spelling{"?", DType::Bool},
    Spelling{"b1", DType::Bool},     Spelling{"bool_", DType::Bool},
    Spelling{"i32", DType::I32},     Spelling{"i4", DType::I32},
    Spelling{"i", DType::I32},       Spelling{"int32", DType::I32},
    Spelling{"intc", DType::I32},    Spelling{"i64", DType::I64},
    Spelling{"i8", DType::I64},      Spelling{"q", DType::I64},
    Spelling{"l", DType::I64},       Spelling{"int64", DType::I64},
    Spelling{"int", DType::I64},     Spelling{"f32", DType::F32},
    Spelling{"f4", DType::F32},      Spelling{"f", DType::F32},
    Spelling{"float32", DType::F32}, Spelling{"single", DType::F32},
    Spelling{"f64", DType::F64},     Spelling{"f8", DType::F64},
    Spelling{"d", DType::F64},       Spelling{"float64", DType::F64},
    Spelling{"float", DType::F64},   Spelling{"double", DType::F64},
};
} // namespace

DType dtypeFromName(std::string_view text, SourceLine line) {
  constexpr char native = std::endian::native == std::endian::little ? '<' : '>';
  std::string_view plain = text;
  if (!plain.empty() && (plain[0] == native || plain[0] == '=' || plain[0] == '|'))
    plain.remove_prefix(1);
  for (const Spelling &spelling : spellings)
    if (spelling.text == plain)
      return spelling.type;
  throw TypeError(line, "no element type is called '" + std::string(text) +
                            "'; expected bool, i32, i64, f32, f64 or NumPy's name of one");
}

} // namespace gtjit
