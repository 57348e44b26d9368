#include "Mesh.h"

namespace {
template <class T> class e2vsum : public bench::MeshEngine<T> {
public:
  e2vsum(const bench::Args &args, bool byColumn = false)
      : bench::MeshEngine<T>(args, byColumn), f(this->field(0, this->E, this->edges())),
        sign(this->signs()), out(this->result(0)) {}

private:
  void evaluate() override {
    // <user>
    out[gtjit::whole] = neighbor_sum(f(this->V2E) * sign);
    // </user>
  }
  gtjit::Storage f, sign, out;
};
template <class T> struct e2vsum_ke : e2vsum<T> {
  e2vsum_ke(const bench::Args &args) : e2vsum<T>(args, true) {}
};
} // namespace
BENCH_EXPORT(e2vsum, e2vsum<T>)
BENCH_EXPORT(e2vsum_ke, e2vsum_ke<T>)
