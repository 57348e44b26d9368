#include "Mesh.h"

namespace {
template <class T> class nabla : public bench::MeshEngine<T> {
public:
  nabla(const bench::Args &args, bool byColumn = false)
      : bench::MeshEngine<T>(args, byColumn), p(this->field(0, this->V, this->vertices())),
        sign(this->signs()), sx(this->weights(2, this->E, this->edges())),
        sy(this->weights(3, this->E, this->edges())),
        volume(this->weights(4, this->V, this->vertices())), x(this->result(0)),
        y(this->result(1)) {}

private:
  void evaluate() override {
    const gtjit::Connectivity &V2E = this->V2E, &E2V = this->E2V;
    // <user>
    gtjit::Field z = 0.5 * (p(E2V[0]) + p(E2V[1]));
    gtjit::update({{x, neighbor_sum((sx * z)(V2E)*sign) / volume},
                   {y, neighbor_sum((sy * z)(V2E)*sign) / volume}});
    // </user>
  }
  gtjit::Storage p, sign, sx, sy, volume, x, y;
};
template <class T> struct nabla_ke : nabla<T> {
  nabla_ke(const bench::Args &args) : nabla<T>(args, true) {}
};
} // namespace
BENCH_EXPORT(nabla, nabla<T>)
BENCH_EXPORT(nabla_ke, nabla_ke<T>)
