//===- NumpyTypesTest.cpp - NumPy's promotion of types --------------------===//
//
// The expected types are those of numpy.result_type and of the ufuncs' loops.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Array/NumpyTypes.h"
#include "../ExpectError.h"

#include <gtest/gtest.h>
#include <gtjit/array.h>
#include <gtjit/gtjit.h>

namespace gtjit {
namespace {

using array::Array;

Array of(DType type) { return zeros({I(0, 3)}, type); }

// S0-125
TEST(NumpyTypes, PromoteAsNumpyDoes) {
  EXPECT_EQ((of(F32) + of(F64)).dtype(), F64);
  EXPECT_EQ((of(I32) + of(F32)).dtype(), F64);
  EXPECT_EQ((of(I64) + of(F32)).dtype(), F64);
  EXPECT_EQ((of(I8) + of(U8)).dtype(), I16);
  EXPECT_EQ((of(Bool) + of(I8)).dtype(), I8);
  EXPECT_EQ((of(I32) / of(I32)).dtype(), F64);
  EXPECT_EQ((of(F32) * 2.0).dtype(), F32);
}

// S0-125. The whole table of numpy.result_type for the types that NumPy has.
TEST(NumpyTypes, TheTableIsNumpys) {
  const DType types[] = {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64};
  const char *table[] = {
      // Bool I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64
      "bool i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64",  // Bool
      "i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 f32 f64",   // I8
      "i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f64", // I16
      "i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64", // I32
      "i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64", // I64
      "u8 i16 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64",   // U8
      "u16 i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f64", // U16
      "u32 i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64", // U32
      "u64 f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64", // U64
      "f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f64", // F16
      "f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f64", // F32
      "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64", // F64
  };
  for (std::size_t row = 0; row < std::size(types); ++row) {
    std::string found;
    for (DType column : types)
      found +=
          (found.empty() ? "" : " ") + std::string(name(detail::numpyPromote(types[row], column)));
    EXPECT_EQ(found, table[row]) << name(types[row]);
  }
  EXPECT_EQ(detail::numpyPromote(C64, F32), C64);
  EXPECT_EQ(detail::numpyPromote(F64, C64), C128);
  EXPECT_EQ(detail::numpyPromote(F16, BF16), F32);
}

TEST(NumpyTypes, NumbersAreWeak) {
  EXPECT_EQ((of(I8) + 1).dtype(), I8);
  EXPECT_EQ((of(I32) + 1.5).dtype(), F64);
  EXPECT_EQ((of(Bool) + 1).dtype(), I64);
  EXPECT_EQ((of(Bool) * 0.5).dtype(), F64);
  EXPECT_EQ((of(F16) + 1).dtype(), F16);
  EXPECT_EQ((of(F32) + true).dtype(), F32);
  EXPECT_ERROR(DTypeError, (of(U8) + 300),
               "the number 300 overflows u8 (0 to 255); convert the field with astype");
}

TEST(NumpyTypes, BoolsAreLogicalOrNumbers) {
  EXPECT_EQ((of(Bool) + of(Bool)).dtype(), Bool);
  EXPECT_EQ((of(Bool) * of(Bool)).dtype(), Bool);
  EXPECT_EQ(floor_divide(of(Bool), of(Bool)).dtype(), I8);
  EXPECT_EQ(sqrt(of(Bool)).dtype(), F16);
  EXPECT_EQ(sin(of(I16)).dtype(), F32);
  EXPECT_EQ(sin(of(I32)).dtype(), F64);
  EXPECT_EQ((of(Bool) / of(Bool)).dtype(), F64);
  EXPECT_ERROR(TypeError, of(Bool) - of(Bool),
               "sub of bool arrays is not defined; use ^ or astype");
  EXPECT_ERROR(TypeError, -of(Bool), "neg of bool arrays is not defined; use ! or astype");
  EXPECT_EQ(where(of(I32), of(F32), 1.0).dtype(), F32);
}

} // namespace
} // namespace gtjit
