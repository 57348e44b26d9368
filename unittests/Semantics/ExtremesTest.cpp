//===- ExtremesTest.cpp - Minima and maxima with a bound ------------------===//
//
// IEEE's minimum and maximum of a field and a number, on whichever side that stands: kernels
// compute what depends on the number alone once. All pairs of values that are special.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"
#include "IeeeExtremes.h"

#include <cmath>
#include <limits>

using namespace gtjit;

namespace {

double expectedExtreme(bool isLeast, double a, double b) {
  return isLeast ? ieeeLeast(a, b) : ieeeMost(a, b);
}

class Extremes : public OnEveryBackend {
protected:
  /// Numbers that halves have, too, or that become infinite or zero there.
  static std::vector<double> specialValues() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {std::nan(""), -0.0, 0.0, infinity, -infinity, 1.5, -1.5, 5.9604644775390625e-8};
  }

  /// Every special value at several places of vectors and behind them.
  static Storage specialField(DType dtype) {
    std::vector<double> special = specialValues(), values;
    for (std::size_t n = 0; n < 77; ++n)
      values.push_back(special[n % special.size()]);
    return eval(astype(line<double>(values), dtype));
  }

  static void expectExtremes(bool isLeast, const Storage &result, const Storage &values,
                             double bound) {
    std::vector<double> found = valuesOf<double>(eval(astype(result, F64)));
    std::vector<double> given = valuesOf<double>(eval(astype(values, F64)));
    for (std::size_t n = 0; n < found.size(); ++n)
      EXPECT_TRUE(areEqual<double>(found[n], expectedExtreme(isLeast, given[n], bound)))
          << (isLeast ? "min of " : "max of ") << given[n] << " and " << bound << " is "
          << found[n];
  }
};

TEST_P(Extremes, OfAFieldAndANumberAreIeee) {
  for (DType dtype : {F64, F32, F16, BF16}) {
    Storage values = specialField(dtype);
    for (double bound : specialValues()) {
      expectExtremes(true, eval(min(values, bound)), values, bound);
      expectExtremes(true, eval(min(bound, values)), values, bound);
      expectExtremes(false, eval(max(values, bound)), values, bound);
      expectExtremes(false, eval(max(bound, values)), values, bound);
    }
  }
}

// More numbers than registers are kept for: some are loaded where they are used.
TEST_P(Extremes, OfManyNumbersAreIeee) {
  Storage values = specialField(F64);
  std::vector<double> bounds = specialValues();
  for (int number = 2; number < 12; ++number)
    bounds.push_back(number);
  for (bool isLeast : {true, false}) {
    std::vector<Storage> results;
    std::vector<Update> assignments;
    for (double bound : bounds) {
      results.push_back(like(values));
      Field extreme = isLeast ? min(values, bound) : max(values, bound);
      assignments.push_back({results.back()[whole], extreme});
    }
    update(assignments);
    for (std::size_t n = 0; n < bounds.size(); ++n)
      expectExtremes(isLeast, results[n], values, bounds[n]);
  }
}

// All of four special values in every order, the least and the greatest in one kernel.
TEST_P(Extremes, OfSeveralFieldsAreIeee) {
  std::vector<double> special = specialValues();
  const std::size_t count = special.size(), all = count * count * count * count;
  for (DType dtype : {F64, F32}) {
    std::vector<Storage> fields;
    for (std::size_t each = 1; each < all; each *= count) {
      std::vector<double> values;
      for (std::size_t n = 0; n < all; ++n)
        values.push_back(special[n / each % count]);
      fields.push_back(eval(astype(line<double>(values), dtype)));
    }
    const Storage &a = fields[0], &b = fields[1], &c = fields[2], &d = fields[3];
    Storage least = like(a), most = like(a);
    update({{least[whole], min(min(min(a, b), c), d)}, {most[whole], max(max(a, b), max(c, d))}});
    for (bool isLeast : {true, false}) {
      std::vector<double> found = valuesOf<double>(eval(astype(isLeast ? least : most, F64)));
      for (std::size_t n = 0; n < all; ++n) {
        double expected = special[n % count];
        for (std::size_t each = count; each < all; each *= count)
          expected = expectedExtreme(isLeast, expected, special[n / each % count]);
        ASSERT_TRUE(areEqual<double>(found[n], dtype == F32 ? double(float(expected)) : expected))
            << n << " is " << found[n] << ", not " << expected;
      }
    }
  }
}

TEST_P(Extremes, BoundsOnBothSidesClip) {
  Storage values = specialField(F32);
  for (double low : {-0.0, 0.0, -1.0})
    for (double high : {-0.0, 0.0, 1.0}) {
      std::vector<float> found = valuesOf<float>(eval(clip(values, low, high)));
      std::vector<float> given = valuesOf<float>(values);
      for (std::size_t n = 0; n < found.size(); ++n)
        EXPECT_TRUE(areEqual<double>(
            found[n], expectedExtreme(true, expectedExtreme(false, given[n], low), high)))
            << given[n] << " in " << low << " to " << high << " is " << found[n];
    }
}

GTJIT_ON_EVERY_BACKEND(Extremes);

} // namespace
