//===- RandomArrayTest.cpp - Random expressions of arrays -----------------===//
//
// Trees of operations on arrays with any of the dimensions, of one point or of
// all, with any halo and layout, against loops over plain numbers. The values
// are whole numbers, so that every order of operations gives the same.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

#include <gtjit/array.h>
#include <gtjit/gtjit.h>

#include <array>
#include <random>

namespace gtjit {
namespace {

using array::Array;

constexpr std::size_t dimCount = 3;
const Dimension dimensions[dimCount] = {I, J, K};
constexpr std::int64_t extents[dimCount] = {5, 4, 3};
using Index = std::array<std::int64_t, dimCount>;

/// What an array holds, by plain indices; 0 is the extent of what it lacks.
struct Plain {
  Index extent{};
  std::vector<double> values; ///< over all `extents`

  double at(const Index &index) const {
    std::size_t position = 0;
    for (std::size_t d = 0; d < dimCount; ++d)
      position = position * extents[d] + (extent[d] > 1 ? index[d] : 0);
    return values[position];
  }
};

template <class Body> void everywhere(Body body) {
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < extents[1]; ++j)
      for (std::int64_t k = 0; k < extents[2]; ++k)
        body(Index{i, j, k});
}

struct Pair {
  Array array;
  Plain plain;
};

class RandomArrays : public OnEveryBackend {
protected:
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  }

  Storage storageOf(const Plain &plain) {
    std::vector<NamedRange> ranges;
    std::vector<Halo::Entry> halo;
    for (std::size_t d = 0; d < dimCount; ++d)
      if (plain.extent[d] > 0) {
        std::int64_t lo = below(2), hi = plain.extent[d] > 2 ? below(2) : 0;
        lo = plain.extent[d] > 1 ? lo : 0;
        ranges.push_back(dimensions[d](0, plain.extent[d] - lo - hi));
        halo.push_back({dimensions[d], {lo, hi}});
      }
    StorageOptions options{.layout = below(2) ? Layout::Kind::C : Layout::Kind::F};
    options.halo = Halo(halo);
    Storage storage = empty<double>(Domain(std::span<const NamedRange>(ranges)), options);
    auto view = storage.write<double>();
    everywhere([&](const Index &index) { view.at(present(plain, index)) = plain.at(index); });
    return storage;
  }

  /// The index in the dimensions that an array has.
  static std::vector<std::int64_t> present(const Plain &plain, const Index &index) {
    std::vector<std::int64_t> kept;
    for (std::size_t d = 0; d < dimCount; ++d)
      if (plain.extent[d] > 0)
        kept.push_back(plain.extent[d] > 1 ? index[d] : 0);
    return kept;
  }

  Plain anyPlain() {
    Plain plain;
    for (std::size_t d = 0; d < dimCount; ++d)
      plain.extent[d] = std::array<std::int64_t, 3>{0, 1, extents[d]}[below(3)];
    everywhere([&](const Index &) { plain.values.push_back(static_cast<double>(below(9) - 4)); });
    return plain;
  }

  Pair leaf() {
    Pair result{{}, anyPlain()};
    if (below(5) == 0) {
      double number = static_cast<double>(below(5));
      result.plain.extent = {};
      std::fill(result.plain.values.begin(), result.plain.values.end(), number);
      result.array = number;
    } else {
      result.array = storageOf(result.plain);
    }
    return result;
  }

  Pair tree(int depth) {
    if (depth == 0)
      return leaf();
    Pair a = tree(static_cast<int>(below(depth))), b = tree(static_cast<int>(below(depth)));
    Pair result;
    for (std::size_t d = 0; d < dimCount; ++d)
      result.plain.extent[d] = std::max(a.plain.extent[d], b.plain.extent[d]);
    std::int64_t operation = below(5);
    everywhere([&](const Index &index) {
      double x = a.plain.at(index), y = b.plain.at(index);
      const double values[] = {x + y, x - y, x * y, std::min(x, y), std::max(x, y)};
      result.plain.values.push_back(values[operation]);
    });
    switch (operation) {
    case 0:
      result.array = a.array + b.array;
      break;
    case 1:
      result.array = a.array - b.array;
      break;
    case 2:
      result.array = a.array * b.array;
      break;
    case 3:
      result.array = array::minimum(a.array, b.array);
      break;
    default:
      result.array = array::maximum(a.array, b.array);
    }
    return result;
  }

  void expectEqual(const Storage &got, const Plain &wanted, int seed) {
    auto view = got.read<double>();
    std::vector<std::int64_t> shape;
    for (std::int64_t extent : wanted.extent)
      if (extent > 0)
        shape.push_back(extent);
    ASSERT_EQ(std::vector<std::int64_t>(view.shape().begin(), view.shape().end()), shape)
        << "seed " << seed;
    everywhere([&](const Index &index) {
      ASSERT_EQ(view.at(present(wanted, index)), wanted.at(index)) << "seed " << seed;
    });
  }

  std::mt19937_64 random;
};
GTJIT_ON_EVERY_BACKEND(RandomArrays);

TEST_P(RandomArrays, AgreeWithLoopsOverNumbers) {
  for (int seed = 0; seed < 200; ++seed) {
    random.seed(static_cast<std::uint64_t>(seed));
    Pair result = tree(4);
    expectEqual(result.array.storage(), result.plain, seed);
  }
}

TEST_P(RandomArrays, InPlaceOperationsReadTheOldValues) {
  for (int seed = 0; seed < 100; ++seed) {
    random.seed(static_cast<std::uint64_t>(seed));
    Plain target = anyPlain();
    Pair value = tree(2);
    for (std::size_t d = 0; d < dimCount; ++d)
      target.extent[d] = std::max(target.extent[d], value.plain.extent[d]);
    Storage storage = storageOf(target);
    Array mine = storage;
    mine += value.array * mine;
    Plain wanted = target;
    wanted.values.clear();
    everywhere([&](const Index &index) {
      double old = target.at(index);
      wanted.values.push_back(old + value.plain.at(index) * old);
    });
    expectEqual(storage, wanted, seed);
  }
}

} // namespace
} // namespace gtjit
