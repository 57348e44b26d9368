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

using Expression = Field (*)(const Field &);

template <class T>
std::vector<T> valuesFor(const std::vector<T> &x, Expression value, RuntimeOptions options) {
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
  v[whole] = value(u);
  auto from = v.template read<T>();
  std::vector<T> result;
  for (std::int64_t n = 0; n < count; ++n)
    result.push_back(from(n));
  return result;
}

template <class T> void expectReferenceBits(const std::vector<T> &x, Expression value) {
  std::vector<T> expected = valuesFor(x, value, {.reference = true}),
                 found = valuesFor(x, value, {});
  for (std::size_t n = 0; n < x.size(); ++n)
    ASSERT_TRUE((std::isnan(found[n]) && std::isnan(expected[n])) ||
                std::memcmp(&found[n], &expected[n], sizeof(T)) == 0)
        << n << ": of " << x[n] << " it is " << found[n] << ", not " << expected[n];
}

template <class T> std::vector<T> arguments() {
  std::vector<T> x = specialArguments<T>(), random = randomArguments<T>(100003, 11);
  x.insert(x.end(), random.begin(), random.end()); // the row ends inside of a vector
  return x;
}

Field exponential(const Field &x) { return exp(x); }
/// Of 16 bits, by vectors of floats.
Field halfExponential(const Field &x) { return astype(exp(astype(x, F16)), x.dtype()); }
Field sumOfExponentials(const Field &x) { return x + sum(exp(x * 1e-3), I); }
/// More than a kernel has in place of calls.
Field manyExponentials(const Field &x) {
  Field result = x;
  for (int n = 0; n < 70; ++n)
    result = exp(-result);
  return result;
}

TEST(EmittedMath, DoublesHaveTheReferencesBits) {
  for (Expression value : {exponential, halfExponential, sumOfExponentials, manyExponentials})
    expectReferenceBits(arguments<double>(), value);
}
TEST(EmittedMath, FloatsHaveTheReferencesBits) {
  for (Expression value : {exponential, halfExponential, sumOfExponentials, manyExponentials})
    expectReferenceBits(arguments<float>(), value);
}

} // namespace
