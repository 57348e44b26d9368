//===- ResultsTest.cpp - C functions of several results -------------------===//
//
// Results that are placed, operands by reference as Fortran has them, and statuses that are
// values: in every place of an expression, and how often such functions are called.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "gtjit/Memory/RuntimeState.h"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

using namespace gtjit;

namespace {

std::atomic<long> calls{0};
long callsSince() { return calls.exchange(0); }

void split(double total, float t, double *liquid, float *ice, bool *freezes) {
  ++calls;
  *freezes = t < 0.0f;
  *ice = *freezes ? static_cast<float>(total) : 0.0f;
  *liquid = *freezes ? 0.0 : total;
}
/// As a subroutine of Fortran.
void convect(const double *t, const int *level, const bool *wet, double *heating, std::int16_t *top,
             int *ierr) {
  *ierr = *level < 0 ? *level : 0;
  *heating = *wet ? 2.0 * *t : *t;
  *top = static_cast<std::int16_t>(*level + 1);
}
int root(double x, double *result, int *rounded) {
  *result = std::sqrt(x);
  *rounded = x < 0.0 ? -1 : static_cast<int>(*result);
  return x < -500.0 ? -1000 : x < 0.0 ? 1000 : 0;
}
int pickedIndex(std::int32_t index, std::int32_t *result) {
  *result = index;
  return index == 3 ? 7 : 0;
}
int checkedRoot(double x, double *result) {
  *result = std::sqrt(x);
  return x < 0.0 ? 3 : 0;
}
void addMany(const double *a, const float *b, const long *c, const int *d, const double *e,
             const float *f, const long *g, const int *h, const double *k, double *sum,
             double *product, double *first, int *ierr) {
  *sum = *a + *b + static_cast<double>(*c) + *d + *e + *f + static_cast<double>(*g) + *h + *k;
  *product = *a * *k;
  *first = *a;
  *ierr = 0;
}
int weighAll(double a, double b, double c, double d, double e, double f, double g, double h,
             double i, double j, int k, int l, int m, int n, int o, int p, float q, double *sum) {
  *sum = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + k - l + m -
         n + 10 * o - p + static_cast<double>(q);
  return 0;
}
void count(double x, double *twice, double *half) {
  ++calls;
  *twice = 2.0 * x;
  *half = 0.5 * x;
}

class ResultsTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ResultsTest);

template <class Run> void forLengths(Run run) {
  for (std::int64_t length : {1, 3, 4, 5, 8, 9, 17, 31, 64, 67})
    run(length);
}

} // namespace

TEST_P(ResultsTest, areFieldsEach) {
  auto parts = external("results_split", &split);
  forLengths([&](std::int64_t length) {
    Storage q = counting(zeros<double>({I(0, length)})), t = zeros<float>({I(0, length)});
    t[whole] = astype(index(I) % 3, F32) - 1.0f;
    auto [liquid, ice, freezes] = parts(q + 1.0, t);
    EXPECT_EQ(liquid.dtype(), F64);
    EXPECT_EQ(ice.dtype(), F32);
    EXPECT_EQ(freezes.dtype(), DType::Bool);
    auto [all, where_] = eval(liquid + astype(ice, F64), where(freezes, liquid - 1.0, liquid));
    Storage alone = eval(ice);
    HostView<const double> sums = all.read<double>(), chosen = where_.read<double>();
    for (std::int64_t i = 0; i < length; ++i) {
      bool isCold = i % 3 == 0;
      ASSERT_EQ(sums(i), i + 1.0) << i << " of " << length;
      ASSERT_EQ(chosen(i), isCold ? -1.0 : i + 1.0) << i << " of " << length;
      ASSERT_EQ(alone.read<float>()(i), isCold ? static_cast<float>(i + 1) : 0.0f);
    }
  });
}

TEST_P(ResultsTest, comeOfOneCallAPoint) {
  auto parts = external("results_split", &split);
  Storage q = counting(zeros<double>({I(0, 40), J(0, 3)})), t = full<float>({J(0, 3)}, 1.0f);
  auto [liquid, ice, freezes] = parts(q, t);
  Storage v = like(q), w = zeros<float>({I(0, 40), J(0, 3)});
  callsSince();
  update({{v[whole], where(freezes, 0.0, liquid)}, {w[whole], ice}});
  EXPECT_EQ(callsSince(), 120);
  EXPECT_EQ(v.read<double>()(7, 2), q.read<double>()(7, 2));
}

TEST_P(ResultsTest, withEffectsComeOfOneCallAPointWhoeverReadsThem) {
  auto counted = external("results_count", &count, {.effects = true});
  Storage u = counting(zeros<double>({I(-1, 41), J(-2, 12)})),
          v = zeros<double>({I(0, 40), J(0, 9)}), w = like(v);
  auto [twice, half] = counted(u + 1.0);
  callsSince();
  v[whole] = twice(I + 1) + half(J - 2) * twice;
  EXPECT_EQ(callsSince(), 41 * 11) << "the smallest box that holds all readers of both";
  HostView<const double> from = u.read<double>(), result = v.read<double>();
  EXPECT_EQ(result(3, 4),
            2.0 * (from(5, 6) + 1.0) + 0.5 * (from(4, 4) + 1.0) * 2.0 * (from(4, 6) + 1.0));
  update({{v[whole], twice}, {w[whole], half}});
  EXPECT_EQ(callsSince(), 40 * 9);
  EXPECT_EQ(w.read<double>()(1, 1), 0.5 * (from(2, 3) + 1.0));
  v[whole] = half;
  EXPECT_EQ(callsSince(), 40 * 9) << "though nobody reads the other one";
  EXPECT_EQ(v.read<double>()(1, 1), 0.5 * (from(2, 3) + 1.0));
}

TEST_P(ResultsTest, ofARoutineThatTakesReferencesAndPutsItsStatusLast) {
  auto convection = external("results_convect_", &convect, statusLast);
  forLengths([&](std::int64_t length) {
    Storage t = counting(zeros<double>({I(0, length)})), wet = eval(t > 3.0);
    Field level = astype(index(I), I32);
    auto [heating, top] = convection(t, level, wet);
    EXPECT_EQ(top.dtype(), I16);
    auto [heatings, tops] = eval(heating - t, top);
    for (std::int64_t i = 0; i < length; ++i) {
      ASSERT_EQ(heatings.read<double>()(i), i > 3 ? i : 0.0);
      ASSERT_EQ(tops.read<std::int16_t>()(i), i + 1);
    }
  });
  Storage t = counting(zeros<double>({I(0, 9)})), v = like(t);
  unsigned line = __LINE__ + 1;
  auto [heating, top] = convection(t, astype(5 - index(I), I32), true);
  EXPECT_EQ(messageAt<RuntimeError>(line, [&, heats = heating] { v[whole] = heats; }),
            "'results_convect_' reported status -1 at I=6");
  EXPECT_TRUE(std::isnan(v.read<double>()(6)));
  EXPECT_EQ(v.read<double>()(5), 10.0);
}

TEST_P(ResultsTest, takeAsManyParametersAsRoutinesHave) {
  auto added = external("results_add_many_", &addMany, statusLast);
  auto weighed = external("results_weigh_all", &weighAll);
  Storage x = counting(zeros<double>({I(0, 37)}));
  Field n = astype(index(I), I32), f = astype(index(I), F32), l = index(I);
  auto [sum, product, first] = added(x, f, l, n, 2.0 * x, 1.5f, 7, n + 1, x - 3.0);
  auto [sums, products, firsts] = eval(sum, product, first);
  Storage weights = eval(weighed(x, 1.0, x, 2.0, x, 3.0, x, 4.0, x, 5.0, n, 1, n, 2, n + 1, 3, f));
  for (std::int64_t i = 0; i < 37; ++i) {
    auto v = static_cast<double>(i);
    ASSERT_EQ(sums.read<double>()(i), v + v + v + v + 2 * v + 1.5 + 7 + v + 1 + v - 3);
    ASSERT_EQ(products.read<double>()(i), v * (v - 3));
    ASSERT_EQ(firsts.read<double>()(i), v);
    double expected = 0;
    (void)weighAll(v, 1, v, 2, v, 3, v, 4, v, 5, static_cast<int>(i), 1, static_cast<int>(i), 2,
                   static_cast<int>(i) + 1, 3, static_cast<float>(i), &expected);
    ASSERT_EQ(weights.read<double>()(i), expected);
  }
}

// S3-044
TEST_P(ResultsTest, ofAStatusAreThoseOfEachPointAndFailNothing) {
  auto roots = external("results_root", &root);
  forLengths([&](std::int64_t length) {
    Storage u = counting(zeros<double>({I(0, length)}), -2.0), v = like(u);
    u[{I(0)}] = -1000.0;
    auto [value, rounded, status] = roots.withStatus(u);
    EXPECT_EQ(status.dtype(), I8);
    v[whole] = where(status == 0, value, -1.0);
    auto [statuses, integers] = eval(status, rounded);
    for (std::int64_t i = 0; i < length; ++i) {
      double x = i == 0 ? -1000.0 : i - 2.0;
      ASSERT_EQ(v.read<double>()(i), x < 0 ? -1.0 : std::sqrt(x)) << i << " of " << length;
      ASSERT_EQ(statuses.read<std::int8_t>()(i), i == 0 ? -128 : x < 0 ? 127 : 0);
      ASSERT_EQ(integers.read<int>()(i), x < 0 ? 0 : static_cast<int>(std::sqrt(x)));
    }
  });
}

TEST_P(ResultsTest, ofAStatusMeetCallsThatFail) {
  auto roots = external("results_root", &root);
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u);
  u[{I(4)}] = -1.0;
  auto [value, rounded, status] = roots.withStatus(u);
  unsigned line = __LINE__ + 1;
  auto [again, whole_] = roots(u);
  Storage failed = eval(any(status != 0));
  EXPECT_TRUE(failed.item<bool>());
  auto store = [&, own = value, other = again] { v[whole] = own + other; };
  EXPECT_EQ(messageAt<RuntimeError>(line, store), "'results_root' reported status 1000 at I=4");
  EXPECT_EQ(v.read<double>()(9), 6.0);
}

TEST_P(ResultsTest, inAScanAreCarriedAndWritten) {
  auto parts = external("results_count_pure", &count);
  auto roots = external("results_root", &root);
  Storage u = counting(zeros<double>({I(0, 13), K(0, 6)})), v = like(u);
  u[{I(2), K(3)}] = -900.0;
  auto body = [&](std::tuple<Value, Value> carried, Value x) {
    auto [twice, half] = parts(std::get<0>(carried) + x);
    auto [value, rounded, status] = roots.withStatus(half + x);
    return std::tuple<Value, Value>(where(status == 0, half, 0.0),
                                    twice + astype(rounded, F64) + astype(status, F64));
  };
  auto [halves, others] = scan(K, Forward, std::tuple<Value, Value>{1.0, 0.0}, body, u);
  v[whole] = halves + others;
  for (std::int64_t i = 0; i < 13; ++i) {
    double carried = 1.0;
    for (std::int64_t k = 0; k < 6; ++k) {
      double x = u.read<double>()(i, k), sum = carried + x, half = 0.5 * sum, arg = half + x;
      double status = arg < -500.0 ? -128 : arg < 0.0 ? 127 : 0;
      double rounded = arg < 0.0 ? 0 : static_cast<int>(std::sqrt(arg));
      carried = status == 0 ? half : 0.0;
      ASSERT_EQ(v.read<double>()(i, k), carried + (2.0 * sum + rounded + status)) << i << " " << k;
    }
  }
}

TEST_P(ResultsTest, keepTheirTypesUnderAnotherPrecision) {
  auto parts = external("results_split", &split);
  Storage q = eval(astype(counting(zeros<double>({I(0, 9)}), 1.0), F32)),
          t = full<float>({I(0, 9)}, -1.0f);
  auto [liquid, ice, freezes] = parts(q, t);
  Storage cold = eval(withPrecision(liquid + ice, F32)), flags = eval(withPrecision(freezes, F32));
  EXPECT_EQ(cold.dtype(), F32);
  EXPECT_EQ(cold.read<float>()(3), 4.0f);
  EXPECT_TRUE(flags.read<bool>()(3));
}

TEST_P(ResultsTest, ofNumbersAreFieldsWithoutDimensions) {
  auto parts = external("results_split", &split);
  auto [liquid, ice, freezes] = parts(2.0, -1.0f);
  EXPECT_EQ(ice.item<float>(), 2.0f);
  EXPECT_TRUE(freezes.item<bool>());
  Storage u = counting(zeros<double>({I(0, 9)}));
  EXPECT_EQ(eval(u + liquid).read<double>()(3), 3.0);
}

TEST_P(ResultsTest, areThoseOfProgramsSavedAndLoaded) {
  auto parts = external("results_split", &split);
  auto roots = external("results_root", &root);
  auto convection = external("results_convect_", &convect, statusLast);
  Program step = runtime.compile(
      [&](Field u) {
        auto [liquid, ice, freezes] = parts(u, astype(u, F32) - 4.0f);
        auto [value, rounded, status] = roots.withStatus(u - 6.0);
        auto [heating, top] = convection(u, 1, freezes);
        auto body = [&](Value sum, Value x) {
          auto [own, other, state] = roots.withStatus(sum + x);
          return where(state == 0, own, x) + astype(other, F64);
        };
        Field sums = scan(I, Forward, 0.0, body, u);
        return std::tuple{liquid + astype(ice, F64) + heating + sums,
                          where(status == 0, value, -1.0), status};
      },
      arg(F64, {I}));
  Storage u = counting(zeros<double>({I(0, 20)}), -3.0), v = like(u), w = like(u),
          s = zeros<std::int8_t>({I(0, 20)});
  for (int round = 0; round < 3; ++round) {
    step(out(v), out(w), out(s), u);
    EXPECT_EQ(w.read<double>()(12), std::sqrt(3.0));
    EXPECT_EQ(w.read<double>()(8), -1.0);
    EXPECT_EQ(s.read<std::int8_t>()(8), 127);
  }
  if (!compiles())
    return; // programs are saved with kernels
  std::string path = (std::filesystem::temp_directory_path() /
                      ("gtjit-results-" + std::to_string(::getpid()) + ".gtprogram"))
                         .string();
  step.save(path);
  Program loaded = Program::load(path);
  std::filesystem::remove(path);
  Storage v2 = like(u), w2 = like(u), s2 = like(s);
  loaded(out(v2), out(w2), out(s2), u);
  EXPECT_EQ(valuesOf(v), valuesOf(v2));
  EXPECT_EQ(valuesOf(w), valuesOf(w2));
  EXPECT_EQ(s2.read<std::int8_t>()(8), 127);
}

TEST_P(ResultsTest, ofFailuresComeByPlansToo) {
  auto checked = external("results_checked", &checkedRoot);
  unsigned line = __LINE__ + 1;
  auto callable = [&](Field u, Field a) { return checked(u) + a; };
  Program step = runtime.compile(callable, arg(F64, {I}), arg(F64));
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u), w = like(u);
  auto planned = [&] { return runtime.get().counters.plannedRuns.load(); };
  step(out(v), u, 1.0);
  auto before = planned();
  step(out(v), u, 2.0);
  EXPECT_EQ(planned() - before, compiles() ? 1 : 0);
  Storage bad = counting(zeros<double>({I(0, 20)}));
  bad[{I(7)}] = -1.0;
  EXPECT_EQ(messageAt<RuntimeError>(line, [&] { step(out(v), bad, 3.0); }),
            "'results_checked' reported status 3 at I=7");
  EXPECT_TRUE(std::isnan(v.read<double>()(7)));
  EXPECT_EQ(v.read<double>()(4), 5.0);
  EXPECT_NO_THROW(step(out(v), u, 2.0)) << "nothing is left of the failure";
  EXPECT_EQ(v.read<double>()(4), 4.0);
  before = planned();
  for (int round = 0; round < 6; ++round) {
    Storage &from = round == 4 ? bad : u;
    line = __LINE__ + 1;
    auto store = [&] { w[whole] = checked(from) + 1.0; };
    EXPECT_EQ(messageAt<RuntimeError>(line, store),
              round == 4 ? "'results_checked' reported status 3 at I=7" : "nothing");
    EXPECT_EQ(w.read<double>()(9), 4.0);
  }
  EXPECT_GE(planned() - before, compiles() ? 3 : 0);
}

/// An index that has no value is 0: all else is computed and stored, the first time and by a plan.
TEST_P(ResultsTest, ofFailuresInIndicesKeepAllElse) {
  auto pick = external("results_pick", &pickedIndex);
  Storage u = counting(zeros<double>({I(0, 8)})), v = full<double>({I(0, 8)}, 5.0);
  Storage n = full<std::int32_t>({I(0, 8)}, 2), bad = n.copy();
  bad[{I(4)}] = 3;
  Field before = 2.0 * v;
  for (int round = 0; round < 6; ++round) {
    const Storage &from = round % 3 == 0 ? bad : n;
    unsigned line = __LINE__ + 1;
    auto store = [&] { v[whole] = u(I(pick(from))) + 10.0; };
    EXPECT_EQ(messageAt<RuntimeError>(line, store),
              round % 3 == 0 ? "'results_pick' reported status 7 at I=4" : "nothing");
    auto view = v.read<double>();
    for (std::int64_t i = 0; i < 8; ++i)
      EXPECT_EQ(view(i), 10.0 + (round % 3 == 0 && i == 4 ? 0.0 : 2.0)) << round << ", " << i;
  }
  EXPECT_EQ(valuesOf(before.storage())[4], 10.0);
}

TEST_P(ResultsTest, liveWhereTheUserSays) {
  auto counted = external("results_count_pure", &count);
  Storage u = counting(zeros<double>({I(0, 22)})), v = zeros<double>({I(1, 21)});
  std::string text;
  auto callsOf = [&](const Field &twice, const Field &half) {
    Field value = twice(I + 1) * half(I - 1) - half(I + 1);
    text += std::string(explain(value));
    callsSince();
    v[whole] = value;
    EXPECT_EQ(v.read<double>()(4), 12.0 * 2.0 - 3.0);
    return callsSince();
  };
  auto [twice, half] = counted(u);
  long inlined = callsOf(twice.compute_inline(), half.compute_inline());
  long kept = callsOf(twice.compute_root(), half.compute_root());
  if (compiles()) {
    EXPECT_EQ(inlined, 2 * 20);
    EXPECT_NE(text.find("inline: prescribed"), std::string::npos) << text;
    EXPECT_NE(text.find("materialise: prescribed"), std::string::npos) << text;
    EXPECT_EQ(kept, 22) << "one call gives both";
  }
  Program step = runtime.compile(
      [&](Field x) {
        auto [a, b] = counted(x);
        return a.compute_root()(I + 1) + b.compute_root()(I - 1);
      },
      arg(F64, {I}));
  callsSince();
  step(out(v), u);
  EXPECT_EQ(callsSince(), compiles() ? 22 : 2 * 20) << "which the reference evaluator calls twice";
  EXPECT_EQ(v.read<double>()(0), 2.0 * 2.0);
}

TEST_P(ResultsTest, withEffectsAreKeptWhateverTheUserSays) {
  auto counted = external("results_count", &count, {.effects = true});
  Storage u = counting(zeros<double>({I(0, 20)})), v = like(u);
  auto [twice, half] = counted(u);
  callsSince();
  v[whole] = twice.compute_root() + half.compute_inline() + twice;
  EXPECT_EQ(callsSince(), 20) << "a mark is no other call";
}
