#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Laplacian2d final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field u = this->input[0];
    this->output[interior] = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
  }
};
} // namespace

BENCH_EXPORT(lap2d, Laplacian2d<T>)
