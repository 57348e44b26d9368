#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct Copy final : bench::Engine<T> {
  using bench::Engine<T>::Engine;
  void evaluate() override { this->output[interior] = this->input[0]; }
};
} // namespace

BENCH_EXPORT(copy, Copy<T>)
