//===- WriteTransaction.h - Copy-on-write -----------------------*- C++ -*-===//
//
// Expressions see the values that their inputs had when they were written. A
// write therefore first looks for readers of the old values: expressions that
// are alive, leases of work that is under way, host views. Memory that the
// library owns is left to them, and the storage gets a fresh block; memory with
// a fixed address is written in place, its readers get a snapshot, and work
// under way is waited for. Where the stored expressions alone read what they write,
// their values may also be computed beside it, and copied there at the end.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_WRITETRANSACTION_H
#define GTJIT_EVALUATE_WRITETRANSACTION_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/Overlap.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gtjit::detail {

/// Lets stores write the memory that their assignments' targets have now. Under the graph mutex.
void takeBlocks(const std::vector<Assignment> &assignments, std::vector<StoreRequest> &stores);

/// True if some expression that is alive may have to keep the block's values.
/// Under the graph mutex.
bool mayHaveReaders(Block &block);

/// A leaf, and how many references to it do not count.
struct OwnReader {
  const Node *leaf;
  long edges;
};
/// Whether somebody, the `own` readers apart, may still need what a write to the block overwrites,
/// or the storage would rather move than overwrite it. Under the graph mutex.
bool isNeeded(Block &block, std::span<const OwnReader> own = {});

/// How targets get around operands in their memory that nobody but the stores needs: by going to
/// other memory, or by values that are computed beside them and copied in the end.
enum class Detour : std::uint8_t { None, Move, Stage };
/// Of each target; empty: not known.
using Detours = Sequence<Detour, 4>;

/// Makes storages writable and holds a lease of what is written. Every storage
/// gets its old block back unless the transaction is committed. Made, prepared
/// and committed under the runtime's graph mutex, which is released in between,
/// and by prepare() where it waits for the work of other threads.
class WriteTransaction {
public:
  explicit WriteTransaction(Runtime::State &runtime) : runtime(runtime), leases(runtime) {}
  ~WriteTransaction();
  WriteTransaction(const WriteTransaction &) = delete;
  WriteTransaction &operator=(const WriteTransaction &) = delete;

  /// Makes the targets of assignments writable, and puts the blocks that they
  /// are written in into their stores. The assignments outlive the transaction.
  /// Throws MemoryError, and RuntimeError where this thread would wait for its
  /// own work. `known`: what need not be found out.
  void prepare(const std::vector<Assignment> &assignments, std::vector<StoreRequest> &stores,
               GraphLock &lock, Detours known = {});
  /// The same for one write by other means; target and region outlive the
  /// transaction. `keep`: the values inside the region survive.
  void prepare(StorageState &target, const Domain &region, bool keep, SourceLine line,
               GraphLock &lock);

  /// How each target of assignments would be written, for people, and the stores as they would be
  /// then, of memory that is not there yet where one goes to other memory. Nothing changes, and
  /// nobody is waited for.
  std::vector<std::string> foresee(const std::vector<Assignment> &assignments,
                                   std::vector<StoreRequest> &stores);

  /// Writes what has been computed beside its target.
  void writeStaged();

  /// Copies that the stores must read instead of what they overwrite.
  const Substitutes &substitutes() const { return substituted; }
  /// True if memory was copied.
  bool hasCopied() const { return copied; }
  /// What the targets have done for the sake of what their stores read; empty if they were in the
  /// way of others, too.
  const Detours &detours() const { return taken; }
  /// Where target number `n` was.
  const ArrayView &origin(std::size_t n) const { return origins[n]; }

  /// The values are written: starts a version of every storage, lets go of what
  /// only the old version needed, and ends the leases.
  void commit();

private:
  struct Write {
    StorageState *target;
    const Domain *region; ///< in the target's coordinates
    SourceLine line;
    bool keep;

    Buffer &buffer() const { return *target->buffer; }
    Footprint footprint() const {
      return {target->layout, *buffer().block, target->layout.offset, *region};
    }
  };
  struct Renewal {
    BufferRef buffer;
    BlockRef old;
  };
  /// A leaf that needs the old values; `own`: only since the expression that
  /// is stored reads other points than it writes.
  struct Reader {
    NodeRef leaf;
    bool own;
  };
  /// Who has to do with the memory that a write would go to.
  struct Situation {
    const Block *block;            ///< that the storage has
    std::vector<Reader> readers{}; ///< expressions
    LeaseTable::Found found{};     ///< work that may have to end first
    bool mustMove = false;         ///< the storage needs another block
    Detour detour = Detour::None;  ///< for the sake of the stores' own readers
    bool isBlocked = false;
    bool isBlockedByItself = false; ///< this thread is in the middle of that work
  };

  void takeWrites(const std::vector<Assignment> &assignments);
  void prepare(const std::vector<StoreRequest> *stores, GraphLock &lock);
  void waitUntilFree(const std::vector<StoreRequest> *stores, GraphLock &lock);
  bool look(const std::vector<StoreRequest> *stores);
  Situation situationOf(std::size_t write);
  std::vector<Reader> readersOf(std::size_t write);
  void choose(std::size_t write, Situation &situation);
  static std::string wayOf(const Situation &situation);
  void makeWritable(std::size_t write);
  void stage(std::size_t write);
  void renew(const Write &write, const Situation &situation);
  void copyForReaders(const Write &write, const Situation &situation);
  void holdLease(const Write &write, const Situation &situation);

  Runtime::State &runtime;
  Sequence<Write, 2> writes;
  Sequence<Situation, 2> situations;    ///< of the writes, as seen last
  std::optional<ExpressionReads> reads; ///< of the stores, if some memory has readers
  Detours known;                        ///< up to a wait, in which all may change
  Detours taken;                        ///< see detours()
  Sequence<ArrayView, 2> origins;       ///< see origin()
  bool haveReaders = false;
  std::size_t begun = 0; ///< writes whose targets may have been changed
  std::vector<Renewal> renewals;
  std::vector<std::pair<std::size_t, ArrayView>> staged; ///< by write
  Substitutes substituted;
  LeaseGroup leases;
  bool copied = false;
  bool committed = false;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_WRITETRANSACTION_H
