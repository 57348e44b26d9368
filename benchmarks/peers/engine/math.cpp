#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Math final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field a = this->input[0], b = this->input[1], c = this->input[2];
    this->output[interior] = exp(-a * b) * sqrt(a * a + c * c) + exp(0.5 * c) / (1.0 + b);
  }
};
} // namespace

BENCH_EXPORT(math, Math<T>)
