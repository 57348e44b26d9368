//===- ProductTest.cpp - Products of matrices -----------------------------===//
//
// Sums of products of which one factor lacks a dimension of the other, whose rows of results are
// reduced together, some at a time: whatever number of them is left over, and of points that are
// reduced, the bits are those of the reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cstring>
#include <random>

using namespace gtjit;

namespace {

const Dimension M("M");

/// One evaluation on both evaluators.
class Product : public testing::TestWithParam<int> {
protected:
  static RuntimeOptions with(bool isReference, int threads) {
    RuntimeOptions options;
    options.reference = isReference;
    options.threads = threads;
    if (threads > 1)
      options.tile = {3, 7, 50};
    options.smallDomain = 1;
    return options;
  }

  /// A storage with elements that both evaluators find alike.
  template <class T> static Storage filled(const Domain &domain, unsigned seed) {
    Storage storage = empty<T>(domain);
    std::mt19937 random(seed);
    auto view = storage.write<T>();
    std::vector<std::int64_t> at(view.ndim(), 0);
    for (std::int64_t n = 0, count = domain.size(); n < count; ++n) {
      view.at(at) = static_cast<T>(static_cast<double>(random() % 1000) / 8 - 40);
      for (std::size_t d = at.size(); d-- > 0 && ++at[d] == view.shape()[d];)
        at[d] = 0;
    }
    return storage;
  }

  template <class T, class Build>
  void compare(const Domain &x, const Domain &matrix, const Domain &result, Build build,
               const StorageOptions &layout = {}) {
    std::vector<std::vector<T>> values;
    for (Runtime *runtime : {&compiled, &reference}) {
      Runtime::Scope on(*runtime);
      Storage a = filled<T>(x, 1), b = filled<T>(matrix, 2);
      Storage out = empty<T>(result, layout);
      out[whole] = build(a, b);
      values.push_back(valuesOf<T>(out));
    }
    ASSERT_EQ(values[0].size(), values[1].size());
    ASSERT_EQ(std::memcmp(values[0].data(), values[1].data(), values[0].size() * sizeof(T)), 0)
        << x << " by " << matrix;
  }

  Runtime compiled{with(false, GetParam())}, reference{with(true, 1)};
};
INSTANTIATE_TEST_SUITE_P(Threads, Product, testing::Values(1, 3));

Field product(const Storage &x, const Storage &matrix) { return sum(x * matrix, M); }

} // namespace

TEST_P(Product, AlongRowsOfAPlane) {
  for (std::int64_t rows : {1, 2, 3, 4, 5, 8, 11})
    for (std::int64_t points : {1, 3, 4, 63, 64, 65, 130})
      for (std::int64_t columns : {1, 7, 8, 33}) {
        Domain x{K(0, 2), M(0, points), I(0, columns)}, matrix{J(-1, rows - 1), M(0, points)};
        compare<double>(x, matrix, {K(0, 2), J(-1, rows - 1), I(0, columns)}, product);
      }
}

TEST_P(Product, AlongLevels) {
  for (std::int64_t levels : {2, 4, 5, 9})
    for (std::int64_t columns : {5, 150, 600}) {
      Domain x{M(0, 70), J(0, 3), I(2, columns)}, matrix{M(0, 70), K(0, levels)};
      Domain result{K(0, levels), J(0, 3), I(2, columns)};
      compare<double>(x, matrix, result, product);
      compare<float>(x, matrix, result, product);
      compare<std::int32_t>(x, matrix, result, [](const Storage &a, const Storage &b) {
        return astype(product(a, b), I32);
      });
    }
}

/// The order of dimensions, and what is contiguous, is another.
TEST_P(Product, InOtherLayouts) {
  Domain x{M(0, 70), J(0, 3), I(0, 13)}, matrix{M(0, 70), K(0, 7)};
  for (const char *axes : {"KJI", "IJK", "JKI", "JIK"})
    compare<float>(x, matrix, {K(0, 7), J(0, 3), I(0, 13)}, product, {.layout = axes});
  compare<double>({J(0, 5), M(0, 70)}, {M(0, 70), I(0, 9)}, {J(0, 5), I(0, 9)}, product);
}

/// Other reductions, of other expressions, some in one kernel; part of what is read has neighbours
/// along all dimensions.
TEST_P(Product, OfOtherKinds) {
  Domain x{K(0, 3), M(0, 70), I(-1, 30)}, matrix{J(0, 7), M(-1, 71)},
      result{K(0, 3), J(1, 6), I(0, 29)};
  compare<double>(x, matrix, result, [](const Storage &a, const Storage &b) {
    Field near = (a(I + 1) - a(I - 1)) * b(J + 1) + b(J - 1) * b(M + 1);
    return sum(near, M) + max(a * b, M) * min(a - b, M);
  });
  compare<double>(x, matrix, result, [](const Storage &a, const Storage &b) {
    return astype(any(a > b, M), F64) + astype(sum(a * b < 3.0, M), F64) +
           astype(argmin(a + b, M), F64);
  });
  compare<double>(x, matrix, result, [](const Storage &a, const Storage &b) {
    return exp(sum(sin(a) * b, M) * 1e-6) + mean(a * b, M);
  });
  compare<float>(x, matrix, result, [](const Storage &a, const Storage &b) {
    return sum(where(a > b, astype(index(J), F32), a), M);
  });
}
