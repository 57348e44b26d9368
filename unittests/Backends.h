//===- Backends.h - The same test on every backend --------------*- C++ -*-===//
//
// Tests of what evaluation means run on compiled kernels and on the reference
// evaluator.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_BACKENDS_H
#define GTJIT_UNITTESTS_BACKENDS_H

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <ostream>
#include <vector>

namespace gtjit {

enum class Backend { Kernels, Reference };

inline void PrintTo(Backend backend, std::ostream *out) {
  *out << (backend == Backend::Kernels ? "Kernels" : "Reference");
}

/// A test with a runtime of its own, which is the current one.
class BackendTest : public testing::TestWithParam<Backend> {
protected:
  BackendTest() : BackendTest(RuntimeOptions{}) {}
  explicit BackendTest(RuntimeOptions options)
      : runtime(with(options)), scope(runtime), last(runtime.counters()) {}

  bool compiles() const { return GetParam() == Backend::Kernels; }

  /// What was counted since the last call.
  RuntimeCounters counted() {
    RuntimeCounters now = runtime.counters(), before = last;
    last = now;
    return {.allocations = now.allocations - before.allocations,
            .reuses = now.reuses - before.reuses,
            .bytesAllocated = now.bytesAllocated - before.bytesAllocated,
            .bytesCopied = now.bytesCopied - before.bytesCopied,
            .copies = now.copies - before.copies,
            .kernels = now.kernels - before.kernels,
            .evaluations = now.evaluations - before.evaluations,
            .compiles = now.compiles - before.compiles,
            .cacheHits = now.cacheHits - before.cacheHits};
  }

  Runtime runtime;

private:
  static RuntimeOptions with(RuntimeOptions options) {
    options.reference = GetParam() == Backend::Reference;
    return options;
  }
  Runtime::Scope scope;
  RuntimeCounters last;
};

#define GTJIT_ON_ALL_BACKENDS(SUITE)                                                               \
  INSTANTIATE_TEST_SUITE_P(Backends, SUITE, testing::Values(Backend::Kernels, Backend::Reference), \
                           testing::PrintToStringParamName())

/// Values 0, 1, 2, ... in the order of the dimensions, halo included, plus
/// `start`.
inline Storage counting(Storage storage, double start = 0.0) {
  HostView<double> view = storage.write<double>();
  std::vector<std::int64_t> index(view.ndim());
  for (double value = start;; ++value) {
    view.at(index) = value;
    std::size_t d = index.size();
    while (d > 0 && ++index[d - 1] == view.shape()[d - 1])
      index[--d] = 0;
    if (d == 0)
      return storage;
  }
}

/// The values of a storage in the order of its dimensions, halo included.
inline std::vector<double> valuesOf(const Storage &storage) {
  HostView<const double> view = storage.read<double>();
  std::vector<double> values;
  std::vector<std::int64_t> index(view.ndim());
  for (std::int64_t extent : view.shape())
    if (extent == 0)
      return values;
  while (true) {
    values.push_back(view.at(index));
    std::size_t d = index.size();
    while (d > 0 && ++index[d - 1] == view.shape()[d - 1])
      index[--d] = 0;
    if (d == 0)
      return values;
  }
}

using Values = std::vector<double>;

} // namespace gtjit

#endif // GTJIT_UNITTESTS_BACKENDS_H
