#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Pointwise final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override {
    Field a = this->input[0], b = this->input[1], c = this->input[2];
    this->output[interior] = (a * b + c) * (a - b) + (c * c - a * b) * 0.5 + (b + 2.0 * c) * a;
  }
};
} // namespace

BENCH_EXPORT(pw10, Pointwise<T>)
