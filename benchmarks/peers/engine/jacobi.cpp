#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Jacobi final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field u = this->input[0];
    for (int step = 0; step < 10; ++step)
      u = 0.2 * (u + u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    this->output[interior] = u;
  }
};
} // namespace

BENCH_EXPORT(jacobi, Jacobi<T>)
