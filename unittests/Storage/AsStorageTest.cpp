//===- AsStorageTest.cpp - Arrays as storages, and copies of them ---------===//
//
// Wrapping with checks, copying, and where every parameter comes from.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

class AsStorage : public testing::Test {
protected:
  AsStorage() {
    for (int n = 0; n < 24; ++n)
      (&values[0][0][0])[n] = n;
  }
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope{runtime};
  alignas(64) double values[2][3][4];
};

// S0-002 (open: owners in Python)
TEST_F(AsStorage, SharesTheMemory) {
  double buf[24] = {};
  Storage s = as_storage(buf, {2, 3, 4});
  s.set({1, 2, 3}, 7.0);
  EXPECT_EQ(buf[23], 7.0);
  EXPECT_EQ(s.data(), buf);
  std::vector<float> vector(5, 1.5f);
  EXPECT_EQ(as_storage(vector).data(), vector.data());
  EXPECT_EQ(as_storage(vector).dtype(), F32);
  EXPECT_EQ(list(as_storage(values).shape()), (Sizes{2, 3, 4}));
  Storage host = full({3, 2}, 4.0, F64, {.preset = "F"});
  Storage again = as_storage(host.write<double>());
  EXPECT_EQ(list(again.strides()), (Sizes{8, 24}));
  again.set({0, 0}, 5.0);
  EXPECT_EQ(host.item<double>({0, 0}), 5.0);
}

// S0-016
TEST_F(AsStorage, StorageCopies) {
  Storage s = storage(values, {.layout = fortran});
  EXPECT_EQ(list(s.strides()), (Sizes{8, 16, 48}));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        EXPECT_EQ(s.item<double>({i, j, k}), values[i][j][k]);
  EXPECT_NE(s.data(), &values[0][0][0]);
  values[1][1][1] = -1.0;
  EXPECT_EQ(s.item<double>({1, 1, 1}), 17.0);
  EXPECT_EQ(list(storage(&values[0][0][0], {24}).shape()), Sizes{24});
}

// S0-018
TEST_F(AsStorage, IsWhatStorageDoesWithoutACopy) {
  EXPECT_EQ(storage(values, {.copy = false}).data(), &values[0][0][0]);
  EXPECT_ERROR(DTypeError, storage(values, {.dtype = F32, .copy = false}),
               "expected data of f32, got f64");
}

// S0-019, S0-053, S1-079
TEST_F(AsStorage, WithoutDataTheOptionsAllocate) {
  EXPECT_EQ(list(storage({.shape = {2, 3, 4}, .copy = false}).shape()), (Sizes{2, 3, 4}));
  const char *message = "the parameters of the storage are underdetermined: expected a shape";
  EXPECT_ERROR(ValueError, storage({.copy = false}), message);
  EXPECT_ERROR(ValueError, storage(), message);
}

// S0-020, S1-067
TEST_F(AsStorage, ChecksTheOptionsAgainstTheData) {
  EXPECT_ERROR(ValueError, as_storage(values, {.shape = {4, 3, 2}}),
               "expected data of shape (4, 3, 2), got (2, 3, 4)");
  EXPECT_ERROR(DTypeError, as_storage(values, {.dtype = F32}), "expected data of f32, got f64");
  EXPECT_ERROR(LayoutError, as_storage(values, {.layout = "KJI"}),
               "expected data with decreasing strides in the order (K, J, I), got (96, 32, 8) "
               "bytes on (I, J, K)");
  EXPECT_ERROR(LayoutError, as_storage(values, {.layout = {2, 1, 0}}),
               "expected data with decreasing strides in the order (K, J, I), got (96, 32, 8) "
               "bytes on (I, J, K)");
  EXPECT_ERROR(LayoutError, as_storage(&values[0][0][1], {3}, {.alignment = 8}),
               "expected foreign memory whose aligned point lies at a multiple of 8 elements");
  EXPECT_EQ(as_storage(&values[0][0][1], {9}, {.alignment = 8, .aligned_index = {7}}).data(),
            &values[0][0][1]);
  EXPECT_ERROR(LayoutError,
               as_storage(&values[0][0][0], {9}, {.alignment = 8, .aligned_index = {7}}),
               "expected foreign memory whose aligned point lies at a multiple of 8 elements");
  EXPECT_EQ(as_storage(values, {.shape = {2, 3, 4}, .dtype = F64, .layout = "IJK", .alignment = 8})
                .alignment(),
            8);
  double thin[1][5][1] = {};
  EXPECT_EQ(as_storage(thin, {.layout = "KJI"}).data(), &thin[0][0][0]);
  EXPECT_EQ(as_storage(thin, {.layout = "JKI"}).data(), &thin[0][0][0]);
}

// S0-052, S1-068
TEST_F(AsStorage, PresetsComeBeforeTheData) {
  float data[2][3] = {{1, 2, 3}, {4, 5, 6}};
  Storage s = storage(data, {.preset = "F"});
  EXPECT_EQ(s.dtype(), F32);
  EXPECT_EQ(list(s.strides()), (Sizes{4, 8}));
  EXPECT_EQ(s.item<float>({1, 2}), 6.0f);
  EXPECT_EQ(storage(data).dtype(), F32);
  Storage f = empty({2, 3}, F64, {.preset = "F"});
  EXPECT_EQ(list(as_storage(f).strides()), (Sizes{8, 16}));
  EXPECT_EQ(list(storage(f).strides()), (Sizes{8, 16}));
  EXPECT_ERROR(LayoutError, as_storage(f, {.preset = "C"}),
               "expected data with decreasing strides in the order (I, J), got (8, 16) bytes on "
               "(I, J); leave out the preset 'C', or copy the data");
  Storage wide = storage(data, {.dtype = F64});
  EXPECT_EQ(wide.dtype(), F64);
  EXPECT_EQ(wide.item<double>({1, 2}), 6.0);
  EXPECT_ERROR(DTypeError, as_storage(data, {.dtype = F64}), "expected data of f64, got f32");
  EXPECT_ERROR(ValueError, storage(data, {.shape = {3, 2}}),
               "expected data of shape (3, 2), got (2, 3)");
}

// S0-022
TEST_F(AsStorage, ANumberFills) {
  Storage s = storage(3.0, {.shape = {2, 2}});
  EXPECT_EQ(s.dtype(), F64);
  for (const auto &[point, value] : valuesOf<double>(s))
    EXPECT_EQ(value, 3.0);
  EXPECT_EQ(storage(3, {.shape = {2}, .dtype = I32}).item<std::int32_t>({1}), 3);
  double memory[4] = {};
  const char *refused =
      "device_data is memory that wrap() takes, not that of a storage that is made "
      "and filled";
  EXPECT_ERROR(ValueError, storage(3.0, {.shape = {2, 2}, .device_data = memory}), refused);
  EXPECT_ERROR(ValueError, zeros({2}, F64, {.device_data = memory}), refused);
  EXPECT_ERROR(ValueError, empty<double>({I(0, 2)}, {.device_data = memory}), refused);
  EXPECT_ERROR(ValueError, ones_like(s, {.device_data = memory}), refused);
}

TEST_F(AsStorage, OfAStorageSharesItAndMayHaveAnotherHalo) {
  Storage s = zeros({6, 6}, F64, {.halo = {1, 1}});
  Storage t = as_storage(s, {.halo = {2, 0}});
  t.set({0, 0}, 3.0);
  EXPECT_EQ(s.item<double>({0, 0}), 3.0);
  EXPECT_EQ(list(t.halo()), (std::vector<HaloWidth>{2, 0}));
  EXPECT_EQ(list(s.halo()), (std::vector<HaloWidth>{1, 1}));
  s.named("s");
  EXPECT_ERROR(ValueError, as_storage(s, {.dims = "JI"}),
               "the dimensions, the runtime and the device of 's' stay what they are without a "
               "copy");
}

// S1-012 (open: the data interface)
TEST_F(AsStorage, ArraysOfConstantsAreReadOnly) {
  const double constants[3] = {1, 2, 3};
  Storage s = as_storage(constants).named("s");
  EXPECT_EQ(s.item<double>({-1}), 3.0);
  EXPECT_FALSE(s.flags().writeable);
  EXPECT_ERROR(ValueError, s.set({0}, 1.0), "cannot write 's': its memory is read-only");
  EXPECT_ERROR(ValueError, s.slice({{0, 2}})[whole] = 1.0,
               "cannot write 's': its memory is read-only");
  EXPECT_EQ((s + 1.0).at({I(2)}).item<double>(), 4.0);
  EXPECT_EQ(storage(constants).flags().writeable, true);
}

TEST_F(AsStorage, PointsThatShareAnElementAreNotWritten) {
  double memory[12] = {};
  Storage s = wrap(memory, {3, 4}, {.strides = {0, 8}}).named("s");
  const char *message =
      "cannot write 's': several of its points are one element (byte strides 0, 8)";
  EXPECT_ERROR(ValueError, s[whole] = 1.0, message);
  EXPECT_ERROR(ValueError, s.write<double>(), message);
  EXPECT_ERROR(ValueError, fillHalo(s, periodic(I)), message);
  EXPECT_FALSE(s.flags().writeable);
  s.slice({1})[whole] = 2.0; // one of the rows that are the same
  EXPECT_EQ(s.item<double>({0, 3}), 2.0);
  Storage window = wrap(memory, {5, 4}, {.strides = {16, 8}}).named("window");
  EXPECT_ERROR(ValueError, window[interior] = 1.0,
               "cannot write 'window': several of its points are one element (byte strides 16, "
               "8)");
  Storage entangled = wrap(memory, {2, 3}, {.strides = {24, 16}}); // 0 2 4 3 5 7
  entangled[whole] = 4.0;
  EXPECT_EQ(memory[7], 4.0);
  EXPECT_TRUE(entangled.flags().writeable);
  Storage backwards = wrap(memory + 11, {3, 4}, {.strides = {-32, -8}});
  backwards[whole] = 5.0;
  EXPECT_EQ(memory[0], 5.0);
}

// S0-007 (open: hints in Python)
TEST_F(AsStorage, RenamedOptionsTellTheirNames) {
  EXPECT_ERROR(TypeError, empty({2, 2, 2}, {}, {.backend = "gtx86"}),
               "the option 'backend' is called 'preset' ('defaults' in GridTools' proposals)");
  EXPECT_ERROR(TypeError, empty({2, 2, 2}, {}, {.default_origin = {1, 1, 0}}),
               "there is no option 'default_origin': 'halo' gives the domain, 'aligned_index' the "
               "aligned point");
}

TEST_F(AsStorage, WhatIsSaidTwiceIsAnError) {
  EXPECT_ERROR(TypeError, empty({2}, F32, {.dtype = F64}),
               "the element type is given twice: f32 and f64");
  EXPECT_EQ(empty({2}, F32, {.dtype = F32}).dtype(), F32);
  EXPECT_ERROR(TypeError, empty({2}, F32, {.shape = {2}}),
               "the shape is given twice, by an argument and by the options");
  EXPECT_ERROR(TypeError, empty(Domain{I(0, 2)}, F32, {.shape = {2}}),
               "the shape is given twice: by the domain {I[0,2)} and by the options");
}

// Coordinates of a view are not the buffer's.
TEST_F(AsStorage, SharesAViewThatCountsByItself) {
  std::vector<double> memory{0, 1, 2, 3, 4, 5};
  Storage s = zeros<double>({I(0, 6)});
  s[whole] = wrap(memory.data(), {I(0, 6)});
  Storage shared = as_storage(s.rebased({I(3)}));
  Field before = s + 0.0; // the write moves the storage to other memory
  shared[{I(3, 4)}] = 100.0;
  memory = {100, 1, 2, 3, 4, 5};
  for (std::int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(s.read<double>()(i), memory[static_cast<std::size_t>(i)]) << i;
    EXPECT_EQ(eval(before).read<double>()(i), double(i)) << i;
  }
}

} // namespace
