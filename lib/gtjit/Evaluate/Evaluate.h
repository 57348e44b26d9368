//===- Evaluate.h - Running stores ------------------------------*- C++ -*-===//
//
// The engine's centre: assignments come in, memory is written. Decides
// between copy-on-write, snapshot and writing in place, finds or compiles the
// kernels, binds them to memory and runs them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_EVALUATE_H
#define GTJIT_EVALUATE_EVALUATE_H

#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Evaluate/PassedCheck.h"
#include "gtjit/Graph/FlatGraph.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gtjit::detail {

/// One assignment to a part of a storage.
struct Assignment {
  Storage target;
  Domain region; ///< in the target's dimensions
  NodeRef value;
  SourceLine line;
  Sequence<NamedIndex> indices = {}; ///< of the region's dimensions that an index selects
};
/// Checks all assignments, then makes them at once: values first, writes
/// after. Throws, before any effect, what buildStoreValue throws, ValueError
/// for storages of several runtimes or for two assignments that may write the
/// same element, and CompileError. The caller does not hold the graph mutex.
void assign(std::vector<Assignment> assignments, const CodeSource *loaded = nullptr);

/// What assign() would do, for people: nothing changes. Throws as it does.
struct PlannedAssignments {
  Runtime::State *runtime = nullptr; ///< none without assignments
  std::vector<StoreRequest> stores;  ///< of those that have points, as they would be evaluated
  std::vector<std::string> ways;     ///< "'u' over {I[0,8)}: in place"
};
PlannedAssignments planAssignments(std::vector<Assignment> assignments);

/// Makes `region` of a storage ready to be written by the caller: whoever
/// still reads it keeps its values, in the old block or in a snapshot. With
/// `keep` the values inside of `region` survive too. Starts a version; the
/// storage's view() may have moved.
void prepareWrite(StorageState &target, const Domain &region, bool keep, SourceLine line);
/// Evaluates nodes over their whole domains together; afterwards each has its
/// `value`. A node that another thread evaluates is waited for. Throws
/// ValueError for an infinite domain or nodes of several runtimes. The caller
/// does not hold the graph mutex.
void force(const std::vector<NodeRef> &nodes, SourceLine line, const CodeSource *loaded = nullptr);

/// Fresh memory for a node's values, aligned where its grid begins.
ArrayView allocateResult(Runtime::State &runtime, const Node &node, StorageKind kind,
                         SourceLine line);

/// Time since its making, cut into named stages.
class StageClock {
public:
  using Clock = std::chrono::steady_clock;
  StageClock() : last(Clock::now()) {}
  /// Ends a stage.
  void mark(const char *stage);
  /// Ends a stage of which `parts` are known, each named on its own.
  void mark(const char *stage, const std::vector<std::pair<std::string, double>> &parts);
  std::vector<std::pair<std::string, double>> stages;
  bool compiled = false; ///< the code was not in memory: the stages are kept
  bool fromDisk = false; ///< it was on disk
  std::string text;      ///< what was compiled, if it is to be dumped

private:
  Clock::time_point last;
};

/// Binds the program to its code and runs it. `lock` as findCode. Whether a
/// kernel reported what `flags` ask for; nothing, without any effect, if there
/// is no code: neither in `loaded` nor a compiler. Throws RuntimeError, after all kernels have
/// run, if a function of the host has reported a status.
std::optional<bool> runKernels(Runtime::State &runtime, FlatGraph &program,
                               const CodeSource *loaded, GraphLock &lock, StageClock &clock,
                               std::uint32_t flags = 0);

/// What a program reads of each storage argument, where other threads may come to write
/// beside it; nothing for small ones, which are over before and name all that they could
/// read. Under the graph mutex.
std::vector<Domain> namedBoxes(const Runtime::State &runtime, const FlatGraph &program);
/// Whether evaluations of this thread look for NaN and infinity.
bool checksValues(const Runtime::State &runtime);
/// What is evaluated together.
struct Evaluation {
  std::vector<StoreRequest> stores;
  /// Copies of what the stores read and overwrite at other points.
  Substitutes substitutes;
  const CodeSource *loaded; ///< or null
  bool onDevice = false;    ///< where its kernels run
  bool isCopy = false;      ///< of values that are there, in which NaN is no error
  /// Why what kernels read by computed indices is there; nothing where that is not known.
  std::optional<std::vector<PassedCheck>> passed = {};
};
/// As evaluate, but throws FloatingPointError at the first NaN or infinity, and
/// writes nothing then. Without a compiler by the reference evaluator.
void evaluateChecked(Runtime::State &runtime, std::vector<StoreRequest> stores,
                     const Evaluation &work, GraphLock &lock, StageClock &clock);

/// Runs stores by kernels or, if the runtime says so, by the reference
/// evaluator. The targets overlap no input of their own block that has no
/// substitute, except at the same point; inputs that overlap them from other
/// blocks, since the memory was wrapped twice, are copied first. Holds leases
/// of all memory until the work is done. `lock` holds the graph mutex when
/// called and not after.
void evaluate(Runtime::State &runtime, Evaluation work, GraphLock &lock, StageClock &clock);
/// The part of it that runs stores which have passed all checks, and whose targets share memory
/// with nothing else, on a runtime that has kernels.
void runCode(Runtime::State &runtime, FlatGraph &program, const Evaluation &work, GraphLock &lock,
             StageClock &clock);

} // namespace gtjit::detail

namespace gtjit::reference {
class Observer; // Evaluate/ReferenceObserver.h

/// Memory of a storage, whose first element is at `first`, as a grid.
Grid gridOf(const detail::ArrayView &view, std::byte *first);

/// The point-by-point evaluator, for stores as detail::evaluate takes them; an
/// observer sees all values before any is stored. Throws RuntimeError, after
/// everything is stored, for a call of a function of the host that has failed. The caller
/// holds the graph mutex.
void runStores(const std::vector<detail::StoreRequest> &stores, Observer *observer = nullptr);
} // namespace gtjit::reference

#endif // GTJIT_EVALUATE_EVALUATE_H
