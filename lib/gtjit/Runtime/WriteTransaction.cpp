//===- WriteTransaction.cpp - Copy-on-write -------------------------------===//
//
// Finding readers and moving either them or the write to other memory.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/WriteTransaction.h"

#include "gtjit/Runtime/RuntimeState.h"
#include "gtjit/Runtime/ViewOverlap.h"
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
    return text + ": a host view or another storage still has the old values";
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

/// The readers get a copy; the storage keeps its address.
void WriteTransaction::moveReaders(const Write &write, const std::vector<Reader> &readers) {
  // Evaluations under way have taken the old address; the write waits for them.
  runtime.pinnedReads.lock();
  runtime.pinnedReads.unlock();
  copied = true;
  for (const Reader &reader : readers) {
    std::int64_t before = runtime.counters.bytesCopied;
    redirectLeaf(*reader.leaf, snapshot(*reader.leaf->memory(), write.line));
    logCopy(runtime, copyText("snapshot of", runtime.counters.bytesCopied - before, *write.target,
                              write.line, reader.leaf.get(), reader.own));
  }
}

void WriteTransaction::prepare(const Write &write, ExpressionReads *reads) {
  Buffer &buffer = *write.target->buffer;
  written.push_back(write.target->buffer);
  targets.push_back(write.target);
  BlockRef block = buffer.block;
  std::vector<Reader> readers = readersOf(write, *block, reads);
  if (block->isPinned()) {
    if (!readers.empty())
      moveReaders(write, readers);
    return;
  }
  if (!readers.empty() || block->hostReaders.load() > 0 || block->buffers.load() > 1)
    renew(write, readers.empty() ? nullptr : &readers.front());
}

bool mayHaveReaders(Block &block) {
  std::lock_guard lock(block.mutex);
  return std::any_of(block.leaves.begin(), block.leaves.end(),
                     [](const Node *leaf) { return isReferenced(*leaf); });
}

void WriteTransaction::prepare(std::vector<Assignment> &assignments,
                               std::vector<StoreRequest> &stores) {
  std::optional<ExpressionReads> reads;
  for (std::size_t n = 0; n < stores.size(); ++n) {
    StorageState &target = *assignments[n].target.get();
    if (!reads && mayHaveReaders(*target.buffer->block))
      reads.emplace(stores);
    prepare({&target, stores[n].region, stores[n].line, false, n}, reads ? &*reads : nullptr);
  }
  for (std::size_t n = 0; n < stores.size(); ++n)
    stores[n].target = assignments[n].target.get()->view();
}

void WriteTransaction::prepare(StorageState &target, const Domain &region, bool keep,
                               SourceLine line) {
  prepare({&target, region, line, keep, 0}, nullptr);
}

void WriteTransaction::commit() {
  committed = true;
  for (const BufferRef &buffer : written)
    buffer->acquire(Device::Host, Access::Write);
  for (StorageState *target : targets)
    forgetLeaf(*target);
}

WriteTransaction::~WriteTransaction() {
  if (committed)
    return;
  for (auto renewal = renewals.rbegin(); renewal != renewals.rend(); ++renewal)
    renewal->buffer->setBlock(renewal->old);
  commit(); // what was to be written in place may be written in part
}

} // namespace gtjit::detail
