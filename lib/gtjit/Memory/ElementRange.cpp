//===- ElementRange.cpp - The least and greatest of integers --------------===//
//
// See the header. Elements side by side are looked at by the widest vectors that the CPU has,
// which the build's own target may lack.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/ElementRange.h"

#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <concepts>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

template <class T> struct Extremes {
  T least = std::numeric_limits<T>::max(), greatest = std::numeric_limits<T>::lowest();
};

/// Of `count` elements, so many bytes apart.
template <class T>
[[gnu::always_inline]] inline Extremes<T> extremesOf(const std::byte *row, std::int64_t step,
                                                     std::int64_t count, Extremes<T> known) {
  for (std::int64_t n = 0; n < count; ++n) {
    T element = loadValue<T>(row + n * step);
    known.least = element < known.least ? element : known.least;
    known.greatest = element > known.greatest ? element : known.greatest;
  }
  return known;
}

template <class T>
Extremes<T> extremesBeside(const std::byte *row, std::int64_t count, Extremes<T> known) {
  return extremesOf(row, sizeof(T), count, known);
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] Extremes<T> extremesByAvx2(const std::byte *row, std::int64_t count,
                                                   Extremes<T> known) {
  return extremesOf(row, sizeof(T), count, known);
}

template <class T>
[[gnu::target("avx512f,avx512bw")]] Extremes<T>
extremesByAvx512(const std::byte *row, std::int64_t count, Extremes<T> known) {
  return extremesOf(row, sizeof(T), count, known);
}
#endif

/// Of elements side by side.
template <class T>
using ExtremesBeside = Extremes<T> (*)(const std::byte *row, std::int64_t count, Extremes<T> known);

template <class T> ExtremesBeside<T> fastest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw"))
    return extremesByAvx512<T>;
  if (__builtin_cpu_supports("avx2"))
    return extremesByAvx2<T>;
#endif
  return extremesBeside<T>;
}

/// Elements so many bytes apart.
struct Loop {
  std::int64_t step, count;
};

/// The loops over a view, at least one, the fastest first; those that go on where others end are
/// one.
std::vector<Loop> loopsOver(const ArrayView &view, std::int64_t bytes) {
  std::vector<Loop> all;
  for (std::size_t d = 0; d < view.domain.ndim(); ++d)
    if (std::int64_t count = view.domain[d].range.size(); count > 1)
      all.push_back({view.strides[d] * bytes, count});
  std::sort(all.begin(), all.end(),
            [](Loop a, Loop b) { return std::abs(a.step) < std::abs(b.step); });
  std::vector<Loop> merged;
  for (Loop loop : all)
    if (!merged.empty() && loop.step == merged.back().step * merged.back().count)
      merged.back().count *= loop.count;
    else
      merged.push_back(loop);
  if (merged.empty())
    merged.push_back({bytes, 1});
  return merged;
}

template <class T> Extremes<T> extremesOf(const ArrayView &view, const std::byte *first) {
  std::vector<Loop> loops = loopsOver(view, sizeof(T));
  Loop row = loops.front();
  bool isBeside = row.step == sizeof(T);
  std::vector<std::int64_t> at(loops.size());
  ExtremesBeside<T> beside = fastest<T>();
  Extremes<T> found;
  for (const std::byte *place = first;;) {
    found =
        isBeside ? beside(place, row.count, found) : extremesOf(place, row.step, row.count, found);
    std::size_t d = 1;
    for (; d < loops.size(); ++d) {
      place += loops[d].step;
      if (++at[d] < loops[d].count)
        break;
      place -= loops[d].step * loops[d].count;
      at[d] = 0;
    }
    if (d == loops.size())
      return found;
  }
}

template <std::integral T> std::int64_t coordinateOf(T value) {
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX));
  else
    return static_cast<std::int64_t>(value);
}

} // namespace

Range detail::rangeOfElements(const ArrayView &view, const std::byte *first) {
  if (view.domain.empty())
    return Range();
  return withType(view.dtype, [&]<class T>(T *) {
    if constexpr (std::integral<T>) {
      Extremes<T> found = extremesOf<T>(view, first);
      return Range(coordinateOf(found.least), saturatingAdd(coordinateOf(found.greatest), 1));
    } else {
      return Range::all();
    }
  });
}
