//===- InPlaceTest.cpp - Solvers on the memory of a host -------------------===//
//
// What iterative solvers write goes to the caller's own arrays without a copy of what
// they read, where no point reads what another one writes.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

using namespace gtjit;

namespace {

constexpr std::int64_t kRows = 5, kColumns = 200;

/// An array of a host application, with values that differ.
class HostArray {
public:
  explicit HostArray(double scale) : values(kRows * kColumns) {
    for (std::size_t n = 0; n < values.size(); ++n)
      values[n] = scale * static_cast<double>(n * 37 % 101);
  }
  Storage storage() { return wrap(values.data(), {I(0, kRows), J(0, kColumns)}); }
  /// The same values elsewhere.
  Storage copy() { return storage().copy(); }

  std::vector<double> values;
};

class InPlaceTest : public BackendTest {
protected:
  Storage number = zeros<double>(Domain());
};
GTJIT_ON_ALL_BACKENDS(InPlaceTest);

Domain inner() { return {I(1, kRows - 1), J(1, kColumns - 1)}; }

Field neighboursOf(const Field &u) { return 0.25 * (u(I - 1) + u(I + 1) + u(J - 1) + u(J + 1)); }
} // namespace

TEST_P(InPlaceTest, whatIsReducedIsReadBeforeItIsWritten) {
  HostArray x(1.0), r(0.5), p(0.25), q(2.0);
  Storage xs = x.storage(), rs = r.storage(), ps = p.storage(), qs = q.storage();
  Storage xWas = x.copy(), rWas = r.copy();
  counted();
  update(
      {{xs, xs + 3.0 * ps}, {rs, rs - 3.0 * qs}, {number, sum((rs - 3.0 * qs) * (rs - 3.0 * qs))}});
  EXPECT_EQ(counted().copies, 0);
  EXPECT_EQ(valuesOf(xs), valuesOf(eval(xWas + 3.0 * ps)));
  EXPECT_EQ(valuesOf(rs), valuesOf(eval(rWas - 3.0 * qs)));
  EXPECT_EQ(valuesOf(number), valuesOf(eval(sum(rs * rs))));
}

TEST_P(InPlaceTest, aStoreAndItsReductionAreOneKernelAndTheRest) {
  HostArray x(1.0), b(0.5), r(0.0);
  Storage rest = r.storage(), apart = r.copy();
  Storage xs = x.storage(), bs = b.storage();
  counted();
  Field value = bs - neighboursOf(xs);
  update({{rest[inner()], value}, {number, max(abs(value[inner()]))}});
  if (compiles())
    EXPECT_EQ(counted().kernels, 2); // over the rows, and along them
  apart[inner()] = bs - neighboursOf(xs);
  EXPECT_EQ(valuesOf(rest), valuesOf(apart));
  EXPECT_EQ(valuesOf(number), valuesOf(eval(max(abs(apart)))));
}

TEST_P(InPlaceTest, anAnomalyNeedsNoSnapshot) {
  HostArray u(1.0);
  Storage us = u.storage(), was = u.copy();
  counted();
  us[whole] = us - mean(us, {J});
  EXPECT_EQ(counted().copies, 0);
  EXPECT_EQ(valuesOf(us), valuesOf(eval(was - mean(was, {J}))));
}
