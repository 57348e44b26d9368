//===- main.cpp - An ensemble, in several precisions ----------------------===//
//
// The model atmosphere of E. Lorenz (1996) on a circle of latitude, 32 members
// with slightly different starts, stored in f64, f32, f16 and bf16 and computed
// in the same type or a wider one. A step of fourth-order Runge-Kutta is one
// expression. Tells how far each ensemble is from that in f64.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <cstdio>
#include <iostream>

using namespace gtjit;

namespace {

constexpr std::int64_t points = 40, members = 32;
constexpr int steps = 20;

// listing: model
const Dimension Member("Member");

Field tendency(Field x) { return (x(I + 1) - x(I - 2)) * x(I - 1) - x + 8.0; }

/// A step of Runge-Kutta; reads 8 points before and 4 after the one it gives.
Field stepped(Field x, double dt) {
  Field a = tendency(x);
  Field b = tendency(x + 0.5 * dt * a);
  Field c = tendency(x + 0.5 * dt * b);
  Field d = tendency(x + dt * c);
  return x + dt / 6.0 * (a + 2.0 * b + 2.0 * c + d);
}
// end listing

// listing: run
/// The ensemble after some steps, stored in `stored`, computed in `computed`.
Storage ensemble(DType stored, DType computed) {
  Storage x = zeros({I(0, points), Member(0, members)}, stored, {.halo = {{I, {8, 4}}}}).named("x");
  Storage next = like(x);
  Field place = astype(index(I), F64), member = astype(index(Member), F64);
  x[interior] = 8.0 + 3.0 * sin(0.4 * place) + 0.01 * sin(member + place);
  fillHalo(x, periodic(I));
  for (int n = 0; n < steps; ++n) {
    next[interior] = withPrecision(stepped(x, 0.05), computed);
    fillHalo(next, periodic(I));
    swap(x, next);
  }
  return x;
}
// end listing

void report(const Storage &x, const Storage &exact, const char *stored, const char *computed) {
  // listing: statistics
  Field state = astype(x[interior], F64), truth = astype(exact[interior], F64);
  Field deviation = state - mean(state, Member);
  Field spread = sqrt(mean(deviation * deviation));
  Field difference = state - truth, distance = sqrt(mean(difference * difference));
  auto [spreadValue, distanceValue] = eval(spread, distance);
  // end listing
  std::printf("%-5s stored, %-4s computed: %5d bytes, spread %.4f, distance %.2e\n", stored,
              computed, int(x.nbytes()), spreadValue.item<double>(), distanceValue.item<double>());
}

} // namespace

int main() try {
  Storage exact = ensemble(F64, F64);
  report(exact, exact, "f64", "f64");
  report(ensemble(F32, F64), exact, "f32", "f64");
  report(ensemble(F32, F32), exact, "f32", "f32");
  report(ensemble(F16, F32), exact, "f16", "f32");
  report(ensemble(F16, F16), exact, "f16", "f16");
  report(ensemble(BF16, F32), exact, "bf16", "f32");
  report(ensemble(BF16, BF16), exact, "bf16", "bf16");
} catch (const Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
