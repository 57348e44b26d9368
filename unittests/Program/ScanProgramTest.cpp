//===- ScanProgramTest.cpp - Scans in programs ----------------------------===//
//
// A callable with scans is traced once, called with storages of several sizes, saved
// and read back.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "../Reloaded.h"

#include <tuple>

using namespace gtjit;

namespace {

class ScanProgramTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ScanProgramTest);

std::tuple<Value, Value> eliminate(std::tuple<Value, Value> before, Value a, Value b, Value c,
                                   Value d) {
  auto [cp, dp] = before;
  Value pivot = b - a * cp;
  return {c / pivot, (d - a * dp) / pivot};
}

std::tuple<Field, Field> solve(Field a, Field b, Field d, Field scale) {
  auto [cp, dp] = scan(K, Forward, std::tuple(0.0, 0.0), eliminate, a, b, a(K + 1), d);
  auto substitute = [&](Value x, Value u, Value v) { return scale * (v - u * x); };
  Field x = scan(K, Backward, 0.0, substitute, cp, dp);
  return {x, clip(cumsum(d, K(0, 3)), -1.0, 100.0)};
}

} // namespace

TEST_P(ScanProgramTest, CallsComputeWhatTheExpressionDoes) {
  Program traced = runtime.compile(solve, arg(F64, {I, K}, "a"), arg(F64, {I, K}), arg(F64, {I, K}),
                                   arg(F64, {}, "scale"));
  for (const Program &program : {traced, reloaded(traced)})
    for (std::int64_t n : {5, 40}) {
      Storage a = counting(zeros<double>({I(0, n), K(0, 7)}), -3.0);
      Storage b = full({I(0, n), K(0, 6)}, 1000.0), d = counting(like(b));
      Storage x = like(b), sums = zeros<double>({I(0, n), K(0, 3)});
      Storage wantedX = like(x), wantedSums = like(sums);
      auto [solved, summed] = solve(a, b, d, 1.0);
      wantedX[whole] = solved;
      wantedSums[whole] = summed;
      for (int time = 0; time < 2; ++time) {
        program(out(x), out(sums), a, b, d, 1.0);
        EXPECT_EQ(valuesOf(x), valuesOf(wantedX));
        EXPECT_EQ(valuesOf(sums), valuesOf(wantedSums));
      }
    }
}

TEST_P(ScanProgramTest, CarriedValuesHaveTypesOfTheirOwn) {
  auto countAndSum = [](Field u) {
    auto step = [](std::tuple<Value, Value> before, Value x) {
      auto [count, sum] = before;
      return std::tuple(count + 1, sum + x);
    };
    return scan(K, Forward, std::tuple(0, 0.0), step, u);
  };
  auto firstAbove = [](Field u) { return first_match(u > 1.5, u, -1.0, K); };
  Storage u = zeros<double>({K(0, 4)}), sums = like(u), firsts = like(u);
  Storage counts = zeros<std::int64_t>({K(0, 4)});
  u[whole] = coordinate(K);
  Program both = runtime.compile(countAndSum, arg(F64, {K}));
  Program first = runtime.compile(firstAbove, arg(F64, {K}));
  for (const Program &program : {both, reloaded(both)}) {
    program(out(counts), out(sums), u);
    EXPECT_EQ(counts.read<std::int64_t>()(3), 4);
    EXPECT_EQ(valuesOf(sums), (std::vector<double>{0, 1, 3, 6}));
  }
  first(out(firsts), u);
  EXPECT_EQ(valuesOf(firsts), (std::vector<double>{-1, -1, 2, 2}));
}

TEST_P(ScanProgramTest, PointsThatAnArgumentLacksAreRefused) {
  Program program = runtime.compile([](Field u) { return cumsum(u, K(0, 4)); }, arg(F64, {K}, "u"));
  Storage u = zeros<double>({K(0, 3)}).named("u"), v = zeros<double>({K(0, 3)});
  EXPECT_ERROR(IndexOutOfBounds, program(out(v), u),
               "'scan' over K[0,4) of 'u', which is defined over K[0,3)");
}

TEST_P(ScanProgramTest, ValuesOfABodyStayThere) {
  auto callable = [](Field u) {
    Value kept;
    (void)scan(K, Forward, 0.0, [&](Value c, Value x) { return kept = c + x; }, u);
    return u + kept;
  };
  EXPECT_ERROR(ValueError, runtime.compile(callable, arg(F64, {K})),
               "compile: the callable uses a value in the body of a scan outside of it");
}
