//===- Externals.h - C functions that scenarios call ------------*- C++ -*-===//
//
// A few of several types, in a table of what the generator must know of them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_EXTERNALS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_EXTERNALS_H

#include "gtjit/External.h"
#include "gtjit/ExternalArrays.h"

#include <string_view>
#include <vector>

namespace gtjit::randomgraphs {

/// A function, or one of its results: "random_split.1".
struct ExternalFunction {
  std::string_view symbol;
  std::vector<DType> operands;
  DType result;
  /// The call of it on as many operands.
  Field (*call)(const std::vector<Arg> &operands);
  bool takesArrays = false; ///< whole ones, which are finite
};

/// Those of the table; Oracle/externals.py has the same ones.
const std::vector<ExternalFunction> &externalFunctions();

/// Whether scenarios call any: what runs on devices cannot.
bool callsExternals();

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_EXTERNALS_H
