//===- NeighbourTest.cpp - Values that points of a row share --------------===//
//
// Rows that take values from the points behind give the same numbers, wherever they
// begin and end and whether they stream, and touch nothing else.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include <cmath>
#include <memory>
#include <vector>

using namespace gtcompiler::testing;

/// v = g(I) - g(I - 2) with g(I) = sqrt(f(I) * f(I)) + f(I - 1) and f(I) = d^3, where d is
/// u(I + 1) - u(I): f and g are computed at several points of a row.
static std::string program(const std::string &type) {
  std::string storage = "!gt.storage<[J, I], " + type + ", unit>";
  std::string binary = " : (" + type + ", " + type + ") -> " + type + "\n";
  std::string text = "gt.program @p(%u: " + storage + ", %v: " + storage +
                     ", %i: !gt.range<I>, %j: !gt.range<J>) {\n"
                     "gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {\n";
  for (int n = 0; n < 5; ++n) // u(I + 1 - n)
    text += "%u" + std::to_string(n) + " = gt.access %u [I + " + std::to_string(1 - n) +
            "] : " + storage + " -> " + type + "\n";
  for (int n = 0; n < 4; ++n) { // f(I - n)
    std::string f = std::to_string(n), d = "%d" + f;
    text += d + " = gt.sub %u" + f + ", %u" + std::to_string(n + 1) + binary;
    text += "%s" + f + " = gt.mul " + d + ", " + d + binary;
    text += "%f" + f + " = gt.mul %s" + f + ", " + d + binary;
  }
  for (int n = 0; n < 4; n += 2) { // g(I - n)
    std::string g = std::to_string(n), f = "%f" + g;
    text += "%q" + g + " = gt.mul " + f + ", " + f + binary;
    text += "%r" + g + " = gt.sqrt %q" + g + " : (" + type + ") -> " + type + "\n";
    text += "%g" + g + " = gt.add %r" + g + ", %f" + std::to_string(n + 1) + binary;
  }
  return text + "%v0 = gt.sub %g0, %g2" + binary + "gt.write %v0 to %v : " + type + ", " + storage +
         "\n}\n}\n";
}

/// u(I - 3) to u(I + 1) of rows of `ni` points, and no more.
constexpr std::int64_t kBehind = 3, kRows = 3;

template <class T> static std::vector<T> expected(const std::vector<T> &u, std::int64_t ni) {
  std::vector<T> v;
  for (std::int64_t j = 0; j < kRows; ++j) {
    const T *row = u.data() + j * (ni + kBehind + 1) + kBehind;
    auto f = [&](std::int64_t i) {
      T d = row[i + 1] - row[i];
      return d * d * d;
    };
    auto g = [&](std::int64_t i) { return std::sqrt(f(i) * f(i)) + f(i - 1); };
    for (std::int64_t i = 0; i < ni; ++i)
      v.push_back(g(i) - g(i - 2));
  }
  return v;
}

template <class T> static void check(const std::string &type) {
  for (const Way &way : allWays()) {
    SCOPED_TRACE(way.name);
    CompiledImage image(program(type), way);
    ASSERT_TRUE(image);
    for (std::int64_t ni : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 511, 513}) {
      std::int64_t si = ni + kBehind + 1;
      std::vector<T> u;
      for (std::int64_t n = 0; n < kRows * si; ++n)
        u.push_back(T(0.125) * static_cast<T>(n * n % 1009));
      std::vector<T> good = expected(u, ni);
      for (std::int64_t tile : {std::int64_t(100), std::int64_t(1) << 30})
        for (std::int64_t shift : {0, 1, 5, 7, 15}) {
          constexpr T around = 77;
          std::vector<T> v(good.size() + 64, around);
          void *place = v.data();
          std::size_t room = v.size() * sizeof(T);
          std::int64_t first = static_cast<T *>(std::align(64, 64, place, room)) - v.data() + shift;
          RunInputs inputs;
          inputs.storages = {{u.data(), kBehind, {kRows, si}, {si, 1}},
                             {v.data(), first, {kRows, ni}, {ni, 1}}};
          inputs.ranges = {{0, ni}, {0, kRows}};
          inputs.tile = tile;
          inputs.streams = shift != 1;
          image.run(inputs);
          std::vector<T> wanted(v.size(), around);
          std::copy(good.begin(), good.end(), wanted.begin() + first);
          EXPECT_EQ(v, wanted) << ni << ' ' << tile << ' ' << shift;
        }
    }
  }
}

TEST(Neighbours, AreComputedOnceAndGiveTheSameNumbers) {
  check<double>("f64");
  check<float>("f32");
}
