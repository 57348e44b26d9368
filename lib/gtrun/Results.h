//===- Results.h - Writing what a program computed --------------*- C++ -*-===//
//
// From storages to files.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_RESULTS_H
#define GTRUN_RESULTS_H

#include "gtrun/Bindings.h"

namespace gtrun {

/// Writes the compute domains of the storages that --out names. Either every
/// file is written or none. Throws Fault.
void writeResults(const Listing &listing, const Options &options, const Bindings &bindings);

} // namespace gtrun

#endif // GTRUN_RESULTS_H
