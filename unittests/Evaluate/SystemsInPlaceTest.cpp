//===- SystemsInPlaceTest.cpp - Components that are computed of each other ===//
//
// Systems of equations in one storage, whose components are written at once and read by index: at
// the same points, beside them, all together, other components, other parts. Against loops on a
// copy of the old values; kernels, copies and plans are counted.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "gtjit/Memory/RuntimeState.h"

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace gtjit;

namespace {

const Dimension C("C");
constexpr std::int64_t sizeI = 21, sizeJ = 11, components = 4;

/// A component at some distance, times a number.
struct Term {
  std::int64_t component, i, j;
  double factor;
};

/// What a component becomes, over a part of the plane.
struct Equation {
  std::int64_t component;
  Range i, j;
  std::vector<Term> terms;
  bool hasTotal; ///< of all components, at the point
};

/// The components of a system in memory of the test, and what they are to be.
struct System {
  static constexpr std::int64_t points = sizeI * sizeJ * components;
  std::array<std::int64_t, 3> strides; ///< of I, J and C, in elements
  std::vector<double> values = std::vector<double>(points);

  explicit System(const std::string &layout) {
    std::int64_t next = 1;
    for (char dim : layout) {
      std::size_t d = std::string("IJC").find(dim);
      strides[d] = next;
      next *= std::array{sizeI, sizeJ, components}[d];
    }
    for (std::int64_t n = 0; n < points; ++n)
      values[static_cast<std::size_t>(n)] = static_cast<double>((n * 37) % 101);
  }
  std::size_t at(std::int64_t i, std::int64_t j, std::int64_t c) const {
    return static_cast<std::size_t>(i * strides[0] + j * strides[1] + c * strides[2]);
  }
  Storage storage() {
    return wrap(values.data(), {I(0, sizeI), J(0, sizeJ), C(0, components)},
                {.strides = {8 * strides[0], 8 * strides[1], 8 * strides[2]}});
  }
  std::vector<double> after(const std::vector<Equation> &equations) const {
    std::vector<double> result = values;
    for (const Equation &equation : equations)
      for (std::int64_t i = equation.i.lo(); i < equation.i.hi(); ++i)
        for (std::int64_t j = equation.j.lo(); j < equation.j.hi(); ++j) {
          double sum = 1;
          for (const Term &term : equation.terms)
            sum += term.factor * values[at(i + term.i, j + term.j, term.component)];
          if (equation.hasTotal) {
            double total = 0;
            for (std::int64_t c = 0; c < components; ++c)
              total += values[at(i, j, c)];
            sum += total;
          }
          result[at(i, j, equation.component)] = sum;
        }
    return result;
  }
};

class SystemsInPlace : public BackendTest {
protected:
  /// On one line of source: plans are kept by lines.
  static void solve(const Storage &u, const std::vector<Equation> &equations) {
    std::vector<Update> updates;
    for (const Equation &equation : equations) {
      Field value = 1.0;
      for (const Term &term : equation.terms)
        value = value + term.factor * Field(u)[{C(term.component)}](I + term.i, J + term.j);
      if (equation.hasTotal)
        value = value + sum(u, {C});
      updates.emplace_back(u[{C(equation.component), I(equation.i.lo(), equation.i.hi()),
                              J(equation.j.lo(), equation.j.hi())}],
                           std::move(value));
    }
    update(updates);
  }
  std::int64_t planned() const { return runtime.get().counters.plannedRuns; }
};
GTJIT_ON_ALL_BACKENDS(SystemsInPlace);

const Range wholeI(0, sizeI), wholeJ(0, sizeJ), innerI(1, sizeI - 1), innerJ(1, sizeJ - 1);

/// Each component a sum of itself and the next one.
std::vector<Equation> coupled(std::int64_t count) {
  std::vector<Equation> equations;
  for (std::int64_t c = 0; c < count; ++c)
    equations.push_back(
        {c, wholeI, wholeJ, {{c, 0, 0, 0.5}, {(c + 1) % count, 0, 0, 0.25}}, false});
  return equations;
}

TEST_P(SystemsInPlace, AreOneKernelWithoutACopyAndHaveAPlan) {
  if (!compiles())
    return;
  for (const char *layout : {"IJC", "CIJ", "ICJ", "JIC"}) {
    System system(layout);
    Storage u = system.storage();
    for (int again = 0; again < 4; ++again) {
      std::vector<double> expected = system.after(coupled(components));
      RuntimeCounters before = runtime.counters();
      std::int64_t plans = planned();
      solve(u, coupled(components));
      EXPECT_EQ(system.values, expected) << layout;
      EXPECT_EQ(runtime.counters().kernels - before.kernels, 1) << layout;
      EXPECT_EQ(runtime.counters().bytesCopied, before.bytesCopied) << layout;
      if (again == 3) {
        EXPECT_EQ(planned() - plans, 1) << layout;
      }
    }
  }
}

// Components that lie where the last ones lay to each other, and others that do not.
TEST_P(SystemsInPlace, OfOtherComponentsOnTheSameLine) {
  for (const char *layout : {"IJC", "CIJ"}) {
    System system(layout);
    Storage u = system.storage();
    for (int again = 0; again < 3; ++again)
      for (auto [a, b] :
           {std::pair<std::int64_t, std::int64_t>{0, 1}, {0, 1}, {1, 2}, {2, 0}, {3, 1}, {1, 0}}) {
        std::vector<Equation> equations{
            {a, wholeI, wholeJ, {{b, 0, 0, 2.0}, {a, 0, 0, -1.0}}, false},
            {b, wholeI, wholeJ, {{a, 0, 0, 1.0}, {b, 0, 0, -0.5}}, false}};
        std::vector<double> expected = system.after(equations);
        solve(u, equations);
        EXPECT_EQ(system.values, expected) << layout << ", " << a << " and " << b;
      }
  }
}

// Elements of the same memory that are now apart and now not.
TEST_P(SystemsInPlace, ThatOverlap) {
  std::vector<double> values(200), expected;
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] = static_cast<double>((n * 37) % 101);
  Storage u = wrap(values.data(), {C(0, 100), I(0, 70)}, {.strides = {8, 8}});
  for (int again = 0; again < 2; ++again)
    for (auto [c, d] : {std::pair<std::int64_t, std::int64_t>{72, 0},
                        {72, 0},
                        {72, 0},
                        {72, 3},
                        {72, 90},
                        {70, 0},
                        {0, 72},
                        {65, 1},
                        {0, 2}}) {
      expected = values;
      for (std::int64_t i = 0; i < 70; ++i) {
        auto old = [&](std::int64_t at) { return values[static_cast<std::size_t>(at + i)]; };
        expected[static_cast<std::size_t>(i)] = 2.0 * old(c);
        expected[static_cast<std::size_t>(72 + i)] = 0.5 * old(d);
      }
      std::vector<Update> updates; // without a field that is still alive
      updates.emplace_back(u[{C(0)}], 2.0 * Field(u)[{C(c)}]);
      updates.emplace_back(u[{C(72)}], 0.5 * Field(u)[{C(d)}]);
      update(updates);
      EXPECT_EQ(values, expected) << c << " and " << d;
    }
}

/// Points of components one behind the other, which begin with the same values.
struct Lines {
  static constexpr std::int64_t size = 200;
  std::vector<double> values = std::vector<double>(3 * size);
  Storage all = wrap(values.data(), {I(0, size), C(0, 3)}, {.strides = {8, 8 * size}});
  Storage of(std::int64_t c) const { return all.view({C(c)}); }
  static double at(std::int64_t i, std::int64_t c) {
    return static_cast<double>((i * 37 + c * 11) % 101);
  }
  void begin() {
    for (std::int64_t c = 0; c < 3; ++c)
      for (std::int64_t i = 0; i < size; ++i)
        values[static_cast<std::size_t>(c * size + i)] = at(i, c);
    all.touch();
  }
};

// A line that has once been in the way of a reader, and then comes with other places.
TEST_P(SystemsInPlace, OfOtherPlacesOnALineThatHadAReader) {
  Lines lines;
  for (int round = 0; round < 9; ++round) {
    const std::int64_t target = round < 6 ? 0 : 2;
    lines.begin();
    Field held;
    if (round == 4 || round == 5)
      held = lines.of(0);
    std::vector<Update> updates;
    updates.emplace_back(lines.of(target)[{I(1, Lines::size)}],
                         2.0 * Field(lines.all)[{C(2)}](I - 1));
    update(updates);
    for (std::int64_t i = 1; i < Lines::size; ++i)
      EXPECT_EQ(lines.values[static_cast<std::size_t>(target * Lines::size + i)],
                2.0 * Lines::at(i - 1, 2))
          << "round " << round << ", " << i;
  }
}

// Of places beside those that are written: one that is held keeps its old values.
TEST_P(SystemsInPlace, LeaveHeldExpressionsOfWhatLiesBeside) {
  Lines lines;
  for (int round = 0; round < 8; ++round) {
    lines.begin();
    Field x = 2.0 * Field(lines.all)[{C(1)}];
    std::vector<Update> updates;
    updates.emplace_back(lines.of(1)[{I(0, 100)}], x(I + 100));
    if (round < 5)
      x = Field();
    update(updates);
    EXPECT_EQ(lines.values[Lines::size + 7], 2.0 * Lines::at(107, 1));
    if (x.get()) {
      Storage kept = eval(x);
      for (std::int64_t i = 0; i < Lines::size; ++i)
        EXPECT_EQ(kept.read<double>(I)(i), 2.0 * Lines::at(i, 1)) << "round " << round << ", " << i;
    }
  }
}

TEST_P(SystemsInPlace, LeaveWhatIsReadLater) {
  for (bool isOwn : {false, true}) {
    System system("IJC");
    Storage u = isOwn ? system.storage().copy() : system.storage();
    for (int again = 0; again < 3; ++again) {
      const double old0 = u.read<double>(I, J, C)(4, 3, 0), old1 = u.read<double>(I, J, C)(4, 3, 1);
      Field second = Field(u)[{C(1)}] + 0.0, held = u;
      solve(u, coupled(2));
      EXPECT_EQ(eval(second).read<double>(I, J)(4, 3), old1);
      EXPECT_EQ(eval(held).read<double>(I, J, C)(4, 3, 0), old0);
      EXPECT_EQ(u.read<double>(I, J, C)(4, 3, 0), 1.0 + 0.5 * old0 + 0.25 * old1);
    }
  }
}

// Rows of few components are not padded to lines of the caches.
TEST_P(SystemsInPlace, LeaveCopiesAsTheyLie) {
  System system("CIJ");
  std::vector<double> old = system.values;
  Storage u = system.storage();
  Field held = u;
  std::int64_t before = runtime.counters().bytesAllocated;
  solve(u, coupled(2));
  EXPECT_LT(runtime.counters().bytesAllocated - before, 8 * System::points * 3 / 2);
  Storage kept = eval(held);
  EXPECT_EQ(kept.read<double>(I, J, C)(4, 3, 2), old[system.at(4, 3, 2)]);
  EXPECT_EQ(kept.read<double>(I, J, C)(20, 10, 3), old[system.at(20, 10, 3)]);
}

// Beside the points, of all components, over parts; some of them as before.
TEST_P(SystemsInPlace, OfAllKinds) {
  std::mt19937 random(7);
  auto one = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  };
  std::vector<Equation> equations;
  for (int round = 0; round < 150; ++round) {
    System system(std::array{"IJC", "CIJ", "ICJ", "JIC", "CJI"}[std::size_t(one(5))]);
    Storage u = system.storage();
    bool isMoved = one(3) == 0, isPart = one(3) == 0, hasTotal = one(8) == 0;
    equations.clear();
    const std::int64_t first = one(components);
    for (std::int64_t n = 0, count = 1 + one(components); n < count; ++n) {
      bool isInner = isMoved || isPart;
      Equation equation{(first + n) % components,
                        isInner ? innerI : wholeI,
                        isInner ? innerJ : wholeJ,
                        {},
                        hasTotal && one(2) == 0};
      if (isPart && one(2) == 0)
        equation.i = Range(1, 9);
      for (std::int64_t k = 1 + one(3); k > 0; --k) {
        std::int64_t i = isMoved && one(2) ? one(3) - 1 : 0, j = isMoved && one(3) ? one(3) - 1 : 0;
        equation.terms.push_back({one(components), i, j, 0.5 * double(one(5) - 2)});
      }
      equations.push_back(std::move(equation));
    }
    for (int again = 0; again < 3; ++again) {
      std::vector<double> expected = system.after(equations);
      solve(u, equations);
      ASSERT_EQ(system.values, expected) << "round " << round << ", " << again;
    }
  }
}

} // namespace
