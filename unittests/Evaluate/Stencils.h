//===- Stencils.h - Stencils that several tests run -------------*- C++ -*-===//
//
// The design's example programs.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_EVALUATE_STENCILS_H
#define GTJIT_UNITTESTS_EVALUATE_STENCILS_H

#include "gtjit/gtjit.h"

namespace gtjit {

inline Field laplacian(Field u) { return u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u; }

inline Field limited(Field flux, Field slope) { return where(flux * slope > 0.0, 0.0, flux); }

/// Flux-limited fourth-order diffusion.
inline Field hdiff(Field u, Field c) {
  Field lap = laplacian(u);
  Field fx = limited(lap(I + 1) - lap, u(I + 1) - u);
  Field fy = limited(lap(J + 1) - lap, u(J + 1) - u);
  return u - c * (fx - fx(I - 1) + fy - fy(J - 1));
}

} // namespace gtjit

#endif // GTJIT_UNITTESTS_EVALUATE_STENCILS_H
