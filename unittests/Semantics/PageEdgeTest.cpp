//===- PageEdgeTest.cpp - Rows that begin and end where pages do ----------===//
//
// Kernels of each level of x86-64, and of this processor, on rows of up to a few vectors, in memory
// whose neighbours fault, compared with the reference evaluator bit for bit.
//
//===----------------------------------------------------------------------===//
#include "PageEdge.h"
#include "Backend.h"

#include <complex>
#include <cstring>
#include <string>
#include <type_traits>

using namespace gtjit;

namespace {

constexpr std::string_view kNative = "native";

bool runsHere(const std::string &cpu) {
  if (cpu == "x86-64-v4")
    return __builtin_cpu_supports("x86-64-v4");
  return cpu == "x86-64-v3" ? __builtin_cpu_supports("x86-64-v3")
                            : __builtin_cpu_supports("x86-64-v2");
}

class PageEdge : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (!runsHere(GetParam()))
      GTEST_SKIP() << (GetParam() == std::string("x86-64-v4") ? "needs AVX-512" : "needs AVX2");
  }
  static RuntimeOptions with(const char *cpu) {
    RuntimeOptions options;
    options.threads = 1;
    options.reference = !cpu;
    options.cpu = cpu && cpu != kNative ? cpu : "";
    return options;
  }
  /// Runs `store(runtime, results)` with both evaluators on rows that have one point more than
  /// two vectors of the widest registers at most, at both edges.
  template <class T, class Store> void compare(std::int64_t resultsPerPoint, Store store) {
    const auto lanes = static_cast<std::int64_t>(64 / std::min<std::size_t>(sizeof(T), 8));
    for (std::int64_t points = 1; points <= 2 * lanes + 1; ++points)
      for (bool atEnd : {false, true}) {
        auto count = static_cast<std::size_t>(points * resultsPerPoint);
        Guarded<T> got(count, atEnd), expected(count, atEnd);
        store(compiled, got.first, points, atEnd);
        store(reference, expected.first, points, atEnd);
        ASSERT_EQ(std::memcmp(got.first, expected.first, count * sizeof(T)), 0)
            << points << " points " << (atEnd ? "at the end" : "at the beginning") << " of a page";
      }
  }
  template <class T> void stencil();
  template <class T> void neighbours();

  Runtime reference{with(nullptr)};
  Runtime compiled{with(runsHere(GetParam()) ? GetParam() : nullptr)};
};
INSTANTIATE_TEST_SUITE_P(Levels, PageEdge,
                         testing::Values("x86-64-v2", "x86-64-v3", "x86-64-v4", kNative.data()),
                         [](const auto &info) {
                           return info.param == kNative ? "native"
                                                        : std::string(info.param).substr(7);
                         });

template <class T> void PageEdge::stencil() {
  compare<T>(1, [](Runtime &runtime, T *result, std::int64_t points, bool atEnd) {
    Runtime::Scope on(runtime);
    Guarded<T> values(static_cast<std::size_t>(points) + 2, atEnd);
    Storage u = runtime.wrap(values.first, {I(-1, points + 1)});
    Storage v = runtime.wrap(result, {I(0, points)});
    if constexpr (std::is_same_v<T, std::complex<double>>) // which are moved alone
      v[whole] = atEnd ? u(I + 1) : u(I - 1);
    else
      v[whole] = u(I - 1) * u(I + 1) + u;
  });
}

/// Elements side by side where an index says, the first and the last of the page among them; in
/// either order, and more than two.
template <class T> void PageEdge::neighbours() {
  compare<T>(3, [](Runtime &runtime, T *result, std::int64_t points, bool atEnd) {
    Runtime::Scope on(runtime);
    Guarded<T> values(static_cast<std::size_t>(2 * points) + 3, atEnd);
    Storage u = runtime.wrap(values.first, {J(0, 1), I(0, 2 * points + 3)});
    Storage v = runtime.wrap(result, {J(0, 3), I(0, points)});
    Field at = index(I) * 7 % (2 * points + 1);
    Field low = u(I(at)), next = u(I + 1)(I(at)), third = u(I + 2)(I(at));
    Field number = astype(Field(2), u.dtype());
    v[{J(0, 1)}] = low * number + next;
    v[J(1)] = (next * number - low)[{J(0)}];
    v[J(2)] = (third + number * low + next)[{J(0)}];
  });
}

} // namespace

TEST_P(PageEdge, Stencils) {
  stencil<double>();
  stencil<float>();
  stencil<std::int16_t>();
}

TEST_P(PageEdge, StencilsOfPairsAndOfHalfFloats) {
  stencil<std::complex<double>>();
  stencil<Float16>();
}

TEST_P(PageEdge, NeighboursAtIndices) {
  neighbours<double>();
  neighbours<float>();
  neighbours<std::int32_t>();
  neighbours<std::int64_t>();
  neighbours<Float16>();
}

TEST_P(PageEdge, Conditions) {
  compare<bool>(1, [](Runtime &runtime, bool *result, std::int64_t points, bool atEnd) {
    Runtime::Scope on(runtime);
    Guarded<bool> values(static_cast<std::size_t>(points) + 2, atEnd);
    for (std::int64_t n = 0; n < points + 2; ++n)
      values.first[n] = n % 3 == 0;
    Storage u = runtime.wrap(values.first, {I(-1, points + 1)});
    Storage v = runtime.wrap(result, {I(0, points)});
    v[whole] = (u(I - 1) & !u(I + 1)) | u;
  });
}

TEST_P(PageEdge, TransposedCopies) {
  for (std::int64_t rows : {1, 3, 8, 17})
    compare<double>(rows,
                    [rows](Runtime &runtime, double *result, std::int64_t points, bool atEnd) {
                      Runtime::Scope on(runtime);
                      Guarded<double> values(static_cast<std::size_t>(points * rows), atEnd);
                      Storage u = runtime.wrap(values.first, {J(0, rows), I(0, points)});
                      Storage v = runtime.wrap(result, {I(0, points), J(0, rows)});
                      v[whole] = u;
                    });
}

TEST_P(PageEdge, VerticalScans) {
  compare<double>(5, [](Runtime &runtime, double *result, std::int64_t points, bool atEnd) {
    Runtime::Scope on(runtime);
    Guarded<double> values(static_cast<std::size_t>(points) * 5, atEnd);
    Storage u = runtime.wrap(values.first, {K(0, 5), I(0, points)});
    Storage v = runtime.wrap(result, {K(0, 5), I(0, points)});
    v[whole] = scan(K, Forward, 0.0, [](Value sum, Value x) { return 0.5 * sum + x; }, u);
  });
}

TEST_P(PageEdge, GathersThroughTables) {
  const Dimension E("E"), V("V");
  compare<double>(1, [&](Runtime &runtime, double *result, std::int64_t points, bool atEnd) {
    Runtime::Scope on(runtime);
    Guarded<std::int32_t> numbers(static_cast<std::size_t>(points), atEnd);
    Guarded<double> values(static_cast<std::size_t>(points), atEnd);
    for (std::int64_t n = 0; n < points; ++n)
      numbers.first[n] = static_cast<std::int32_t>((5 * n + 2) % points);
    Storage table = runtime.wrap(numbers.first, {E(0, points)});
    Storage u = runtime.wrap(values.first, {V(0, points)});
    Storage v = runtime.wrap(result, {E(0, points)});
    v[whole] = u(Connectivity(table, V)) * 2.0;
  });
}
