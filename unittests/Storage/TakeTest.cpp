//===- TakeTest.cpp - Reading by lists of indices and by masks ------------===//
//
// Values of a storage that are no slice of it.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

class Take : public testing::Test {
protected:
  Take() { numbered(s); }
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};
  Storage s = empty({2, 3, 4}).named("s");

  static double at(std::int64_t i, std::int64_t j, std::int64_t k) { return numberOf({i, j, k}); }
  /// The values of one dimension.
  static std::vector<double> row(const Storage &storage) {
    std::vector<double> values;
    for (std::int64_t n = 0; n < storage.shape()[0]; ++n)
      values.push_back(storage.item<double>({n}));
    return values;
  }
};

// S1-086 (open: keys of other objects)
TEST_F(Take, AListOfIndicesHasTheirValues) {
  Storage t = s.take({Indices{1, 0, -1}});
  EXPECT_EQ(std::string_view(t.axes()), "IJK");
  EXPECT_EQ(list(t.shape()), (Sizes{3, 3, 4}));
  EXPECT_EQ(t.item<double>({0, 2, 3}), at(1, 2, 3));
  EXPECT_EQ(t.item<double>({1, 2, 3}), at(0, 2, 3));
  EXPECT_EQ(t.item<double>({2, 0, 1}), at(1, 0, 1));
  t[whole] = 0.0;
  EXPECT_EQ(s.item<double>({1, 2, 3}), at(1, 2, 3)); // memory of its own
  Storage middle = s.take({1, Indices{2, 2}, {1, 3}});
  EXPECT_EQ(std::string_view(middle.axes()), "JK");
  EXPECT_EQ(middle.domain(), (Domain{J(0, 2), K(1, 3)})); // coordinates as slice() has them
  EXPECT_EQ(middle.item<double>({1, 0}), at(1, 2, 1));
  EXPECT_EQ(list(s.take({Indices{}}).shape()), (Sizes{0, 3, 4}));
}

// S1-086 (open: keys of other objects)
TEST_F(Take, ListsGoTogether) {
  Storage t = s.take({Indices{0, 1}, ellipsis, Indices{3, 0}});
  EXPECT_EQ(std::string_view(t.axes()), "IJ");
  EXPECT_EQ(t.item<double>({0, 2}), at(0, 2, 3));
  EXPECT_EQ(t.item<double>({1, 1}), at(1, 1, 0));
  EXPECT_EQ(row(s.take({Indices{0, 1}, 2, Indices{3, 0}})),
            (std::vector{at(0, 2, 3), at(1, 2, 0)}));
  EXPECT_EQ(row(s.take({Indices{1, 1}, Indices{0, 2}, Indices{3, 0}})),
            (std::vector{at(1, 0, 3), at(1, 2, 0)}));
  Storage back = zeros({2, 3, 4});
  back.set({Indices{0, 1}, ellipsis, Indices{3, 0}}, t); // what was taken fits where it was
  EXPECT_EQ(back.item<double>({1, 1, 0}), at(1, 1, 0));
  EXPECT_EQ(back.item<double>({1, 1, 3}), 0.0);
}

TEST_F(Take, WithoutAListItIsACopyOfASlice) {
  Storage t = s.take({1, Slice(), {0, 4, 2}});
  EXPECT_EQ(list(t.shape()), (Sizes{3, 2}));
  EXPECT_EQ(t.item<double>({2, 1}), at(1, 2, 2));
  t[whole] = 0.0;
  EXPECT_EQ(s.item<double>({1, 2, 2}), at(1, 2, 2));
  EXPECT_EQ(s.take({1, 2, 3}).read<double>()(), at(1, 2, 3));
}

// S1-086 (open: keys of other objects)
TEST_F(Take, AMaskHasTheValuesWhereItIsTrue) {
  Storage mask = zeros({2, 3, 4}, Bool);
  for (std::initializer_list<std::int64_t> point :
       {std::initializer_list<std::int64_t>{1, 0, 2}, {0, 2, 3}, {0, 2, 0}})
    mask.set({*point.begin(), *(point.begin() + 1), *(point.begin() + 2)}, true);
  const std::vector values{at(0, 2, 0), at(0, 2, 3), at(1, 0, 2)}; // as NumPy orders them
  Storage t = s.take(mask);
  EXPECT_EQ(t.domain(), (Domain{I(0, 3)}));
  EXPECT_EQ(row(t), values);
  EXPECT_EQ(row(s.take(mask.transpose())), values);            // dimensions meet by name
  EXPECT_EQ(row(s.take(mask.rebased({I(7), J(-3)}))), values); // points by buffer index
  EXPECT_EQ(row(s.transpose().take(mask)), (std::vector{at(0, 2, 0), at(1, 0, 2), at(0, 2, 3)}));
  EXPECT_EQ(s.take(zeros({2, 3, 4}, Bool)).shape()[0], 0);
  EXPECT_EQ(mask.take(mask).dtype(), Bool);
}

TEST_F(Take, MistakesAreTold) {
  EXPECT_ERROR(IndexOutOfBounds, s.named("s").take({Indices{0, 2}}),
               "a part of 's': index 2 in I is out of bounds: it has 2 points");
  EXPECT_ERROR(IndexOutOfBounds, s.take({Indices{0}, 3}),
               "a part of 's': index 3 in J is out of bounds: it has 3 points");
  EXPECT_ERROR(IndexError, s.take({Indices{0, 1}, Indices{0}}),
               "expected lists of one length, got 2 and 1 indices");
  EXPECT_ERROR(IndexError, s.take({0, 0, 0, Indices{0}}),
               "a part of 's': too many entries in a slice: expected at most 3 for {I[0,2), "
               "J[0,3), K[0,4)}, got 4");
  EXPECT_ERROR(DTypeError, s.take(s), "take: expected a mask of bool, got f64");
  const char *text = "take: expected a mask with as many points in each dimension as {I[0,2), "
                     "J[0,3), K[0,4)}, got ";
  EXPECT_ERROR(ValueError, s.take(zeros({2, 3, 5}, Bool)),
               text + std::string("{I[0,2), J[0,3), K[0,5)}"));
  EXPECT_ERROR(ValueError, s.take(zeros({2, 3}, Bool)), text + std::string("{I[0,2), J[0,3)}"));
  EXPECT_ERROR(ValueError, Storage().take({0}),
               "the storage is empty: a Storage that nothing was assigned to");
}

} // namespace
