//===- Transcript.h - What scenarios show, as JSON --------------*- C++ -*-===//
//
// Writes scenarios with everything that their compiled statements showed to a
// file, one JSON document a line, for an oracle that shares no code with the
// engine (Oracle/compare.py, which says what the members mean).
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_TRANSCRIPT_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_TRANSCRIPT_H

#include "Options.h"

namespace gtjit::randomgraphs {

/// Writes `options.graphs` scenarios from `options.seed` on, or number
/// `options.only`, to the file `options.transcript`. An exit status.
int writeTranscripts(const Options &options);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_TRANSCRIPT_H
