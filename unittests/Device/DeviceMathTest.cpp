//===- DeviceMathTest.cpp - Math functions of GPUs ------------------------===//
//
// The bits of every function as PTX are those of the table that processors call. On the
// emulated device, or the one that GTJIT_DEVICE names.
//
//===----------------------------------------------------------------------===//
#include "../Math/MathArguments.h"
#include "gtjit/Math/Math.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>

using namespace gtjit;

namespace {

/// Edges, each with each, and random arguments.
template <class T> struct Arguments {
  std::vector<T> x, y;

  Arguments() {
    for (T a : specialArguments<T>())
      for (T b : specialArguments<T>()) {
        x.push_back(a);
        y.push_back(b);
      }
    constexpr std::size_t count = 1 << 20;
    for (T value : randomArguments<T>(count, 17))
      x.push_back(value);
    for (T value : randomArguments<T>(count, 18))
      y.push_back(value);
  }
};

template <class T> bool isSame(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  return (a != a && b != b) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

/// What `onDevice` makes of all arguments, against `here`, which makes it of two.
template <class T, class OnDevice, class Here>
void compare(const char *name, Arguments<T> &given, OnDevice onDevice, Here here) {
  auto count = static_cast<std::int64_t>(given.x.size());
  Storage x = wrap(given.x.data(), {I(0, count)}), y = wrap(given.y.data(), {I(0, count)});
  Storage result = empty<T>({I(0, count)});
  result[whole] = onDevice(Field(x), Field(y));
  auto view = result.template read<T>();
  std::size_t different = 0;
  for (std::size_t n = 0; n < given.x.size(); ++n)
    if (!isSame<T>(view(n), here(given.x[n], given.y[n])) && different++ == 0)
      ADD_FAILURE() << name << " of " << given.x[n] << ", " << given.y[n] << ": " << view(n)
                    << " and " << here(given.x[n], given.y[n]);
  EXPECT_EQ(different, 0u) << name;
}

template <class T> class DeviceMath : public ::testing::Test {
protected:
  static RuntimeOptions options() {
    RuntimeOptions options;
    const char *asked = std::getenv("GTJIT_DEVICE");
    options.device = asked ? asked : "emulated";
    return options;
  }
  Runtime runtime{options()};
  Runtime::Scope scope{runtime};
};
using Floats = ::testing::Types<double, float>;
TYPED_TEST_SUITE(DeviceMath, Floats);

} // namespace

#define floorDivide floor_divide
TYPED_TEST(DeviceMath, HasTheBitsOfProcessors) {
  Arguments<TypeParam> given;
#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  compare<TypeParam>(                                                                              \
      #NAME, given, [](const Field &a, const Field &) { return gtjit::SPELLING(a); },              \
      [](TypeParam a, TypeParam) { return detail::math##NAME(a); });
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  compare<TypeParam>(                                                                              \
      #NAME, given, [](const Field &a, const Field &b) { return gtjit::SPELLING(a, b); },          \
      [](TypeParam a, TypeParam b) { return detail::math##NAME(a, b); });
#include "gtabi/MathFunctions.def"
}
