//===- StatusTest.cpp - C functions that may fail -------------------------===//
//
// What an evaluation throws where a function has no result, and what is in memory then.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <atomic>
#include <cmath>

using namespace gtjit;

namespace {

int checkedRoot(double x, double *result) {
  if (x < 0.0)
    return x < -100.0 ? -7 : 3;
  *result = std::sqrt(x);
  return 0;
}
int checkedHalf(int x, int *result) {
  *result = x / 2;
  return x % 2;
}
std::atomic<long> calls{0};
int countedRoot(double x, double *result) {
  ++calls;
  return checkedRoot(x, result);
}

class StatusTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(StatusTest);

void expectEither(const std::string &text, const char *a, const char *b) {
  EXPECT_TRUE(text == a || text == b) << text;
}

} // namespace

// S3-040
TEST_P(StatusTest, zeroIsSuccess) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage squares = zeros<double>({I(0, 2)});
  squares[{I(0)}] = 4.0;
  squares[{I(1)}] = 9.0;
  EXPECT_EQ(valuesOf(eval(root(squares))), (Values{2, 3}));
  Storage u = counting(zeros<double>({I(0, 37)})), v = eval(root(u) + 1.0);
  for (std::int64_t i = 0; i < 37; ++i)
    EXPECT_EQ(v.read<double>()(i), std::sqrt(static_cast<double>(i)) + 1.0);
}

TEST_P(StatusTest, anotherOneIsAnErrorWithTheFirstPointAndTheLineOfTheCall) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = counting(zeros<double>({I(0, 20), J(0, 30)}));
  u[{I(11), J(3)}] = -101.0;
  u[{I(11), J(2)}] = -1.0;
  u[{I(15), J(0)}] = -1.0;
  Storage v = full<double>({I(0, 20), J(0, 30)}, 7.0);
  Field good = root(u + 1000.0);
  unsigned line = __LINE__ + 1;
  Field q = root(u);
  auto store = [&] { v[whole] = 2.0 * q + good; };
  EXPECT_EQ(messageAt<RuntimeError>(line, store),
            "'test_checked_root' reported status 3 at I=11, J=2");
  u[{I(11), J(2)}] = 1.0;
  EXPECT_EQ(messageAt<RuntimeError>(line, store),
            "'test_checked_root' reported status 3 at I=11, J=2")
      << "the expression has its values from when it was written";
  Storage whole20 = zeros<double>({I(0, 20), J(0, 30)});
  line = __LINE__ + 1;
  auto again = [&] { whole20[whole] = root(u); };
  EXPECT_EQ(messageAt<RuntimeError>(line, again),
            "'test_checked_root' reported status -7 at I=11, J=3");
}

// S3-047 (open: on a device)
TEST_P(StatusTest, everythingElseIsComputedAndStored) {
  auto root = external("test_checked_root", &checkedRoot);
  auto halve = external("test_checked_half", &checkedHalf);
  Storage u = counting(zeros<double>({I(0, 67)})), v = full<double>({I(0, 67)}, 7.0);
  u[{I(40)}] = -4.0;
  Storage n = zeros<int>({I(0, 67)}), m = full<int>({I(0, 67)}, 9);
  n[whole] = astype(2 * index(I), I32);
  n[{I(5)}] = 3;
  EXPECT_THROW(update({{v[whole], root(u) + 1.0}, {m[whole], halve(n) + 100}}), RuntimeError);
  HostView<const double> roots = v.read<double>();
  HostView<const int> halves = m.read<int>();
  for (std::int64_t i = 0; i < 67; ++i) {
    if (i == 40)
      EXPECT_TRUE(std::isnan(roots(i)));
    else
      EXPECT_EQ(roots(i), std::sqrt(static_cast<double>(i)) + 1.0) << i;
    EXPECT_EQ(halves(i), i == 5 ? 100 : 100 + i) << i;
  }
}

TEST_P(StatusTest, targetsThatGetOtherMemoryAreStoredToo) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = counting(zeros<double>({I(0, 40)}), 1.0), v = full<double>({I(0, 40)}, 7.0);
  u[{I(8)}] = -1.0;
  Field old = v + 1.0; // needs the old values
  EXPECT_THROW((v[whole] = root(u)), RuntimeError);
  EXPECT_EQ(v.read<double>()(24), 5.0);
  EXPECT_TRUE(std::isnan(v.read<double>()(8)));
  EXPECT_EQ(eval(old).read<double>()(24), 8.0);
  EXPECT_THROW((u[{I(1, 40)}] = root(u(I - 1))), RuntimeError); // reads what it overwrites
  EXPECT_EQ(u.read<double>()(25), 5.0);
  EXPECT_TRUE(std::isnan(u.read<double>()(9)));
  Storage w = full<double>({I(0, 40)}, 4.0);
  w[whole] = root(w);
  EXPECT_EQ(w.read<double>()(3), 2.0);
}

TEST_P(StatusTest, inPlaceOrWithEffectsTellsOfSomePoint) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = counting(zeros<double>({I(0, 33)}));
  u[{I(8)}] = -1.0;
  unsigned line = __LINE__ + 1;
  auto inPlace = [&] { u[whole] = root(u); };
  expectEither(messageAt<RuntimeError>(line, inPlace), "'test_checked_root' reported status 3",
               "'test_checked_root' reported status 3 at I=8");
  auto count = external("test_counted_root", &countedRoot, {.effects = true});
  Storage t = full<double>({I(0, 33)}, -1.0), v = like(t);
  calls = 0;
  line = __LINE__ + 1;
  auto counting = [&] { v[whole] = count(t); };
  expectEither(messageAt<RuntimeError>(line, counting), "'test_counted_root' reported status 3",
               "'test_counted_root' reported status 3 at I=0");
  EXPECT_EQ(calls, 33) << "once a point, failed or not";
}

TEST_P(StatusTest, inAScanHasItsOwnLine) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = full<double>({I(0, 19), K(0, 4)}, 4.0), v = like(u);
  u[{I(6), K(2)}] = -9.0;
  u[{I(3), K(3)}] = -9.0;
  unsigned line = __LINE__ + 1;
  auto step = [&](Value sum, Value x) { return root(sum + x); };
  auto store = [&] { v[whole] = scan(K, Forward, 0.0, step, u); };
  EXPECT_EQ(messageAt<RuntimeError>(line, store),
            "'test_checked_root' reported status 3 at I=6, K=2");
  EXPECT_EQ(v.read<double>()(6, 1), std::sqrt(std::sqrt(4.0) + 4.0));
  EXPECT_TRUE(std::isnan(v.read<double>()(6, 2)));
}

// S3-045
TEST_P(StatusTest, isNoNaN) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = full<double>({I(0, 9)}, std::nan("")), v = like(u);
  EXPECT_NO_THROW(v[whole] = root(u));
  EXPECT_TRUE(std::isnan(v.read<double>()(3)));
  u[{I(4)}] = -1.0;
  u[{I(0)}] = 1.0;
  CheckScope scope(Check::NaN);
  Storage w = full<double>({I(0, 9)}, 7.0), t = full<double>({I(0, 9)}, 1.0);
  t[{I(2)}] = -1.0;
  unsigned line = __LINE__ + 1;
  auto checked = [&] { w[whole] = root(t); };
  EXPECT_EQ(messageAt<RuntimeError>(line, checked), "'test_checked_root' reported status 3 at I=2");
  EXPECT_EQ(w.read<double>()(0), 7.0) << "a checked evaluation that fails writes nothing";
}

TEST_P(StatusTest, evaluatedFieldsStayPending) {
  auto root = external("test_checked_root", &checkedRoot);
  Storage u = counting(zeros<double>({I(0, 9)}), -1.0);
  unsigned line = __LINE__ + 1;
  Field q = root(u);
  EXPECT_EQ(messageAt<RuntimeError>(line, [&] { (void)eval(q); }),
            "'test_checked_root' reported status 3 at I=0");
  EXPECT_EQ(eval(q.at(I(3, 9))).read<double>()(0), std::sqrt(2.0));
}

// S3-041 (open: gufuncs)
// S3-044
TEST_P(StatusTest, theErrorListsThePointsSoThatTheyAreRepaired) {
  auto root = external("test_checked_root", &checkedRoot);
  auto halve = external("test_checked_half", &checkedHalf);
  Storage u = counting(zeros<double>({I(0, 20), J(0, 30)})), v = full<double>(u.domain(), 7.0);
  u[{I(11), J(3)}] = -101.0;
  u[{I(11), J(2)}] = -1.0;
  u[{I(15), J(0)}] = -1.0;
  unsigned line = __LINE__ + 1;
  Field roots = root(u);
  Field halves = halve(where(index(I) == 3, 5, 4)); // along I alone
  try {
    v[whole] = roots + astype(halves, F64);
    FAIL();
  } catch (const CallError &error) {
    EXPECT_EQ(error.message(), "'test_checked_root' reported status 3 at I=11, J=2");
    EXPECT_EQ(error.line().line, line);
    ASSERT_EQ(error.noteCount(), 1u);
    EXPECT_EQ(error.note(0),
              "calls failed at 4 points: status 3 at I=11, J=2; status -7 at I=11, J=3; status 3 "
              "at I=15, J=0; status 1 of 'test_checked_half' at I=3");
    CallError copy = error;
    ASSERT_EQ(copy.failedCount(), 4u);
    ASSERT_EQ(copy.failed().size(), 4u);
    EXPECT_EQ(copy.failed()[1].symbol, "test_checked_root");
    EXPECT_EQ(copy.failed()[1].status, -7);
    EXPECT_EQ(copy.failed()[1].line.line, line);
    EXPECT_EQ(copy.failed()[1].point, (Domain{I(11, 12), J(3, 4)}));
    EXPECT_EQ(copy.failed()[3].symbol, "test_checked_half");
    EXPECT_EQ(copy.failed()[3].line.line, line + 1);
    EXPECT_EQ(copy.failed()[3].point, Domain(I(3, 4)));
    for (const FailedPoint &failed : copy.failed())
      v[failed.point] = -1.0;
  }
  HostView<const double> repaired = v.read<double>(), from = u.read<double>();
  for (std::int64_t i = 0; i < 20; ++i)
    for (std::int64_t j = 0; j < 30; ++j)
      EXPECT_EQ(repaired(i, j), i == 3 || from(i, j) < 0.0 ? -1.0 : std::sqrt(from(i, j)) + 2.0)
          << i << ", " << j;
}

TEST_P(StatusTest, theListIsTheSameOnAnyNumberOfThreadsAndBounded) {
  for (int threads : {1, 2, 5}) {
    Runtime many({.threads = threads, .reference = !compiles(), .smallDomain = 1, .tile = {7, 16}});
    Runtime::Scope inside(many);
    auto root = external("test_checked_root", &checkedRoot);
    Storage u = full<double>({I(0, 60), J(0, 50)}, -1.0), v = like(u);
    u[{I(0), J(1)}] = 1.0;
    for (int round = 0; round < 3; ++round)
      try {
        v[whole] = root(u);
        FAIL();
      } catch (const CallError &error) {
        EXPECT_EQ(error.failedCount(), 2999u);
        ASSERT_EQ(error.failed().size(), CallError::mostListed);
        EXPECT_EQ(error.failed()[1].point, (Domain{I(0, 1), J(2, 3)}));
        EXPECT_EQ(error.failed()[999].point, (Domain{I(20, 21), J(0, 1)}));
        EXPECT_EQ(error.note(0),
                  "calls failed at 2999 points: status 3 at I=0, J=0; status 3 at I=0, J=2; status "
                  "3 at I=0, J=3; status 3 at I=0, J=4; status 3 at I=0, J=5; status 3 at I=0, "
                  "J=6; status 3 at I=0, J=7; status 3 at I=0, J=8; ...");
      }
  }
}

TEST_P(StatusTest, aStatusWithoutExceptionsListsThePointsToo) {
  auto root = external("test_checked_root", &checkedRoot);
  Program step = runtime.compile([&](Field u) { return root(u); }, arg(F64, {I}));
  Storage u = counting(zeros<double>({I(0, 9)}), -2.0), v = like(u);
  Status status = step.tryCall(out(v), u), copy = status;
  EXPECT_EQ(copy.failedCount(), 2u);
  ASSERT_EQ(copy.failed().size(), 2u);
  EXPECT_EQ(copy.failed()[1].point, Domain(I(1, 2)));
  copy = step.tryCall(out(v), u + 2.0);
  EXPECT_TRUE(copy);
  EXPECT_EQ(copy.failedCount(), 0u);
  EXPECT_TRUE(copy.failed().empty());
  copy = step.tryCall(out(v), 3);
  EXPECT_FALSE(copy);
  EXPECT_EQ(copy.failedCount(), 0u);
}

TEST_P(StatusTest, withEffectsNoPointIsKnown) {
  auto count = external("test_counted_root", &countedRoot, {.effects = true});
  Storage t = full<double>({I(0, 33)}, -1.0), v = like(t);
  calls = 0;
  try {
    v[whole] = count(t);
    FAIL();
  } catch (const CallError &error) {
    EXPECT_EQ(error.failedCount(), compiles() ? 0u : 33u);
    EXPECT_EQ(error.failed().size(), error.failedCount());
  }
  EXPECT_EQ(calls, 33);
}

TEST_P(StatusTest, anExceptionEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto thrown = external("test_thrown", +[](double x) -> double { throw x; });
  Storage u = full<double>({I(0, 9)}, 1.0), v = like(u);
  EXPECT_DEATH(v[whole] = thrown(u), "");
}
