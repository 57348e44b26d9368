//===- Programs.h - Assignments as calls of programs ------------*- C++ -*-===//
//
// What a scenario assigns, as a program that is traced from the definitions of
// its values and called with the storages that they read.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_PROGRAMS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_PROGRAMS_H

#include "Model.h"

#include "gtjit/Program.h"

#include <map>

namespace gtjit::randomgraphs {

/// Follows the statements of one play.
class Programs {
public:
  /// `saves`: every program goes through a file, too.
  Programs(const Scenario &scenario, Runtime &runtime, bool saves)
      : scenario(scenario), runtime(runtime), saves(saves) {}

  /// Makes the writes of a statement by calls of a program, if its values are
  /// functions of what the storages hold at this time. False, with nothing
  /// done, if they are not or the statement writes no storage. `model`: that of the play.
  bool calls(const Statement &statement, const Model &model, const std::vector<Storage> &storages,
             const std::vector<StorageRegion> &targets);

private:
  std::vector<const Statement *> definitionsOf(const Statement &statement) const;
  Program trace(const Statement &statement, const std::vector<const Statement *> &definitions,
                const std::vector<Storage> &storages) const;
  Program reloaded(const Program &program) const;

  const Scenario &scenario;
  Runtime &runtime;
  bool saves;
  int writes = 0;               ///< statements that may have changed a storage
  std::map<int, int> readAfter; ///< leaf variable -> `writes` at its definition
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_PROGRAMS_H
