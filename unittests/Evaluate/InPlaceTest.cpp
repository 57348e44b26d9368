//===- InPlaceTest.cpp - Solvers on the memory of a host -------------------===//
//
// What iterative solvers write goes to the caller's own arrays without a copy of what
// they read, where no point reads what another one writes.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <algorithm>
#include <vector>

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

// A time filter, a rotation: each point takes the old values of its own point, of all targets.
TEST_P(InPlaceTest, storesThatReadEachOtherAtTheirPointsCopyNothing) {
  HostArray x(1.0), r(0.5), p(0.25);
  Storage xs = x.storage(), rs = r.storage(), ps = p.storage();
  Storage xWas = x.copy(), rWas = r.copy(), pWas = p.copy();
  counted();
  update({{xs, rs + 0.1 * (xs - 2.0 * rs + ps)}, {rs, 0.6 * ps + 0.8 * xs}, {ps, xs}});
  auto now = counted();
  EXPECT_EQ(now.copies, 0);
  EXPECT_EQ(now.kernels, compiles() ? 1 : 0);
  EXPECT_EQ(valuesOf(xs), valuesOf(eval(rWas + 0.1 * (xWas - 2.0 * rWas + pWas))));
  EXPECT_EQ(valuesOf(rs), valuesOf(eval(0.6 * pWas + 0.8 * xWas)));
  EXPECT_EQ(valuesOf(ps), valuesOf(xWas));
}

// What a later kernel reads is kept for it.
TEST_P(InPlaceTest, storesOfSeveralKernelsReadOldValues) {
  HostArray x(1.0), r(0.5), p(0.25);
  Storage xs = x.storage(), rs = r.storage(), ps = p.storage();
  for (int order = 0; order < 3; ++order) {
    Storage xWas = xs.copy(), rWas = rs.copy(), pWas = ps.copy();
    std::vector<Update> list{{xs, cumsum(rs, J) - 0.5 * xs},
                             {rs, xs + 0.1 * sum(ps, {I, J})},
                             {ps, concat_where(J < 7, xs + rs, ps - xs)}};
    std::rotate(list.begin(), list.begin() + order, list.end());
    update(list);
    EXPECT_EQ(valuesOf(xs), valuesOf(eval(cumsum(rWas, J) - 0.5 * xWas)));
    EXPECT_EQ(valuesOf(rs), valuesOf(eval(xWas + 0.1 * sum(pWas, {I, J}))));
    EXPECT_EQ(valuesOf(ps), valuesOf(eval(concat_where(J < 7, xWas + rWas, pWas - xWas))));
  }
}

// Over other points, or elsewhere, they are apart.
TEST_P(InPlaceTest, storesThatReadEachOtherElsewhereReadOldValues) {
  HostArray x(1.0), r(0.5);
  Storage xs = x.storage(), rs = r.storage();
  Storage xWas = x.copy(), rWas = r.copy();
  update({{xs[inner()], rs + xs}, {rs, xs - rs}});
  Storage expected = xWas.copy();
  expected[inner()] = rWas + xWas;
  EXPECT_EQ(valuesOf(xs), valuesOf(expected));
  EXPECT_EQ(valuesOf(rs), valuesOf(eval(xWas - rWas)));

  xWas = xs.copy(), rWas = rs.copy();
  Domain left = {I(0, kRows), J(0, kColumns - 1)}, right = {I(0, kRows), J(1, kColumns)};
  update({{xs[left], rs(J + 1)}, {rs[right], xs(J - 1)}});
  Storage xIs = xWas.copy(), rIs = rWas.copy();
  xIs[left] = rWas(J + 1);
  rIs[right] = xWas(J - 1);
  EXPECT_EQ(valuesOf(xs), valuesOf(xIs));
  EXPECT_EQ(valuesOf(rs), valuesOf(rIs));
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

namespace {
/// Remainders of the sum of coordinates.
Field colour(std::int64_t modulus) { return (index(I) + index(J)) % modulus; }
} // namespace

TEST_P(InPlaceTest, pointsOfOneColourAreWrittenFromOthers) {
  HostArray u(1.0), b(0.5);
  Storage us = u.storage(), bs = b.storage();
  auto relaxed = [&](int sweep) { // no handle of what it reads is left
    return where(colour(2) == sweep % 2, neighboursOf(us) + bs, us);
  };
  counted();
  for (int sweep = 0; sweep < 4; ++sweep) {
    std::vector<double> expected = u.values;
    for (std::int64_t i = 1; i < kRows - 1; ++i)
      for (std::int64_t j = 1; j < kColumns - 1; ++j)
        if ((i + j) % 2 == sweep % 2) {
          auto at = [&](std::int64_t k) { return u.values[std::size_t(i * kColumns + j + k)]; };
          expected[std::size_t(i * kColumns + j)] =
              0.25 * (at(-kColumns) + at(kColumns) + at(-1) + at(1)) +
              b.values[std::size_t(i * kColumns + j)];
        }
    us[inner()] = relaxed(sweep);
    ASSERT_EQ(u.values, expected) << sweep;
  }
  EXPECT_EQ(counted().copies, 0);
}

TEST_P(InPlaceTest, coloursAreToldByAnySumOfCoordinatesAndAnyModulus) {
  HostArray u(1.0), b(0.5);
  Storage us = u.storage(), bs = b.storage();
  auto isInPlace = [&](auto make) {
    Domain part{I(1, kRows - 1), J(3, kColumns - 3)};
    Storage expected = us.copy();
    expected[part] = eval(make()[part]);
    counted();
    us[part] = make();
    bool isInPlace = counted().copies == 0;
    EXPECT_EQ(valuesOf(us), valuesOf(expected));
    return isInPlace;
  };
  Field one = index(I) + index(J);
  EXPECT_TRUE(isInPlace([&] { return where(colour(2) != 1, us, neighboursOf(us)); }));
  EXPECT_TRUE(isInPlace([&] { return where(1 == colour(2), neighboursOf(us)(J + 2), us); }));
  EXPECT_TRUE(isInPlace([&] {
    return where((index(J) - 3 - index(I)) % 2 == 0, us(J - 1) * us(I + 1, J + 2) + us, us);
  }));
  EXPECT_TRUE(
      isInPlace([&] { return where(one % 4 == 3, us(J - 2) + us(I - 1, J - 1) + us(J + 3), us); }));
  EXPECT_TRUE(isInPlace([&] { return where(colour(3) == 2, neighboursOf(us), us); }));
  EXPECT_TRUE(isInPlace([&] { return where(colour(2) == 7, neighboursOf(us) * bs, us); }));

  EXPECT_FALSE(isInPlace([&] { return where(colour(2) == 0, us(I + 1, J + 1), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(3) == 0, us(J + 1) - us(J - 3), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(1) == 0, neighboursOf(us), us); }));
  EXPECT_FALSE(isInPlace([&] { return where((index(I) - index(I)) % 2 == 0, us(J + 1), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(index(I) % 2 == 0, neighboursOf(us), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(2) != 0, neighboursOf(us), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(2) == 0, neighboursOf(us), 0.0); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(2) == 0, neighboursOf(us), us(J + 1)); }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(2) == 0, neighboursOf(us), us) + 0.0; }));
  EXPECT_FALSE(isInPlace([&] { return where(colour(2) == 0, us(J + 1) + max(us), us); }));
  EXPECT_FALSE(isInPlace([&] { return where(bs > 7.0, neighboursOf(us), us); }));
  EXPECT_FALSE(isInPlace([&] { // the sum wraps
    return where((one + INT64_MAX) % 2 == 0, neighboursOf(us), us);
  }));
}

// One array under two names, whose coordinates tell its elements in each, not in both.
TEST_P(InPlaceTest, otherCoordinatesMayBeTheElementThatIsWritten) {
  HostArray array(1.0), was(1.0);
  Storage u = array.storage();
  Storage written = u.rebased({I(0), J(kColumns)}), read = u.rebased({I(1), J(0)});
  written[{I(1, kRows)}] = read(J - kColumns) + 1.0;
  for (std::size_t n = 0; n < array.values.size(); ++n)
    EXPECT_EQ(array.values[n], n < kColumns ? was.values[n] : was.values[n - kColumns] + 1.0) << n;
}
