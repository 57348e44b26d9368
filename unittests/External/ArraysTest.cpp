//===- ArraysTest.cpp - C functions on whole arrays ---------------------------===//
//
// Called once, between kernels, on arrays of any strides; refused where they cannot be
// called.
//
//===----------------------------------------------------------------------===//
#include "ArrayFunctions.h"

using namespace gtjit;
using namespace gtjit::detail;
using namespace gtjit::test;

namespace {
class ExternalArraysTest : public ArrayFunctionsTest {};
GTJIT_ON_ALL_BACKENDS(ExternalArraysTest);
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
  (void)turn();
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

TEST_P(ExternalArraysTest, isNotCalledForADevice) {
  if (!compiles())
    return; // the reference evaluator has no device
  Runtime device({.device = "emulated"});
  Runtime::Scope scope(device);
  Storage x = full<double>({I(0, 4)}, 1.0, {.device = "gpu", .managed = nullptr}), y = like(x);
  unsigned line = __LINE__ + 1;
  Field closed = close()(x + 1.0);
  EXPECT_EQ(messageAt<NotImplementedError>(line, [&] { y[whole] = closed + 1.0; }),
            "'arrays_closed' is a function of the host on whole arrays, which evaluations on a "
            "device do not call: evaluate it with a runtime without a device, or in a program "
            "after setDevice(nullptr)");
  EXPECT_EQ(calls, 0);
  Storage a = full<double>({I(0, 4)}, 1.0, {.device = nullptr}), b = like(a);
  EXPECT_THROW(b[whole] = close()(a), NotImplementedError) << "the device computes with these, too";
  Program step = device.compile([](Field f) { return close()(f) * 2.0; }, arg(F64, {I}));
  EXPECT_THROW(step(out(b), a), NotImplementedError);
  step.setDevice(nullptr);
  step(out(b), a);
  EXPECT_EQ(valuesOf(b), std::vector<double>(4, 2.0));
}

TEST_P(ExternalArraysTest, goesThroughEmptyArraysAndLetsGoOfItsOperands) {
  Storage none = zeros<double>({I(0, 0), J(0, 3)}), v = like(none);
  v[whole] = turn()(none + 1.0) * 2.0;
  Field t = turn()(u);
  (void)eval(t);
  counted();
  u[whole] = 5.0; // nothing reads the old values any more
  RuntimeCounters used = counted();
  EXPECT_EQ(used.copies + used.allocations + used.reuses, 0);
}

TEST_P(ExternalArraysTest, keepsMissingNeighboursMissing) {
  const Dimension cell("C"), edge("E"), near("C2E", DimensionKind::Local);
  Storage table = zeros<std::int32_t>({cell(0, 2), near(0, 2)});
  table.write<std::int32_t>()(1, 1) = -1;
  Storage x = full<double>({edge(0, 1)}, 5.0);
  Connectivity edges(table, edge, Skip(-1));
  auto function = externalArrays(
      "arrays_neighbours",
      +[](const MemRef *arrays) {
        for (int c = 0; c < 2; ++c)
          for (int n = 0; n < 2; ++n)
            arrays[0].at<double>(c, n) = 7.0;
        return 0;
      },
      updates(F64, {cell, near}));
  Storage v = zeros<double>({cell(0, 2)});
  v[whole] = neighbor_sum(function(x(edges)));
  EXPECT_EQ(valuesOf(v), (std::vector<double>{14, 7}));
}

/// The opposite of each element of a dense array; 3 if it is none.
static int negated(const MemRef *arrays) {
  for (int n = 0; n < 2; ++n)
    if (arrays[n].strides[1] != 1 || arrays[n].strides[0] != arrays[n].sizes[1])
      return 3;
  for (std::int64_t n = 0; n < arrays[0].sizes[0] * arrays[0].sizes[1]; ++n)
    static_cast<double *>(arrays[1].data)[n] = -static_cast<const double *>(arrays[0].data)[n];
  return 0;
}
/// One more than each element of a dense array; 4 if it is none.
static int increased(const MemRef *arrays) {
  if (arrays[0].strides[1] != 1 || arrays[0].strides[0] != arrays[0].sizes[1])
    return 4;
  for (std::int64_t n = 0; n < arrays[0].sizes[0] * arrays[0].sizes[1]; ++n)
    static_cast<double *>(arrays[0].data)[n] += 1.0;
  return 0;
}

TEST_P(ExternalArraysTest, getsArraysWithoutGapsWhereItSaysSo) {
  auto negate = externalArrays("arrays_dense", &negated, reads(F64, {J, I}).dense(),
                               writes(F64, {J, I}).dense());
  std::vector<double> expected;
  for (double value : valuesOf(u))
    expected.push_back(-2.0 * value);
  Storage v = like(u), f = zeros<double>({I(0, 4), J(0, 3)}, {.layout = fortran});
  v[whole] = negate(u * 2.0);
  EXPECT_EQ(valuesOf(v), expected);
  f[whole] = negate(u * 2.0);
  EXPECT_EQ(valuesOf(f), expected);
  v[whole] = negate(f) - 1.0;
  EXPECT_EQ(v.read<double>()(1, 2), 9.0);
  auto add = externalArrays("arrays_dense_update", &increased, updates(F64, {I, J}).dense());
  v[whole] = add(u);
  EXPECT_EQ(v.read<double>()(1, 2), 6.0);
  v[whole] = add(u * 3.0) + 1.0;
  EXPECT_EQ(v.read<double>()(1, 2), 17.0);
  EXPECT_EQ(u.read<double>()(1, 2), 5.0);
  std::vector<double> memory{1, 2, 3, 4, 5, 6};
  Storage own = wrap(memory.data(), {I(0, 2), J(0, 3)});
  own[whole] = add(own);
  counted();
  own[whole] = add(own);
  RuntimeCounters used = counted();
  EXPECT_EQ(used.copies + used.allocations + used.reuses, 0) << "it lies so";
  EXPECT_EQ(memory, (std::vector<double>{3, 4, 5, 6, 7, 8}));
}
