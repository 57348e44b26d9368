//===- StorePlans.h - Stores that are made again and again ------*- C++ -*-===//
//
// A time loop writes the same expressions on the same lines, on memory of the same
// shapes. What an evaluation finds out on the way to its kernels is kept by the line of
// the store: key, code, bounds, tiles, addresses. The next one looks whether its graph is
// the same, operation by operation, and runs what is kept on its own memory and numbers.
// Where stores read memory that they write, a plan also knows how they get around that.
// What an evaluation asks for without a store is one to fresh memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_STOREPLANS_H
#define GTJIT_EVALUATE_STOREPLANS_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Launch/Plan.h"
#include "gtjit/Memory/RuntimeState.h"

#include <array>

namespace gtjit::detail {

/// A flattened graph, by all that tells it from others, and its plan.
struct StorePlan {
  static constexpr unsigned none = ~0u;
  struct Entry {
    const std::string_view *operation; ///< null: memory
    DType dtype;
    unsigned point;           ///< PointNode::keyNumber of one, which says nothing else of itself
    unsigned firstInput;      ///< in `inputs`; they end where the next entry's start
    unsigned argument;        ///< of memory
    bool readsTarget = false; ///< it is memory that is written, or reads some
    /// The first store to the block of this memory, unless that is the partner of all stores to it.
    unsigned beside = none;
  };
  Sequence<Entry, 24> entries;    ///< as FlatGraph::order
  Sequence<unsigned, 48> inputs;  ///< as FlatGraph::inputs
  Sequence<unsigned, 24> edges;   ///< how often each is an input or a value
  Sequence<unsigned, 4> values;   ///< the entry that each store writes,
  Sequence<unsigned, 4> partners; ///< and the memory that is its target, or `none`
  Sequence<unsigned, 4> firsts;   ///< the first store with the same argument
  /// The first store to the same block, if operands lie `beside` it; else `none`.
  Sequence<unsigned, 4> firstsBeside;
  Sequence<unsigned, 4> byColour;                ///< stores in place as long as numbers allow it
  Sequence<unsigned, 8> memory;                  ///< the entries that are memory,
  Sequence<unsigned, 8> others;                  ///< and those that are no operation at a point
  std::string attributes;                        ///< what other operations add to keys
  Sequence<NamedRange, 8> ranges;                ///< that they use
  std::vector<const ImportedFunction *> imports; ///< that they call
  /// An input by which a remap reads.
  struct Index {
    unsigned reader; ///< entry
    std::size_t number;
    Range allowed;
    Domain box;
  };
  std::vector<Index> bounded; ///< whose values' bounds in the box are to be allowed,
  std::vector<Index> looked;  ///< and those that checks of the plan look at
  Plan plan;                  ///< outputs: the stores
  /// How the targets came to this memory, the entries whose memory was theirs before, or `none`,
  /// and the shapes that they had there; empty if not known.
  Detours detours;
  Sequence<unsigned, 4> origins;
  std::vector<ArrayView> originShapes;

  std::size_t nodeCount() const { return entries.size() - 1; }
};

/// What a runtime keeps. Guarded by its graph mutex.
class StorePlans final : public CodeHolder {
public:
  /// Those of a runtime. The caller holds its graph mutex, or has called this before.
  static StorePlans &of(Runtime::State &runtime);

  /// Whether evaluations of this thread may go by plans: those that nobody wants to watch.
  static bool serve(const Runtime::State &runtime, const CodeSource *loaded);
  /// Runs stores that have passed all checks, if stores like them are known; then the
  /// mutex is let go of. False, without an effect, if they are not, if somebody else needs a
  /// target's old values, or if a target shares memory with any operand but one that is
  /// read at the point that is written, as in `u[whole] = u + v`, and other parts of its block that
  /// lie where they lay when the plan was made.
  /// `assignments`: those that the stores are of, none for stores to fresh memory.
  /// `detours`, of stores that did not run: how to make their targets writable, if that is known.
  bool run(const std::vector<Assignment> &assignments, const std::vector<StoreRequest> &stores,
           GraphLock &lock, Detours &detours);
  /// The same for stores whose targets a transaction has made writable, and holds.
  bool runPrepared(const WriteTransaction &transaction, const std::vector<StoreRequest> &stores,
                   GraphLock &lock);
  /// The plan of a program that is about to run, without code; null if it is not worth
  /// keeping: the first time on its line, or of a form that has no plan. `passed`: see Evaluation,
  /// what it has of programs is used up.
  std::shared_ptr<StorePlan> planOf(const FlatGraph &program,
                                    std::optional<std::vector<PassedCheck>> &passed);
  /// Keeps it, with the code that the program has run, unless that looks into tables; up to
  /// a run that takes more memory than a plan may hold.
  void add(std::shared_ptr<StorePlan> plan, std::shared_ptr<const CompiledProgram> compiled);

  void forgetCode() noexcept override;

private:
  explicit StorePlans(Runtime::State &runtime) : runtime(runtime) {}
  static constexpr std::size_t kLines = 256, kPlansOfLine = 4;
  /// Plans of the last line that came here, the last used first.
  struct Slot {
    SourceLine line;
    unsigned misses = 0;    ///< of stores on the line
    bool wantsPlan = false; ///< for the last of them
    std::vector<std::shared_ptr<StorePlan>> plans;
  };
  /// Where a line makes all kinds of expressions, no plan serves more than a few.
  static constexpr unsigned kMostMisses = 1000;
  /// What an expression that has no plan counts as.
  static constexpr unsigned kMissesOfOthers = 50;
  Slot &slotOf(SourceLine line);
  Slot *slotOf(const std::vector<StoreRequest> &stores);
  bool runFrame(StorePlan &plan, Frame &frame, const std::vector<StoreRequest> &stores,
                GraphLock &lock);

  Runtime::State &runtime;
  std::array<Slot, kLines> slots;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_STOREPLANS_H
