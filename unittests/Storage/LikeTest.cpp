//===- LikeTest.cpp - Storages like others --------------------------------===//
//
// What *_like takes from a storage, and what the options replace.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

Storage model() {
  return full(
      {6, 7, 8}, 3, F32,
      {.halo = {{1, 2}, 1, 0}, .layout = {1, 2, 0}, .alignment = 4, .aligned_index = {2, 2, 2}});
}

// S1-061
TEST(Like, TakesWhatIsNotSaidFromTheStorage) {
  Storage s = model(), t = zeros_like(s);
  EXPECT_EQ(t.dtype(), F32);
  EXPECT_EQ(t.domain(), s.domain());
  EXPECT_EQ(list(t.shape()), list(s.shape()));
  EXPECT_EQ(list(t.strides()), list(s.strides()));
  EXPECT_EQ(list(t.halo()), list(s.halo()));
  EXPECT_EQ(t.alignment(), 4);
  EXPECT_EQ(list(t.aligned_index()), (Sizes{2, 2, 2}));
  EXPECT_EQ(t.item<float>({5, 6, 7}), 0.0f);
  EXPECT_EQ(ones_like(s).item<float>({5, 6, 7}), 1.0f);
  EXPECT_EQ(empty_like(s).dtype(), F32);
  EXPECT_EQ(ones_like(s, {.dtype = "i4"}).item<std::int32_t>({0, 0, 0}), 1);
}

template <class... More>
concept LikeTakes = requires(const Storage &s, More... more) {
  zeros_like(s, more...);
  ones_like(s, more...);
  empty_like(s, more...);
  full_like(s, 7, more...);
};

// S1-062
TEST(Like, KeepsTheShape) {
  static_assert(LikeTakes<> && LikeTakes<StorageOptions>);
  static_assert(!LikeTakes<Shape> && !LikeTakes<Domain> && !LikeTakes<Shape, StorageOptions>);
  const char *message = "the shape of a storage like another one cannot be given";
  EXPECT_ERROR(TypeError, zeros_like(model(), {.shape = {1}}), message);
  EXPECT_ERROR(TypeError, ones_like(model(), {.shape = {1}}), message);
  EXPECT_ERROR(TypeError, empty_like(model(), {.shape = {1}}), message);
  EXPECT_ERROR(TypeError, full_like(model(), 7, {.shape = {6, 7, 8}}), message);
}

// S1-063
TEST(Like, TakesEveryOtherOption) {
  Storage s = model();
  Storage t = empty_like(s, {.halo = {0, 0, 0}, .layout = {2, 1, 0}});
  EXPECT_EQ(list(t.halo()), std::vector<HaloWidth>(3));
  EXPECT_EQ(t.compute_domain(), s.domain());
  EXPECT_EQ(list(t.strides()), (Sizes{4, 32, 224})); // six points padded to eight
  Storage f = empty_like(s, {.preset = "F"});
  EXPECT_EQ(list(f.strides()), list(t.strides()));
  EXPECT_EQ(empty_like(s, {.alignment = 1}).alignment(), 1);
  EXPECT_EQ(list(empty_like(s, {.aligned_index = {0, 0, 0}}).aligned_index()), (Sizes{0, 0, 0}));
  EXPECT_EQ(std::string_view(empty_like(s, {.dims = "KJI"}).axes()), "KJI");
  Runtime runtime;
  EXPECT_EQ(&empty_like(s, {.runtime = &runtime}).runtime(), &runtime);
}

// S1-064, S1-065
TEST(Like, FullLikeFills) {
  EXPECT_EQ(full({2, 2}, 3).dtype(), F64);
  EXPECT_EQ(full({2}, 2.7, I32).item<std::int32_t>({1}), 2);
  Storage s = model(), t = full_like(s, 7);
  EXPECT_EQ(t.dtype(), F32);
  EXPECT_EQ(t.domain(), s.domain());
  EXPECT_EQ(list(t.strides()), list(s.strides()));
  EXPECT_EQ(list(t.halo()), list(s.halo()));
  EXPECT_EQ(t.alignment(), 4);
  EXPECT_EQ(list(t.aligned_index()), (Sizes{2, 2, 2}));
  for (const auto &[point, value] : valuesOf<float>(t))
    EXPECT_EQ(value, 7.0f);
}

// S1-066
TEST(Like, OfAViewIsDense) {
  Storage s = zeros({4, 6});
  Storage t = zeros_like(s.slice({Slice(), {0, 6, 2}}));
  EXPECT_EQ(list(t.shape()), (Sizes{4, 3}));
  EXPECT_EQ(list(t.strides()), (Sizes{24, 8}));
  Storage turned = zeros_like(s.transpose());
  EXPECT_EQ(list(turned.shape()), (Sizes{6, 4}));
  EXPECT_EQ(list(turned.strides()), (Sizes{8, 48}));
}

} // namespace
