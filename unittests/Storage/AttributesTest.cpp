//===- AttributesTest.cpp - What a storage tells of itself ----------------===//
//
// Kind, flags, types, and copies that have all of it.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

// S0-001 (open: Python)
TEST(Attributes, KindsAreDerivedFromStorage) {
  static_assert(std::is_base_of_v<Storage, CPUStorage>);
  Storage s = zeros({2});
  CPUStorage host(s);
  EXPECT_EQ(host.get(), s.get());
  EXPECT_EQ(host.kind(), StorageKind::CPU);
  EXPECT_ERROR(ValueError, CPUStorage(Storage()),
               "the storage is empty: a Storage that nothing was assigned to");
}

// S0-064, S0-068, S1-087
TEST(Attributes, TellWhereTheMemoryIs) {
  Storage f = zeros({2, 3}, F64, {.preset = "F"});
  EXPECT_TRUE(f.flags().f_contiguous);
  EXPECT_FALSE(f.flags().c_contiguous);
  EXPECT_TRUE(f.flags().owndata);
  EXPECT_TRUE(f.flags().writeable);
  EXPECT_TRUE(f.flags().aligned);
  EXPECT_NE(f.data(), nullptr);
  EXPECT_EQ(f.device(), "");
  EXPECT_FALSE(f.gpu());
  EXPECT_TRUE(zeros({2, 3}).flags().c_contiguous);
  EXPECT_TRUE(zeros({1, 3}).flags().f_contiguous);
  EXPECT_FALSE(zeros({2, 3}, F64, {.alignment = 8}).flags().c_contiguous);
  double memory[3] = {};
  EXPECT_FALSE(as_storage(memory).flags().owndata);
}

template <class S>
concept HasSyncState = requires(const S &s) { s.sync_state(); };
template <class... More>
concept TakesInPlace = requires(ArrayData data, More... more) { storage(data, more...); };

// S0-065, S0-150, S1-090
TEST(Attributes, MemoryOfTheHostHasNoDeviceDataAndNoSyncState) {
  static_assert(!HasSyncState<Storage> && !HasSyncState<CPUStorage>);
  for (const char *managed : {static_cast<const char *>(nullptr), "gt4py", "cuda"}) {
    Storage s = empty({2}, {}, {.managed = managed});
    EXPECT_EQ(s.kind(), StorageKind::CPU);
    EXPECT_NE(s.data(), nullptr);
    EXPECT_EQ(s.device_data(), nullptr);
    EXPECT_EQ(s.device(), "");
    EXPECT_FALSE(s.gpu());
  }
}

// S0-021 (open: Python)
TEST(Attributes, OptionsAreGivenByName) {
  static_assert(TakesInPlace<StorageOptions>);
  static_assert(!TakesInPlace<ArrayData, StorageKind> && !TakesInPlace<ArrayData, const char *>);
  static_assert(!TakesInPlace<Halo> && !TakesInPlace<Layout> && !TakesInPlace<DType>);
  static_assert(!TakesInPlace<bool> && !TakesInPlace<Axes>);
  double memory[2] = {1.0, 2.0};
  EXPECT_EQ(storage(memory, {.dtype = "f4", .copy = true}).dtype(), F32);
}

// S1-088
TEST(Attributes, FourDimensionsTellTheSame) {
  StorageOptions options{.halo = {{1, 2}, {3, 4}, 0, 0}, .dims = {"I", "J", "K", "0"}};
  Storage s = zeros({10, 20, 30, 4}, F64, options);
  EXPECT_EQ(s.dtype(), F64);
  EXPECT_EQ(s.ndim(), 4u);
  EXPECT_EQ(s.nbytes(), 8 * 24000);
  EXPECT_EQ(list(s.shape()), (Sizes{10, 20, 30, 4}));
  EXPECT_EQ(list(s.strides()), (Sizes{19200, 960, 32, 8}));
  EXPECT_EQ(list(s.domain_shape()), (Sizes{7, 13, 30, 4}));
  Storage view = s.domain_view();
  EXPECT_EQ(list(view.shape()), (Sizes{7, 13, 30, 4}));
  EXPECT_EQ(list(view.halo()), std::vector<HaloWidth>(4));
  EXPECT_EQ(&view.read<double>()(0, 0, 0, 0), &s.read<double>()(1, 3, 0, 0));
  view.write<double>()(6, 12, 29, 3) = 5.0;
  EXPECT_EQ(s.item<double>({7, 15, 29, 3}), 5.0);
  options.alignment = 8; // four points padded to eight
  Storage padded = zeros({10, 20, 30, 4}, F64, options);
  EXPECT_EQ(list(padded.strides()), (Sizes{38400, 1920, 64, 8}));
  EXPECT_EQ(padded.nbytes(), 8 * 24000);
  EXPECT_EQ(list(padded.shape()), list(s.shape()));
}

// S1-089 (open: None in Python)
TEST(Attributes, ASetHaloMovesNothingAndIsTheViewsOwn) {
  Storage s = zeros({10, 20, 30}, F64, {.halo = {{1, 2}, {3, 4}, 0}});
  Sizes aligned = list(s.aligned_index());
  void *address = s.data();
  Storage part = s.slice({{0, 9}});
  part.setHalo({0, 0, 0});
  EXPECT_EQ(s.halo()[0], HaloWidth(1, 2));
  for (const Halo &halo : {Halo{3, 3, 0}, Halo{{0, 4}, 1, {2, 0}}}) {
    s.setHalo(halo);
    EXPECT_EQ(list(s.aligned_index()), aligned);
    EXPECT_EQ(s.data(), address);
  }
  EXPECT_EQ(list(s.halo()), (std::vector<HaloWidth>{{0, 4}, {1, 1}, {2, 0}}));
}

// S1-091, S1-122 (open: the data interface)
TEST(Attributes, ThoseOfTheDraftAreKept) {
  const Storage s = zeros({6, 7}, F64, {.halo = {1, 2}, .dims = "JI", .alignment = 4});
  EXPECT_EQ(s.alignment(), 4);
  EXPECT_EQ(list(s.aligned_index()), (Sizes{1, 2}));
  EXPECT_EQ(std::string_view(s.axes()), "JI");
  EXPECT_FALSE(s.flags().c_contiguous); // seven points padded to eight
  EXPECT_FALSE(s.gpu());
  EXPECT_EQ(list(s.domain_shape()), (Sizes{4, 3}));
  EXPECT_EQ(*s.dims().begin(), J);
}

// S0-077, S1-093
TEST(Attributes, CopiesHaveAllOfThemAndTheirOwnMemory) {
  Storage s = empty({4, 5, 6}, F64, {.halo = {1, {0, 2}, 0}, .layout = "JKI", .alignment = 8});
  numbered(s);
  Storage t = s.copy();
  EXPECT_EQ(valuesOf<double>(t), valuesOf<double>(s));
  EXPECT_EQ(list(t.strides()), list(s.strides()));
  EXPECT_EQ(list(t.halo()), list(s.halo()));
  EXPECT_EQ(t.alignment(), 8);
  EXPECT_EQ(t.domain(), s.domain());
  t.write<double>()(0, 0, 0) = -1.0;
  EXPECT_NE(s.item<double>({0, 0, 0}), -1.0);
  Storage turned = s.slice({Slice(), {4, 0, -2}}).copy();
  EXPECT_EQ(turned.item<double>({2, 0, 3}), s.item<double>({2, 4, 3}));
  EXPECT_EQ(turned.item<double>({2, 1, 3}), s.item<double>({2, 2, 3}));
}

} // namespace
