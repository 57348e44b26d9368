//===- ContractTest.cpp - Products that are added, rounded once -----------===//
//
// The rule of docs/Semantics.md against std::fma, point by point, and what decides
// whether it holds.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <cmath>
#include <random>

using namespace gtjit;
using testing::ElementsAreArray;

namespace {

template <class T> std::vector<T> random(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> numbers(-2, 2);
  std::vector<T> values;
  for (int n = 0; n < 37; ++n)
    values.push_back(T(numbers(engine)));
  return values;
}

class Contract : public OnEveryBackend {
protected:
  const std::vector<double> a = random<double>(1), b = random<double>(2), c = random<double>(3),
                            d = random<double>(4);
  Storage u = line<double>(a), v = line<double>(b), w = line<double>(c), x = line<double>(d);

  /// What `value(n)` is at each point.
  template <class Value> std::vector<double> each(Value value) const {
    std::vector<double> values;
    for (std::size_t n = 0; n < a.size(); ++n)
      values.push_back(value(n));
    return values;
  }
  std::vector<double> fused() const {
    return each([&](std::size_t n) { return std::fma(a[n], b[n], c[n]); });
  }
  std::vector<double> strict() const {
    return each([&](std::size_t n) { return a[n] * b[n] + c[n]; });
  }
};
GTJIT_ON_EVERY_BACKEND(Contract);

#define EXPECT_EACH(FIELD, VALUE)                                                                  \
  EXPECT_THAT(valuesOf<double>(Field(FIELD)),                                                      \
              ElementsAreArray(each([&](std::size_t n) { return VALUE; })))

} // namespace

TEST_P(Contract, FusesTheFirstOperandOfASumThatIsAProduct) {
  ContractScope contract;
  EXPECT_EACH(u * v + w, std::fma(a[n], b[n], c[n]));
  EXPECT_EACH(w + u * v, std::fma(a[n], b[n], c[n]));
  EXPECT_EACH(u * v - w, std::fma(a[n], b[n], -c[n]));
  EXPECT_EACH(w - u * v, std::fma(-a[n], b[n], c[n]));
  EXPECT_EACH(u * v + w * x, std::fma(a[n], b[n], c[n] * d[n]));
  EXPECT_EACH(u * v - w * x, std::fma(a[n], b[n], -(c[n] * d[n])));
  EXPECT_EACH(0.1 * u + 0.2, std::fma(0.1, a[n], 0.2));
  EXPECT_EACH((u * v + w) * x + u, std::fma(std::fma(a[n], b[n], c[n]), d[n], a[n]));
}

TEST_P(Contract, LeavesAloneWhatIsNoProductOfTheSumsType) {
  ContractScope contract;
  Field shifted = (u * v)(I + 1), power = pow(u, 2);
  EXPECT_THAT(valuesOf<double>((shifted + w)[I(0, 36)]), ElementsAreArray([&] {
                std::vector<double> values;
                for (std::size_t n = 0; n < 36; ++n)
                  values.push_back(a[n + 1] * b[n + 1] + c[n]);
                return values;
              }()));
  EXPECT_EACH(power + w, a[n] * a[n] + c[n]);
  EXPECT_EACH(u / v + w, a[n] / b[n] + c[n]);
  std::vector<float> f = random<float>(5), g = random<float>(6);
  Storage p = line<float>(f), q = line<float>(g);
  EXPECT_EACH(p * q + w, static_cast<double>(f[n] * g[n]) + c[n]);
  EXPECT_THAT(valuesOf<std::int32_t>(Field(line<std::int32_t>({3, 4})) * 2 + 1),
              testing::ElementsAre(7, 9));
}

TEST_P(Contract, HoldsForEveryFloat) {
  ContractScope contract;
  std::vector<float> f = random<float>(5), g = random<float>(6), h = random<float>(7), wanted;
  for (std::size_t n = 0; n < f.size(); ++n)
    wanted.push_back(std::fma(f[n], g[n], h[n]));
  EXPECT_THAT(valuesOf<float>(line<float>(f) * line<float>(g) + line<float>(h)),
              ElementsAreArray(wanted));
  std::vector<Float16> k = random<Float16>(8), l = random<Float16>(9), m = random<Float16>(10);
  std::vector<Float16> got =
      valuesOf<Float16>(line<Float16>(k) * line<Float16>(l) + line<Float16>(m));
  for (std::size_t n = 0; n < k.size(); ++n)
    EXPECT_EQ(float(got[n]), float(Float16(std::fma(float(k[n]), float(l[n]), float(m[n])))));
}

TEST_P(Contract, DependsOnNoOtherUseAndNotOnWhatIsEvaluatedTogether) {
  ContractScope contract;
  Field product = u * v, sum = product + w;
  Storage both[] = {like(u), like(u)};
  update({{both[0][whole], product}, {both[1][whole], sum}});
  EXPECT_THAT(valuesOf<double>(both[1]), ElementsAreArray(fused()));
  EXPECT_EACH(product, a[n] * b[n]);
  EXPECT_THAT(valuesOf<double>(sum), ElementsAreArray(fused()));
  EXPECT_THAT(valuesOf<double>(product + w), ElementsAreArray(strict())) << "it has been rounded";
}

TEST_P(Contract, IsForWhatIsWrittenInItsScope) {
  Field before = u * v + w;
  {
    ContractScope contract;
    Field within = u * v + w;
    {
      ContractScope off(false);
      EXPECT_THAT(valuesOf<double>(u * v + w), ElementsAreArray(strict()));
    }
    EXPECT_THAT(valuesOf<double>(before), ElementsAreArray(strict()));
    EXPECT_THAT(valuesOf<double>(within), ElementsAreArray(fused()));
  }
  EXPECT_THAT(valuesOf<double>(u * v + w), ElementsAreArray(strict()));
}

TEST_P(Contract, IsAnOptionOfARuntimeAndOfItsPrograms) {
  RuntimeOptions options = optionsFor(GetParam());
  options.contract = true;
  Runtime contracting(options);
  Runtime::Scope inside(contracting);
  Storage p = line<double>(a), q = line<double>(b), r = line<double>(c), s = like(p);
  EXPECT_THAT(valuesOf<double>(p * q + r), ElementsAreArray(fused()));
  auto callable = [](Field p, Field q, Field r) { return p * q + r; };
  Program program = contracting.compile(callable, arg(F64, I), arg(F64, I), arg(F64, I));
  program(out(s), p, q, r);
  EXPECT_THAT(valuesOf<double>(s), ElementsAreArray(fused()));
  // A program computes what it was traced with.
  Program strictly = runtime.compile(callable, arg(F64, I), arg(F64, I), arg(F64, I));
  ContractScope contract;
  Storage t = like(u);
  strictly(out(t), u, v, w);
  EXPECT_THAT(valuesOf<double>(t), ElementsAreArray(strict()));
}

TEST_P(Contract, HoldsInScans) {
  ContractScope contract;
  auto body = [](Value carry, Value p, Value q) { return carry * p + q; };
  Field recurrence = scan(I, Forward, 0.5, body, u, v);
  double carry = 0.5;
  std::vector<double> wanted;
  for (std::size_t n = 0; n < a.size(); ++n)
    wanted.push_back(carry = std::fma(carry, a[n], b[n]));
  EXPECT_THAT(valuesOf<double>(recurrence), ElementsAreArray(wanted));
}

TEST_P(Contract, TheFusedOperationIsAFunctionToo) {
  EXPECT_THAT(valuesOf<double>(fma(u, v, w)), ElementsAreArray(fused()));
  EXPECT_THAT(valuesOf<double>(fma(u, 2.0, w)),
              ElementsAreArray(each([&](std::size_t n) { return std::fma(a[n], 2.0, c[n]); })));
}

/// Old levels of CPUs lack the instruction, but no machine that runs kernels does.
TEST(ContractOnMachines, GivesTheSameBits) {
  std::vector<double> a = random<double>(1), b = random<double>(2), c = random<double>(3), wanted;
  for (std::size_t n = 0; n < a.size(); ++n)
    wanted.push_back(std::fma(a[n], b[n], c[n]));
  for (RuntimeOptions options :
       {RuntimeOptions{.cpu = "x86-64"}, RuntimeOptions{.cpu = "x86-64-v3"},
        RuntimeOptions{.device = "emulated"}, RuntimeOptions{.stockCodegen = true}}) {
    SCOPED_TRACE(std::string(options.cpu) + std::string(options.device));
    options.contract = true;
    Runtime runtime(options);
    Runtime::Scope scope(runtime);
    EXPECT_THAT(valuesOf<double>(line<double>(a) * line<double>(b) + line<double>(c)),
                ElementsAreArray(wanted));
  }
}
