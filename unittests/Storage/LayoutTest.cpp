//===- LayoutTest.cpp - Strides, padding and alignment --------------------===//
//
// Where elements lie, by preset, layout and alignment. Strides are in bytes.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

Sizes stridesOf(const Storage &storage) { return list(storage.strides()); }

/// Address of a point given by its buffer index.
std::uintptr_t addressOf(const Storage &storage, const Coordinates &index) {
  auto address = reinterpret_cast<std::uintptr_t>(storage.read<double>().data());
  for (std::size_t d = 0; d < index.size(); ++d)
    address += static_cast<std::uintptr_t>(index[d] * storage.strides()[d]);
  return address;
}

// S1-077
TEST(Layout, ShapesAreInCOrder) {
  EXPECT_EQ(stridesOf(empty({2, 3, 4})), (Sizes{96, 32, 8}));
  EXPECT_EQ(empty({2, 3, 4}).alignment(), 1);
}

// S0-036
TEST(Layout, APresetGivesWhatIsNotSaid) {
  EXPECT_EQ(stridesOf(empty({2, 3, 4}, F64, {.preset = "F"})), (Sizes{8, 16, 48}));
  EXPECT_EQ(stridesOf(empty({2, 3, 4}, F64, {.layout = cOrder, .preset = "F"})),
            (Sizes{96, 32, 8}));
  EXPECT_EQ(stridesOf(empty({2, 3, 4}, F64, {.preset = "C"})), (Sizes{96, 32, 8}));
  EXPECT_EQ(stridesOf(empty({2, 3, 4}, F64, {.layout = fortran})), (Sizes{8, 16, 48}));
  EXPECT_ERROR(ValueError, empty({2}, F64, {.preset = "gpu"}),
               "expected a preset of 'cpu', 'C', 'F', 'gtx86', 'gtmc', 'gtcuda', 'numpy', "
               "'debug', got 'gpu'");
}

// S1-076
TEST(Layout, RanksOrderTheStrides) {
  EXPECT_EQ(stridesOf(empty({10, 20, 30}, F64, {.layout = {0, 2, 1}})), (Sizes{4800, 8, 160}));
  EXPECT_EQ(stridesOf(empty({10, 20, 30}, F64, {.layout = {1, 2, 0}})), (Sizes{160, 8, 1600}));
  auto message = [](const char *ranks) {
    return std::string("expected a layout that ranks the strides of the 3 dimensions from 0 "
                       "(largest), each rank once, got (") +
           ranks + ")";
  };
  EXPECT_ERROR(LayoutError, empty({10, 20, 30}, F64, {.layout = {0, 0, 1}}), message("0, 0, 1"));
  EXPECT_ERROR(LayoutError, empty({10, 20, 30}, F64, {.layout = {1, 2, 3}}), message("1, 2, 3"));
  EXPECT_ERROR(LayoutError, empty({10, 20, 30}, F64, {.layout = {0, 1}}), message("0, 1"));
  EXPECT_ERROR(LayoutError, empty({10, 20, 30}, F64, {.layout = {0, -1, 1}}), message("0, -1, 1"));
}

TEST(Layout, CpuPutsTheFirstHorizontalDimensionFastest) {
  Storage u = empty<double>({I(0, 10), J(0, 20), K(0, 30)});
  EXPECT_EQ(stridesOf(u), (Sizes{8, 128, 2560})); // 10 points padded to 16
  EXPECT_EQ(u.alignment(), 8);
  Storage byOrder = empty<double>({K(0, 30), J(0, 20), I(0, 10)});
  EXPECT_EQ(stridesOf(byOrder), (Sizes{1920, 8, 192})); // J first: 20 points padded to 24
  Dimension local("L", DimensionKind::Local);
  EXPECT_EQ(stridesOf(empty<double>({I(0, 8), local(0, 3), K(0, 2)})), (Sizes{8, 64, 192}));
  EXPECT_EQ(stridesOf(empty<float>({K(0, 5)})), (Sizes{4}));
  EXPECT_EQ(empty<float>({K(0, 5)}).alignment(), 16);
  EXPECT_EQ(stridesOf(empty({4, 3}, F64, {.preset = "cpu"})), (Sizes{8, 64}));
}

TEST(Layout, CpuAlignsTheFirstComputePointOfEveryRow) {
  Storage u = empty<double>({I(0, 13), J(0, 7), K(0, 3)}, {.halo = {{I, {3, 2}}, {J, 1}}});
  EXPECT_EQ(list(u.aligned_index()), (Sizes{3, 1, 0}));
  for (std::int64_t j = 0; j < 9; ++j)
    for (std::int64_t k = 0; k < 3; ++k)
      EXPECT_EQ(addressOf(u, {3, j, k}) % 64, 0u);
}

// S0-032
TEST(Alignment, IsAtTheLowerHaloUnlessTold) {
  auto index = [](Halo halo) {
    return list(empty({10, 20, 30}, F64, {.halo = halo}).aligned_index());
  };
  EXPECT_EQ(index({{1, 2}, {3, 4}, {0, 0}}), (Sizes{1, 3, 0}));
  EXPECT_EQ(index({2, 2, 0}), (Sizes{2, 2, 0}));
  EXPECT_EQ(index({}), (Sizes{0, 0, 0}));
  Storage told = empty({10, 20, 30}, F64, {.alignment = 8, .aligned_index = {1, 2, 3}});
  EXPECT_EQ(list(told.aligned_index()), (Sizes{1, 2, 3}));
  EXPECT_EQ(addressOf(told, {1, 2, 3}) % 64, 0u);
  EXPECT_ERROR(ValueError, empty({10, 20}, F64, {.aligned_index = {1}}),
               "expected an aligned_index with 2 entries, got 1");
  EXPECT_ERROR(ValueError, empty({10, 20}, F64, {.aligned_index = {1, 20}}),
               "aligned_index 20 in J is not one of 20 points");
  EXPECT_ERROR(ValueError, empty({10, 20}, F64, {.aligned_index = {-1, 0}}),
               "aligned_index -1 in I is not one of 10 points");
}

// S0-033
TEST(Alignment, HoldsInEveryAllocation) {
  std::vector<Storage> alive;
  for (int n = 0; n < 100; ++n) {
    alive.push_back(empty({10, 20, 30}, F64, {.halo = {2, 2, 0}, .alignment = 8}));
    EXPECT_EQ(addressOf(alive.back(), {2, 2, 0}) % 64, 0u);
    Storage single = empty({10, 20, 30}, F32, {.halo = {2, 2, 0}, .alignment = 8});
    auto address = reinterpret_cast<std::uintptr_t>(single.read<float>().data());
    address += static_cast<std::uintptr_t>(2 * single.strides()[0] + 2 * single.strides()[1]);
    EXPECT_EQ(address % 32, 0u);
    Storage odd = empty({10, 20}, F64, {.halo = {1, 1}, .alignment = 3});
    EXPECT_EQ(addressOf(odd, {1, 1}) % 24, 0u);
    Storage page = empty({10, 20}, F64, {.halo = {1, 1}, .alignment = 512});
    EXPECT_EQ(addressOf(page, {1, 1}) % 4096, 0u);
  }
  EXPECT_EQ(empty({3}).alignment(), 1);
  EXPECT_ERROR(ValueError, empty({3}, F64, {.alignment = -2}),
               "expected an alignment of at least 1 element, got -2");
}

// S0-034
TEST(Alignment, PadsRowsAndNothingElse) {
  Storage u = empty({10, 20, 30}, F64, {.alignment = 8});
  EXPECT_EQ(stridesOf(u), (Sizes{5120, 256, 8}));
  EXPECT_EQ(list(u.shape()), (Sizes{10, 20, 30}));
  EXPECT_EQ(u.nbytes(), 48000);
  Storage wide = empty({10, 20, 30}, F64, {.layout = fortran, .alignment = 32});
  EXPECT_EQ(stridesOf(wide), (Sizes{8, 256, 5120}));
}

// S0-069
TEST(Layout, BytesDoNotCountPadding) {
  Runtime runtime;
  Storage u = empty({10, 20, 30}, F64, {.alignment = 8, .runtime = &runtime});
  EXPECT_EQ(u.nbytes(), 48000);
  EXPECT_GE(runtime.counters().bytesAllocated, 51200);
}

} // namespace
