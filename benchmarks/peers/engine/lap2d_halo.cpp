#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct LaplacianWithHalo final : bench::Engine<T> {
  // Parts of rows share lines, which are better joined in the caches.
  explicit LaplacianWithHalo(const bench::Args &args)
      : bench::Engine<T>(args, /*nontemporal=*/false) {}
  void evaluate() override {
    Field u = withHalo(this->input[0], 1, periodic(I), mirror(J));
    this->output[interior] = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
  }
};
} // namespace

BENCH_EXPORT(lap2d_halo, LaplacianWithHalo<T>)
