//===- Random.h - Random choices that every machine repeats -----*- C++ -*-===//
//
// The standard library's distributions differ between implementations; these
// few do not, so that a printed seed means the same graph everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_RANDOM_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_RANDOM_H

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace gtjit::randomgraphs {

/// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}

  std::uint64_t bits() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// One of 0, ..., count - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
  /// One of lo, ..., hi.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }
  template <class T> const T &pick(const std::vector<T> &choices) {
    return choices[below(choices.size())];
  }
  template <class T> void shuffle(std::vector<T> &items) {
    for (std::size_t n = items.size(); n > 1; --n)
      std::swap(items[n - 1], items[below(n)]);
  }

private:
  std::uint64_t state;
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_RANDOM_H
