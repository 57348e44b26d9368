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
/// A tridiagonal solver of columns, two scans; members differ in where the
/// right-hand side is read and in the form of the elimination.
gtjit::Field tridiagonalLike(gtjit::Field u, int member);
/// The sum over the edges of a vertex, each with its sign, of a field on edges;
/// members differ in the level that they read and in what they sum.
gtjit::Field edgesOfVerticesLike(gtjit::Field edges, gtjit::Field signs,
                                 const gtjit::Connectivity &V2E, int member);

} // namespace latency

#endif // BENCHMARKS_LATENCY_EXPRESSIONS_H
