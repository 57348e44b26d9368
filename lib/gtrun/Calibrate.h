//===- Calibrate.h - What operations take on this machine -------*- C++ -*-===//
//
// Costs that the library has from tables for a few CPUs are measured on the one at
// hand, by kernels that are made for it.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_CALIBRATE_H
#define GTRUN_CALIBRATE_H

#include "gtjit/MachineCosts.h"

namespace gtrun {

/// Measures for some seconds, on one thread. The machine should have nothing else to do: what
/// counts is the least time of many.
gtjit::MachineCosts measureCosts();

/// Measures, keeps the costs beside the disk cache, and tells what they are and where.
void calibrate();

} // namespace gtrun

#endif // GTRUN_CALIBRATE_H
