//===- TextTest.cpp - Values as text --------------------------------------===//
//
// How elements of each type are printed.
//
//===----------------------------------------------------------------------===//

#include <gtjit/gtjit.h>

#include <gtest/gtest.h>

#include <complex>
#include <sstream>

using namespace gtjit;

namespace {

template <class T> std::string textOf(T value) {
  Text text = toText(full<T>({I(0, 1)}, value));
  std::string_view all = text;
  return std::string(all.substr(all.find('\n') + 1));
}

TEST(ElementText, IsTheShortestThatReadsBackAsTheValue) {
  EXPECT_EQ(textOf(true), "[true]");
  EXPECT_EQ(textOf(std::int8_t(-128)), "[-128]");
  EXPECT_EQ(textOf(std::uint8_t(200)), "[200]");
  EXPECT_EQ(textOf(std::uint64_t(18446744073709551615u)), "[18446744073709551615]");
  EXPECT_EQ(textOf(Float16(0.1)), "[0.1]");
  EXPECT_EQ(textOf(Float16(65504)), "[65500]");
  EXPECT_EQ(textOf(Float16(-HUGE_VAL)), "[-inf]");
  EXPECT_EQ(textOf(BFloat16(3.14159)), "[3.14]");
  EXPECT_EQ(textOf(BFloat16(1e38)), "[1e+38]");
  EXPECT_EQ(textOf(0.1f), "[0.1]");
  EXPECT_EQ(textOf(0.1), "[0.1]");
  EXPECT_EQ(textOf(std::complex<float>(1, -2.5f)), "[1-2.5j]");
  EXPECT_EQ(textOf(std::complex<double>(-0.0, 0.1)), "[-0+0.1j]");
}

TEST(ElementText, OfALargeStorageTellsLeastAndGreatest) {
  auto text = [](const Storage &storage) { return std::string(std::string_view(toText(storage))); };
  Storage u = full({1000}, 250, U8);
  u.write<std::uint8_t>()(7) = 3;
  EXPECT_NE(text(u).find("least 3, greatest 250"), std::string::npos) << text(u);
  EXPECT_NE(text(full({1000}, 0.5, F16)).find("least 0.5, greatest 0.5"), std::string::npos);
  EXPECT_NE(text(full({1000}, 0.5, C64)).find("c64 storage"), std::string::npos);
}

template <class T> std::string printed(const T &value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(PrintedNames, OfTypesAndDimensionsAreThoseOfMessages) {
  EXPECT_EQ(printed(F64), "f64");
  EXPECT_EQ(printed(BF16), "bf16");
  EXPECT_EQ(printed(J), "J");
  EXPECT_EQ(printed(Dims{I, K}), "(I, K)");
  EXPECT_EQ(printed(Dims()), "()");
  EXPECT_EQ(std::string_view(toText(Dims{I, K})), "(I, K)");
  EXPECT_EQ(printed(zeros({I(0, 2), J(0, 3)}).dims()), "(I, J)");
  EXPECT_EQ(printed(5) + printed(2.5) + printed(true), "52.51"); // as ever
}

} // namespace
