//===- BoundedShiftTest.cpp - Offsets between bounds ----------------------===//
//
// as_offset with bounds: where the result is defined, that offsets are computed in the
// kernel that uses them, and what becomes of those beyond the bounds.
//
//===----------------------------------------------------------------------===//
#include "../Reloaded.h"
#include "Meshes.h"

#include <numeric>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class BoundedShifts : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(BoundedShifts);

Storage offsets(std::vector<std::int32_t> values, std::int64_t start = 0) {
  return line<std::int32_t>(std::move(values), start).named("off");
}

Storage six() { return line<double>({0, 1, 2, 3, 4, 5}).named("f"); }

// S4-107, case 73, S4-050i
TEST_P(BoundedShifts, AreDefinedWhereEveryOffsetIs) {
  Field back = six()(as_offset(I, offsets({-1, -1, -1, -1, -1, -1}), {-1, 0}));
  EXPECT_EQ(back.domain(), Domain({I(1, 6)}));
  EXPECT_THAT(valuesOf<double>(back), ElementsAre(0, 1, 2, 3, 4));
  Field both = six()(as_offset(I, offsets({9, 1, 0, -1, 1, 9}), {-1, 1}));
  EXPECT_EQ(both.domain(), Domain({I(1, 5)})); // where other offsets are nobody looks
  EXPECT_THAT(valuesOf<double>(both), ElementsAre(2, 2, 2, 5));
  EXPECT_EQ(six()(as_offset(I, offsets({2, 2}, 1), {2, 3})).domain(), Domain({I(1, 3)}));
  EXPECT_TRUE(six()(as_offset(I, offsets({0, 0, 0, 0, 0, 0}), {-9, 9})).domain().empty());
}

// case 74, case 75
TEST_P(BoundedShifts, OnFewerAndMoreDimensionsOfAnyInteger) {
  Storage twoWays = empty<std::int64_t>({I(0, 6), J(0, 2)});
  auto view = twoWays.write<std::int64_t>();
  for (int i = 0; i < 6; ++i)
    view(i, 0) = 1, view(i, 1) = -1;
  Field wide = six()(as_offset(I, twoWays, {-1, 1}));
  EXPECT_EQ(wide.domain(), Domain({I(1, 5), J(0, 2)}));
  EXPECT_THAT(valuesOf<double>(wide), ElementsAre(2, 0, 3, 1, 4, 2, 5, 3));
  Storage g = grid(I, K, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}});
  EXPECT_THAT(valuesOf<double>(g(as_offset(I, offsets({0, 1, 0}), {-1, 1}))), ElementsAre(6, 7, 8));
  std::vector<double> values(200);
  std::iota(values.begin(), values.end(), 100);
  Storage f = line<double>(values, 100);
  Storage bytes = line<std::int8_t>(std::vector<std::int8_t>(200, -100), 100);
  Field far = f(as_offset(I, bytes, {-100, -100}));
  EXPECT_EQ(far.domain(), Domain({I(200, 300)}));
  EXPECT_THAT(valuesOf<double>(far).front(), 100);
  Storage huge = line<std::uint64_t>({0, 1, ~std::uint64_t{0}, 0, 0, 0}).named("huge");
  EXPECT_THROW((void)eval(six()(as_offset(I, huge, {-1, 1}))), IndexOutOfBounds);
}

/// Offsets that have no end are used where the field is.
TEST_P(BoundedShifts, MayBeInfinite) {
  Field odd = six()(as_offset(I, index(I) % 2, {0, 1}));
  EXPECT_EQ(odd.domain(), Domain({I(0, 5)}));
  EXPECT_THAT(valuesOf<double>(odd), ElementsAre(0, 2, 2, 4, 4));
  Field n = (index(I) % 2).named("odd"), u = index(I).named("u");
  EXPECT_ERROR(ValueError, u(as_offset(I, n, {0, 1})),
               "as_offset in I of 'u' by 'odd': neither has an end in I");
}

TEST_P(BoundedShifts, AreCheckedWhenTheyAreWritten) {
  Storage f = six(), n = offsets({0, 0, 0, 0, 0, 0});
  EXPECT_ERROR(DTypeError, f(as_offset(I, line<double>({1}).named("x"), {0, 1})),
               "as_offset in I by 'x' (f64): offsets are integers");
  EXPECT_ERROR(ValueError, f(as_offset(J, line<std::int32_t>({1}, 0, J).named("n"), {0, 1})),
               "as_offset in J of 'f', which lacks it: (I)");
  EXPECT_ERROR(ValueError, f(as_offset(J, n, {0, 1})),
               "as_offset in J by 'off', which lacks J: (I)");
  EXPECT_ERROR(ValueError, f(as_offset(I, n, {1, -1})),
               "as_offset in I of 'f': its bounds are 1 to -1, which no offset is within");
  Storage small = line<double>({0, 0, 0, 0, 0});
  std::string message = messageOf<DomainError>([&] { small[whole] = f(as_offset(I, n, {-2, 1})); });
  EXPECT_THAT(message, HasSubstr("over I[0,5) needs 'f' over I[-2,6), but 'f' is defined over "
                                 "I[0,6)"));
  Runtime another;
  Runtime::Scope scope(another);
  EXPECT_ERROR(ValueError, f(as_offset(I, offsets({0}).named("other"), {0, 1})),
               "as_offset in I of 'f': it and 'other' belong to different runtimes");
}

TEST_P(BoundedShifts, BeyondTheirBoundsAreErrorsThatChangeNothing) {
  Storage f = six(), n = offsets({0, 1, 0, -3, 1, 0}), v = line<double>({7, 7, 7, 7, 7, 7});
  Field moved = f(as_offset(I, n + 0 * n, {-1, 1}));
  unsigned where = __LINE__ - 1;
  try {
    v[I(1, 5)] = 2.0 * moved;
    ADD_FAILURE() << "expected an error";
  } catch (const IndexOutOfBounds &error) {
    EXPECT_EQ(error.line().line, where);
    EXPECT_THAT(std::string(error.message()),
                HasSubstr("as_offset in I of 'f' by the i64 field on (I) made at "));
    EXPECT_THAT(std::string(error.message()),
                HasSubstr(": the offset at I(3) is -3, to I(0), but its bounds are -1 to 1"));
  }
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 7, 7, 7, 7, 7));
  v[I(1, 3)] = moved; // the bad one is not used
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 2, 2, 7, 7, 7));
  EXPECT_THROW((f[I(1, 5)] = moved), IndexOutOfBounds);
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_ERROR(IndexOutOfBounds, eval(f(as_offset(I, n, {-1, 1}))),
               "as_offset in I of 'f' by 'off': the offset at I(3) is -3, to I(0), but its bounds "
               "are -1 to 1");
}

/// Offsets that are themselves read at offsets: the inner ones are looked at first.
TEST_P(BoundedShifts, MayBeNestedAndReadWhatIsWritten) {
  Storage f = six(), n = offsets({0, 1, -1, 1, 0, 0});
  auto moved = [&](const Storage &by) {
    Field inner = by(as_offset(I, by, {-1, 1}));
    return f(as_offset(I, inner, {-1, 1}))(as_offset(I, by, {0, 1}));
  };
  Storage good = offsets({0, 1, 0, 0, 1, 0});
  EXPECT_EQ(moved(good).domain(), Domain({I(1, 4)}));
  EXPECT_THAT(valuesOf<double>(moved(good)), ElementsAre(2, 2, 3));
  EXPECT_THROW((void)eval(moved(n)), IndexOutOfBounds);
  Storage wild = offsets({0, 0, 1 << 30, 0, 0, 0});
  EXPECT_ERROR(IndexOutOfBounds, eval(moved(wild)),
               "as_offset in I of 'off' by 'off': the offset at I(2) is 1073741824, to "
               "I(1073741826), but its bounds are -1 to 1");
  f[I(1, 5)] = f(as_offset(I, good, {-1, 1})) + f;
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(0, 3, 4, 6, 9, 5));
}

// S4-107
TEST_P(BoundedShifts, InPrograms) {
  auto callable = [](Field u, Field by) { return u(as_offset(I, by - 1, {-1, 1})) + u; };
  Program program = runtime.compile(callable, arg(F64, {I, K}, "u"), arg(I32, {I}, "by"));
  Storage u = grid(I, K, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  for (const Program &each : {program, reloaded(program)}) {
    Storage result = zeros({I(1, 3), K(0, 2)});
    for (int n = 0; n < 2; ++n) {
      each(out(result), u, line<std::int32_t>({2, 0}, 1));
      EXPECT_THAT(valuesOf<double>(result), ElementsAre(8, 10, 8, 10));
    }
    Status status = each.tryCall(out(result), u, line<std::int32_t>({1, 3}, 1));
    EXPECT_EQ(status.code(), ErrorCode::IndexOutOfBounds);
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("the offset at I(2) is 2, to I(4), but its bounds are -1 to 1"));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(8, 10, 8, 10));
    each(out(result), u, line<std::int32_t>({1, 1}, 1));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(6, 8, 10, 12));
  }
}

TEST_P(BoundedShifts, AreLookedAtWhereNaNIs) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Storage f = line<double>({1, 2, nan, 4, 5, 6}).named("f"), n = offsets({0, 0, 1, 1, -1, 0});
  CheckScope check(Check::NaN);
  EXPECT_THAT(valuesOf<double>(f.at({I(3, 6)})(as_offset(I, n, {-1, 0})).at({I(4)})),
              ElementsAre(4));
  Field skipped = 2.0 * f(as_offset(I, n + 0, {-1, 1})); // no point reads the NaN
  EXPECT_THAT(valuesOf<double>(skipped), ElementsAre(4, 8, 10, 8));
  EXPECT_THROW((void)eval(2.0 * f(as_offset(I, n * 0, {-1, 1}))), FloatingPointError);
  EXPECT_THROW((void)eval(2.0 * f(as_offset(I, n * 9, {-1, 1}))), IndexOutOfBounds);
}

TEST(BoundedShiftsExplained, AreComputedInTheKernelThatUsesThem) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage f = six(), n = offsets({1, 1, 0, 0, 0, 0});
  auto before = runtime.counters();
  Field moved = f(as_offset(I, (n - 1).named("back"), {-1, 1}));
  EXPECT_EQ(runtime.counters().evaluations, before.evaluations);
  EXPECT_EQ(runtime.counters().tableScans, before.tableScans);
  std::string text(explain(moved));
  EXPECT_THAT(text, HasSubstr("1 kernel, "));
  EXPECT_THAT(text, HasSubstr("  checked first, by a kernel of their own: 'back' over {I[1,5)}\n"));
  EXPECT_EQ(text.find("temporary"), std::string::npos) << text;
  EXPECT_EQ(text.find("evaluated first"), std::string::npos) << text;
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(1, 1, 2, 3));
}

} // namespace
