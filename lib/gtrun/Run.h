//===- Run.h - All of gt-run but its main -----------------------*- C++ -*-===//
//
// Reads a program and its arguments, runs it, writes what comes of it.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_RUN_H
#define GTRUN_RUN_H

#include "gtrun/Options.h"

namespace gtrun {

/// Does what the options say. Throws Fault, and what the engine throws; then no
/// file has been written.
void run(const Options &options);

/// Runs gt-run: 0, or 1 with one line on standard error.
int mainOf(int argc, const char *const *argv);

} // namespace gtrun

#endif // GTRUN_RUN_H
