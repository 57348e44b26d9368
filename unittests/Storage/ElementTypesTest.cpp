//===- ElementTypesTest.cpp - Storages of every element type --------------===//
//
// Creation, fill, host views, copies, halo fills and foreign memory: the same
// body for each type.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Functions.h"
#include "gtjit/Runtime.h"

#include <complex>
#include <cstring>

using namespace gtjit;
using namespace gtjit::test;

namespace {

/// Different values of a type, some of them special.
template <class T> T valueOf(std::int64_t n) {
  if constexpr (detail::ComplexNumber<T>)
    return T(static_cast<typename T::value_type>(n), static_cast<typename T::value_type>(-n - 1));
  else if constexpr (std::is_same_v<T, bool>)
    return n % 3 == 0;
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(-1 - n);
  else
    return T(n % 2 == 0 ? n : -n);
}

template <class T> class ElementTypes : public testing::Test {
protected:
  static RuntimeOptions options() {
    RuntimeOptions options;
    options.reference = true;
    return options;
  }
  Runtime runtime{options()};
  Runtime::Scope scope{runtime};

  /// A storage of (I, J) in which every point has its own value.
  static Storage numberedStorage(const StorageOptions &options = {}) {
    Storage storage = empty<T>({I(0, 5), J(0, 4)}, options);
    auto view = storage.template write<T>();
    for (std::int64_t i = 0; i < view.shape()[0]; ++i)
      for (std::int64_t j = 0; j < view.shape()[1]; ++j)
        view(i, j) = valueOf<T>(7 * i + j);
    return storage;
  }
};
using All = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                           std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, Float16,
                           BFloat16, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ElementTypes, All);

// S0-004
TYPED_TEST(ElementTypes, AreMadeAndFilled) {
  using T = TypeParam;
  EXPECT_EQ(empty<T>({I(0, 3)}).dtype(), dtypeOf<T>);
  auto expectAll = [](const Storage &storage, T expected) {
    for (const auto &[point, value] : valuesOf<T>(storage))
      EXPECT_TRUE(value == expected);
  };
  expectAll(zeros<T>({I(0, 3), J(0, 5)}), T(0));
  expectAll(ones<T>({I(0, 3), J(0, 5)}), T(1));
  expectAll(full<T>({I(0, 3), J(0, 5)}, valueOf<T>(5)), valueOf<T>(5));
  expectAll(full({3, 5}, 1, dtypeOf<T>), T(1));
  EXPECT_EQ(zeros<T>({I(0, 3), J(0, 5)}).nbytes(), static_cast<std::int64_t>(15 * sizeof(T)));
}

TYPED_TEST(ElementTypes, AreReadAndWrittenByTheHost) {
  using T = TypeParam;
  Storage u = this->numberedStorage();
  EXPECT_TRUE(u.template read<T>()(3, 2) == valueOf<T>(23));
  if constexpr (!std::is_same_v<T, std::uint16_t>) {
    EXPECT_ERROR(DTypeError, u.named("u").template read<std::uint16_t>(),
                 "expected values of " + std::string(name(dtypeOf<T>)) +
                     " for a host view of 'u', got u16");
  }
}

TYPED_TEST(ElementTypes, AreCopiedBitForBit) {
  using T = TypeParam;
  Storage u = this->numberedStorage();
  Values<T> old = valuesOf<T>(u);
  Field pending = u.field();
  for (Storage v : {like(u), empty<T>({I(0, 5), J(0, 4)}, {.preset = "F"}),
                    empty<T>({I(0, 5), J(0, 4)}, {.alignment = 32})}) {
    v[whole] = u;
    EXPECT_EQ(valuesOf<T>(v), old);
  }
  u.template write<T>()(0, 0) = valueOf<T>(100); // copy-on-write: `pending` keeps the old values
  EXPECT_EQ(valuesOf<T>(pending.storage()), old);
}

TYPED_TEST(ElementTypes, AreViewedShiftedSlicedAndBroadcast) {
  using T = TypeParam;
  Storage u = this->numberedStorage(), v = empty<T>({I(0, 3), J(0, 2), K(0, 2)});
  v[whole] = broadcast(u(I + 1).at({I(0, 3), J(1, 3)})(J + 1), {I, J, K});
  EXPECT_TRUE(v.template read<T>()(2, 1, 1) == valueOf<T>(7 * 3 + 2));
  Storage part = u.view({I(2), J(1, 4)});
  EXPECT_EQ(part.ndim(), 1u);
  EXPECT_TRUE(part.template read<T>()(1) == valueOf<T>(16));
  part[whole] = u[{I(4), J(1, 4)}];
  EXPECT_TRUE(u.template read<T>()(2, 3) == valueOf<T>(31));
}

TYPED_TEST(ElementTypes, FillHalos) {
  using T = TypeParam;
  Storage u = this->numberedStorage({.halo = {{I, 1}, {J, 2}}});
  fillHalo(u, periodic(I), mirror(J));
  auto view = u.template read<T>();
  EXPECT_TRUE(view(0, 3) == valueOf<T>(7 * 5 + 3));
  EXPECT_TRUE(view(6, 2) == valueOf<T>(7 * 1 + 2));
  EXPECT_TRUE(view(3, 0) == view(3, 3));
  EXPECT_TRUE(view(3, 7) == view(3, 4));
  Storage w = this->numberedStorage({.halo = {{I, 1}, {J, 2}}});
  fillHalo(w, constant(I, 1), extend(J));
  EXPECT_TRUE((w.template read<T>()(0, 4) == T(1)));
  EXPECT_TRUE((w.template read<T>()(3, 0) == valueOf<T>(7 * 3 + 2)));
}

TYPED_TEST(ElementTypes, AreWrappedWhereTheyLie) {
  using T = TypeParam;
  T memory[6] = {};
  Storage u = wrap(memory, {I(0, 3)}, {.strides = {2 * static_cast<std::int64_t>(sizeof(T))}});
  EXPECT_EQ(u.dtype(), dtypeOf<T>);
  u[whole] = full<T>({I(0, 3)}, valueOf<T>(6));
  EXPECT_TRUE(memory[2] == valueOf<T>(6) && memory[4] == valueOf<T>(6) && memory[1] == T(0));
  if (sizeof(T) > 1) {
    EXPECT_THROW((void)wrap(reinterpret_cast<char *>(memory) + 1, dtypeOf<T>, {I(0, 2)}),
                 LayoutError);
  }
}

TYPED_TEST(ElementTypes, BecomeNumbers) {
  using T = TypeParam;
  Storage one = full<T>({I(0, 2)}, valueOf<T>(4));
  EXPECT_TRUE(one.at({I(1)}).template item<T>() == valueOf<T>(4));
  if constexpr (detail::ComplexNumber<T>) {
    EXPECT_THROW(one.at({I(1)}).template item<double>(), DTypeError);
  }
}

TEST(FillValues, BecomeElementsAsAstypeSays) {
  EXPECT_EQ(full({1}, 300, U8).read<std::uint8_t>()(0), 44);
  EXPECT_EQ(full({1}, -1, U16).read<std::uint16_t>()(0), 65535);
  EXPECT_EQ(full({1}, -1.5, U16).read<std::uint16_t>()(0), 0);
  EXPECT_EQ(full({1}, 1e30, I8).read<std::int8_t>()(0), 127);
  EXPECT_EQ(full({1}, 18446744073709551615u, U64).read<std::uint64_t>()(0), UINT64_MAX);
  EXPECT_EQ(full({1}, 18446744073709551615u, F32).read<float>()(0), 0x1p64f);
  EXPECT_EQ(full({1}, 1e5, F16).read<Float16>()(0), Float16(HUGE_VALF));
  EXPECT_EQ(full({1}, 0.1, BF16).read<BFloat16>()(0).bits, 0x3dcd);
  EXPECT_EQ(full({1}, Float16(0.1), F64).read<double>()(0), 0x1.998p-4);
  EXPECT_EQ(full({1}, 2.5, C64).read<std::complex<float>>()(0), std::complex<float>(2.5f, 0));
  EXPECT_EQ(full({1}, std::complex<double>(1, 2), C128).read<std::complex<double>>()(0),
            std::complex<double>(1, 2));
  EXPECT_ERROR(DTypeError, full({1}, std::complex<double>(1, 2), F64),
               "expected a real number for elements of f64, got a complex one");
}

} // namespace
