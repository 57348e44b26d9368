//===- ArraysTest.cpp - C functions on whole arrays -----------------------===//
//
// Called once, between kernels, on arrays of any strides; in programs, by threads,
// and refused where they cannot be called.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <thread>
#include <unistd.h>

using namespace gtjit;

namespace {

std::atomic<int> calls{0};

/// b(i, j) = a(i, j) + a(j of the other end); each row of I is turned around in J.
int turned(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0], &b = arrays[1];
  for (std::int64_t i = 0; i < a.sizes[0]; ++i)
    for (std::int64_t j = 0; j < a.sizes[1]; ++j)
      b.at<double>(i, j) = a.at<double>(i, j) + 10.0 * a.at<double>(i, a.sizes[1] - 1 - j);
  return 0;
}
/// c(i, j) = sum over k of a(i, k) b(k, j).
int product(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0], &b = arrays[1], &c = arrays[2];
  for (std::int64_t i = 0; i < c.sizes[0]; ++i)
    for (std::int64_t j = 0; j < c.sizes[1]; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k < a.sizes[1]; ++k)
        sum += a.at<double>(i, k) * b.at<double>(k, j);
      c.at<double>(i, j) = sum;
    }
  return 0;
}
/// The least and the greatest value, and where the first coordinate is.
int extremes(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0];
  double &low = arrays[1].at<double>(), &high = arrays[2].at<double>();
  low = high = a.at<double>(0);
  for (std::int64_t i = 0; i < a.sizes[0]; ++i) {
    low = std::min(low, a.at<double>(i));
    high = std::max(high, a.at<double>(i));
  }
  arrays[3].at<std::int64_t>() = a.origins[0];
  return 0;
}
/// Makes the ends of a row those of a ring, all else stays.
int closed(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0];
  a.at<double>(0) = a.at<double>(a.sizes[0] - 2);
  a.at<double>(a.sizes[0] - 1) = a.at<double>(1);
  return 0;
}
int failing(const MemRef *arrays) {
  ++calls;
  arrays[1].at<double>(0) = -77.0;
  return arrays[0].at<double>(0) < 0.0 ? 7 : 0;
}

const Dimension E("E");

class ExternalArraysTest : public BackendTest {
protected:
  ExternalArraysTest() { calls = 0; }
  Storage u = counting(zeros<double>({I(0, 4), J(0, 3)}));
};
GTJIT_ON_ALL_BACKENDS(ExternalArraysTest);

auto turn() {
  return externalArrays("arrays_turned", &turned, reads(F64, {I, J}), writes(F64, {I, J}));
}
auto close() { return externalArrays("arrays_closed", &closed, updates(F64, {I})); }
auto mayFail() {
  return externalArrays("arrays_failing", &failing, reads(F64, {I}), writes(F64, {I}));
}

} // namespace

TEST_P(ExternalArraysTest, isCalledOnceBetweenKernels) {
  Storage v = like(u);
  v[whole] = 2.0 * turn()(u + 1.0) - u;
  EXPECT_EQ(calls, 1);
  // Row 1 of u + 1 is 4, 5, 6.
  EXPECT_EQ(v.read<double>()(1, 0), 2.0 * (4.0 + 60.0) - 3.0);
  EXPECT_EQ(v.read<double>()(1, 2), 2.0 * (6.0 + 40.0) - 5.0);
}

TEST_P(ExternalArraysTest, isEvaluatedOnceForAllReadersAndEvaluations) {
  Field t = turn()(u);
  Storage v = like(u), w = like(u);
  EXPECT_EQ(calls, 0) << "nothing has been evaluated";
  update({{v[whole], t + 1.0}, {w[{J(1, 2)}], t(J + 1) + t(J - 1)}});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(v.read<double>()(1, 0), 54.0);
  EXPECT_EQ(w.read<double>()(1, 1), 53.0 + 35.0);
}

TEST_P(ExternalArraysTest, keepsItsResultsForLaterEvaluations) {
  Field t = turn()(u);
  Storage v = like(u), w = like(u);
  v[whole] = t + 1.0;
  w[whole] = t * 2.0;
  EXPECT_EQ(calls, 1);
  u[whole] = 0.0; // the field has the values of the call
  w[whole] = t;
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(w.read<double>()(1, 0), 3.0 + 50.0);
}

TEST_P(ExternalArraysTest, readsTheValuesThatAreThereWhenItIsWritten) {
  Field t = turn()(u);
  Storage v = like(u);
  u[whole] = 0.0;
  v[whole] = t;
  EXPECT_EQ(v.read<double>()(1, 0), 3.0 + 50.0);
}

TEST_P(ExternalArraysTest, writesIntoTheTargetOfAnAssignment) {
  Storage v = zeros<double>({I(0, 4), J(0, 3)}, {.halo = {{I, 1}, {J, 2}}});
  v[interior] = turn()(u);
  counted();
  v[interior] = turn()(u);
  RuntimeCounters used = counted();
  EXPECT_EQ(used.allocations + used.reuses, 0) << "no memory for the result";
  EXPECT_EQ(used.kernels, 0);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(v.read<double>()(2, 2), 3.0 + 50.0) << "coordinates (1, 0)";
  EXPECT_EQ(v.read<double>()(0, 0), 0.0) << "the halo stays";
}

TEST_P(ExternalArraysTest, readsWhatItsAssignmentWrites) {
  u[whole] = turn()(u);
  EXPECT_EQ(u.read<double>()(1, 0), 3.0 + 50.0);
  EXPECT_EQ(u.read<double>()(1, 2), 5.0 + 30.0);
  Storage v = like(u);
  v[whole] = 1.0;
  update({{u[whole], turn()(v)}, {v[whole], turn()(u)}});
  EXPECT_EQ(u.read<double>()(1, 0), 11.0);
  EXPECT_EQ(v.read<double>()(1, 0), 53.0 + 10.0 * 35.0);
}

TEST_P(ExternalArraysTest, ofAnyStridesSeesThemInItsOrderOfDimensions) {
  Storage a = counting(zeros<double>({I(0, 4), K(0, 2)}, {.layout = fortran}));
  Storage b = counting(zeros<double>({J(0, 3), K(0, 2)}));
  auto multiply = externalArrays("arrays_product", &product, reads(F64, {I, K}), reads(F64, {K, J}),
                                 writes(F64, {I, J}));
  Storage c = zeros<double>({I(0, 4), J(0, 3)});
  c[whole] = multiply(a, b);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_EQ(c.read<double>()(i, j), (2.0 * i) * (2.0 * j) + (2.0 * i + 1) * (2.0 * j + 1));
}

TEST_P(ExternalArraysTest, hasSeveralResultsOfOtherShapes) {
  auto function = externalArrays("arrays_extremes", &extremes, reads(F64, {I}), writes(F64, {}),
                                 writes(F64, {}), writes(I64, {}));
  Storage x = counting(zeros<double>({I(0, 5)}, {.halo = {{I, 2}}}));
  auto [low, high, first] = function(x * 2.0);
  Storage v = like(x);
  v[whole] = (x - low) / (high - low);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(v.read<double>()(8), 0.5);
  EXPECT_EQ(first.item<std::int64_t>(), -2) << "of the halo";
  EXPECT_EQ(high.item<double>(), 16.0);
  EXPECT_EQ(calls, 1);
}

TEST_P(ExternalArraysTest, changesWhatItUpdatesInItsPlace) {
  Storage x = counting(zeros<double>({I(0, 4)}, {.halo = {{I, 1}}}));
  x[{I(-1, 5)}] = close()(x);
  EXPECT_EQ(valuesOf(x), (std::vector<double>{4, 1, 2, 3, 4, 1}));
  counted();
  x[{I(-1, 5)}] = close()(x);
  RuntimeCounters used = counted();
  EXPECT_EQ(used.allocations + used.reuses + used.copies, 0) << "nothing was moved";
  Field before = x + 0.0;
  x[{I(-1, 5)}] = close()(x * 2.0);
  EXPECT_EQ(valuesOf(x), (std::vector<double>{8, 2, 4, 6, 8, 2}));
  EXPECT_EQ(eval(before).read<double>()(0), 4.0) << "whoever needs old values keeps them";
  Field kept = x + 0.0;
  x[{I(1, 2)}] = 0.0;
  x[{I(-1, 5)}] = close()(x);
  EXPECT_EQ(eval(kept).read<double>()(2), 4.0);
  Storage y = like(x);
  y[{I(-1, 5)}] = close()(x) + x; // x stays what it is
  EXPECT_EQ(valuesOf(y), (std::vector<double>{16, 4, 0, 12, 16, 4}));
}

TEST_P(ExternalArraysTest, tellsItsStatusAtTheLineOfTheCall) {
  Storage x = full<double>({I(0, 4)}, -1.0), y = full<double>({I(0, 4)}, 5.0);
  unsigned line = __LINE__ + 1;
  Field failed = mayFail()(x);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(messageAt<CallError>(line, [&] { y[whole] = failed + 1.0; }),
              "'arrays_failing' reported status 7");
    EXPECT_EQ(valuesOf(y), (std::vector<double>{5, 5, 5, 5})) << "nothing was stored";
  }
  EXPECT_EQ(calls, 2) << "it has no results, so it is called again";
}

TEST_P(ExternalArraysTest, refusesWhatItIsNotMadeFor) {
  Storage x = zeros<double>({I(0, 4)}).named("x"), y = zeros<double>({I(0, 5)}).named("y");
  Storage f = zeros<float>({I(0, 4), J(0, 3)}).named("f"),
          b = zeros<bool>({I(0, 4), J(0, 3)}).named("b");
  auto twoRows =
      externalArrays("arrays_rows", &failing, reads(F64, {I}), reads(F64, {I}), writes(F64, {I}));
  const std::string rows = "'arrays_rows', a function on arrays that reads f64 [I], reads f64 [I], "
                           "writes f64 [I], ";
  EXPECT_ERROR(DomainError, twoRows(x, y),
               "operand 1 of " + rows +
                   "is over I[0,4) as the operands before, got 'y' over I[0,5)");
  EXPECT_ERROR(ValueError, twoRows(x, u.named("u")),
               "operand 1 of " + rows + "has the dimensions (I), got 'u' on (I, J)");
  EXPECT_ERROR(DomainError, twoRows(astype(index(I), F64).named("coordinates"), x),
               "operand 0 of " + rows + "is finite, got 'coordinates' over I(-inf,inf)");
  EXPECT_ERROR(DTypeError, turn()(b),
               "operand 0 of 'arrays_turned', a function on arrays that reads f64 [I, J], writes "
               "f64 [I, J], is f64, got 'b' of bool; convert it with astype");
  EXPECT_NO_THROW((void)turn()(f)) << "f64 has all values of f32";
  auto fixed =
      externalArrays("arrays_fixed", &turned, reads(F64, {I(0, 4), J}), writes(F64, {J, E(0, 5)}));
  EXPECT_EQ(fixed(u).domain(), Domain({J(0, 3), E(0, 5)}));
  EXPECT_ERROR(DomainError, fixed(zeros<double>({I(0, 5), J(0, 3)}).named("long")),
               "operand 0 of 'arrays_fixed', a function on arrays that reads f64 [I from 0 to 4, "
               "J], writes f64 [J, E from 0 to 5], is over I[0,4), got 'long' over I[0,5)");
  EXPECT_ERROR(ValueError,
               scan(
                   I, Forward, 0.0, [&](Value, Value v) { return turn()(v); }, x),
               "'arrays_turned' is called on whole arrays, which the values in the body of a scan "
               "are not");
  Field t = turn()(u).named("t");
  EXPECT_ERROR(DomainError, (u[whole] = t(I + 1)),
               "storing to 'u' over I[0,4) needs 't' over I[1,5), but 't' is defined over I[0,4)");
  EXPECT_EQ(calls, 0);
}

TEST_P(ExternalArraysTest, isMadeKnownWithArraysThatFitTogether) {
  auto known = [&](auto... arrays) {
    return [=] { (void)externalArrays("arrays_unknown", &turned, arrays...); };
  };
  EXPECT_EQ(messageOf<DTypeError>(known(reads(F64, {I}), writes(F64, {I, J}))),
            "the external function 'arrays_unknown', a function on arrays that reads f64 [I], "
            "writes f64 [I, J], writes a dimension without a range that no operand has");
  EXPECT_EQ(messageOf<DTypeError>(known(reads(F64, {I, I}), writes(F64, {I}))),
            "the external function 'arrays_unknown', a function on arrays that reads f64 [I, I], "
            "writes f64 [I], has an array that has a dimension twice");
  EXPECT_EQ(messageOf<ValueError>([&] {
              (void)externalArrays("arrays_turned", &turned, reads(F64, {I}), writes(F64, {I}));
            }),
            "the external function 'arrays_turned' is a function on arrays that reads f64 [I], "
            "writes f64 [I] here, but it is known as a function on arrays that reads f64 [I, J], "
            "writes f64 [I, J]");
}

TEST_P(ExternalArraysTest, isCalledByProgramsOfAnySize) {
  Field outside = turn()(u);
  Program step = runtime.compile(
      [&](Field a, Field s) {
        Field t = turn()(a * s);
        return std::pair{t + a, turn()(t)};
      },
      arg(F64, {I, J}), arg(F64));
  for (std::int64_t size : {4, 4, 7, 4}) {
    Storage a = counting(zeros<double>({I(0, size), J(0, 3)})), v = like(a), w = like(a);
    calls = 0;
    step(out(v), out(w), a, 2.0);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(v.read<double>()(1, 0), 2.0 * 53.0 + 3.0);
    EXPECT_EQ(w.read<double>()(1, 0), 2.0 * (53.0 + 10.0 * 35.0));
    step(out(a), out(w), a, 1.0);
    EXPECT_EQ(a.read<double>()(1, 0), 53.0 + 3.0);
  }
}

TEST_P(ExternalArraysTest, ofAProgramTellsWhatIsWrongInACall) {
  auto twoRows =
      externalArrays("arrays_rows", &failing, reads(F64, {I}), reads(F64, {I}), writes(F64, {I}));
  unsigned line = __LINE__ + 1;
  auto callable = [&](Field a, Field b) { return twoRows(a, b); };
  Program step = runtime.compile(callable, arg(F64, {I}, "a"), arg(F64, {I}, "b"));
  Storage x = zeros<double>({I(0, 4)}).named("x"), y = zeros<double>({I(0, 5)}).named("y");
  EXPECT_EQ(messageAt<DomainError>(line, [&] { step(out(x), x, y); }),
            "operand 1 of 'arrays_rows', a function on arrays that reads f64 [I], reads f64 [I], "
            "writes f64 [I], is over I[0,4) as the operands before, got 'y' over I[0,5)");
  EXPECT_EQ(calls, 0);
}

TEST_P(ExternalArraysTest, isSavedWithItsSymbolAndTheKernelsAroundIt) {
  if (!compiles())
    return; // programs are saved with kernels
  auto several = externalArrays("arrays_several", &extremes, reads(F64, {I}), writes(F64, {}),
                                writes(F64, {}), writes(I64, {}));
  auto callable = [&](Field a, Field x) {
    Field t = turn()(a + 1.0);
    auto [low, high, first] = several(x * 2.0);
    return std::pair{turn()(t) * (high - low), astype(first, F64) + low};
  };
  Program step = runtime.compile(callable, arg(F64, {I, J}), arg(F64, {I}));
  std::string path = testing::TempDir() + "gtjit-arrays-" + std::to_string(::getpid());
  step.save(path);
  Storage x = counting(zeros<double>({I(0, 4)})), v = like(u), w = zeros<double>(Domain());
  Storage v2 = like(u), w2 = like(w);
  step(out(v), out(w), u, x);
  Program loaded = Program::load(path);
  std::filesystem::remove(path);
  (void)counted();
  calls = 0;
  loaded(out(v2), out(w2), u, x);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(counted().compiles, 0) << "all kernels are in the file";
  EXPECT_EQ(valuesOf(v), valuesOf(v2));
  EXPECT_EQ(valuesOf(w), valuesOf(w2));
}

TEST_P(ExternalArraysTest, isCalledOnceByManyThreads) {
  for (int round = 0; round < 20; ++round) {
    calls = 0;
    Field t = turn()(u + double(round)), s = turn()(t + 1.0);
    std::vector<std::thread> threads;
    std::vector<double> seen(4);
    for (double &value : seen)
      threads.emplace_back([&, place = &value] {
        Runtime::Scope scope(runtime);
        *place = sum(s + t).item<double>();
      });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(seen, std::vector<double>(4, seen[0]));
  }
}

TEST_P(ExternalArraysTest, mayThrow) {
  auto function = externalArrays(
      "arrays_throwing", +[](const MemRef *) -> int { throw 5; }, reads(F64, {I, J}),
      writes(F64, {I, J}));
  Storage v = full<double>({I(0, 4), J(0, 3)}, 1.0);
  EXPECT_THROW((v[whole] = function(u)), int);
  EXPECT_THROW((v[whole] = function(u) + 1.0), int);
  EXPECT_EQ(valuesOf(v), std::vector<double>(12, 1.0));
}

TEST_P(ExternalArraysTest, isExplained) {
  Storage x = zeros<double>({I(0, 4)}).named("x");
  unsigned line = __LINE__ + 1;
  Field f = close()(x + 1.0) * 2.0;
  std::string text(explain(f).c_str());
  EXPECT_EQ(calls, 0);
  if (!compiles())
    return;
  std::string at = std::string(__FILE__) + ":" + std::to_string(line);
  EXPECT_NE(text.find("{I[0,4)}: 1 call of functions on whole arrays:\n1 kernel, "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("then 'arrays_closed' is called for " + at +
                      ", a function on arrays that updates f64 [I]\nthen 1 kernel, "),
            std::string::npos)
      << text;
}

TEST_P(ExternalArraysTest, isProbedAsAnInput) {
  Storage x = counting(zeros<double>({I(0, 4)}).named("x"));
  std::string text(probe(close()(x) + 1.0, {I(0)}).trace.c_str());
  EXPECT_EQ(calls, 1);
  EXPECT_NE(text.find("at I=0 = 2"), std::string::npos) << text;
  EXPECT_NE(text.find("2 + 1 = 3"), std::string::npos) << text;
}

TEST_P(ExternalArraysTest, givesNoNaNUnderACheck) {
  auto function = externalArrays(
      "arrays_nan",
      +[](const MemRef *arrays) {
        arrays[0].at<double>(2) = std::nan("");
        return 0;
      },
      updates(F64, {I}));
  Storage x = counting(zeros<double>({I(0, 4)})), y = full<double>({I(0, 4)}, 5.0);
  CheckScope check(Check::NaN);
  unsigned line = __LINE__ + 1;
  Field bad = function(x);
  EXPECT_EQ(messageAt<FloatingPointError>(line, [&] { y[whole] = bad; }),
            "'arrays_nan' gave nan at I=2");
  EXPECT_EQ(valuesOf(y), std::vector<double>(4, 5.0));
}

TEST_P(ExternalArraysTest, hasItsTypesWhateverThePrecision) {
  Storage v = like(u);
  v[whole] = withPrecision(turn()(u + 0.5), F32) * 1.0f;
  EXPECT_EQ(v.read<double>()(1, 0), 3.5 + 55.0);
}

TEST_P(ExternalArraysTest, standsInTheProfile) {
  Runtime own({.reference = !compiles(), .profile = true});
  Runtime::Scope scope(own);
  Storage x = zeros<double>({I(0, 4)});
  unsigned line = __LINE__ + 1;
  x[whole] = close()(x);
  std::string text(own.profile().c_str());
  std::string at = std::string(__FILE__) + ":" + std::to_string(line);
  EXPECT_NE(text.find("  " + at + ": 'arrays_closed' called on arrays: 1 times, "),
            std::string::npos)
      << text;
}
