//===- StorageBounds.h - What a program touches is there --------*- C++ -*-===//
//
// The check that both levels make before anything runs: of stores at the field
// level, of every access of a kernel at the stencil level.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_STORAGEBOUNDS_H
#define GTRUN_STORAGEBOUNDS_H

#include "gtjit/Dimension.h"

#include <string>

namespace gtrun {

/// Some points of a storage in one dimension, and what is done with them.
struct Touched {
  gtjit::SourceLine line;
  std::string storage; ///< as messages call it
  bool isWrite = false;
  gtjit::NamedRange points;
};

/// "file:line: ", or nothing.
std::string lineText(gtjit::SourceLine line);

/// Throws Fault unless all of the points are finite and in `available`, or there is none.
void checkBounds(const Touched &touched, gtjit::Range available);

} // namespace gtrun

#endif // GTRUN_STORAGEBOUNDS_H
