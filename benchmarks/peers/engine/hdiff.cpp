#include "Engine.h"

using namespace gtjit;

namespace {
Field limited(Field flux, Field slope) { return where(flux * slope > 0.0, 0.0, flux); }

template <class T> struct Diffusion final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field u = this->input[0], c = this->input[1];
    Field lap = 4.0 * u - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    Field fx = limited(lap(I + 1) - lap, u(I + 1) - u);
    Field fy = limited(lap(J + 1) - lap, u(J + 1) - u);
    this->output[interior] = u - c * (fx - fx(I - 1) + fy - fy(J - 1));
  }
};
} // namespace

BENCH_EXPORT(hdiff, Diffusion<T>)
