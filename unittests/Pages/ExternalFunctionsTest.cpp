//===- ExternalFunctionsTest.cpp - The listings of docs/ExternalFunctions.md -===//
//
// What stands between the marks stands on the page, too, see utils/fill_pages.py.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

#include <atomic>
#include <cmath>

using namespace gtjit;
using testing::ElementsAre;
using testing::HasSubstr;

// listing: functions
/// Saturation vapour pressure in Pa at a temperature in K, as some library has it.
extern "C" double saturation_pressure(double t, double p) {
  return (1.0007 + 3.46e-8 * p) * 611.21 * std::exp(17.502 * (t - 273.16) / (t - 32.19));
}
// end listing

// listing: status
/// 0 where there is a root; Newton's method finds none otherwise.
extern "C" int wet_bulb(double t, double humidity, double *result) {
  if (humidity <= 0.0)
    return 3;
  *result = t - 5.0 * (1.0 - humidity);
  return 0;
}
// end listing

// listing: several
/// A routine of Fortran, `subroutine condense(t, q, dt, dq, ierr)`: all by reference.
extern "C" void condense_(const double *t, const double *q, double *dt, double *dq, int *ierr) {
  *ierr = *t < 0.0 ? 1 : 0;
  *dq = *q > 0.02 ? 0.02 - *q : 0.0;
  *dt = -2.5e6 / 1004.0 * *dq;
}
// end listing

// listing: effects
static std::atomic<long> drawn{0};
static float draw(float spread) { return spread * static_cast<float>(++drawn % 7); }
// end listing

// listing: arrays
/// A product of matrices; 0 where all went well.
extern "C" int product(const MemRef *arrays) {
  const MemRef &a = arrays[0], &b = arrays[1], &c = arrays[2];
  for (std::int64_t i = 0; i < c.sizes[0]; ++i)
    for (std::int64_t j = 0; j < c.sizes[1]; ++j) {
      double &sum = c.at<double>(i, j) = 0.0;
      for (std::int64_t k = 0; k < a.sizes[1]; ++k)
        sum += a.at<double>(i, k) * b.at<double>(k, j);
    }
  return 0;
}

/// An exchange of halos within a process.
extern "C" int close_ring(const MemRef *arrays) {
  const MemRef &u = arrays[0];
  std::int64_t last = u.sizes[0] - 1;
  u.at<double>(0) = u.at<double>(last - 1);
  u.at<double>(last) = u.at<double>(1);
  return 0;
}
// end listing

namespace {
class ExternalFunctionsPage : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(ExternalFunctionsPage);
} // namespace

TEST_P(ExternalFunctionsPage, Call) {
  Storage t = line<double>({270, 280, 290}), p = line<double>({1e5, 9e4, 8e4}), q = like(t);
  // listing: call
  auto saturation = external("saturation_pressure", &saturation_pressure);
  Field e = saturation(t, p);             // as with any operator, nothing has been computed
  q[whole] = 0.622 * e / (p - 0.378 * e); // one kernel, with the call in it
  // end listing
  double own = saturation_pressure(280, 9e4);
  EXPECT_EQ(q.read<double>()(1), 0.622 * own / (9e4 - 0.378 * own));
  // listing: overloads
  auto cube_root = external<double(double)>("cbrt", &std::cbrt);
  // end listing
  EXPECT_EQ(cube_root(8.0).item<double>(), 2.0);
}

TEST_P(ExternalFunctionsPage, Status) {
  Storage t = line<double>({270, 280, 290}), humidity = line<double>({0.5, 0.0, 1.0}), w = like(t);
  std::string message;
  // listing: failing
  auto wetBulb = external("wet_bulb", &wet_bulb);
  try {
    w[whole] = wetBulb(t, humidity);
  } catch (const CallError &error) {
    message = error.message(); // 'wet_bulb' reported status 3 at I=1
    for (const FailedPoint &failed : error.failed())
      w[failed.point] = t; // everything else is there
  }
  // end listing
  EXPECT_EQ(message, "'wet_bulb' reported status 3 at I=1");
  EXPECT_EQ(w.read<double>()(0), 267.5);
  EXPECT_EQ(w.read<double>()(1), 280.0);
  EXPECT_EQ(w.read<double>()(2), 290.0);
}

TEST_P(ExternalFunctionsPage, Several) {
  Storage t = line<double>({270, 280, 290}), q = line<double>({0.01, 0.03, 0.02}), v = like(t);
  // listing: routine
  auto condense = external("condense_", &condense_, statusLast);
  auto [dt, dq] = condense(t, q); // one call a point gives both
  update({{t[whole], t + dt}, {q[whole], q + dq}});
  // end listing
  EXPECT_EQ(q.read<double>()(1), 0.02);
  EXPECT_EQ(t.read<double>()(0), 270.0);
}

TEST_P(ExternalFunctionsPage, Recovery) {
  Storage t = line<double>({270, 280, 290}), humidity = line<double>({0.5, 0.0, 1.0}), v = like(t);
  auto wetBulb = external("wet_bulb", &wet_bulb);
  // listing: recovery
  auto [w, status] = wetBulb.withStatus(t, humidity);
  v[whole] = where(status == 0, w, t); // no error: what to do the program says
  bool isAnyMissing = any(status != 0).item<bool>();
  // end listing
  EXPECT_TRUE(isAnyMissing);
  EXPECT_EQ(v.read<double>()(0), 267.5);
  EXPECT_EQ(v.read<double>()(1), 280.0);
}

TEST_P(ExternalFunctionsPage, Effects) {
  Storage u = line<float>({1, 1, 1, 1, 1}), v = like(u);
  drawn = 0;
  // listing: drawing
  auto noise = external("draw", &draw, {.effects = true});
  Field n = noise(u);
  v[{I(1, 4)}] = n(I + 1) - n(I - 1); // both are of the same draw
  // end listing
  EXPECT_EQ(drawn, 5);
}

TEST_P(ExternalFunctionsPage, Arrays) {
  Storage a = full<double>({I(0, 3), K(0, 2)}, 2.0), b = full<double>({K(0, 2), J(0, 4)}, 3.0);
  Storage c = zeros<double>({I(0, 3), J(0, 4)});
  // listing: product
  auto multiply = externalArrays("product", &product, reads(F64, {I, K}), reads(F64, {K, J}),
                                 writes(F64, {I, J}));
  Field ab = multiply(a, b - 1.0);       // nothing has been called
  c[whole] = 0.5 * ab + 1.0;             // a kernel, the call, a kernel
  double total = sum(ab).item<double>(); // a kernel: the function has been called
  // end listing
  EXPECT_EQ(c.read<double>()(2, 3), 5.0);
  EXPECT_EQ(total, 12 * 8.0);
}

TEST_P(ExternalFunctionsPage, Updates) {
  Storage u = zeros<double>({I(0, 3)}, {.halo = {{I, 1}}});
  u[interior] = astype(index(I), F64);
  // listing: closing
  auto closed = externalArrays("close_ring", &close_ring, updates(F64, {I}));
  u[{I(-1, 4)}] = closed(u); // in place: no copy
  Field mean = (u(I - 1) + u(I + 1)) / 2.0;
  // end listing
  EXPECT_EQ(u.read<double>()(0), 2.0);
  EXPECT_EQ(eval(mean[interior]).read<double>()(0), 1.5);
}
