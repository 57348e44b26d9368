//===- SetTest.cpp - Writing parts by buffer index ------------------------===//
//
// Values that are aligned by index and matched by name, lists of indices,
// masks.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

class Set : public testing::Test {
protected:
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};
  Storage out = zeros({6, 8, 5}).named("out");

  static double sumOf(const Storage &storage) {
    double sum = 0.0;
    for (const auto &[point, value] : valuesOf<double>(storage))
      sum += value;
    return sum;
  }
};

// S0-080
TEST_F(Set, MatchesDimensionsByNameAndPointsByIndex) {
  Storage value = empty({6, 2});
  numbered(value);
  out.set({Slice(), {3, 5}, 0}, value);
  for (std::int64_t i = 0; i < 6; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      EXPECT_EQ(out.item<double>({i, 3 + j, 0}), numberOf({i, j}));
  EXPECT_EQ(sumOf(out), sumOf(value));
  Storage turned = zeros({2, 6}, {}, {.dims = "JI"}), again = zeros({6, 8, 5});
  turned.set({ellipsis}, value);
  again.set({Slice(), {3, 5}, 0}, turned);
  EXPECT_EQ(valuesOf<double>(again), valuesOf<double>(out));
  Storage row = full({2}, 3.0, F64, {.dims = "J"});
  out.set({Slice(), {3, 5}, 0}, row);
  EXPECT_EQ(sumOf(out), 36.0);
  out.set({Slice(), {3, 5}, 0}, full({1, 1}, 2.0, F64, {.dims = "KI"})); // one point is no point
  EXPECT_EQ(sumOf(out), 24.0);
  Storage column = ones({5}, F64, {.dims = "K"}).named("column");
  EXPECT_ERROR(ValueError, out.set({Slice(), {3, 5}, 0}, column),
               "set: expected no dimension K or one point, got 5 of 'column'");
  EXPECT_ERROR(ValueError, out.set({Slice(), {3, 6}, 0}, value.named("value")),
               "set: expected 3 points in J or one point, got 2 of 'value'");
  EXPECT_EQ(sumOf(out), 24.0);
}

// S0-081, S1-096 (open: arrays without names)
TEST_F(Set, TakesListsOfIndicesAndMasks) {
  Storage s = zeros({3, 2, 2});
  s.set({Indices{0, 2}, Slice(), Slice()}, 5);
  EXPECT_EQ(sumOf(s), 40.0);
  EXPECT_EQ(s.item<double>({1, 0, 0}), 0.0);
  Storage mask = zeros({3, 2, 2}, Bool);
  mask.set({0}, true);
  s.set(mask, 0);
  EXPECT_EQ(sumOf(s), 20.0);
  s.set({Indices{1, 1}}, full({2}, 0.0)); // repeated: the last one counts
  Storage values = zeros({2});
  values.set({0}, 1.0);
  values.set({1}, 2.0);
  s.set({Indices{1, 1}}, values);
  EXPECT_EQ(s.item<double>({1, 1, 1}), 2.0);
  s.set({Indices{0, 2}, ellipsis, Indices{0, 1}}, 7.0); // lists go together
  EXPECT_EQ(s.item<double>({0, 1, 0}), 7.0);
  EXPECT_EQ(s.item<double>({2, 1, 1}), 7.0);
  EXPECT_EQ(s.item<double>({2, 1, 0}), 5.0);
  EXPECT_ERROR(IndexError, s.set({Indices{0, 2}, Indices{0}}, 1.0),
               "expected lists of one length, got 2 and 1 indices");
  EXPECT_ERROR(IndexOutOfBounds, s.named("s").set({Indices{0, 3}}, 1.0),
               "a part of 's': index 3 in I is out of bounds: it has 3 points");
  EXPECT_EQ(s.item<double>({0, 0, 1}), 0.0);
  EXPECT_ERROR(DTypeError, s.set(s, 1.0), "set: expected a mask of bool, got f64");
  Storage plane = zeros({3}, Bool);
  plane.set({-1}, true);
  s.set(plane, 9.0);
  EXPECT_EQ(s.item<double>({2, 0, 0}), 9.0);
}

// S1-096 (open: arrays without names)
TEST_F(Set, WritesNumbersAndParts) {
  Storage s = zeros({2, 3, 4});
  s.set({0}, 1.5);
  EXPECT_EQ(sumOf(s), 18.0);
  s.set({ellipsis}, full({3, 4}, 2.0, F64, {.dims = "JK"}));
  EXPECT_EQ(sumOf(s), 48.0);
  EXPECT_ERROR(ValueError, s.set({ellipsis}, ones({4, 4}, F64, {.dims = "JK"}).named("v")),
               "set: expected 3 points in J or one point, got 4 of 'v'");
  EXPECT_EQ(sumOf(s), 48.0);
  EXPECT_THROW(zeros({3}, I32).set({0}, 1.5), TypeError);
  s.set({{1, 2}}, s.slice({{0, 1}})); // reads before it writes
  EXPECT_EQ(sumOf(s), 48.0);
}

} // namespace
