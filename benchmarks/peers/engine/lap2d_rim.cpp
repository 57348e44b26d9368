#include "Engine.h"

using namespace gtjit;

namespace {
template <class T> struct LaplacianWithRim final : bench::Engine<T> {
  // Parts of rows share lines, which are better joined in the caches.
  explicit LaplacianWithRim(const bench::Args &args)
      : bench::Engine<T>(args, /*nontemporal=*/false) {}
  void evaluate() override {
    Field u = this->input[0];
    Field lap = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
    Condition inside = (I >= 1) & (I < this->args.nx - 1) & (J >= 1) & (J < this->args.ny - 1);
    this->output[interior] = concat_where(inside, lap, -1.0);
  }
};
} // namespace

BENCH_EXPORT(lap2d_rim, LaplacianWithRim<T>)
