//===- StatisticsTest.cpp - Variances, and reductions under a mask --------===//
//
// Against sums written out, and values whose results are known.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

#include <cmath>
#include <limits>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

class Statistics : public OnEveryBackend {
protected:
  Storage u = line<double>({2, 4, 4, 4, 5, 5, 7, 9});
  Storage sea = line<bool>({true, false, true, false, true, false, true, false});
};
GTJIT_ON_EVERY_BACKEND(Statistics);

double valueOf(const Field &field) { return field.item<double>(); }

} // namespace

TEST_P(Statistics, FieldsWithoutEndsCountOnTheirGrid) {
  Field open = concat_where((I < 1) | (I >= 7), -1.0, Field(u)), closed = open[{I(0, 8)}];
  EXPECT_EQ(valueOf(var(open)), valueOf(var(closed)));
  EXPECT_EQ(valueOf(stddev(open, {I}, 1)), valueOf(stddev(closed, {I}, 1)));
  EXPECT_EQ(valueOf(mean(open, {I}, Where(open > 0.0))), 29.0 / 6.0);
  EXPECT_EQ(valueOf(sum(open, Where(open < 0.0))), -2.0);
}

TEST_P(Statistics, VarianceAndDeviation) {
  EXPECT_EQ(valueOf(var(u)), 4.0);
  EXPECT_EQ(valueOf(stddev(u)), 2.0);
  EXPECT_EQ(valueOf(var(u, 1)), 32.0 / 7.0);
  EXPECT_EQ(valueOf(stddev(u, {I}, 1)), std::sqrt(32.0 / 7.0));
  EXPECT_EQ(valueOf(var(Field(u) + 1e9)), 4.0) << "of distances, not of squares";
  EXPECT_EQ(valueOf(var(u, 8)), infinity);
  EXPECT_EQ(valueOf(var(u, 9)), infinity) << "32 / 0";
  EXPECT_TRUE(std::isnan(valueOf(var(u.at({I(0, 1)}), 1)))) << "0 / 0";
  EXPECT_TRUE(std::isnan(valueOf(var(u.at({I(0, 0)})))));
}

TEST_P(Statistics, TypesAreThoseOfMeans) {
  EXPECT_EQ(var(astype(u, F32)).dtype(), F32);
  EXPECT_EQ(var(astype(u, F16)).dtype(), F16);
  EXPECT_EQ(var(astype(u, I32)).dtype(), F64);
  EXPECT_EQ(valueOf(var(astype(u, I32))), 4.0);
  EXPECT_EQ(mean(astype(u, F16), Where(sea)).dtype(), F16);
  EXPECT_EQ(min(astype(u, I8), Where(sea)).dtype(), I8);
  EXPECT_EQ(sum(astype(u, I8), Where(sea)).dtype(), I64);
  EXPECT_EQ(valueOf(mean(astype(u, I32), Where(sea))), 4.5);
}

TEST_P(Statistics, DimensionsAreThoseThatAreNamed) {
  Storage f = empty<double>({J(0, 2), I(0, 3)});
  f[whole] = coordinate(I) * coordinate(J, 1.0, 2.0);
  EXPECT_THAT(valuesOf<double>(var(f, {I})), ElementsAre(2.0 / 3.0, 6.0));
  Storage rows = line<bool>({true, false}, 0, J);
  EXPECT_EQ(valueOf(sum(f, Where(rows))), 3.0) << "a mask may have fewer dimensions";
  EXPECT_THAT(valuesOf<double>(mean(f, {J}, Where(rows))), ElementsAre(0.0, 1.0, 2.0));
  EXPECT_EQ(valueOf(mean(f, Where(rows))), 1.0) << "divided by the points that count";
}

TEST_P(Statistics, AMaskLeavesPointsOut) {
  EXPECT_EQ(valueOf(sum(u, Where(sea))), 18.0);
  EXPECT_EQ(valueOf(prod(u, Where(sea))), 2.0 * 4 * 5 * 7);
  EXPECT_EQ(valueOf(min(-u, {I}, Where(sea))), -7.0);
  EXPECT_EQ(valueOf(max(-u, Where(sea))), -2.0);
  EXPECT_EQ(valueOf(mean(u, Where(sea))), 4.5);
  EXPECT_EQ(valueOf(var(u, Where(sea))), 13.0 / 4);
  EXPECT_EQ(valueOf(var(u, {I}, Where(sea), 1)), 13.0 / 3);
  EXPECT_EQ(valueOf(stddev(u, Where(sea))), std::sqrt(13.0 / 4));
  EXPECT_TRUE(any(u == 7.0, Where(sea)).item<bool>());
  EXPECT_FALSE(any(u == 9.0, Where(sea)).item<bool>());
  EXPECT_TRUE(all(u < 9.0, {I}, Where(sea)).item<bool>());
  EXPECT_FALSE(all(u < 9.0).item<bool>());
}

TEST_P(Statistics, BoolsUnderAMaskAreCounted) {
  Field large = u > 4.5;
  Field count = sum(large, Where(sea));
  EXPECT_EQ(count.dtype(), I64);
  EXPECT_EQ(count.item<std::int64_t>(), 2) << "5 and 7";
  EXPECT_EQ(prod(large, {I}, Where(large)).item<std::int64_t>(), 1);
  EXPECT_EQ(valueOf(mean(large, Where(sea))), 0.5);
}

TEST_P(Statistics, WhatIsMaskedDoesNotShow) {
  u.write<double>()(1) = notANumber;
  u.write<double>()(3) = infinity;
  EXPECT_EQ(valueOf(sum(u, Where(sea))), 18.0);
  EXPECT_EQ(valueOf(max(u, Where(sea))), 7.0);
  EXPECT_EQ(valueOf(var(u, Where(sea))), 13.0 / 4);
  EXPECT_EQ(valueOf(mean(u, Where(isfinite(u)))), 32.0 / 6);
}

TEST_P(Statistics, NoPointsUnderAMask) {
  Field none = u > 100.0;
  EXPECT_EQ(valueOf(sum(u, Where(none))), 0.0);
  EXPECT_EQ(valueOf(prod(u, Where(none))), 1.0);
  EXPECT_EQ(valueOf(min(u, Where(none))), infinity);
  EXPECT_EQ(valueOf(max(u, Where(none))), -infinity);
  EXPECT_EQ(min(astype(u, I16), Where(none)).item<std::int16_t>(), 32767);
  EXPECT_EQ(max(astype(u, U64), Where(none)).item<std::uint64_t>(), 0u);
  EXPECT_EQ(min(astype(u, U64), Where(none)).item<std::uint64_t>(), ~std::uint64_t{0});
  EXPECT_FALSE(any(u > 0.0, Where(none)).item<bool>());
  EXPECT_TRUE(all(u < 0.0, Where(none)).item<bool>());
  EXPECT_TRUE(std::isnan(valueOf(mean(u, Where(none)))));
  EXPECT_TRUE(std::isnan(valueOf(var(u, Where(none)))));
}

TEST_P(Statistics, InACallable) {
  Program anomaly =
      runtime.compile([](Field f, Field m) { return (f - mean(f, Where(m))) / stddev(f, 1); },
                      arg(F64, I), arg(Bool, I));
  Storage v = like(u), w = like(u);
  anomaly(out(v), u, sea);
  w[whole] = (u - 4.5) / std::sqrt(32.0 / 7.0);
  EXPECT_EQ(valuesOf<double>(v), valuesOf<double>(w));
}

TEST_P(Statistics, WrongOperandsAreRefused) {
  Storage a = u.named("u"), m = sea.named("sea");
  EXPECT_ERROR(ValueError, var(a, -1), "'var' with a ddof of -1, which is negative");
  EXPECT_ERROR(ValueError, stddev(a, {J}), "'stddev' over J of 'u', which has no such dimension");
  EXPECT_ERROR(DTypeError, sum(a, Where(a)),
               "the mask of 'sum' is 'u' (f64), expected a bool field");
  EXPECT_ERROR(DTypeError, any(a, Where(m)),
               "'any' of 'u' (f64): it needs bools; compare, or convert with astype");
  EXPECT_ERROR(DTypeError, min(m, Where(m)),
               "'min' of 'sea' (bool): it needs numbers; convert with astype");
}
