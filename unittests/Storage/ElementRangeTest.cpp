//===- ElementRangeTest.cpp - The least and greatest of integers ----------===//

#include "gtjit/Memory/ElementRange.h"

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Element by element, wherever each lies.
template <class T> Range oneByOne(const ArrayView &view, const std::byte *first) {
  Range found;
  for (std::int64_t n = 0; n < view.domain.size(); ++n) {
    std::int64_t rest = n, place = 0;
    for (std::size_t d = view.domain.ndim(); d-- > 0;) {
      place += rest % view.domain[d].range.size() * view.strides[d];
      rest /= view.domain[d].range.size();
    }
    T value;
    std::memcpy(&value, first + place * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    auto index = static_cast<std::int64_t>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(value), INT64_MAX));
    if (std::is_signed_v<T>)
      index = static_cast<std::int64_t>(value);
    found = found.empty()
                ? Range(index, saturatingAdd(index, 1))
                : Range(std::min(found.lo(), index), std::max(found.hi(), saturatingAdd(index, 1)));
  }
  return found;
}

ArrayView viewOf(DType type, const Domain &domain, Sequence<std::int64_t, 4> strides) {
  ArrayView view;
  view.dtype = type;
  view.domain = domain;
  for (std::int64_t stride : strides)
    view.strides.push_back(stride);
  return view;
}

template <class T> void compare(DType type) {
  std::mt19937_64 random(7);
  constexpr std::int64_t kElements = 1 << 14;
  std::vector<T> memory(kElements);
  for (T &element : memory)
    element = static_cast<T>(random());
  auto number = [&](int least, int greatest) {
    return std::uniform_int_distribution<std::int64_t>(least, greatest)(random);
  };
  for (int trial = 0; trial < 300; ++trial) {
    std::int64_t a = number(0, 3) ? number(1, 40) : 1, b = number(1, 9), c = number(0, 8);
    Domain domain{I(-2, a - 2), J(5, 5 + b), K(0, c)};
    std::int64_t unit = number(0, 2) ? 1 : number(-2, 2);
    std::int64_t row = number(0, 1) ? a * unit : number(-70, 70);
    ArrayView view = viewOf(type, domain, {unit, row, number(0, 1) ? row * b : number(-90, 90)});
    auto *first = reinterpret_cast<const std::byte *>(memory.data() + kElements / 2);
    EXPECT_EQ(rangeOfElements(view, first), oneByOne<T>(view, first)) << trial;
  }
}

TEST(ElementRange, IsThatOfTheElementsWhereverTheyLie) {
  compare<std::int8_t>(I8);
  compare<std::uint8_t>(U8);
  compare<std::int16_t>(I16);
  compare<std::uint16_t>(U16);
  compare<std::int32_t>(I32);
  compare<std::uint32_t>(U32);
  compare<std::int64_t>(I64);
  compare<std::uint64_t>(U64);
}

TEST(ElementRange, OfASingleElementAndOfNone) {
  std::int64_t values[] = {7, std::numeric_limits<std::int64_t>::max()};
  auto *first = reinterpret_cast<const std::byte *>(values);
  EXPECT_EQ(rangeOfElements(viewOf(I64, Domain(), {}), first), Range(7, 8));
  EXPECT_TRUE(rangeOfElements(viewOf(I64, {I(0, 0)}, {1}), first).empty());
  EXPECT_EQ(rangeOfElements(viewOf(I64, {I(0, 2)}, {1}), first), Range(7, INT64_MAX));
}

} // namespace
