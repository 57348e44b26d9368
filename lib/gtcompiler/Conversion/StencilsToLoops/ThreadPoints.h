//===- ThreadPoints.h - Points that a thread runs ---------------*- C++ -*-===//
//
// Where threads run the points of a stencil, neighbours may share a thread, which
// reads and computes in straight line what several of them need once.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_THREADPOINTS_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_THREADPOINTS_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

#include <array>

namespace gtcompiler {

/// How many points of the last loop but one a thread runs, and of the last.
using ThreadPoints = std::array<std::int64_t, 2>;

inline std::int64_t countOf(ThreadPoints points) { return points[0] * points[1]; }

/// Chooses them for a stencil: few, but so many that memory, and not the machine's
/// arithmetic, limits the kernel, if sharing brings that or comes near it.
ThreadPoints chooseThreadPoints(StencilOp stencil, MachineAttr machine);

/// Writes what happens at `points` from the indices of the last loops on.
void writeThreadPoints(mlir::OpBuilder &ops, StencilOp stencil, ThreadPoints points);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_THREADPOINTS_H
