//===- EvaluatorTest.cpp - What the oracle itself must keep ---------------===//

#include <gtjit/gtjit.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <xmmintrin.h>

using namespace gtjit;
using testing::ElementsAre;

namespace {

RuntimeOptions referenceOptions() {
  RuntimeOptions options;
  options.reference = true;
  return options;
}

class Evaluator : public testing::Test {
protected:
  Runtime runtime{referenceOptions()};
  Runtime::Scope scope{runtime};

  std::vector<double> values(const Storage &storage) {
    auto view = storage.read<double>();
    return {view.data(), view.data() + view.shape()[0]};
  }
};

TEST_F(Evaluator, RoundsToNearestWhateverTheCallerHasSet) {
  Storage x = full({I(0, 1)}, 1.0), y = full({I(0, 1)}, 3.0);
  std::fesetround(FE_UPWARD);
  Storage third = eval(x / y);
  int rounding = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(rounding, FE_UPWARD);
  EXPECT_THAT(values(third), ElementsAre(1.0 / 3.0));
}

TEST_F(Evaluator, KeepsDenormalsWhateverTheCallerHasSet) {
  double tiny = 4.9406564584124654e-324;
  Storage x = full({I(0, 1)}, tiny);
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); // flush to zero, denormals are zero
  Storage twice = eval(x + x);
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(after & 0x8040, 0x8040u);
  EXPECT_THAT(values(twice), ElementsAre(2 * tiny));
}

TEST_F(Evaluator, NeedsNoCompiler) {
  Storage x = full({I(0, 3)}, 2.0);
  EXPECT_THAT(values(eval(exp(x * 0.0) + x(I - 0))), ElementsAre(3, 3, 3));
  EXPECT_EQ(runtime.counters().compiles, 0);
}

TEST_F(Evaluator, DoesNotRecurseOverTheGraph) {
  Field f = full({I(0, 2)}, 0.0);
  for (int n = 0; n < 300000; ++n)
    f = f + 1.0;
  EXPECT_THAT(values(eval(f)), ElementsAre(3e5, 3e5));
}

TEST_F(Evaluator, ASharedPartIsComputedOnce) {
  Field f = full({I(0, 2)}, 1.0);
  for (int n = 0; n < 200; ++n)
    f = 0.5 * (f + f); // 2^200 paths
  EXPECT_THAT(values(eval(f)), ElementsAre(1, 1));
}

TEST_F(Evaluator, PointsBesideAnEmptyDimensionAreNotRead) {
  // K lies outside of its only operand; there is no point, so nothing is read.
  Storage column = full({K(0, 3)}, 1.0), plane = empty<double>({I(0, 0), K(0, 90)});
  Field none = column + empty<double>({I(0, 0)});
  plane[whole] = none;
  EXPECT_EQ(sum(none).item<double>(), 0.0);
}

TEST_F(Evaluator, AnyByteButZeroIsTrueAndTrueIsStoredAsOne) {
  unsigned char bytes[] = {0, 1, 2, 0x80};
  unsigned char out[] = {7, 7, 7, 7};
  Storage in = wrap(bytes, Bool, Domain(I(0, 4))), to = wrap(out, Bool, Domain(I(0, 4)));
  to[whole] = in;
  EXPECT_THAT(out, ElementsAre(0, 1, 1, 1));
  EXPECT_EQ(sum(in).item<std::int64_t>(), 3);
}

} // namespace
