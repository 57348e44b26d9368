//===- Diffusion.h - Flux-limited fourth-order diffusion --------*- C++ -*-===//
//
// The numerics of the example as field expressions, double buffered. Knows
// nothing of files and pictures.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_OROGRAPHY_DIFFUSION_DIFFUSION_H
#define EXAMPLES_OROGRAPHY_DIFFUSION_DIFFUSION_H

#include "SurfaceHeight.h"

#include <gtjit/gtjit.h>

#include <vector>

namespace orography {

/// One step of flux-limited fourth-order diffusion, u - c * div(limited
/// grad(lap u)): a flux that would steepen a slope is set to zero, so that no
/// extremes arise (M. Xue, Mon. Wea. Rev. 128, 2000). `c` is a number or a
/// field, below 1/32 for stability. Reads two points beyond in I and J.
gtjit::Field hdiff(gtjit::Field u, gtjit::Field c);

/// The same where some points have no value: nothing flows between a point
/// where `valid` is false and its neighbours.
gtjit::Field hdiff(gtjit::Field u, gtjit::Field c, gtjit::Field valid);

/// Diffuses a surface height in steps, with mirrored edges: nothing flows
/// through them, so the mean stays and the variance falls.
class Diffusion {
public:
  /// Takes memory from `runtime`, where all steps run.
  Diffusion(gtjit::Runtime &runtime, const SurfaceHeight &height, double alpha);

  void step();
  /// What the next step will evaluate.
  gtjit::Field next() const;
  /// Mean square deviation from the mean over all points with a value.
  double variance() const;
  /// The points of the grid in the order of SurfaceHeight::values.
  std::vector<double> values() const;

private:
  gtjit::Storage u, v;
  gtjit::Storage valid; ///< only where points are missing
  bool hasMissing;
  double alpha, count;
};

} // namespace orography

#endif // EXAMPLES_OROGRAPHY_DIFFUSION_DIFFUSION_H
