//===- CountedRuns.h - How often an executor is asked -----------*- C++ -*-===//
//
// Which kernels of a program run together, as the executor's calls tell.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_LAUNCH_COUNTEDRUNS_H
#define GTJIT_UNITTESTS_LAUNCH_COUNTEDRUNS_H

#include "../Backends.h"
#include "../CountingExecutor.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace gtjit {

/// Each tile by itself.
inline constexpr std::int64_t kTileByTile = 1 << 20;

/// A test's function on two storages.
using OnTwoStorages = std::function<void(Storage &u, Storage &v)>;

/// How often the executor was asked to run what `program` makes of two storages that `prepare` has
/// filled, after a comparison of both with what the reference evaluator makes of them. `options`:
/// all but the executor, which
/// runs everything in so many parts; every domain is large.
inline int countRuns(RuntimeOptions options, std::int64_t parts, const Domain &domain,
                     const StorageOptions &layout, const OnTwoStorages &prepare,
                     const OnTwoStorages &program) {
  CountingExecutor executor(parts);
  options.executor = &executor;
  options.smallDomain = 1;
  Runtime compiled(options), reference({.reference = true});
  std::vector<double> values[2];
  int count = 0;
  for (Runtime *runtime : {&compiled, &reference}) {
    Runtime::Scope scope(*runtime);
    Storage u = zeros<double>(domain, layout), v = like(u);
    prepare(u, v);
    executor.runs = 0;
    program(u, v);
    if (runtime == &compiled)
      count = executor.runs;
    for (const Storage *storage : {&u, &v})
      for (double value : valuesOf(*storage))
        values[runtime == &reference].push_back(value);
  }
  EXPECT_EQ(values[0], values[1]);
  return count;
}

} // namespace gtjit

#endif // GTJIT_UNITTESTS_LAUNCH_COUNTEDRUNS_H
