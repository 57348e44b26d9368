//===- DTypeTest.cpp - Element types --------------------------------------===//
//
// Names, sizes and C++ types of elements.
//
//===----------------------------------------------------------------------===//

#include "gtjit/DType.h"
#include "../ExpectError.h"

using namespace gtjit;

namespace {

// S0-030 (open: dtype objects of NumPy)
TEST(DType, IsFoundByTheNamesOfNumPy) {
  EXPECT_EQ(dtypeFromName("f4"), F32);
  EXPECT_EQ(dtypeFromName("float32"), F32);
  EXPECT_EQ(dtypeFromName("float"), F64);
  EXPECT_EQ(dtypeFromName("<f8"), F64);
  EXPECT_EQ(dtypeFromName("float64"), F64);
  EXPECT_EQ(dtypeFromName("i4"), I32);
  EXPECT_EQ(dtypeFromName("=i8"), I64);
  EXPECT_EQ(dtypeFromName("int64"), I64);
  EXPECT_EQ(dtypeFromName("|b1"), Bool);
  EXPECT_EQ(dtypeFromName("?"), Bool);
  EXPECT_ERROR(TypeError, dtypeFromName("nope"),
               "no element type is called 'nope'; expected bool, i32, i64, f32, f64 or NumPy's "
               "name of one");
  EXPECT_ERROR(TypeError, dtypeFromName(">f8"),
               "no element type is called '>f8'; expected bool, i32, i64, f32, f64 or NumPy's "
               "name of one");
  EXPECT_ERROR(TypeError, dtypeFromName(""),
               "no element type is called ''; expected bool, i32, i64, f32, f64 or NumPy's name "
               "of one");
}

TEST(DType, NamesRoundTrip) {
  for (DType type : {Bool, I32, I64, F32, F64})
    EXPECT_EQ(dtypeFromName(name(type)), type);
}

TEST(DType, FitsItsCxxType) {
  EXPECT_EQ(itemsize(Bool), 1u);
  EXPECT_EQ(itemsize(dtypeOf<std::int32_t>), sizeof(std::int32_t));
  EXPECT_EQ(itemsize(dtypeOf<long long>), sizeof(long long));
  EXPECT_EQ(itemsize(dtypeOf<float>), sizeof(float));
  EXPECT_EQ(itemsize(dtypeOf<double>), sizeof(double));
  EXPECT_TRUE(isFloat(F32) && !isFloat(I32) && isInteger(I64) && !isInteger(Bool));
}

} // namespace
