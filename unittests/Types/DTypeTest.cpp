//===- DTypeTest.cpp - Element types --------------------------------------===//
//
// Names, sizes and C++ types of elements.
//
//===----------------------------------------------------------------------===//

#include "gtjit/DType.h"
#include "../ExpectError.h"

#include <complex>
#include <string>
#include <vector>

using namespace gtjit;

namespace {

const DType all[] = {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, C64, C128};

// S0-004, S0-030 (open: dtype objects of NumPy)
TEST(DType, IsFoundByTheNamesOfNumPy) {
  struct {
    DType type;
    std::vector<const char *> names;
  } table[] = {
      {Bool, {"bool", "bool_", "?", "b1", "|b1"}},
      {I8, {"int8", "byte", "b", "i1", "|i1", "<i1"}},
      {I16, {"int16", "short", "h", "i2", "<i2", "i16"}},
      {I32, {"int32", "intc", "i", "i4", "=i4", "i32"}},
      {I64, {"int64", "int", "long", "q", "l", "i8", "=i8", "i64"}},
      {U8, {"uint8", "ubyte", "B", "u1", "|u1"}},
      {U16, {"uint16", "ushort", "H", "u2", "<u2", "u16"}},
      {U32, {"uint32", "uintc", "I", "u4", "<u4", "u32"}},
      {U64, {"uint64", "uint", "Q", "L", "u8", "<u8", "u64"}},
      {F16, {"float16", "half", "e", "f2", "<f2", "f16"}},
      {BF16, {"bfloat16", "bf16"}},
      {F32, {"float32", "single", "f", "f4", "<f4", "f32"}},
      {F64, {"float64", "double", "float", "d", "f8", "<f8", "f64"}},
      {C64, {"complex64", "csingle", "F", "c8", "<c8", "c64"}},
      {C128, {"complex128", "cdouble", "complex", "D", "c16", "<c16", "c128"}},
  };
  for (const auto &[type, names] : table)
    for (const char *text : names)
      EXPECT_EQ(dtypeFromName(text), type) << text;
}

// S0-004, S0-030 (open: dtype objects of NumPy)
TEST(DType, HasNoOtherNames) {
  // ">f8": another machine's byte order; "<f16": NumPy's long double.
  for (const char *text : {"nope", "object", "O", "U8", "datetime64", "longdouble", ">f8", "", "<",
                           "<f16", "<float64", "g", "f2 e", "S8", "M8"})
    EXPECT_ERROR(TypeError, dtypeFromName(text),
                 "no element type is called '" + std::string(text) +
                     "'; expected bool, i16, u32, bf16, f64, c128 or another short name, or "
                     "NumPy's name of one");
}

TEST(DType, ShortNamesAreFoundButForNumPysI8AndU8) {
  for (DType type : all)
    EXPECT_EQ(dtypeFromName(name(type)), type == I8 ? I64 : type == U8 ? U64 : type);
}

TEST(DType, HasTheNumberingOfTheCompilersElementTypes) {
  for (std::size_t n = 0; n < std::size(all); ++n)
    EXPECT_EQ(static_cast<std::size_t>(all[n]), n);
}

template <class T> void expectType(DType type) {
  EXPECT_EQ(dtypeOf<T>, type);
  EXPECT_EQ(itemsize(dtypeOf<T>), sizeof(T));
}

TEST(DType, FitsItsCxxType) {
  expectType<bool>(Bool);
  expectType<std::int8_t>(I8);
  expectType<std::int16_t>(I16);
  expectType<std::int32_t>(I32);
  expectType<std::int64_t>(I64);
  expectType<long long>(I64);
  expectType<std::uint8_t>(U8);
  expectType<std::uint16_t>(U16);
  expectType<std::uint32_t>(U32);
  expectType<std::uint64_t>(U64);
  expectType<unsigned long long>(U64);
  expectType<Float16>(F16);
  expectType<BFloat16>(BF16);
  expectType<float>(F32);
  expectType<double>(F64);
  expectType<std::complex<float>>(C64);
  expectType<std::complex<double>>(C128);
}

TEST(DType, IsOfOneKind) {
  for (DType type : all) {
    EXPECT_EQ(isInteger(type), name(type)[0] == 'i' || name(type)[0] == 'u') << name(type);
    EXPECT_EQ(isUnsigned(type), name(type)[0] == 'u') << name(type);
    EXPECT_EQ(isFloat(type), name(type).find('f') != std::string_view::npos) << name(type);
    EXPECT_EQ(isComplex(type), name(type)[0] == 'c') << name(type);
  }
}

} // namespace
