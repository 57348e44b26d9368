#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Laplacian3d final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field u = this->input[0];
    this->output[{I(0, this->args.nx), J(0, this->args.ny), K(1, this->args.nz - 1)}] =
        u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) + u(K + 1) + u(K - 1) - 6.0 * u;
  }
};
} // namespace

BENCH_EXPORT(lap3d, Laplacian3d<T>)
