//===- Column.h - Solvers along the columns of the atmosphere ---*- C++ -*-===//
//
// Heights of pressure levels and the diffusion of heat between them: scans along K, in
// which level 0 is the lowest. Knows neither files nor pictures.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_COLUMN_COLUMN_H
#define EXAMPLES_COLUMN_COLUMN_H

#include <gtjit/gtjit.h>

namespace column {

using gtjit::Field;

/// Metres above the lowest level of levels at `pressure` (Pa, on K) with a `temperature`
/// (K): the hydrostatic equation, with the mean temperature of neighbouring levels.
Field heightOf(const Field &temperature, const Field &pressure);

/// Solves the tridiagonal systems of all columns: lower x(K - 1) + diagonal x +
/// upper x(K + 1) = right. The first `lower` and the last `upper` must be 0.
Field solveTridiagonal(const Field &lower, const Field &diagonal, const Field &upper,
                       const Field &right);

/// The temperature after `seconds` of diffusion with `diffusivity` (m2/s) between levels at
/// `height`, which has a halo of one level: one implicit step, without flux through the
/// lowest and the highest of `levels` levels.
Field diffuse(const Field &temperature, const Field &height, double diffusivity, double seconds,
              std::int64_t levels);

/// Metres of air that each of the levels stands for.
Field thicknessOf(const Field &height, std::int64_t levels);

} // namespace column

#endif // EXAMPLES_COLUMN_COLUMN_H
