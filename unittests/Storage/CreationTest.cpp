//===- CreationTest.cpp - Making storages ---------------------------------===//
//
// empty, zeros, ones, full and like, with their types, domains and errors.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

#include <cmath>
#include <limits>

using namespace gtjit;
using namespace gtjit::test;

namespace {

template <class T> double sumOf(const Storage &storage) {
  double sum = 0.0;
  for (const auto &[point, value] : valuesOf<T>(storage))
    sum += static_cast<double>(value);
  return sum;
}

// S0-010
TEST(Creation, EmptyHasTypeAndShape) {
  Storage u = empty({2, 3, 4});
  EXPECT_EQ(u.dtype(), F64);
  EXPECT_EQ(list(u.shape()), (Sizes{2, 3, 4}));
  EXPECT_EQ(u.nbytes(), 192);
  EXPECT_EQ(u.domain(), (Domain{I(0, 2), J(0, 3), K(0, 4)}));
}

// S0-011
TEST(Creation, ZerosAreZeroInEveryLayout) {
  EXPECT_EQ(sumOf<int>(zeros({2, 3, 4}, I32)), 0.0);
  for (int n = 0; n < 3; ++n) { // memory that was used before as well
    (void)full<double>({I(0, 9), J(0, 3)}, 7.0);
    EXPECT_EQ(sumOf<double>(zeros<double>({I(0, 9), J(0, 3)})), 0.0);
    (void)full({30, 40}, 7.0, F64, {.layout = fortran, .alignment = 16});
    EXPECT_EQ(sumOf<double>(zeros({30, 40}, F64, {.layout = fortran, .alignment = 16})), 0.0);
    (void)full({400, 400}, 7.0);
    EXPECT_EQ(sumOf<double>(zeros({400, 400})), 0.0);
  }
}

// S0-012
TEST(Creation, OnesAreOne) {
  EXPECT_EQ(sumOf<double>(ones({2, 3, 4})), 24.0);
  EXPECT_EQ(valuesOf<bool>(ones({2}, Bool)), (Values<bool>{{{0}, true}, {{1}, true}}));
  EXPECT_EQ(sumOf<float>(ones<float>({I(-1, 2), K(5, 7)})), 6.0);
}

// S0-013
TEST(Creation, FullCastsItsValueToTheType) {
  EXPECT_EQ(full({2, 2, 2}, 3).dtype(), F64);
  EXPECT_EQ(sumOf<double>(full({2, 2, 2}, 3)), 24.0);
  EXPECT_EQ(sumOf<int>(full({2}, 2.7, I32)), 4.0);
  EXPECT_EQ(sumOf<int>(full({1}, -2.7, I32)), -2.0);
}

TEST(Creation, FullSaturatesWrapsAndKeepsLargeIntegers) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::int64_t large = (std::int64_t(1) << 53) + 1;
  auto i32 = [](FillValue value) { return full({1}, value, I32).read<std::int32_t>()(0); };
  auto i64 = [](FillValue value) { return full({1}, value, I64).read<std::int64_t>()(0); };
  auto boolean = [](FillValue value) { return full({1}, value, Bool).read<bool>()(0); };
  EXPECT_EQ(i64(large), large);
  EXPECT_EQ(full<std::int64_t>(Domain{I(0, 1)}, large).read<std::int64_t>()(0), large);
  EXPECT_EQ(i64(1e300), INT64_MAX);
  EXPECT_EQ(i64(-1e300), INT64_MIN);
  EXPECT_EQ(i64(9223372036854775808.0), INT64_MAX);
  EXPECT_EQ(i32(nan), 0);
  EXPECT_EQ(i32(3e9), INT32_MAX);
  EXPECT_EQ(i32(-3e9), INT32_MIN);
  EXPECT_EQ(i32((std::int64_t(1) << 32) + 5), 5);
  EXPECT_TRUE(boolean(nan));
  EXPECT_TRUE(boolean(0.5));
  EXPECT_TRUE(boolean(256));
  EXPECT_FALSE(boolean(-0.0));
  EXPECT_TRUE(std::isnan(full({1}, nan).read<double>()(0)));
}

// S0-031
TEST(Creation, TheShapeIncludesTheHalo) {
  Storage u = empty({10, 20, 30}, F64, {.halo = {1, 1, 1}});
  EXPECT_EQ(list(u.shape()), (Sizes{10, 20, 30}));
  EXPECT_EQ(list(u.domain_shape()), (Sizes{8, 18, 28}));
  EXPECT_EQ(u.compute_domain(), (Domain{I(0, 8), J(0, 18), K(0, 28)}));
  EXPECT_EQ(u.domain(), (Domain{I(-1, 9), J(-1, 19), K(-1, 29)}));
  EXPECT_ERROR(ValueError, empty({10, -1}), "expected extents of at least 0, got -1 in J");
  EXPECT_EQ(empty({0}).nbytes(), 0);
  EXPECT_EQ(zeros({3, 0, 5}).nbytes(), 0);
  EXPECT_EQ(list(zeros({3, 0, 5}).shape()), (Sizes{3, 0, 5}));
  EXPECT_EQ(list(empty({2, 3, 4, 5}).shape()), (Sizes{2, 3, 4, 5}));
}

// S1-060
TEST(Creation, ShapesMayHaveAnyLength) {
  Storage u = zeros({2, 3, 4, 5});
  EXPECT_EQ(u.ndim(), 4u);
  EXPECT_TRUE(u.domain().has(Dimension("D0")));
  EXPECT_EQ(empty({1, 1, 1, 1, 1, 2}).domain()[5].dim, Dimension("D2"));
  EXPECT_EQ(sumOf<double>(ones({2, 3, 4, 5, 2})), 240.0);
  Storage scalar = full<double>(Domain{}, 2.5);
  EXPECT_EQ(scalar.ndim(), 0u);
  EXPECT_EQ(scalar.nbytes(), 8);
  EXPECT_EQ(scalar.read<double>()(), 2.5);
}

TEST(Creation, ShapesMayNameTheirDimensions) {
  Dimension cell("Cell");
  Storage u = empty({4, 5}, F64, {.dims = {cell, K}});
  EXPECT_EQ(u.domain(), (Domain{cell(0, 4), K(0, 5)}));
  EXPECT_ERROR(ValueError, empty({4, 5}, F64, {.dims = {cell}}),
               "expected 2 dims for a shape of 2 extents, got 1");
  EXPECT_ERROR(ValueError, empty({4, 5}, F64, {.dims = {cell, cell}}),
               "expected each dimension once, got Cell twice");
  EXPECT_ERROR(ValueError, empty<double>({I(0, 2)}, {.dims = {I}}),
               "dims are for storages made from a shape; the domain {I[0,2)} names its own");
}

// S0-061
// S0-062
// S0-063
TEST(Creation, ShapeAndStridesFollowTheOrderOfTheDimensions) {
  EXPECT_EQ(empty<double>({I(0, 10), K(0, 30)}).ndim(), 2u);
  Storage u = empty<double>({K(0, 30), I(0, 10)}, {.preset = "C"});
  EXPECT_EQ(list(u.shape()), (Sizes{30, 10}));
  EXPECT_EQ(list(u.strides()), (Sizes{80, 8}));
  Domain ijk{I(0, 10), J(0, 20), K(0, 30)}, kji{K(0, 30), J(0, 20), I(0, 10)};
  EXPECT_EQ(list(empty<double>(ijk, {.preset = "F"}).strides()), (Sizes{8, 80, 1600}));
  EXPECT_EQ(list(empty<double>(ijk, {.preset = "C"}).strides()), (Sizes{4800, 240, 8}));
  EXPECT_EQ(list(empty<double>(kji, {.preset = "F"}).strides()), (Sizes{8, 240, 4800}));
  EXPECT_EQ(list(empty<double>(kji, {.preset = "C"}).strides()), (Sizes{1600, 80, 8}));
}

// S0-060
TEST(Creation, HasTheTypeThatANameGives) {
  EXPECT_EQ(zeros({1}, dtypeFromName("f4")).dtype(), dtypeOf<float>);
  EXPECT_EQ(zeros<bool>({I(0, 3)}).nbytes(), 3);
  EXPECT_EQ(zeros<std::int64_t>({4}).nbytes(), 32);
}

TEST(Creation, InADomainTheHaloLiesOutside) {
  Storage u = zeros<double>({I(0, 6), J(10, 14)}, {.halo = {{J, {1, 2}}}});
  EXPECT_EQ(u.domain(), (Domain{I(0, 6), J(9, 16)}));
  EXPECT_EQ(u.compute_domain(), (Domain{I(0, 6), J(10, 14)}));
  EXPECT_EQ(list(u.shape()), (Sizes{6, 7}));
}

TEST(Creation, AnEmptyComputeRangeHasTheHalosPointsAroundZero) {
  Storage none = zeros<double>({I(5, 5)}, {.halo = {{I, {2, 1}}}});
  EXPECT_EQ(none.domain(), (Domain{I(-2, 1)}));
  EXPECT_TRUE(none.compute_domain().empty());
  EXPECT_EQ(list(none.halo()), (std::vector<HaloWidth>{{2, 1}}));
  EXPECT_EQ(list(none.domain_shape()), (Sizes{0}));
}

TEST(Creation, InfiniteDomainsHaveNoMemory) {
  Domain half{I(0, 3), J(Range::from(2))};
  EXPECT_ERROR(ValueError, zeros<double>(half),
               "cannot allocate memory over {I[0,3), J[2,inf)}: J[2,inf) is infinite");
}

TEST(Creation, ANullPointerIsNoName) {
  const char *none = nullptr;
  EXPECT_ERROR(TypeError, zeros({I(0, 2)}, none),
               "no element type is called ''; expected bool, i16, u32, bf16, f64, c128 or another "
               "short name, or NumPy's name of one");
  EXPECT_EQ(zeros({2}, F64, {.device = none, .managed = none}).device(), "");
  EXPECT_EQ(zeros(Shape{}, F64, {.dims = none}).ndim(), 0u);
}

TEST(Creation, MemoryThatIsNotThereIsAnError) {
  Runtime runtime;
  constexpr std::int64_t huge = std::int64_t(1) << 40;
  EXPECT_ERROR(MemoryError, empty({huge, huge}, F64, {.runtime = &runtime}),
               "cannot allocate 1099511627776 x 1099511627776 elements of f64");
  EXPECT_ERROR(MemoryError, empty({INT64_MAX}, F64, {.runtime = &runtime}),
               "an extent of 9223372036854775807 in I is too large");
  EXPECT_ERROR(MemoryError, empty({std::int64_t(1) << 50}, F64, {.runtime = &runtime}),
               "cannot allocate 9007199254740992 bytes");
  EXPECT_ERROR(MemoryError, empty({4}, F64, {.alignment = INT64_MAX, .runtime = &runtime}),
               "cannot allocate 4 elements of f64");
  EXPECT_EQ(runtime.counters().allocations, 0);
}

// S1-061
TEST(Creation, LikeHasEverythingButTheValues) {
  Storage u = zeros<float>({I(0, 10), J(0, 6), K(0, 4)},
                           {.halo = {{I, {1, 2}}}, .layout = {2, 0, 1}, .alignment = 4});
  Storage v = like(u);
  EXPECT_EQ(v.dtype(), F32);
  EXPECT_EQ(v.domain(), u.domain());
  EXPECT_EQ(v.compute_domain(), u.compute_domain());
  EXPECT_EQ(list(v.shape()), list(u.shape()));
  EXPECT_EQ(list(v.strides()), list(u.strides()));
  EXPECT_EQ(list(v.halo()), list(u.halo()));
  EXPECT_EQ(v.alignment(), 4);
  EXPECT_EQ(list(v.aligned_index()), list(u.aligned_index()));
  EXPECT_NE(v.read<float>().data(), u.read<float>().data());
}

TEST(Creation, TheEmptyHandleSaysSo) {
  Storage none;
  EXPECT_ERROR(ValueError, none.dtype(),
               "the storage is empty: a Storage that nothing was assigned to");
  EXPECT_ERROR(ValueError, none.read<double>(),
               "the storage is empty: a Storage that nothing was assigned to");
  EXPECT_ERROR(ValueError, like(none),
               "the storage is empty: a Storage that nothing was assigned to");
}

TEST(Creation, NamesAreSharedByHandles) {
  Storage u = zeros({3});
  Storage v = u;
  EXPECT_EQ(u.named("u").name(), "u");
  EXPECT_EQ(v.name(), "u");
  EXPECT_EQ(zeros({3}).name(), "");
}

} // namespace
