//===- WriteTransaction.h - Copy-on-write -----------------------*- C++ -*-===//
//
// Expressions see the values that their inputs had when they were written. A
// write therefore first looks for readers of the old values: expressions that
// are alive, leases of work that is under way, host views. Memory that the
// library owns is left to them, and the storage gets a fresh block; memory with
// a fixed address is written in place, its readers get a snapshot, and work
// under way is waited for.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_WRITETRANSACTION_H
#define GTJIT_EVALUATE_WRITETRANSACTION_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Memory/Lease.h"

#include <deque>
#include <optional>
#include <vector>

namespace gtjit::detail {

/// True if some expression that is alive may have to keep the block's values.
bool mayHaveReaders(Block &block);

/// Makes storages writable and holds a lease of what is written. Every storage
/// gets its old block back unless the transaction is committed. Made, prepared
/// and committed under the runtime's graph mutex, which is released in between,
/// and by prepare() where it waits for the work of other threads.
class WriteTransaction {
public:
  using GraphLock = std::unique_lock<std::recursive_mutex>;

  explicit WriteTransaction(Runtime::State &runtime) : runtime(runtime), leases(runtime) {}
  ~WriteTransaction();
  WriteTransaction(const WriteTransaction &) = delete;
  WriteTransaction &operator=(const WriteTransaction &) = delete;

  /// Makes the targets of `stores`, in order, writable where they are stored,
  /// and puts their current views into the stores. Throws MemoryError, and
  /// RuntimeError where this thread would wait for its own work.
  void prepare(std::vector<Assignment> &targets, std::vector<StoreRequest> &stores,
               GraphLock &lock);
  /// The same for one write by other means. `keep`: the values inside the
  /// region survive.
  void prepare(StorageState &target, const Domain &region, bool keep, SourceLine line,
               GraphLock &lock);

  /// Copies that the stores must read instead of what they overwrite.
  const std::vector<Substitute> &substitutes() const { return substituted; }
  /// True if memory was copied.
  bool hasCopied() const { return copied; }

  /// The values are written: starts a version of every storage, lets go of what
  /// only the old version needed, and ends the leases.
  void commit();

private:
  struct Write {
    StorageState *target;
    Domain region; ///< in the target's coordinates
    SourceLine line;
    bool keep;
    std::size_t store; ///< number of the store, if there are expressions
  };
  struct Renewal {
    BufferRef buffer;
    BlockRef old;
  };
  /// What the transaction's leases are of.
  struct Written {
    ArrayView view;
    Domain region;
  };

  /// A leaf that needs the old values; `own`: only since the expression that
  /// is stored reads other points than it writes.
  struct Reader {
    NodeRef leaf;
    bool own;
  };

  void prepare(const std::vector<Write> &writes, const std::vector<StoreRequest> *stores,
               GraphLock &lock);
  bool isBlocked(const Write &write, ExpressionReads *reads, LeaseTable::Found &found) const;
  void prepare(const Write &write, ExpressionReads *reads);
  std::vector<Reader> readersOf(const Write &write, Block &block, ExpressionReads *reads) const;
  bool mustMove(const Write &write, const std::vector<Reader> &readers, bool isInUse,
                ExpressionReads *reads) const;
  void renew(const Write &write, const Reader *reader);
  void copyForReaders(const Write &write, const std::vector<Reader> &readers,
                      ExpressionReads *reads);
  void holdLease(const Write &write);

  Runtime::State &runtime;
  std::vector<BufferRef> written;
  std::vector<StorageState *> targets;
  std::vector<Renewal> renewals;
  std::vector<Substitute> substituted;
  std::deque<Written> held; ///< the leases refer to it
  LeaseGroup leases;
  bool copied = false;
  bool committed = false;
};

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_WRITETRANSACTION_H
