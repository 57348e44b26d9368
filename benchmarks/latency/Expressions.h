//===- Expressions.h - Kernels of different structure -----------*- C++ -*-===//
//
// Families of expressions that need a compilation each.
//
//===----------------------------------------------------------------------===//
#ifndef BENCHMARKS_LATENCY_EXPRESSIONS_H
#define BENCHMARKS_LATENCY_EXPRESSIONS_H

#include <gtjit/gtjit.h>

namespace latency {

/// Members of each family.
inline constexpr int members = 20;
/// Points that every member may read beyond.
inline constexpr int reach = 5;

/// A five-point Laplacian; members differ in reach and in association.
gtjit::Field laplacianLike(gtjit::Field u, int member);
/// Flux-limited fourth-order diffusion; members differ in the reach of the
/// Laplacian and in the limiter.
gtjit::Field diffusionLike(gtjit::Field u, int member);

} // namespace latency

#endif // BENCHMARKS_LATENCY_EXPRESSIONS_H
