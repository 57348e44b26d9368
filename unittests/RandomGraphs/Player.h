//===- Player.h - Plays a scenario on a runtime -----------------*- C++ -*-===//
//
// Makes the storages, makes the statements, keeps everything that a user could
// see, and compares what two runtimes showed.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_PLAYER_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_PLAYER_H

#include "Model.h"

#include "gtjit/Runtime.h"

#include <functional>
#include <span>

namespace gtjit::randomgraphs {

/// When fields get their values.
enum class Timing : std::uint8_t {
  Lazy,         ///< as the engine does by itself
  Eager,        ///< every field when it is written, so that no write has readers pending
  Program,      ///< lazy; assignments are calls of programs where they can be
  SavedProgram, ///< the same, and each program is saved and loaded
};

/// Values that were seen at one place: elements, 8 bytes each; two for a c128.
struct Seen {
  std::string where;
  DType dtype = DType::F64;
  std::vector<std::uint64_t> values;
};

/// All that a scenario showed, or the message of the error that ended it.
struct Outcome {
  std::vector<Seen> seen;
  std::vector<std::string> reports; ///< of statements that found NaN or infinity
  std::string error;
};

/// Called before a statement; for tests that plant faults in the engine's
/// state. Null otherwise.
using BeforeStatement = void (*)(const Statement &statement, std::vector<Storage> &storages);

Outcome play(const Scenario &scenario, Runtime &runtime, Timing timing,
             BeforeStatement before = nullptr);

/// Called at the start, with null, and after each statement with all storages
/// and variables.
using AfterStatement = std::function<void(const Statement *statement, std::span<const Storage>,
                                          std::span<const Field>)>;
/// Plays the scenario with every field evaluated when it is written, as far as
/// it can be, and lets `after` look at what there is then.
Outcome playTold(const Scenario &scenario, Runtime &runtime, AfterStatement after);

/// Where two outcomes differ first, or an empty text. Any NaN equals any NaN.
std::string difference(const Outcome &expected, const Outcome &got);

/// The points of a storage or evaluated field in canonical order of its
/// dimensions, halo included.
std::vector<std::uint64_t> elementsOf(const Storage &storage);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_PLAYER_H
