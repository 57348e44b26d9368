//===- Recording.h - Evaluations that gt-run can repeat ---------*- C++ -*-===//
//
// Beside the IR of an evaluation, GTJIT_DUMP leaves what it was called with:
// numbers, ranges, where its arrays lie; with GTJIT_DUMP_DATA their values, too.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_OBSERVE_RECORDING_H
#define GTJIT_OBSERVE_RECORDING_H

#include "gtjit/Graph/Arguments.h"

namespace gtjit::detail {

/// One evaluation, written to the dump folder as
///   NAME.call       options of gt-run; its first lines tell how to use it
///   NAME.in-u.npy   the points of each storage argument before (with data)
///   NAME.out-v.npy  and of each that is written, after (with data)
/// A dump is for debugging: what cannot be written is left out silently, as
/// the compiler does with its part.
class Recording {
public:
  /// Writes everything but the results. `text` is what printProgram gave.
  Recording(Runtime::State &runtime, const Arguments &arguments, const std::string &text);
  /// Writes the values of storage argument `n`, which has been written, with data.
  void addResult(unsigned n) const;

private:
  void nameArguments(const std::string &text);
  std::string options() const;
  std::string scalarText(unsigned number) const;
  void writeArray(unsigned storage, const char *kind) const;
  std::string fileName(unsigned storage, const char *kind) const;

  Runtime::State &runtime;
  const Arguments &arguments;
  std::string stem;               ///< of the files' names
  std::vector<std::string> names; ///< of the arguments: storages, scalars, ranges
};

} // namespace gtjit::detail

#endif // GTJIT_OBSERVE_RECORDING_H
