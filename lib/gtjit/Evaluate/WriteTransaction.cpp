//===- WriteTransaction.cpp - Copy-on-write -------------------------------===//
//
// Finding readers and moving either them or the write to other memory; waiting
// for work that can be given no other.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/WriteTransaction.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

namespace gtjit::detail {

/// True if a leaf is alive for more than the caches of storages.
static bool isReferenced(const Node &leaf) {
  long cached = leaf.leaf ? leaf.leaf->cached : 0;
  return leaf.references.load() > cached;
}

/// The leaves of a block that are alive for more than caches.
static std::vector<NodeRef> referencedLeaves(Block &block) {
  std::vector<NodeRef> live;
  std::lock_guard lock(block.mutex);
  for (Node *leaf : block.leaves)
    if (isReferenced(*leaf) && retainIfAlive(leaf)) {
      live.emplace_back(leaf);
      release(leaf); // The list's reference took the place of the one just made.
    }
  return live;
}

std::vector<WriteTransaction::Reader> WriteTransaction::readersOf(const Write &write, Block &block,
                                                                  ExpressionReads *reads) const {
  std::vector<Reader> readers;
  ArrayView target = write.target->view();
  for (NodeRef &leaf : referencedLeaves(block)) {
    bool inside = reads && reads->reads(*leaf);
    bool own = inside && !reads->neededOutside(*leaf);
    const ArrayView &view = *leaf->memory();
    if (own ? reads->conflicts(*leaf, write.store)
            : mayOverlap(view, view.domain, target, write.region))
      readers.push_back({std::move(leaf), own});
  }
  return readers;
}

/// "copied 4096 bytes of 'u' at model.cpp:12: 'u' as read at model.cpp:10 is
/// still needed".
static std::string copyText(const char *verb, std::int64_t bytes, const StorageState &target,
                            SourceLine line, const Node *reader, bool own) {
  std::string text = verb;
  text += ' ' + std::to_string(bytes) + " bytes of " + target.describe();
  if (line.line)
    text += " at " + toString(line);
  if (!reader)
    return text + ": a host view, another storage or work under way has the old values";
  if (own)
    return text + ": the assignment reads points that it also writes" +
           (reader->line.line ? ", at " + toString(reader->line) : "");
  return text + ": its old values are still needed" +
         (reader->line.line ? ", as read at " + toString(reader->line) : "");
}

/// The storage gets a fresh block; readers keep the old one.
void WriteTransaction::renew(const Write &write, const Reader *reader) {
  Buffer &buffer = *write.target->buffer;
  BlockRef old = buffer.block;
  std::int64_t before = runtime.counters.bytesCopied;
  Domain overwritten = write.target->bufferRegion(write.region);
  copied = true;
  renewBlock(buffer, write.keep ? nullptr : &overwritten, write.line);
  renewals.push_back({write.target->buffer, std::move(old)});
  logCopy(runtime,
          copyText("copied", runtime.counters.bytesCopied - before, *write.target, write.line,
                   reader ? reader->leaf.get() : nullptr, reader && reader->own));
}

/// A copy of the part of a leaf that the expressions read.
static ArrayView copyOfPart(const Node &leaf, ExpressionReads &reads, SourceLine line) {
  return snapshot(leaf.memory()->restricted(reads.boxRead(leaf)), line);
}

/// The readers get a copy; the storage keeps its memory. What the stored
/// expressions alone need is copied for them alone, and no more than they read.
void WriteTransaction::copyForReaders(const Write &write, const std::vector<Reader> &readers,
                                      ExpressionReads *reads) {
  for (const Reader &reader : readers) {
    std::int64_t before = runtime.counters.bytesCopied;
    copied = true;
    if (reader.own)
      substituted.push_back({reader.leaf.get(), copyOfPart(*reader.leaf, *reads, write.line)});
    else
      redirectLeaf(*reader.leaf, snapshot(*reader.leaf->memory(), write.line));
    logCopy(runtime, copyText("snapshot of", runtime.counters.bytesCopied - before, *write.target,
                              write.line, reader.leaf.get(), reader.own));
  }
}

/// Whether memory of the library is left to its readers: always for those that
/// others hold; for the stored expressions themselves if that copies less than
/// what they read.
bool WriteTransaction::mustMove(const Write &write, const std::vector<Reader> &readers,
                                bool isInUse, ExpressionReads *reads) const {
  const Buffer &buffer = *write.target->buffer;
  if (isInUse || buffer.block->hostReaders.load() > 0 || buffer.block->buffers.load() > 1)
    return true;
  std::int64_t read = 0;
  for (const Reader &reader : readers) {
    if (!reader.own)
      return true;
    read += reads->boxRead(*reader.leaf).size();
  }
  return read != 0 && buffer.layout.domain.size() - write.region.size() <= read;
}

/// Whether a lease of other work has to end before the write. `found`: what
/// was seen last.
bool WriteTransaction::isBlocked(const Write &write, ExpressionReads *reads,
                                 LeaseTable::Found &found) const {
  Buffer &buffer = *write.target->buffer;
  found = runtime.leases->find(write.target->view(), write.region, Access::Read);
  if (buffer.block->isPinned())
    return found.any;
  bool isInUse = found.any;
  found = runtime.leases->find(write.target->view(), write.region, Access::Write);
  if (found.any || !mustMove(write, readersOf(write, *buffer.block, reads), isInUse, reads))
    return found.any;
  // What lies outside of the region is copied, and others may be writing it.
  found = runtime.leases->find(buffer.view(), Domain(), Access::Write);
  return found.any;
}

void WriteTransaction::prepare(const Write &write, ExpressionReads *reads) {
  Buffer &buffer = *write.target->buffer;
  written.push_back(write.target->buffer);
  targets.push_back(write.target);
  std::vector<Reader> readers = readersOf(write, *buffer.block, reads);
  bool isInUse = runtime.leases->find(write.target->view(), write.region, Access::Read).any;
  if (!buffer.block->isPinned() && mustMove(write, readers, isInUse, reads))
    renew(write, readers.empty() ? nullptr : &readers.front());
  else
    copyForReaders(write, readers, reads);
}

/// A fresh block is this transaction's as a whole: if it fails, the storage
/// gets the old one back.
void WriteTransaction::holdLease(const Write &write) {
  const BufferRef &buffer = write.target->buffer;
  bool isRenewed = std::any_of(renewals.begin(), renewals.end(),
                               [&](const Renewal &renewal) { return renewal.buffer == buffer; });
  if (isRenewed)
    held.push_back({buffer->view(), Domain()});
  else
    held.push_back({write.target->view(), write.region});
  leases.add(held.back().view, Access::Write, &held.back().region);
}

bool mayHaveReaders(Block &block) {
  std::lock_guard lock(block.mutex);
  return std::any_of(block.leaves.begin(), block.leaves.end(),
                     [](const Node *leaf) { return isReferenced(*leaf); });
}

void WriteTransaction::prepare(const std::vector<Write> &writes,
                               const std::vector<StoreRequest> *stores, GraphLock &lock) {
  while (true) {
    bool areRead = std::any_of(writes.begin(), writes.end(), [](const Write &write) {
      return mayHaveReaders(*write.target->buffer->block);
    });
    std::optional<ExpressionReads> expressions;
    if (stores && areRead)
      expressions.emplace(*stores);
    ExpressionReads *reads = expressions ? &*expressions : nullptr;
    LeaseTable::Found found;
    bool isFree = std::none_of(writes.begin(), writes.end(),
                               [&](const Write &write) { return isBlocked(write, reads, found); });
    if (isFree) {
      for (const Write &write : writes)
        prepare(write, reads);
      break;
    }
    if (found.isOwn)
      throw RuntimeError(writes.front().line,
                         "cannot write " + writes.front().target->describe() +
                             ": this thread is in the middle of work on its memory");
    lock.unlock();
    runtime.leases->waitAfter(found.returns);
    lock.lock();
  }
  for (const Write &write : writes)
    holdLease(write);
  leases.take();
}

void WriteTransaction::prepare(std::vector<Assignment> &assignments,
                               std::vector<StoreRequest> &stores, GraphLock &lock) {
  std::vector<Write> writes;
  for (std::size_t n = 0; n < stores.size(); ++n)
    writes.push_back({assignments[n].target.get(), stores[n].region, stores[n].line, false, n});
  prepare(writes, &stores, lock);
  for (std::size_t n = 0; n < stores.size(); ++n)
    stores[n].target = assignments[n].target.get()->view();
}

void WriteTransaction::prepare(StorageState &target, const Domain &region, bool keep,
                               SourceLine line, GraphLock &lock) {
  prepare({{&target, region, line, keep, 0}}, nullptr, lock);
}

void WriteTransaction::commit() {
  committed = true;
  for (const BufferRef &buffer : written)
    buffer->touch();
  for (StorageState *target : targets)
    forgetLeaf(*target);
  leases.giveBack();
}

WriteTransaction::~WriteTransaction() {
  if (committed)
    return;
  std::lock_guard lock(runtime.graphMutex);
  for (auto renewal = renewals.rbegin(); renewal != renewals.rend(); ++renewal)
    renewal->buffer->setBlock(renewal->old);
  commit(); // what was to be written in place may be written in part
}

} // namespace gtjit::detail
