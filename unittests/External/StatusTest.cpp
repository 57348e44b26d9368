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
