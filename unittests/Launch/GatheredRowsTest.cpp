//===- GatheredRowsTest.cpp - Levels that each point finds ----------------===//
#include "../Backends.h"

#include "gtjit/Launch/CacheSize.h"

#include <gtest/gtest.h>

using namespace gtjit;

namespace {

/// Runs all tiles at once and notes how many there are.
class TileCounter final : public Executor {
public:
  std::int64_t most = 0;
  void run(std::int64_t count, Body body, void *context) override {
    most = std::max(most, count);
    body(context, 0, count);
  }
  int threads() const override { return 2; }
};

/// What is between two levels of each column, which `height` tells.
Field between(const Field &x, const Field &height) {
  Field lower = astype(height, I32), part = height - astype(lower, F64);
  return (1.0 - part) * x(K(lower)) + part * x(K + 1)(K(lower));
}

} // namespace

// All planes read the same rows: a core's cache keeps those of a tile.
TEST(GatheredRows, TilesRunThroughAllLevels) {
  constexpr std::int64_t nx = 2048, ny = 32, nz = 24;
  const Domain domain{K(0, nz), J(0, ny), I(0, nx)};
  std::vector<double> values[2];
  TileCounter counter;
  Runtime compiled({.executor = &counter, .diskCache = false}), reference({.reference = true});
  for (Runtime *runtime : {&reference, &compiled}) {
    Runtime::Scope scope(*runtime);
    Storage x = zeros<double>(domain), height = like(x), out = like(x);
    x[whole] = astype(index(I) + 3 * index(J) + 7 * index(K) * index(K), F64);
    height[whole] =
        astype((index(I) * 7 + index(J) * 5 + index(K) * 11) % (4 * (nz - 1)), F64) / 4.0;
    counter.most = 0;
    out[whole] = between(x, height);
    values[runtime == &compiled] = valuesOf(out);
  }
  EXPECT_EQ(values[0], values[1]);
  std::int64_t rows =
      std::max<std::int64_t>(1, detail::coreCacheBytes() / 8 * 3 / (nx * nz * 2 * sizeof(double)));
  EXPECT_GE(counter.most, ny / rows / 2) << "threads alone ask for 8";
}
