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

protected:
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
/// What all levels have in common is multiplied first, as in the loops written by hand.
template <class T> struct nabla_weights : nabla<T> {
  nabla_weights(const bench::Args &args) : nabla<T>(args, true) {}

private:
  void evaluate() override {
    const gtjit::Connectivity &V2E = this->V2E, &E2V = this->E2V;
    const auto &[p, sign, sx, sy, volume, x, y] =
        std::tie(this->p, this->sign, this->sx, this->sy, this->volume, this->x, this->y);
    // <user>
    gtjit::Field ends = (p(E2V[0]) + p(E2V[1]))(V2E), share = 0.5 / volume;
    gtjit::update({{x, neighbor_sum(sign * sx(V2E) * share * ends)},
                   {y, neighbor_sum(sign * sy(V2E) * share * ends)}});
    // </user>
  }
};
} // namespace
BENCH_EXPORT(nabla, nabla<T>)
BENCH_EXPORT(nabla_ke, nabla_ke<T>)
BENCH_EXPORT(nabla_weights, nabla_weights<T>)
