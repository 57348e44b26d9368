//===- AtTest.cpp - Values at indices that are computed -------------------===//
//
// u(K(n)) and u.at({I(i), J(j)}): what they read, where they are defined, and what
// becomes of indices outside of the field.
//
//===----------------------------------------------------------------------===//
#include "../Reloaded.h"
#include "Meshes.h"

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class At : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(At);

Storage levels(std::vector<std::int32_t> values, std::int64_t start = 0) {
  return line<std::int32_t>(std::move(values), start).named("n");
}

/// 10 i + k.
Storage columns() { return grid(I, K, {{0, 1, 2}, {10, 11, 12}, {20, 21, 22}}).named("u"); }

TEST_P(At, OneDimensionByAField) {
  Field at = columns()(K(levels({2, 0, 1})));
  EXPECT_EQ(at.domain(), Domain({I(0, 3)}));
  EXPECT_THAT(valuesOf<double>(at), ElementsAre(2, 10, 21));
  EXPECT_THAT(valuesOf<double>(columns().at(K(levels({1, 1}, 1)))), ElementsAre(11, 21));
  EXPECT_THAT(valuesOf<double>(Field(columns()).at({K(levels({1, 1}, 1))})), ElementsAre(11, 21));
  // With the dimension, and with another one.
  Field along = columns()(K(2 - index(K)));
  EXPECT_EQ(along.domain(), Domain({I(0, 3), K(Range::all())}));
  EXPECT_THAT(valuesOf<double>(along.at(K(0, 3))), ElementsAre(2, 1, 0, 12, 11, 10, 22, 21, 20));
  Field wide = columns()(K((index(I) + index(J)) % 3)).at({J(4, 6)});
  EXPECT_EQ(wide.domain(), Domain({I(0, 3), J(4, 6)}));
  EXPECT_THAT(valuesOf<double>(wide), ElementsAre(1, 2, 12, 10, 20, 21));
}

TEST_P(At, SeveralDimensionsAtOnce) {
  Storage u = grid(I, J, {{0, 1, 2}, {10, 11, 12}, {20, 21, 22}}).named("u");
  EXPECT_THAT(valuesOf<double>(u.at({I(index(J)), J(index(I))}).at({I(0, 3), J(0, 3)})),
              ElementsAre(0, 10, 20, 1, 11, 21, 2, 12, 22)); // transposed
  Storage i = line<std::int64_t>({2, 0, 1, 1}, 0, E), j = line<std::int64_t>({0, 2, 1, 2}, 0, E);
  EXPECT_THAT(valuesOf<double>(u.at({I(i), J(j)})), ElementsAre(20, 2, 11, 12));
  EXPECT_THAT(valuesOf<double>(u.at({J(2), I(i)})), ElementsAre(22, 2, 12, 12));
  // Half way between points, as a semi-Lagrangian step has it.
  Field di = clip(index(I) - 1, 0, 1), dj = clip(index(J), 0, 1);
  Field mean = 0.5 * (u.at({I(di), J(dj)}) + u(I + 1, J + 1).at({I(di), J(dj)}));
  EXPECT_THAT(valuesOf<double>(mean.at({I(0, 3), J(0, 2)})),
              ElementsAre(5.5, 6.5, 5.5, 6.5, 15.5, 16.5));
}

TEST_P(At, WithoutDimensions) {
  Storage u = line<double>({5, 3, 4}).named("u");
  EXPECT_EQ(u(I(argmin(u, I))).item<double>(), 3);
  EXPECT_THAT(valuesOf<double>(columns()(I(argmin(u, I)))), ElementsAre(10, 11, 12));
  EXPECT_EQ(columns().at({I(argmin(u, I)), K(argmax(u, I))}).item<double>(), 10);
  EXPECT_ERROR(IndexOutOfBounds, u(I((argmin(u, I) + 2).named("n"))).item<double>(),
               "'u' at I of 'n': the index is 3, not in I[0,3)");
}

TEST_P(At, OfAnyInteger) {
  Storage u = line<double>({5, 3, 4}, -1).named("u");
  EXPECT_THAT(valuesOf<double>(u(I(line<std::int8_t>({-1, 1}, 0)))), ElementsAre(5, 4));
  EXPECT_THAT(valuesOf<double>(u(I(line<std::uint16_t>({1, 0}, 0)))), ElementsAre(4, 3));
  EXPECT_THAT(valuesOf<double>(u(I(line<std::uint64_t>({1, 0}, 0)))), ElementsAre(4, 3));
  EXPECT_THROW((void)eval(u(I(line<std::uint64_t>({~std::uint64_t{0}}, 0)))), IndexOutOfBounds);
  EXPECT_THROW((void)eval(u(I(line<std::uint32_t>({~0u}, 0)))), IndexOutOfBounds);
}

template <class T> static void expectEnds(std::int64_t lo) {
  constexpr T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
  T first = static_cast<T>(lo);
  Storage u = line<double>({5, 3, 4}, lo);
  EXPECT_THAT(valuesOf<double>(u(I(line<T>({T(first + 2), first}, 0)))), ElementsAre(4, 5));
  for (T bad : {T(first - 1), T(first + 3), least, T(least + 1), T(greatest - 2), greatest})
    EXPECT_THROW((void)eval(u(I(line<T>({first, bad}, 0)))), IndexOutOfBounds) << bad;
}

TEST_P(At, AtTheEndsOfFieldsAndTypes) {
  expectEnds<std::int32_t>(-2);
  expectEnds<std::int32_t>(1);
  expectEnds<std::int32_t>(INT32_MAX - 10);
  expectEnds<std::int64_t>(-2);
  expectEnds<std::int64_t>(std::int64_t(1) << 40);
  expectEnds<std::int64_t>(-(std::int64_t(1) << 40));
}

TEST_P(At, OfWhatIsComputedAndBroadcast) {
  Storage f = line<double>({0, 1, 2, 3, 4, 5}).named("f");
  Field slope = f(I + 1) - f(I - 1);
  EXPECT_THAT(valuesOf<double>(slope(I(levels({1, 4})))), ElementsAre(2, 2));
  EXPECT_THROW((void)eval(slope(I(levels({1, 0})))), IndexOutOfBounds);
  Field wide = broadcast(f, {I, K}).named("wide");
  EXPECT_ERROR(ValueError, wide(K(levels({1, 0}))),
               "'wide' at K of 'n': it has no end in K, it is defined on K(-inf,inf)");
  EXPECT_THAT(valuesOf<double>(wide.at(K(0, 3))(K(levels({1, 0})))), ElementsAre(0, 1));
  // What a map has no neighbours for is known of what is read through it.
  Connectivity E2V(rows32(E, e2v, {{0, 1}, {2, -1}, {-1, 0}}), V, Skip{-1});
  Storage v = line<double>({1, 2, 4}, 0, V);
  Field around = v(E2V)(E(line<std::int32_t>({2, 1, 0}, 0, C)));
  EXPECT_THAT(valuesOf<double>(neighbor_sum(around)), ElementsAre(1, 4, 3));
}

TEST_P(At, IsCheckedWhenItIsWritten) {
  Storage u = columns(), n = levels({0, 1, 2});
  EXPECT_ERROR(DTypeError, u(K(line<double>({1}).named("x"))),
               "'u' at K of 'x' (f64): indices are integers");
  EXPECT_ERROR(ValueError, u(J(n)), "'u' at J of 'n': it lacks J, it has (I, K)");
  EXPECT_ERROR(ValueError, u.at({K(n), K(n)}), "'u' at K of 'n': K is replaced twice");
  EXPECT_ERROR(IndexOutOfBounds, u.at({K(n), I(3)}), "a part of 'u': I(3) lies outside of I[0,3)");
  EXPECT_ERROR(ValueError, u(K(Field())),
               "the field is empty: a Storage or Field that nothing was assigned to");
  EXPECT_ERROR(ValueError, Field(index(K)).named("k")(K(n)),
               "'k' at K of 'n': it has no end in K, it is defined on K(-inf,inf)");
  Storage small = line<double>({0, 0, 0, 0, 0});
  std::string message = messageOf<DomainError>([&] { small[whole] = u(K(n)); });
  EXPECT_THAT(message, HasSubstr("over I[0,5)"));
  Runtime another;
  Runtime::Scope scope(another);
  EXPECT_ERROR(ValueError, u(K(levels({0}).named("other"))),
               "'u' at K of 'other': they belong to different runtimes");
}

TEST_P(At, OutsideOfTheFieldIsAnErrorThatChangesNothing) {
  Storage u = columns(), n = levels({0, 3, 2}), v = line<double>({7, 7, 7});
  Field at = u(K(n + 0 * n));
  unsigned where = __LINE__ - 1;
  try {
    v[whole] = 2.0 * at;
    ADD_FAILURE() << "expected an error";
  } catch (const IndexOutOfBounds &error) {
    EXPECT_EQ(error.line().line, where);
    EXPECT_THAT(std::string(error.message()),
                HasSubstr("'u' at K of the i32 field on (I) made at "));
    EXPECT_THAT(std::string(error.message()), HasSubstr(": the index at I(1) is 3, not in K[0,3)"));
  }
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 7, 7));
  v[I(2, 3)] = at; // the bad one is not used
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(7, 7, 22));
  Storage i = levels({0, 1, 2}), k = levels({0, -1, 5});
  EXPECT_ERROR(IndexOutOfBounds, eval(u.at({I(i), K(k)})),
               "'u' at K of 'n': the index at I(1) is -1, not in K[0,3)");
  EXPECT_ERROR(IndexOutOfBounds, eval(u.at({I(k), K(i)})),
               "'u' at I of 'n': the index at I(1) is -1, not in I[0,3)");
}

/// Indices that are themselves read at indices: the inner ones are looked at first.
TEST_P(At, MayBeNestedAndReadWhatIsWritten) {
  Storage f = line<double>({0, 1, 2, 3, 4, 5}).named("f"), n = levels({1, 2, 3, 4, 5, 0});
  EXPECT_THAT(valuesOf<double>(f(I(n(I(n))))), ElementsAre(2, 3, 4, 5, 0, 1));
  Storage wild = levels({1, 1 << 30, 0}).named("wild");
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I(wild(I(wild))))),
               "'wild' at I of 'wild': the index at I(1) is 1073741824, not in I[0,3)");
  f[whole] = f(I(n)) + f;
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(1, 3, 5, 7, 9, 5));
  f[I(0, 2)] = f(I(5 - index(I)));
  EXPECT_THAT(valuesOf<double>(f), ElementsAre(5, 9, 5, 7, 9, 5));
}

TEST_P(At, InPrograms) {
  auto callable = [](Field u, Field n) { return u(K(n - 1)) + u.at({I(0), K(n)}); };
  Program program = runtime.compile(callable, arg(F64, {I, K}, "u"), arg(I32, {I}, "n"));
  for (const Program &each : {program, reloaded(program)}) {
    Storage result = zeros({I(0, 3)});
    for (int n = 0; n < 2; ++n) {
      each(out(result), columns(), levels({1, 2, 1}));
      EXPECT_THAT(valuesOf<double>(result), ElementsAre(1, 13, 21));
    }
    Status status = each.tryCall(out(result), columns(), levels({1, 2, 3}));
    EXPECT_EQ(status.code(), ErrorCode::IndexOutOfBounds);
    EXPECT_THAT(std::string(status.message()), HasSubstr("the index at I(2) is 3, not in K[0,3)"));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(1, 13, 21));
    each(out(result), columns(), levels({2, 2, 2}));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(3, 13, 23));
  }
}

TEST_P(At, IsLookedAtWhereNaNIs) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Storage f = line<double>({1, 2, nan, 4}).named("f"), n = levels({0, 3, 1, 1});
  CheckScope check(Check::NaN);
  EXPECT_THAT(valuesOf<double>(2.0 * f(I(n + 0))), ElementsAre(2, 8, 4, 4));
  EXPECT_THAT(valuesOf<double>(2.0 * log(f)(I(clip(n, 0, 3)))).size(), 4);
  EXPECT_THROW((void)eval(2.0 * f(I(n * 2 % 4))), FloatingPointError);
  EXPECT_THROW((void)eval(2.0 * f(I(n * 5))), IndexOutOfBounds);
}

/// An assignment that is made again and again is looked at again where its numbers are others.
TEST(AtExplained, ChecksWithTheNumbersOfEachCall) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = columns(), n = levels({-4, 1, 9}), v = line<double>({7, 7, 7});
  auto assign = [&](int last) { v[whole] = u(K(clip(n, 0, last))); };
  for (int time = 0; time < 5; ++time) {
    assign(2);
    EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 11, 22));
    assign(1);
    EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 11, 21));
  }
  for (int time = 0; time < 3; ++time)
    EXPECT_THROW(assign(3), IndexOutOfBounds);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 11, 21));
}

/// What lies between numbers need not be looked at.
TEST(AtExplained, ChecksWhatMayBeOutside) {
  RuntimeOptions options;
  options.reference = false;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = columns(), x = line<double>({-3.5, 1.5, 99});
  auto isChecked = [&](const Field &n) {
    std::string text(explain(u(K(n.named("index")))));
    EXPECT_THAT(text, HasSubstr("1 kernel, "));
    EXPECT_EQ(text.find("temporary"), std::string::npos) << text;
    return text.find("  checked first, by a kernel of their own: 'index' over ") !=
           std::string::npos;
  };
  Field n = astype(floor(x), I32);
  EXPECT_TRUE(isChecked(n));
  EXPECT_TRUE(isChecked(clip(n, 0, 3)));
  EXPECT_TRUE(isChecked(clip(n, -1, 2)));
  EXPECT_TRUE(isChecked(max(n, 0)));
  EXPECT_TRUE(isChecked(abs(n) % 4));
  EXPECT_TRUE(isChecked(clip(n, 0, 2) * 2));
  EXPECT_TRUE(isChecked(astype(clip(x, 1.0, 2.0), I32) - 1)); // NaN is 0
  EXPECT_FALSE(isChecked(clip(n, 0, 2)));
  EXPECT_FALSE(isChecked(n % 3));
  EXPECT_FALSE(isChecked(min(max(n, 0), 1) + 1));
  EXPECT_FALSE(isChecked(where(x > 0.0, 2 - clip(n, 0, 2), 1)));
  EXPECT_FALSE(isChecked(floor_divide(clip(n, 0, 5), 2)));
  EXPECT_FALSE(isChecked(bitwise_and(clip(n, -9, 9), 2)));
  EXPECT_TRUE(isChecked(bitwise_and(n, -2)));
  EXPECT_FALSE(isChecked(bitwise_or(clip(n, 0, 1), 1)));
  EXPECT_TRUE(isChecked(bitwise_or(clip(n, 0, 2), 1))); // 3
  EXPECT_FALSE(isChecked(bitwise_xor(clip(n, 0, 1), 1)));
  EXPECT_TRUE(isChecked(bitwise_xor(clip(n, -1, 1), 1)));
  EXPECT_FALSE(isChecked(shift_right(clip(n, 0, 11), 2)));
  EXPECT_TRUE(isChecked(shift_right(clip(n, 0, 12), 2)));
  EXPECT_TRUE(isChecked(shift_right(clip(n, -1, 1), 70))); // -1
  EXPECT_TRUE(isChecked(shift_right(clip(n, 0, 2), -1)));
  EXPECT_FALSE(isChecked(astype(clip(floor(x), 0.0, 2.0), I64)));
  EXPECT_THAT(valuesOf<double>(u(K(clip(n, 0, 2)))), ElementsAre(0, 11, 22));
  EXPECT_THAT(valuesOf<double>(u(K(astype(clip(floor(x), 0.0, 2.0), I64)))),
              ElementsAre(0, 11, 22));
}

/// How many kernels the runtime runs for `store`.
template <class Store> auto kernelsRun(const Runtime &runtime, Store store) {
  auto before = runtime.counters().kernels;
  store();
  return runtime.counters().kernels - before;
}

// Where a least or greatest value is the points tell among which it is sought.
TEST(AtIndices, OfExtremesAreNotChecked) {
  RuntimeOptions options;
  options.reference = false;
  options.smallDomain = 0;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage u = columns(), v = like(u), least = line<double>({7, 7, 7});
  v[whole] = 1.0 - u;
  auto alone = kernelsRun(runtime, [&] { eval(argmax(v + 0.0, K)); });
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(kernelsRun(runtime, [&] { least[whole] = u.at({K(argmax(v + 0.0, K))}); }),
              alone + 1);
    EXPECT_THAT(valuesOf<double>(least), ElementsAre(0, 10, 20));
  }
  Storage shorter = grid(I, K, {{0}, {10}, {20}});
  EXPECT_THROW(least[whole] = shorter.at({K(argmax(u + 0.0, K))}), IndexOutOfBounds);
  EXPECT_THROW(least[whole] = u.at({K(argmax(u + 0.0, K) + 1)}), IndexOutOfBounds);
  EXPECT_THAT(valuesOf<double>(least), ElementsAre(0, 10, 20));
}

// What is stored tells where an index lies that is computed of coordinates alone.
TEST(AtIndices, OfCoordinatesAreNotCheckedWhereTheRegionTells) {
  RuntimeOptions options;
  options.reference = false;
  options.smallDomain = 0;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage fine = zeros<double>({I(0, 8)}), coarse = zeros<double>({I(0, 4)});
  fine[whole] = astype(index(I), F64);
  Field twice = fine.at({I(2 * index(I))});
  EXPECT_EQ(kernelsRun(runtime, [&] { coarse[whole] = twice; }), 1);
  EXPECT_THAT(valuesOf<double>(coarse), ElementsAre(0, 2, 4, 6));
  Storage longer = zeros<double>({I(0, 5)});
  EXPECT_THROW(longer[whole] = twice, IndexOutOfBounds);
}

} // namespace
