//===- SliceTest.cpp - Views by buffer index ------------------------------===//
//
// Slices as NumPy cuts them, transposed views, views with other coordinates.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

#include <random>

using namespace gtjit;
using namespace gtjit::test;

namespace {

class SliceView : public testing::Test {
protected:
  SliceView() { numbered(s); }
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};
  Storage s = empty({2, 3, 4});

  double at(std::int64_t i, std::int64_t j, std::int64_t k) const { return numberOf({i, j, k}); }
};

// S0-078, S1-094
TEST_F(SliceView, AnIndexTakesItsDimensionAway) {
  Storage a = s.slice({Slice(), 1, Slice()});
  EXPECT_EQ(std::string_view(a.axes()), "IK");
  EXPECT_EQ(list(a.shape()), (Sizes{2, 4}));
  EXPECT_EQ(list(a.strides()), (Sizes{96, 8}));
  EXPECT_EQ(a.item<double>({1, 2}), at(1, 1, 2));
  Storage b = s.slice({{0, 1}});
  EXPECT_EQ(std::string_view(b.axes()), "IJK");
  EXPECT_EQ(list(b.shape()), (Sizes{1, 3, 4}));
  Storage c = s.slice({1});
  EXPECT_EQ(std::string_view(c.axes()), "JK");
  EXPECT_EQ(list(c.shape()), (Sizes{3, 4}));
  EXPECT_EQ(c.item<double>({2, 3}), at(1, 2, 3));
  EXPECT_EQ(s.slice({ellipsis, -1}).item<double>({0, 0}), at(0, 0, 3));
  c[whole] = 0.0;
  EXPECT_EQ(s.item<double>({1, 0, 0}), 0.0);
}

// S1-086 (open: keys of other objects)
TEST_F(SliceView, CutsAsNumPyDoes) {
  EXPECT_EQ(s.item<double>({1, 2, 3}), at(1, 2, 3));
  EXPECT_EQ(s.item<double>({-1, -3, -4}), at(1, 0, 0));
  EXPECT_ERROR(IndexOutOfBounds, s.named("s").slice({5}),
               "a part of 's': index 5 in I is out of bounds: it has 2 points");
  EXPECT_ERROR(IndexOutOfBounds, s.item<double>({0, 3, 0}),
               "an element of 's': index 3 in J is out of bounds: it has 3 points");
  EXPECT_ERROR(IndexError, s.item<double>({0, 3}),
               "an element of 's': expected an index with 3 entries, got 2");
  EXPECT_ERROR(DTypeError, s.item<float>({0, 0, 0}), "expected an element of f64, got f32");
  EXPECT_ERROR(IndexError, s.slice({0, 0, 0, 0}),
               "a part of 's': too many entries in a slice: expected at most 3 for {I[0,2), "
               "J[0,3), K[0,4)}, got 4");
  EXPECT_ERROR(ValueError, s.slice({{0, 2, 0}}),
               "a part of 's': expected a slice with another step than 0 in I");
  EXPECT_EQ(list(s.slice({{1, 99}}).shape()), (Sizes{1, 3, 4}));
  EXPECT_EQ(list(s.slice({{5, 99}}).shape()), (Sizes{0, 3, 4}));
  Storage second = s.slice({Slice(), Slice(), Slice(Slice::none, Slice::none, 2)});
  EXPECT_EQ(list(second.strides()), (Sizes{96, 32, 16}));
  EXPECT_EQ(second.item<double>({0, 0, 1}), at(0, 0, 2));
  EXPECT_EQ(second.domain(), (Domain{I(0, 2), J(0, 3), K(0, 2)}));
  Storage back = s.slice({Slice(), Slice(), Slice(Slice::none, Slice::none, -1)});
  EXPECT_EQ(list(back.strides()), (Sizes{96, 32, -8}));
  EXPECT_EQ(back.item<double>({0, 1, 0}), at(0, 1, 3));
  back[whole] = back + 0.0;
  EXPECT_EQ(s.item<double>({0, 1, 3}), at(0, 1, 3));
  second[whole] = 7.0;
  EXPECT_EQ(s.item<double>({1, 1, 2}), 7.0);
  EXPECT_EQ(s.item<double>({1, 1, 3}), at(1, 1, 3));
}

/// What Python's slice.indices() says, point by point.
std::vector<std::int64_t> pythonPoints(const Slice &slice, std::int64_t extent) {
  std::int64_t step = slice.step, lower = step < 0 ? -1 : 0, upper = step < 0 ? extent - 1 : extent;
  auto place = [&](std::int64_t n, std::int64_t none) {
    if (n == Slice::none)
      return none;
    if (n < 0)
      n += extent;
    return n < lower ? lower : n > upper ? upper : n;
  };
  std::int64_t start = place(slice.start, step < 0 ? upper : lower);
  std::int64_t stop = place(slice.stop, step < 0 ? lower : upper);
  std::vector<std::int64_t> points;
  for (std::int64_t n = start; step > 0 ? n < stop : n > stop; n += step)
    points.push_back(n);
  return points;
}

// S1-008 (open: keys that are arrays)
TEST_F(SliceView, HundredRandomKeysReadAndWriteAsPythonsSlices) {
  std::mt19937 random(20261121);
  auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  for (int key = 0; key < 100; ++key) {
    Storage whole3 = empty({5, 6, 4}, F64, {.halo = {1, 2, 0}});
    numbered(whole3);
    Slice slices[3];
    std::vector<std::int64_t> points[3];
    for (int d = 0; d < 3; ++d) {
      std::int64_t extent = whole3.shape()[static_cast<std::size_t>(d)];
      if (pick(0, 3) == 0) {
        slices[d] = Slice(pick(-static_cast<int>(extent), static_cast<int>(extent) - 1));
        points[d] = {slices[d].start < 0 ? slices[d].start + extent : slices[d].start};
        continue;
      }
      slices[d].start = pick(0, 2) ? pick(-8, 8) : Slice::none;
      slices[d].stop = pick(0, 2) ? pick(-8, 8) : Slice::none;
      slices[d].step = pick(0, 1) ? 1 : pick(0, 1) ? pick(1, 3) : pick(-3, -1);
      points[d] = pythonPoints(slices[d], extent);
    }
    Storage view = whole3.slice({slices[0], slices[1], slices[2]});
    Storage copy = view.copy();
    view[whole] = view + 1.0e9;
    for (std::size_t i = 0; i < points[0].size(); ++i)
      for (std::size_t j = 0; j < points[1].size(); ++j)
        for (std::size_t k = 0; k < points[2].size(); ++k) {
          std::vector<std::int64_t> index;
          std::size_t all[3] = {i, j, k};
          for (int d = 0; d < 3; ++d)
            if (!slices[d].isIndex)
              index.push_back(static_cast<std::int64_t>(all[d]));
          double expected = numberOf({points[0][i] - 1, points[1][j] - 2, points[2][k]});
          ASSERT_EQ(copy.read<double>().at(index), expected) << "key " << key;
          ASSERT_EQ(whole3.item<double>({points[0][i], points[1][j], points[2][k]}),
                    expected + 1.0e9)
              << "key " << key;
        }
    double sum = 0.0, changed = 0.0;
    HostView<const double> values = whole3.read<double>();
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 6; ++j)
        for (int k = 0; k < 4; ++k)
          (values(i, j, k) > 5.0e8 ? changed : sum) += 1.0;
    EXPECT_EQ(changed, double(points[0].size() * points[1].size() * points[2].size()));
  }
}

// S1-095
TEST_F(SliceView, KeepsTheHaloThatItHolds) {
  Storage u = zeros({10}, F64, {.halo = {2}});
  auto halo = [&](Slice slice) { return u.slice({slice}).halo()[0]; };
  EXPECT_EQ(halo({1, 9}), HaloWidth(1, 1));
  EXPECT_EQ(halo({4, 6}), HaloWidth(0, 0));
  EXPECT_EQ(halo({1, 10}), HaloWidth(1, 2));
  EXPECT_EQ(halo({0, 10, 3}), HaloWidth(1, 1)); // 0 3 6 9
  EXPECT_EQ(halo({8, Slice::none, -1}), HaloWidth(1, 2));
  EXPECT_EQ(zeros({10, 4}, F64, {.halo = {2, 1}}).slice({3}).halo().size(), 1u);
}

// S0-085, S1-083
TEST_F(SliceView, TransposePermutesTheDimensions) {
  s.setHalo({{0, 1}, {1, 1}, {2, 0}});
  Storage t = s.transpose({2, 0, 1});
  EXPECT_EQ(std::string_view(t.axes()), "KIJ");
  EXPECT_EQ(list(t.shape()), (Sizes{4, 2, 3}));
  EXPECT_EQ(list(t.strides()), (Sizes{8, 96, 32}));
  EXPECT_EQ(list(t.halo()), (std::vector<HaloWidth>{{2, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(t.item<double>({3, 1, 2}), at(1, 2, 3));
  EXPECT_EQ(std::string_view(s.transpose().axes()), "KJI");
  EXPECT_EQ(list(s.transpose().shape()), (Sizes{4, 3, 2}));
  EXPECT_EQ(list(s.transpose({-1, 0, 1}).strides()), list(t.strides()));
  EXPECT_EQ(list(s.transpose(Dims{K, I, J}).strides()), list(t.strides()));
  t.set({0, 0, 0}, 9.0);
  EXPECT_EQ(s.item<double>({0, 0, 0}), 9.0);
  EXPECT_ERROR(ValueError, s.transpose({0, 1}),
               "expected each of (I, J, K) once to transpose, got (I, J)");
  EXPECT_ERROR(ValueError, s.transpose({0, 1, 1}),
               "expected each of (I, J, K) once to transpose, got (I, J, J)");
  EXPECT_ERROR(ValueError, s.transpose({0, 1, 3}),
               "expected positions of 3 dimensions to transpose, got 3");
}

TEST_F(SliceView, RebasedViewsHaveOtherCoordinates) {
  Storage r = s.rebased({I(5), K(-1)});
  EXPECT_EQ(r.domain(), (Domain{I(5, 7), J(0, 3), K(-1, 3)}));
  r[{I(6), J(2), K(2)}] = 1.0;
  EXPECT_EQ(s.item<double>({1, 2, 3}), 1.0);
  s.named("s");
  EXPECT_ERROR(IndexError, s.rebased({Dimension("X")(0)}),
               "cannot rebase 's' in X: it has the dimensions (I, J, K)");
}

TEST_F(SliceView, WritesLeaveOldValuesToFields) {
  Field old = s + 0.0;
  Storage second = s.slice({Slice(Slice::none, Slice::none, -1)});
  second[{I(0, 1)}] = -1.0; // the last plane
  EXPECT_EQ(s.item<double>({1, 0, 0}), -1.0);
  EXPECT_EQ(s.item<double>({0, 2, 3}), at(0, 2, 3));
  EXPECT_EQ(old.storage().item<double>({1, 0, 0}), at(1, 0, 0));
}

} // namespace
