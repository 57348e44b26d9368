//===- SidesTest.cpp - Parts of a few points a row ------------------------===//
//
// Rows of parts that are less than a vector, one, or more, in tiles of any size.
//
//===----------------------------------------------------------------------===//
#include "CountedRuns.h"

using namespace gtjit;

namespace {

/// Two fields of `type` with rims of so many points, of rows of `points`, as doubles.
std::vector<double> rimmed(DType type, std::int64_t points, std::int64_t rim,
                           const RuntimeOptions &options) {
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  const Domain domain{K(0, 3), J(0, 9), I(0, points)};
  Storage numbers = counting(zeros<double>(domain));
  Storage u = zeros(domain, type), v = like(u), w = like(u);
  u[whole] = astype(numbers % 100.0, type);
  Condition inside = (I >= rim) & (I < points - rim) & (J >= 1) & (J < 8);
  update({{v, concat_where(inside, u + u, u)},
          {w, concat_where(inside, astype(1.0 + 0.0 * numbers, type), u)}});
  std::vector<double> values;
  for (const Storage &storage : {v, w}) {
    numbers[whole] = astype(storage, F64);
    for (double value : valuesOf(numbers))
      values.push_back(value);
  }
  return values;
}

} // namespace

TEST(Sides, HaveTheReferencesValues) {
  for (DType type : {F64, F32, I8})
    for (std::int64_t points : {1, 2, 8, 9, 16, 17, 33, 64, 65, 130})
      for (std::int64_t rim : {0, 1, 2, 8, 9, 17})
        if (2 * rim <= points)
          for (std::initializer_list<std::int64_t> tile :
               {std::initializer_list<std::int64_t>{}, {5, 3}})
            ASSERT_EQ(rimmed(type, points, rim, {.threads = 2, .smallDomain = 1, .tile = tile}),
                      rimmed(type, points, rim, {.reference = true}))
                << name(type) << ": " << points << " points, a rim of " << rim;
}
