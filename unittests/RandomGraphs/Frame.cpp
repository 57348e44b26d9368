//===- Frame.cpp - Sizes, layouts and values ------------------------------===//

#include "Frame.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

const Dimension dimensionA("A", DimensionKind::Horizontal);
const Dimension dimensionB("B", DimensionKind::Vertical);
const Dimension dimensionL("L", DimensionKind::Local);

std::size_t dimensionCount(Random &random) {
  std::size_t draw = random.below(100);
  std::size_t limits[] = {3, 30, 58, 80, 90, 96};
  std::size_t count = 0;
  while (count < 6 && draw >= limits[count])
    ++count;
  return count;
}

/// The longest dimension: around the sizes of vectors, lanes and blocks.
std::int64_t longExtent(Random &random, std::size_t dimensions) {
  if (dimensions == 1 && random.chance(30))
    return random.pick({127, 128, 129, 255, 300, 511, 1000, 4095, 4096, 4097, 4160, 8200, 8191});
  if (dimensions <= 2 && random.chance(30))
    return random.pick({63, 64, 65, 66, 100, 128, 130, 191});
  if (dimensions <= 3)
    return random.pick({1, 2, 3, 5, 7, 8, 9, 13, 15, 16, 17, 19, 23, 31, 32, 33, 37});
  return random.between(1, dimensions == 4 ? 9 : 5);
}

template <class T> T anyFloat(Random &random, bool tame) {
  using Limits = std::numeric_limits<T>;
  if (!tame && random.chance(12))
    return random.pick({T(0), -T(0), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                        Limits::min(), -Limits::denorm_min(), Limits::denorm_min() * 5,
                        Limits::max(), Limits::lowest(), Limits::epsilon(), T(2147483648.0),
                        T(-2147483649.0), T(9.3e18), T(-9.3e18), T(0.5), T(-0.99)});
  if (random.chance(30))
    return static_cast<T>(random.between(-8, 8));
  T fraction =
      static_cast<T>(random.between(-1000000, 1000000)) / static_cast<T>(random.between(1, 3000));
  return random.chance(10) ? fraction * fraction * fraction : fraction;
}

template <class T> T anyInteger(Random &random) {
  using Limits = std::numeric_limits<T>;
  if (random.chance(10))
    return random.pick({Limits::min(), Limits::max(), T(Limits::min() + 1), T(Limits::max() - 1),
                        T(T(1) << (sizeof(T) * 4)), T(-1), T(0)});
  if (random.chance(15))
    return static_cast<T>(random.bits());
  return static_cast<T>(random.between(-20, 20));
}

template <class T> T anyValue(Random &random, bool tame) {
  if constexpr (std::is_same_v<T, bool>) {
    return random.chance(50);
  } else if constexpr (std::integral<T>) {
    return anyInteger<T>(random);
  } else if constexpr (std::floating_point<T>) {
    return anyFloat<T>(random, tame);
  } else if constexpr (detail::Real<T>) { // two bytes: all bits now and then
    auto bits = static_cast<std::uint16_t>(random.bits());
    return !tame && random.chance(15) ? std::bit_cast<T>(bits) : T(anyFloat<float>(random, tame));
  } else {
    using Part = typename T::value_type;
    Part real = anyFloat<Part>(random, tame);
    return T(real, anyFloat<Part>(random, tame));
  }
}

} // namespace

Frame::Frame(Random &random) {
  std::vector<Dimension> dims = {I, J, K, dimensionA, dimensionB, dimensionL};
  std::size_t count = dimensionCount(random);
  if (random.chance(25))
    random.shuffle(dims);
  dims.resize(count, I);
  std::size_t longest = count ? random.below(count) : 0;
  if (random.chance(60))
    longest = 0;
  for (std::size_t d = 0; d < count; ++d) {
    std::int64_t extent = d == longest ? longExtent(random, count)
                                       : random.between(1, count <= 3   ? 8
                                                           : count == 4 ? 5
                                                                        : 3);
    if (random.chance(1))
      extent = 0;
    std::int64_t start = random.chance(40) ? 0 : random.between(-40, 30);
    all.push_back(dims[d](start, start + extent));
  }
}

Memory Frame::anyMemory(Random &random) const {
  return random.pick({Memory::Cpu, Memory::Cpu, Memory::Cpu, Memory::C, Memory::F, Memory::Gtx86,
                      Memory::Gtmc, Memory::Own, Memory::Ranks, Memory::Aligned, Memory::Padded,
                      Memory::Negative, Memory::Strided, Memory::Repeated});
}

StorageSpec Frame::storage(Random &random, DType dtype, Memory memory,
                           const std::vector<Dimension> &needed) const {
  StorageSpec spec;
  spec.dtype = dtype;
  spec.memory = memory;
  spec.values = random.bits() >> 32;
  bool full = random.chance(75);
  for (const NamedRange &range : all) {
    bool isNeeded = std::find(needed.begin(), needed.end(), range.dim) != needed.end();
    if (!full && !isNeeded && random.chance(40))
      continue;
    std::int64_t lo = range.range.lo(), hi = range.range.hi();
    if (random.chance(25) && hi > lo)
      lo += random.between(-2, 2), hi += random.between(-2, 2);
    spec.compute.push_back(range.dim(lo, hi));
    bool halo = hi > lo && random.chance(50); // no points, no halo
    spec.halo.push_back(halo ? HaloWidth(random.between(0, 3), random.between(0, 3)) : HaloWidth());
  }
  for (std::size_t n = spec.compute.size(); n > 1 && random.chance(60); --n) {
    std::size_t other = random.below(n); // dimensions in any order
    std::swap(spec.compute[n - 1], spec.compute[other]);
    std::swap(spec.halo[n - 1], spec.halo[other]);
  }
  layOut(random, spec);
  return spec;
}

void Frame::layOut(Random &random, StorageSpec &spec) {
  std::size_t count = spec.compute.size();
  spec.ranks.resize(count);
  spec.pad.resize(count);
  for (std::size_t d = 0; d < count; ++d)
    spec.ranks[d] = static_cast<std::int64_t>(d);
  if (random.chance(60))
    random.shuffle(spec.ranks);
  for (std::int64_t &pad : spec.pad)
    pad = random.chance(50) ? 0 : random.between(0, 3);
}

Literal randomgraphs::anyLiteral(Random &random, DType dtype) {
  Literal number;
  if (dtype == DType::Bool) {
    number.dtype = DType::Bool;
    number.integer = random.chance(50);
  } else if (isInteger(dtype)) {
    number.dtype = DType::I64;
    detail::withType(dtype, [&]<class T>(T *) {
      if constexpr (std::integral<T> && !std::is_same_v<T, bool>) {
        T value = anyInteger<T>(random);
        number.integer = static_cast<std::int64_t>(value);
        if (!std::in_range<std::int64_t>(value))
          number.dtype = DType::U64;
      }
    });
  } else if (random.chance(25)) {
    number.dtype = DType::I64;
    number.integer =
        dtype == DType::F16 ? anyInteger<std::int16_t>(random) : anyInteger<std::int32_t>(random);
  } else {
    number.dtype = DType::F64;
    number.floating = anyFloat<double>(random, false);
  }
  return number;
}

void randomgraphs::putElement(std::byte *to, Random &random, DType dtype, bool tame) {
  detail::withType(dtype,
                   [&]<class T>(T *) { detail::storeValue<T>(to, anyValue<T>(random, tame)); });
}
