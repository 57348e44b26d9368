//===- ManyKernelsTest.cpp - Long programs --------------------------------===//
//
// Programs of thousands of operations: their values, and how much is compiled
// for them. Equal kernels of a program share their code.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {
class ManyKernels : public testing::Test {
protected:
  /// How many kernels the field's program has, how many of them differ, and their code.
  struct Count {
    std::size_t kernels = 0, codes = 0, codeBytes = 0, bytes = 0;
  };
  Count countOf(const Field &field) {
    StageClock clock;
    std::unique_lock lock(runtime.get().graphMutex);
    ArrayView target = plannedView(*field.ref());
    FlatGraph program = flatten({{field.ref(), target, target.domain, {}}});
    auto compiled = findCode(runtime.get(), program, nullptr, lock, clock);
    std::set<std::uint64_t> entries;
    for (const gtabi::KernelInfo &kernel : compiled->image().kernels())
      entries.insert(*compiled->image().hostEntry(kernel));
    return {compiled->image().kernels().size(), entries.size(), compiled->image().code().size(),
            compiled->imageBytes().size()};
  }

  /// Twice as many links make a program of at most twice the kernels, with code and bounds of
  /// at most twice the bytes.
  template <class Link> void expectLinear(const Field &first, int links, Link link) {
    auto chainOf = [&](int count) {
      Field f = first;
      for (int n = 0; n < count; ++n)
        f = link(f, n);
      return f;
    };
    Count few = countOf(chainOf(links)), many = countOf(chainOf(2 * links));
    EXPECT_LE(double(many.kernels), 2.1 * double(few.kernels));
    EXPECT_LE(double(many.bytes), 2.1 * double(few.bytes));
  }

  Runtime runtime;
  Runtime::Scope scope{runtime};
  Storage u = full<double>({I(0, 20), J(0, 3)}, 1.0);
};
} // namespace

TEST_F(ManyKernels, aChainOfAdditionsIsAFewKernels) {
  Field f = u;
  for (int n = 0; n < 3000; ++n)
    f = f + u;
  Count count = countOf(f);
  EXPECT_GE(count.kernels, 10u);
  EXPECT_LE(count.codes, 3u) << "the first, those in between, the last";
  EXPECT_EQ(eval(f).read<double>()(7, 2), 3001.0);
}

TEST_F(ManyKernels, anExplanationIsAsLongAsItsProgram) {
  auto linesOf = [&](int operations) {
    Field f = u;
    for (int n = 0; n < operations; ++n)
      f = f + double(n % 7);
    std::string text = explain(f).c_str();
    return std::count(text.begin(), text.end(), '\n');
  };
  auto few = linesOf(10'000), many = linesOf(20'000);
  EXPECT_GE(few, 10);
  EXPECT_LE(double(many), 2.1 * double(few));
  EXPECT_LE(many, 20'000);
}

TEST_F(ManyKernels, numbersAreNoPartOfTheCode) {
  Field f = u;
  double sum = 1.0;
  for (int n = 0; n < 3000; ++n) {
    f = f + (0.5 + n);
    sum = sum + (0.5 + n);
  }
  Count count = countOf(f);
  EXPECT_GE(count.kernels, 10u);
  EXPECT_LE(count.codes, 3u);
  EXPECT_EQ(eval(f).read<double>()(7, 2), sum);
}

TEST_F(ManyKernels, sumsOfDifferentFieldsShareTheirCode) {
  Field f(0.0);
  double expected = 0.0;
  for (int n = 0; n < 200; ++n) {
    f = f + sum(u + double(n));
    expected += 60.0 * (1.0 + n);
  }
  Count count = countOf(f);
  EXPECT_GE(count.kernels, 50u);
  EXPECT_LE(count.codes, 8u);
  EXPECT_EQ(eval(f).item<double>(), expected);
}

TEST_F(ManyKernels, chainedReductionsShareTheirCode) {
  Field f = u;
  for (int n = 0; n < 100; ++n)
    f = u + sum(f) / 60.0;
  Count count = countOf(f);
  EXPECT_GE(count.kernels, 200u);
  EXPECT_LE(count.codes, 6u);
  EXPECT_EQ(eval(f).read<double>()(7, 2), 101.0);
}

TEST_F(ManyKernels, kernelsThatDifferKeepTheirOwnCode) {
  Field f = u(I - 1) - u;
  for (int n = 2; n < 6; ++n)
    f = f + sum(u(I + n) * double(n));
  Count count = countOf(f);
  EXPECT_GE(count.codes, 4u);
  double expected = 0.0;
  for (int n = 2; n < 6; ++n)
    expected += 60.0 * n;
  EXPECT_EQ(eval(f).read<double>()(7, 2), expected);
}

TEST_F(ManyKernels, aProgramsNumbersChangeBetweenCalls) {
  Program program =
      runtime.compile([](Field v, Field a, Field b) { return sum(v * a) + sum(v * b) * v; },
                      arg(F64, {I, J}), arg(F64), arg(F64));
  Storage result = like(u);
  for (double a : {1.0, 2.0})
    for (double b : {3.0, 5.0, 7.0}) {
      program(out(result), u, a, b);
      EXPECT_EQ(result.read<double>()(7, 2), 60.0 * a + 60.0 * b);
    }
}

TEST_F(ManyKernels, aChainOfScansIsAFewKernels) {
  Field f = u;
  for (int n = 0; n < 800; ++n)
    f = cumsum(f, J) * 0.5;
  Count count = countOf(f);
  EXPECT_GE(count.kernels, 5u);
  EXPECT_LE(count.codes, 4u) << "the first, those in between, the last";
  EXPECT_EQ(eval(f).read<double>()(7, 0), std::ldexp(1.0, -800));
}

TEST_F(ManyKernels, linesAreNoPartOfTheCode) {
  Field f = u;
  for (unsigned n = 1; n <= 2000; ++n) {
    SourceLine line{"model.cpp", n, 1};
    f = operator+(Arg(f, line), Arg(u, line));
  }
  EXPECT_LE(countOf(f).codes, 3u);
  EXPECT_EQ(eval(f).read<double>()(7, 2), 2001.0);
}

// What a kernel reads first parts of, through concatenations whose rims are in memory, is no more
// the longer the chain is.
TEST_F(ManyKernels, nestedConcatenationsTakeWhatTheirNumberSays) {
  Storage a = full<double>({I(-400, 400), J(0, 3)}, 1.0), b = full<double>(a.domain(), 2.0);
  expectLinear(a, 60, [&](const Field &f, int n) {
    return concat_where((I >= n - 300) & (I < n - 290), b, f);
  });
  expectLinear(a, 60, [&](const Field &f, int n) {
    return concat_where((I >= n % 9) & (I < 300), f * 0.5 + b, b);
  });
  expectLinear(a, 30, [&](const Field &f, int n) {
    return concat_where((I >= n - 300) & (I < 300 - n), (f(I + 1) - f(I - 1)) * 0.5, b);
  });
}

TEST_F(ManyKernels, nestedConcatenationsHaveTheirValues) {
  Storage a = full<double>({I(-400, 400), J(0, 3)}, 1.0), b = full<double>(a.domain(), 2.0);
  Field f = a;
  std::vector<double> expected(800, 1.0);
  for (int n = 0; n < 200; ++n) {
    int first = n % 50 - 100, end = 150 - n % 70;
    f = concat_where((I >= first) & (I < end), f * 0.5 + b, f);
    for (int i = first; i < end; ++i)
      expected[i + 400] = expected[i + 400] * 0.5 + 2.0;
  }
  auto values = eval(f).read<double>();
  for (int i = -400; i < 400; ++i)
    ASSERT_EQ(values(i + 400, 2), expected[i + 400]) << i;
}

/// So many dimensions, every `step`-th of two points, the others of one.
static Domain domainOf(int dimensions, int step) {
  Domain domain;
  for (int n = 0; n < dimensions; ++n)
    domain = domain.with(Dimension("d" + std::to_string(n))(n, n + (n % step == 0 ? 2 : 1)));
  return domain;
}

// Loops nest to a bounded depth: tiles walk the other dimensions.
TEST_F(ManyKernels, dimensionsMayBeMany) {
  Domain domain = domainOf(40, 4);
  Storage many = full<double>(domain, 1.5);
  EXPECT_EQ(sum(many * 2.0).item<double>(), 3.0 * 1024);
  Storage copy = like(many);
  copy[whole] = many + astype(index(domain[4].dim), F64);
  EXPECT_EQ(sum(copy).item<double>(), 1024 * (1.5 + 4.5));
}

TEST_F(ManyKernels, walkedDimensionsAreNoPartOfTheCode) {
  auto sumOf = [&](int dimensions) { return sum(full<double>(domainOf(dimensions, 16), 1.5)); };
  Count few = countOf(sumOf(24)), many = countOf(sumOf(96));
  EXPECT_EQ(many.kernels, few.kernels + 72);
  EXPECT_EQ(many.codes, few.codes);
  EXPECT_EQ(many.codeBytes, few.codeBytes);
}

// Kernels find storages where the tile is in walked dimensions, which some lack or have in
// another order; what is shifted, or pinned, or made of indices there is not at the tile.
TEST_F(ManyKernels, whatWalkedDimensionsMove) {
  Domain domain, some;
  for (int n = 0; n < 12; ++n) {
    NamedRange range = Dimension("w" + std::to_string(n))(n - 3, n - 1);
    domain = domain.with(range);
    if (n % 3 != 1)
      some = some.with(range);
  }
  auto linear = [](const Domain &dims) {
    Field all = 0.0;
    for (const NamedRange &range : dims)
      all = all + (10.0 + double(range.range.lo())) * astype(index(range.dim), F64);
    return all;
  };
  auto largest = [](const Field &f) { return max(abs(f)).item<double>(); };
  Storage u = zeros<double>(domain), v = zeros<double>(domain, {.layout = fortran}),
          w = zeros<double>(some);
  u[whole] = linear(domain);
  v[whole] = u;
  w[whole] = linear(some);
  EXPECT_EQ(largest(v - linear(domain)), 0.0);
  EXPECT_EQ(largest(u + w - v - linear(some)), 0.0);
  for (std::size_t n : {0, 3, 4, 11}) {
    NamedRange range = domain[n];
    double step = 10.0 + double(range.range.lo());
    Field distance = astype(index(range.dim) - range.range.lo(), F64);
    EXPECT_EQ(largest(u(range.dim + 1) - v - step), 0.0);
    EXPECT_EQ(largest(v - u(range.dim(range.range.lo())) - step * distance), 0.0);
    EXPECT_EQ(sum(cumsum(u, range.dim) - u).item<double>(),
              sum(u(range.dim(range.range.lo()))).item<double>());
  }
}
