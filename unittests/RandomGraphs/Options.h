//===- Options.h - Command line of RandomGraphTests -------------*- C++ -*-===//
//
// What the command line says beside GoogleTest's own options.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_OPTIONS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_OPTIONS_H

#include <cstdint>
#include <string>

namespace gtjit::randomgraphs {

struct Options {
  std::int64_t graphs = 2000;
  std::uint64_t seed = 1;
  std::int64_t only = -1;       ///< number of the one scenario to play, or -1
  std::string fault;            ///< --fault: the planted one
  bool compiles = true;         ///< --compiler 0: the reference evaluator alone
  std::int64_t maxFailures = 3; ///< after which a test gives up
  std::string transcript;       ///< --transcript: the file to write scenarios to
};
Options &options();

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_OPTIONS_H
