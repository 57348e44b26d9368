//===- PromotionTableTest.cpp - Every pair of element types ---------------===//
//
// The common type of two fields, and of a field and a number, for all types.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include <map>
#include <sstream>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

// Rows and columns: the operands; "-": no common type. Floats with integers and
// bools with numbers are errors, but for numbers of C++.
constexpr const char *fieldsWithFields = R"(
       bool i8  i16 i32 i64 u8  u16 u32 u64 f16 bf16 f32 f64
  bool bool -   -   -   -   -   -   -   -   -   -    -   -
  i8   -    i8  i16 i32 i64 i16 i32 i64 -   -   -    -   -
  i16  -    i16 i16 i32 i64 i16 i32 i64 -   -   -    -   -
  i32  -    i32 i32 i32 i64 i32 i32 i64 -   -   -    -   -
  i64  -    i64 i64 i64 i64 i64 i64 i64 -   -   -    -   -
  u8   -    i16 i16 i32 i64 u8  u16 u32 u64 -   -    -   -
  u16  -    i32 i32 i32 i64 u16 u16 u32 u64 -   -    -   -
  u32  -    i64 i64 i64 i64 u32 u32 u32 u64 -   -    -   -
  u64  -    -   -   -   -   u64 u64 u64 u64 -   -    -   -
  f16  -    -   -   -   -   -   -   -   -   f16 f32  f32 f64
  bf16 -    -   -   -   -   -   -   -   -   f32 bf16 f32 f64
  f32  -    -   -   -   -   -   -   -   -   f32 f32  f32 f64
  f64  -    -   -   -   -   -   -   -   -   f64 f64  f64 f64
)";
constexpr const char *fieldsWithNumbers = R"(
       true 1    1.5
  bool bool -    -
  i8   -    i8   -
  i16  -    i16  -
  i32  -    i32  -
  i64  -    i64  -
  u8   -    u8   -
  u16  -    u16  -
  u32  -    u32  -
  u64  -    u64  -
  f16  -    f16  f16
  bf16 -    bf16 bf16
  f32  -    f32  f32
  f64  -    f64  f64
)";

/// The cells of a table by row and column.
std::map<std::pair<std::string, std::string>, std::string> cellsOf(const char *text) {
  std::map<std::pair<std::string, std::string>, std::string> cells;
  std::istringstream lines(text);
  std::vector<std::string> columns;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string row, cell;
    if (columns.empty()) {
      while (words >> cell)
        columns.push_back(cell);
      continue;
    }
    words >> row;
    for (std::size_t n = 0; words >> cell; ++n)
      cells[{row, columns[n]}] = cell;
  }
  return cells;
}

const DType real[] = {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64};

class PromotionTable : public GraphTest {
protected:
  /// The result type of `==`'s operands, or "-" with an error that names astype.
  static std::string commonType(const Arg &a, const Arg &b) {
    try {
      Field equal = a == b;
      return std::string(name(equal.get()->inputs[0]->dtype));
    } catch (const DTypeError &error) {
      EXPECT_NE(std::string(error.what()).find("astype"), std::string::npos) << error.what();
      return "-";
    }
  }
};

TEST_F(PromotionTable, TwoFields) {
  auto cells = cellsOf(fieldsWithFields);
  EXPECT_EQ(cells.size(), 13u * 13u);
  for (DType a : real)
    for (DType b : real)
      EXPECT_EQ(commonType(on(I(0, 4), a), on(I(0, 4), b)),
                (cells[{std::string(name(a)), std::string(name(b))}]))
          << name(a) << " with " << name(b);
}

TEST_F(PromotionTable, AFieldAndANumberInEitherOrder) {
  auto cells = cellsOf(fieldsWithNumbers);
  EXPECT_EQ(cells.size(), 13u * 3u);
  for (const auto &[number, text] : std::initializer_list<std::pair<Field, const char *>>{
           {true, "true"}, {1, "1"}, {1.5, "1.5"}})
    for (DType type : real) {
      std::string expected = cells[{std::string(name(type)), text}];
      EXPECT_EQ(commonType(on(I(0, 4), type), number), expected) << name(type) << " with " << text;
      EXPECT_EQ(commonType(number, on(I(0, 4), type)), expected) << text << " with " << name(type);
    }
}

TEST_F(PromotionTable, DivisionAndFunctionsOfIntegersAreF64) {
  for (DType type : real) {
    if (type == Bool)
      continue;
    Field f = on(I(0, 4), type);
    DType expected = isInteger(type) ? F64 : type;
    EXPECT_EQ((f / f).dtype(), expected) << name(type);
    EXPECT_EQ((f / 2).dtype(), expected) << name(type);
    EXPECT_EQ(sqrt(f).dtype(), expected) << name(type);
    EXPECT_EQ((f + f).dtype(), type) << name(type);
    EXPECT_EQ((-f).dtype(), type) << name(type);
  }
}

// What a store converts by itself: what loses no integers, and floats.
TEST_F(PromotionTable, StoresConvertWhatTheTargetHolds) {
  const DType all[] = {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, C64, C128};
  for (DType from : all)
    for (DType to : all) {
      bool holds = isInteger(from) && isInteger(to) && itemsize(to) > itemsize(from) &&
                   (isUnsigned(from) || !isUnsigned(to));
      bool fits = from == to || holds || (isInteger(from) && (isFloat(to) || isComplex(to))) ||
                  (isFloat(from) && (isFloat(to) || isComplex(to))) ||
                  (isComplex(from) && isComplex(to));
      Storage value = on(I(0, 4), from), target = on(I(0, 4), to);
      auto store = [&] {
        return buildStoreValue(Field(value).ref(), *target.get(), target.domain(), {})->dtype;
      };
      if (fits)
        EXPECT_EQ(store(), to) << name(from) << " into " << name(to);
      else
        EXPECT_THROW(store(), DTypeError) << name(from) << " into " << name(to);
    }
}

} // namespace
