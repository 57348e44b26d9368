//===- EmittedMathTest.cpp - Math functions without a call ----------------===//
//
// What kernels compute themselves has the bits of the table's functions.
//
//===----------------------------------------------------------------------===//
#include "../Math/MathArguments.h"

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

using namespace gtjit;

namespace {

template <class T> std::vector<T> exponentials(const std::vector<T> &x, RuntimeOptions options) {
  options.diskCache = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  auto count = static_cast<std::int64_t>(x.size());
  Storage u = empty<T>({I(0, count)}), v = empty<T>({I(0, count)});
  {
    auto to = u.template write<T>();
    for (std::int64_t n = 0; n < count; ++n)
      to(n) = x[static_cast<std::size_t>(n)];
  }
  v[whole] = exp(u);
  auto from = v.template read<T>();
  std::vector<T> result;
  for (std::int64_t n = 0; n < count; ++n)
    result.push_back(from(n));
  return result;
}

template <class T> void expectReferenceBits(std::vector<T> x) {
  std::vector<T> expected = exponentials(x, {.reference = true}), found = exponentials(x, {});
  for (std::size_t n = 0; n < x.size(); ++n)
    ASSERT_TRUE((std::isnan(found[n]) && std::isnan(expected[n])) ||
                std::memcmp(&found[n], &expected[n], sizeof(T)) == 0)
        << n << ": exp(" << x[n] << ") is " << found[n] << ", not " << expected[n];
}

template <class T> std::vector<T> arguments() {
  std::vector<T> x = specialArguments<T>(), random = randomArguments<T>(100003, 11);
  x.insert(x.end(), random.begin(), random.end()); // the row ends inside of a vector
  return x;
}

TEST(EmittedMath, DoublesHaveTheReferencesBits) { expectReferenceBits(arguments<double>()); }
TEST(EmittedMath, FloatsHaveTheReferencesBits) { expectReferenceBits(arguments<float>()); }

} // namespace
