//===- ExternalTest.cpp - C functions in expressions ----------------------===//
//
// What they give, in every element type and at every place of an expression, how often
// they are called, and that one address takes the place of another.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <atomic>
#include <cmath>

using namespace gtjit;

namespace {

double saturation(double t, double p) { return 0.622 * std::exp(t) / (p - std::floor(t)); }
float halved(float x) noexcept { return 0.5f * x; }
std::int8_t wrapping(std::int8_t a, std::int16_t b) { return static_cast<std::int8_t>(a + b); }
std::uint16_t shorten(std::uint64_t a) { return static_cast<std::uint16_t>(a >> 3); }
bool isBetween(bool either, int a, unsigned b, float c) {
  return either || (a < 0 && b > 3000000000u && c < 0.0f);
}
long many(long a, double x, int b, float y, std::uint8_t c, double z) {
  return a + 10 * b + 100 * c + static_cast<long>(x + 2 * y + 4 * z);
}
double twice(double x) { return 2.0 * x; }
double thrice(double x) { return 3.0 * x; }

std::atomic<long> calls{0};
double addOne(double x) {
  ++calls;
  return x + 1.0;
}
std::atomic<long> zerosSeen{0};
double noteZero(double x) {
  zerosSeen += x == 0.0;
  return 1.0 / x;
}
long callsSince() { return calls.exchange(0); }

class ExternalTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ExternalTest);

/// Values of all lengths of rows, so that all masks come up.
template <class Run> void forLengths(Run run) {
  for (std::int64_t length : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 67})
    run(length);
}

template <class T> Storage filled(const Domain &domain, double scale, double start) {
  Storage storage = zeros<T>(domain);
  HostView<T> view = storage.write<T>();
  std::int64_t n = 0;
  for (std::int64_t i = 0; i < view.shape()[0]; ++i)
    view(i) = static_cast<T>(start + scale * static_cast<double>(n++));
  return storage;
}

} // namespace

TEST_P(ExternalTest, isCalledAtEachPointOfAFusedExpression) {
  auto saturate = external<double(double, double)>("test_saturation", &saturation);
  forLengths([&](std::int64_t length) {
    Storage t = filled<double>({I(-3, length - 3)}, 0.37, -1.0), p = like(t), v = like(t);
    p[whole] = 2.0 * t + 100.0;
    v[whole] = 0.5 * saturate(t + 1.0, p) - t;
    HostView<const double> from = t.read<double>(), result = v.read<double>();
    for (std::int64_t i = 0; i < length; ++i)
      ASSERT_EQ(result(i), 0.5 * saturation(from(i) + 1.0, 2.0 * from(i) + 100.0) - from(i))
          << i << " of " << length;
  });
}

TEST_P(ExternalTest, takesAndGivesEveryTypeOfC) {
  auto halve = external("test_half", &halved);
  auto wrapped = external("test_wrap", &wrapping);
  auto shortened = external("test_shorten", &shorten);
  auto between = external("test_is_between", &isBetween);
  auto mixed = external("test_many", &many);
  forLengths([&](std::int64_t length) {
    Domain domain{I(0, length)};
    Storage f = filled<float>(domain, -0.75, 11.0), a = filled<std::int8_t>(domain, 3.0, -100.0),
            b = filled<std::int16_t>(domain, -97.0, 3000.0),
            w = filled<std::uint64_t>(domain, 1e17, 7e17), x = filled<double>(domain, 1.25, -4.0),
            n = filled<int>(domain, 1.0, -9.0), m = filled<unsigned>(domain, 2.5e7, 2.5e9),
            c = filled<std::uint8_t>(domain, 3.0, 1.0), s = filled<long>(domain, -1e6, 1e12);
    Storage flag = eval(f > 5.0f);
    auto [halves, wraps, shorts, flags] =
        eval(halve(f), wrapped(a, b), shortened(w), between(flag, n, m, f));
    Storage sums = eval(mixed(s, x, n, f, c, 0.5));
    EXPECT_EQ(halves.dtype(), F32);
    EXPECT_EQ(wraps.dtype(), I8);
    EXPECT_EQ(shorts.dtype(), U16);
    EXPECT_EQ(flags.dtype(), DType::Bool);
    EXPECT_EQ(sums.dtype(), I64);
    for (std::int64_t i = 0; i < length; ++i) {
      float fi = f.read<float>()(i);
      ASSERT_EQ(halves.read<float>()(i), halved(fi));
      ASSERT_EQ(wraps.read<std::int8_t>()(i),
                wrapping(a.read<std::int8_t>()(i), b.read<std::int16_t>()(i)));
      ASSERT_EQ(shorts.read<std::uint16_t>()(i), shorten(w.read<std::uint64_t>()(i)));
      int ni = n.read<int>()(i);
      ASSERT_EQ(flags.read<bool>()(i), isBetween(fi > 5.0f, ni, m.read<unsigned>()(i), fi));
      ASSERT_EQ(sums.read<long>()(i), many(s.read<long>()(i), x.read<double>()(i), ni, fi,
                                           c.read<std::uint8_t>()(i), 0.5));
    }
  });
}

TEST_P(ExternalTest, meetsOperandsByNameAndIsShiftedAndReduced) {
  auto saturate = external("test_saturation", &saturation);
  Storage t = counting(zeros<double>({I(0, 13), J(0, 5)})),
          p = counting(zeros<double>({J(-1, 6)}), 99);
  Field q = saturate(0.01 * t, p);
  EXPECT_EQ(q.domain(), (Domain{I(0, 13), J(0, 5)}));
  Storage moved = eval(q(I + 1) - q(I - 1));
  HostView<const double> from = t.read<double>(), pressures = p.read<double>(),
                         result = moved.read<double>();
  auto at = [&](std::int64_t i, std::int64_t j) {
    return saturation(0.01 * from(i, j), pressures(j + 1));
  };
  for (std::int64_t i = 1; i < 12; ++i)
    for (std::int64_t j = 0; j < 5; ++j)
      ASSERT_EQ(result(i - 1, j), at(i + 1, j) - at(i - 1, j));
  double greatest = -1;
  for (std::int64_t i = 0; i < 13; ++i)
    for (std::int64_t j = 0; j < 5; ++j)
      greatest = std::max(greatest, at(i, j));
  EXPECT_EQ(max(q).item<double>(), greatest);
}

TEST_P(ExternalTest, ofNumbersAloneIsAFieldWithoutDimensions) {
  auto saturate = external("test_saturation", &saturation);
  auto count = external("test_counted", &addOne, {.effects = true});
  EXPECT_EQ(saturate(0.5, 100).item<double>(), saturation(0.5, 100.0));
  callsSince();
  EXPECT_EQ(count(0.5).item<double>(), 1.5);
  EXPECT_EQ(callsSince(), 1);
  Storage u = counting(zeros<double>({I(0, 100)}));
  Storage v = eval(u + count(2.0) * saturate(0.5, 100));
  EXPECT_EQ(v.read<double>()(7), 7.0 + 3.0 * saturation(0.5, 100.0));
  EXPECT_EQ(callsSince(), 1);
}

TEST_P(ExternalTest, withEffectsIsCalledOnceForEachPoint) {
  auto count = external("test_counted", &addOne, {.effects = true});
  forLengths([&](std::int64_t length) {
    Storage u = counting(zeros<double>({I(0, length), J(0, 3)}, {.halo = {{I, 1}, {J, 1}}}));
    callsSince();
    Field q = count(2.0 * u);
    Storage v = zeros<double>({I(0, length), J(0, 3)});
    v[whole] = q(I + 1) + q(I - 1) + q(J + 1) * q;
    EXPECT_EQ(callsSince(), (length + 2) * 4) << "all that one of its readers needs, in a box";
    v[whole] = q + count(2.0 * u);
    EXPECT_EQ(callsSince(), 2 * length * 3) << "equal calls are two";
    Storage w = like(v);
    update({{v[whole], q}, {w[whole], q * q}});
    EXPECT_EQ(callsSince(), length * 3);
    HostView<const double> from = u.read<double>(), first = v.read<double>(),
                           second = w.read<double>();
    double value = 2.0 * from(1, 1) + 1.0;
    EXPECT_EQ(first(0, 0), value);
    EXPECT_EQ(second(0, 0), value * value);
  });
}

TEST_P(ExternalTest, isNeverCalledForLanesThatAreNoPoints) {
  auto note = external("test_note_zero", &noteZero);
  zerosSeen = 0;
  forLengths([&](std::int64_t length) {
    Storage u = counting(zeros<double>({I(0, length + 2), J(0, 5)}), 1.0),
            v = zeros<double>({I(0, length), J(0, 5)});
    Field beside = note(u) - note(u(I + 1)) + note(u(I + 2)); // computed once along a row
    v[whole] = beside;
    HostView<const double> from = u.read<double>(), result = v.read<double>();
    for (std::int64_t i = 0; i < length; ++i)
      for (std::int64_t j = 0; j < 5; ++j)
        ASSERT_EQ(result(i, j), 1.0 / from(i, j) - 1.0 / from(i + 1, j) + 1.0 / from(i + 2, j));
    (void)eval(sum(note(u)), max(note(u * 2.0), {I}),
               scan(J, Forward, 1.0, [&](Value a, Value x) { return a + note(x); }, u));
  });
  EXPECT_EQ(zerosSeen, 0);
}

TEST_P(ExternalTest, livesWhereTheUserSays) {
  auto saturate = external("test_saturation", &saturation);
  Storage t = counting(zeros<double>({I(0, 21)})), v = zeros<double>({I(1, 20)});
  Field q = saturate(0.1 * t, 70.0);
  std::string text;
  for (const Field &placed : {q, q.compute_root(), q.compute_inline()}) {
    Field moved = placed(I + 1) * placed(I - 1);
    text += std::string(explain(moved));
    v[whole] = moved;
    EXPECT_EQ(v.read<double>()(4), saturation(0.1 * 6.0, 70.0) * saturation(0.1 * 4.0, 70.0));
    Program step = runtime.compile(
        [&](Field u) {
          Field own = saturate(u, 70.0);
          return own.compute_inline()(I + 1) + own(I - 1);
        },
        arg(F64, {I}));
    step(out(v), t);
    EXPECT_EQ(v.read<double>()(0), saturation(2.0, 70.0) + saturation(0.0, 70.0));
  }
  if (compiles()) {
    EXPECT_NE(text.find("inline: prescribed"), std::string::npos) << text;
    EXPECT_NE(text.find("materialise: prescribed"), std::string::npos) << text;
  }
}

TEST_P(ExternalTest, isAStepOfAScan) {
  auto saturate = external("test_saturation", &saturation);
  auto count = external("test_counted", &addOne, {.effects = true});
  auto halve = external("test_half", &halved);
  forLengths([&](std::int64_t length) {
    for (const char *preset : {"cpu", "C"}) {
      Storage u = counting(zeros<double>({I(0, length), K(0, 5)}, {.preset = preset}), 0.5);
      callsSince();
      Storage v = eval(scan(
          K, Backward, 0.25,
          [&](Value sum, Value x) { return count(saturate(0.1 * sum, x + 90.0)); }, u));
      EXPECT_EQ(callsSince(), 5 * length);
      HostView<const double> from = u.read<double>(), result = v.read<double>();
      for (std::int64_t i = 0; i < length; ++i) {
        double sum = 0.25;
        for (std::int64_t k = 4; k >= 0; --k) {
          sum = saturation(0.1 * sum, from(i, k) + 90.0) + 1.0;
          ASSERT_EQ(result(i, k), sum) << i << ", " << k << " of " << length;
        }
      }
    }
  });
  Storage f = zeros<float>({K(0, 6)});
  f[whole] = 3.0f;
  Field sums = scan(K, Forward, 1.0f, [&](Value sum, Value x) { return halve(sum) + x; }, f);
  EXPECT_EQ(eval(sums).read<float>()(1), 0.5f * 3.5f + 3.0f);
  Storage wide = eval(withPrecision(sums, F64));
  EXPECT_EQ(wide.dtype(), F64);
  EXPECT_EQ(wide.read<double>()(1), 0.5 * 3.5 + 3.0);
}

TEST_P(ExternalTest, ofOneSymbolAndTwoAddressesAreTwo) {
  auto first = external("test_factor", &twice), second = external("test_factor", &thrice);
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u);
  v[whole] = first(u) + 10.0 * second(u);
  EXPECT_EQ(v.read<double>()(3), 96.0);
  (void)counted();
  for (int step = 0; step < 6; ++step) {
    const auto &chosen = step % 2 ? second : first;
    v[whole] = chosen(u) - 1.0;
    EXPECT_EQ(v.read<double>()(3), step % 2 ? 8.0 : 5.0);
  }
  EXPECT_EQ(counted().compiles, compiles() ? 1 : 0) << "the address is no part of the key";
}

TEST_P(ExternalTest, ofLargeFieldsRunsOnAllThreads) {
  auto saturate = external("test_saturation", &saturation);
  auto count = external("test_counted", &addOne, {.effects = true});
  Storage t = counting(zeros<double>({I(0, 301), J(0, 257)}));
  callsSince();
  Storage v = eval(count(saturate(1e-5 * t, 70.0)));
  EXPECT_EQ(callsSince(), 301 * 257);
  HostView<const double> from = t.read<double>(), result = v.read<double>();
  for (std::int64_t i = 0; i < 301; i += 50)
    for (std::int64_t j = 0; j < 257; j += 8)
      ASSERT_EQ(result(i, j), saturation(1e-5 * from(i, j), 70.0) + 1.0);
}

TEST_P(ExternalTest, isComputedInItsOwnTypesWhateverThePrecision) {
  auto halve = external("test_half", &halved);
  Storage u = filled<float>({I(0, 10)}, 0.3, 0.1);
  Storage v = eval(withPrecision(halve(u * 0.1f) + 1.0f, F64));
  EXPECT_EQ(v.dtype(), F64);
  float from = u.read<float>()(4);
  double product = static_cast<double>(from) * static_cast<double>(0.1f);
  EXPECT_NEAR(v.read<double>()(4), 0.5 * product + 1.0, 1e-7);
  EXPECT_EQ(v.read<double>()(4) - 1.0 + 1.0, v.read<double>()(4));
}
