//===- Profile.h - Where the time goes --------------------------*- C++ -*-===//
//
// Counts what a runtime compiles and runs, when it is asked to.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_OBSERVE_PROFILE_H
#define GTJIT_OBSERVE_PROFILE_H

#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/SyncRecord.h"
#include "gtjit/Observe/GraphShape.h"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>

namespace gtjit::detail {

/// What was counted of one kernel.
struct KernelProfile {
  std::string name; ///< kernelSymbol
  std::int64_t runs = 0;
  std::int64_t bytes = 0; ///< in all runs
  double seconds = 0;
  std::optional<KernelUse> use = {}; ///< of the device that it runs on; none: it runs on processors
};

/// What was counted of one evaluation, whatever its sizes and numbers.
struct ProgramProfile {
  GraphShape shape;
  std::vector<KernelProfile> kernels; ///< empty before the first run
  std::int64_t hits = 0;
  std::vector<std::string> misses; ///< the reason of each
  Stages stages;                   ///< of all compilations together
  bool isQuick = false;            ///< runs of code in whose place other code was to come
  std::int64_t replacements = 0;   ///< of such code
};

/// What was counted of the copies of one line in one direction.
struct CopyProfile {
  std::int64_t times = 0, bytes = 0;
};

/// What was counted of the calls of a function on whole arrays, of one line.
struct CallProfile {
  std::int64_t times = 0;
  double seconds = 0;
};

/// Thread-safe. Lives as long as its runtime.
class Profile final : public TransferListener {
public:
  /// `path`: where the text goes in the end; "-": standard error; empty: nowhere.
  Profile(Runtime::State &runtime, std::string path);
  ~Profile();

  /// Notes that the evaluation was found in the cache.
  void hit(const FlatGraph &graph);
  /// Notes that it was compiled, and why it had to be.
  void miss(const FlatGraph &graph, const CompiledProgram &made);
  /// Notes that optimised code was made, in whose place other code ran up to now.
  void replaced(const std::string &key, const CompiledProgram &made);
  /// The place to count the kernels of an evaluation of this key, for `ran`.
  ProgramProfile &kernelsOf(const std::string &key, const CompiledProgram &compiled);
  /// `use`: of the device, for a kernel there.
  void ran(ProgramProfile &program, std::size_t kernel, std::chrono::nanoseconds time,
           std::int64_t bytes, const KernelUse *use = nullptr);

  /// Notes a call of a function on whole arrays.
  void called(const std::string &symbol, SourceLine line, std::chrono::nanoseconds time);

  /// Notes a copy between host and device.
  void copied(Transfer direction, std::size_t bytes, SourceLine line) override;

  std::string text();
  /// Writes the text where it goes.
  void write();

private:
  std::string copiesText() const;
  std::string callsText() const;
  std::string missReason(const FlatGraph &graph, const GraphShape &shape) const;

  Runtime::State &runtime;
  std::string path;
  std::mutex mutex;                               ///< of what follows
  std::map<std::string, ProgramProfile> programs; ///< by key; entries keep their place
  ShapeIndex compiled;                            ///< shapes of programs with misses
  std::map<std::pair<std::string, Transfer>, CopyProfile> copies;   ///< by line
  std::map<std::pair<std::string, std::string>, CallProfile> calls; ///< by line and symbol
};

/// Bytes per second that all threads of `executor` read and write in a triad,
/// a = b + 3 * c, over memory that fits no cache. Measured once a process.
double memorySpeed(Executor &executor);

} // namespace gtjit::detail

#endif // GTJIT_OBSERVE_PROFILE_H
