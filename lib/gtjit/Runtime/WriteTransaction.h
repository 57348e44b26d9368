//===- WriteTransaction.h - Copy-on-write -----------------------*- C++ -*-===//
//
// Expressions see the values that their inputs had when they were written. A
// write therefore first looks for readers of the old values. Memory that the
// library owns is left to them, and the storage gets a fresh block; memory
// with a fixed address is written in place, and its readers get a snapshot.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_WRITETRANSACTION_H
#define GTJIT_RUNTIME_WRITETRANSACTION_H

#include "gtjit/Runtime/Evaluate.h"
#include "gtjit/Runtime/ExpressionReads.h"

#include <optional>
#include <vector>

namespace gtjit::detail {

/// True if some expression that is alive may have to keep the block's values.
bool mayHaveReaders(Block &block);

/// Makes storages writable. Every storage gets its old block back unless the
/// transaction is committed. Made, used and committed under the runtime's
/// graph mutex, which may be released in between.
class WriteTransaction {
public:
  explicit WriteTransaction(Runtime::State &runtime) : runtime(runtime) {}
  ~WriteTransaction();
  WriteTransaction(const WriteTransaction &) = delete;
  WriteTransaction &operator=(const WriteTransaction &) = delete;

  /// Makes the targets of `stores`, in order, writable where they are stored,
  /// and puts their current views into the stores. Throws MemoryError.
  void prepare(std::vector<Assignment> &targets, std::vector<StoreRequest> &stores);
  /// The same for one write by other means. `keep`: the values inside the
  /// region survive.
  void prepare(StorageState &target, const Domain &region, bool keep, SourceLine line);

  /// True if memory was copied.
  bool hasCopied() const { return copied; }

  /// The values are written: starts a version of every storage and lets go of
  /// what only the old version needed.
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

  /// A leaf that needs the old values; `own`: only since the expression that
  /// is stored reads other points than it writes.
  struct Reader {
    NodeRef leaf;
    bool own;
  };

  void prepare(const Write &write, ExpressionReads *reads);
  std::vector<Reader> readersOf(const Write &write, Block &block, ExpressionReads *reads) const;
  void renew(const Write &write, const Reader *reader);
  void moveReaders(const Write &write, const std::vector<Reader> &readers);

  Runtime::State &runtime;
  std::vector<BufferRef> written;
  std::vector<StorageState *> targets;
  std::vector<Renewal> renewals;
  bool copied = false;
  bool committed = false;
};

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_WRITETRANSACTION_H
