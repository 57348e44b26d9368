//===- Expressions.cpp - Kernels of different structure -------------------===//
//
// Four reaches, or levels, times five forms.
//
//===----------------------------------------------------------------------===//
#include "Expressions.h"

#include <tuple>

using namespace gtjit;

namespace latency {

static Field laplacian(Field u, int distance, int form) {
  Field east = u(I + distance), west = u(I - distance);
  Field north = u(J + distance), south = u(J - distance);
  switch (form) {
  case 0:
    return east + west + north + south - 4.0 * u;
  case 1:
    return (east + west) + (north + south) - 4.0 * u;
  case 2:
    return (east - u) + (west - u) + (north - u) + (south - u);
  case 3:
    return (east - u) - (u - west) + ((north - u) - (u - south));
  default:
    return -4.0 * u + (north + south + east + west);
  }
}

Field laplacianLike(Field u, int member) { return laplacian(u, 1 + member % 4, member / 4); }

static Field limited(Field flux, Field slope, int form) {
  switch (form) {
  case 0:
    return where(flux * slope > 0.0, 0.0, flux);
  case 1:
    return where(flux * slope <= 0.0, flux, 0.0);
  case 2:
    return where((flux > 0.0) & (slope > 0.0), 0.0, flux);
  case 3:
    return where(slope > 0.0, min(flux, 0.0), max(flux, 0.0));
  default:
    return where(abs(flux) > abs(slope), slope, flux);
  }
}

Field diffusionLike(Field u, int member) {
  Field lap = laplacian(u, 1 + member % 4, 0);
  Field fx = limited(lap(I + 1) - lap, u(I + 1) - u, member / 4);
  Field fy = limited(lap(J + 1) - lap, u(J + 1) - u, member / 4);
  return u - 0.02 * (fx - fx(I - 1) + fy - fy(J - 1));
}

Field tridiagonalLike(Field u, int member) {
  using Row = std::tuple<Value, Value>;
  auto eliminate = [form = member / 4](Row before, Value d) {
    auto [c, v] = before;
    Value pivot = form == 0   ? 4.0 - c
                  : form == 1 ? 4.0 - 0.5 * c
                  : form == 2 ? max(4.0 - c, 1.0)
                  : form == 3 ? 4.0 - c * abs(c)
                              : 3.0 + (1.0 - c);
    return Row{1.0 / pivot, (d - v) / pivot};
  };
  auto substitute = [](Value above, Value c, Value v) { return v - c * above; };
  auto [c, v] = scan(K, Forward, Row{0.0, 0.0}, eliminate, u(I + (1 + member % 4)));
  return scan(K, Backward, 0.0, substitute, c, v);
}

Field edgesOfVerticesLike(Field edges, Field signs, const Connectivity &V2E, int member) {
  Field values = edges(V2E, K + member % 4);
  switch (member / 4) {
  case 0:
    return neighbor_sum(values * signs);
  case 1:
    return neighbor_sum(values);
  case 2:
    return neighbor_sum(abs(values) * signs);
  case 3:
    return max_over(values * signs);
  default:
    return neighbor_sum(values * signs) * 0.5;
  }
}

} // namespace latency
