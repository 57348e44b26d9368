//===- WriteTransaction.cpp - Copy-on-write -------------------------------===//
//
// Finding readers and moving either them or the write to other memory; waiting
// for work that can be given no other.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/WriteTransaction.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Memory/CopyElements.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Timeline.h"

#include <algorithm>

namespace gtjit::detail {

/// True if a leaf is alive for more than the caches of storages and so many `edges`.
static bool isReferenced(const Node &leaf, long edges = 0) {
  long cached = leaf.leaf ? leaf.leaf->cached : 0;
  return leaf.references.load() > cached + edges;
}

/// The leaves of a block that are alive for more than caches.
static std::vector<NodeRef> referencedLeaves(Block &block) {
  std::vector<NodeRef> live;
  std::lock_guard lock(block.mutex);
  live.reserve(block.leaves.size()); // a reference that was just made gets its place
  for (const LeafEntry &entry : block.leaves)
    if (isReferenced(*entry.leaf) && retainIfAlive(entry.leaf)) {
      live.emplace_back(entry.leaf);
      release(entry.leaf); // The list's reference took the place of the one just made.
    }
  return live;
}

/// Whether a leaf is referenced by more than `own` readers.
static bool hasReaders(Block &block, std::span<const OwnReader> own) {
  if (block.leafCount.load(std::memory_order_relaxed) == 0)
    return false; // the graph mutex is held: none can come
  std::lock_guard lock(block.mutex);
  return std::any_of(block.leaves.begin(), block.leaves.end(), [&](const LeafEntry &entry) {
    auto reader = std::find_if(own.begin(), own.end(),
                               [&](const OwnReader &each) { return each.leaf == entry.leaf; });
    return isReferenced(*entry.leaf, reader == own.end() ? 0 : reader->edges);
  });
}

void takeBlocks(const std::vector<Assignment> &assignments, std::vector<StoreRequest> &stores) {
  for (std::size_t n = 0; n < stores.size(); ++n)
    stores[n].target.block = assignments[n].target.get()->buffer->block;
}

bool mayHaveReaders(Block &block) { return hasReaders(block, {}); }

bool isNeeded(Block &block, std::span<const OwnReader> own) {
  if (hasReaders(block, own))
    return true;
  return !block.isPinned() && (block.hostReaders.load() > 0 || block.buffers.load() > 1);
}

std::vector<WriteTransaction::Reader> WriteTransaction::readersOf(std::size_t n) {
  const Write &write = writes[n];
  std::vector<Reader> readers;
  for (NodeRef &leaf : referencedLeaves(*write.buffer().block)) {
    bool own = reads && reads->reads(*leaf) && !reads->neededOutside(*leaf);
    const ArrayView &view = *leaf->memory();
    if (own ? reads->conflicts(*leaf, n)
            : mayOverlap({view, *view.block, view.offset, view.domain}, write.footprint()))
      readers.push_back({std::move(leaf), own});
  }
  return readers;
}

/// Where an expression reads the memory, as far as that is known.
static std::string readingPlace(const Node *reader) {
  if (!reader)
    return "";
  SourceLine line;
  if (&reader->operation() == &LeafNode::operationName)
    line = static_cast<const LeafNode &>(*reader).reader.get();
  if (!line.line)
    line = reader->line;
  return line.line ? toString(line) : "";
}

/// "its old values are still needed, as read at model.cpp:10". `own`: by the stored expressions.
static std::string reasonText(const Node *reader, bool own) {
  std::string place = readingPlace(reader);
  if (own)
    return "the assignment reads points that it also writes" +
           (place.empty() ? "" : ", at " + place);
  if (!reader)
    return "a host view, another storage or work under way has the old values";
  return "its old values are still needed" + (place.empty() ? "" : ", as read at " + place);
}

/// "copied 4096 bytes of 'u' at model.cpp:12: its old values are still needed".
static std::string copyText(const char *verb, std::int64_t bytes, const StorageState &target,
                            SourceLine line, const Node *reader, bool own) {
  std::string text = verb;
  text += ' ' + std::to_string(bytes) + " bytes of " + target.describe();
  if (line.line)
    text += " at " + toString(line);
  return text + ": " + reasonText(reader, own);
}

//===----------------------------------------------------------------------===//
// What stands in the way
//===----------------------------------------------------------------------===//

/// Chooses how the write gets around readers: memory of the library is left to those that
/// others hold. Where the stored expressions alone need the old values, what copies least is
/// done: to move the rest to another block, to read a snapshot, or to compute beside the target.
void WriteTransaction::choose(std::size_t n, Situation &situation) {
  const Write &write = writes[n];
  const Block &block = *situation.block;
  const bool isPinned = block.isPinned();
  if (!known.empty()) {
    situation.detour = known[n];
    situation.mustMove = known[n] == Detour::Move || (!isPinned && situation.found.readers.any);
    return;
  }
  situation.mustMove = !isPinned && (situation.found.readers.any || block.hostReaders.load() > 0 ||
                                     block.buffers.load() > 1);
  std::int64_t read = 0;
  for (const Reader &reader : situation.readers)
    if (reader.own)
      read += reads->boxRead(*reader.leaf).size();
    else
      situation.mustMove |= !isPinned;
  if (read == 0 || situation.mustMove)
    return;
  std::int64_t part = write.region->size(), rest = write.buffer().layout.domain.size() - part;
  if (!runtime.device && part < read && (isPinned || part < rest))
    situation.detour = Detour::Stage;
  else if (!isPinned && rest <= read)
    situation.detour = Detour::Move;
  situation.mustMove = situation.detour == Detour::Move;
}

WriteTransaction::Situation WriteTransaction::situationOf(std::size_t n) {
  const Write &write = writes[n];
  const Buffer &buffer = write.buffer();
  Situation situation{buffer.block.get()};
  if (haveReaders)
    situation.readers = readersOf(n);
  situation.found = runtime.leases->find(write.footprint());
  choose(n, situation);
  LeaseTable::Holders other = situation.found.writers;
  if (buffer.block->isPinned()) {
    other.any |= situation.found.readers.any;
    other.own |= situation.found.readers.own;
  } else if (situation.mustMove && !other.any) {
    // What lies outside of the region is copied, and others may be writing it.
    static const Domain all;
    situation.found =
        runtime.leases->find({buffer.layout, *buffer.block, buffer.layout.offset, all});
    other = situation.found.writers;
  }
  situation.isBlocked = other.any;
  situation.isBlockedByItself = other.own;
  return situation;
}

/// Looks at all writes, up to one that is blocked; then false.
bool WriteTransaction::look(const std::vector<StoreRequest> *stores) {
  situations.clear();
  reads.reset(); // no reference to a leaf but those of expressions counts
  for (std::size_t n = 0; n < known.size(); ++n)
    if (known[n] == Detour::Move && writes[n].buffer().block->isPinned())
      known.clear();
  haveReaders = known.empty() && std::any_of(writes.begin(), writes.end(), [](const Write &write) {
                  return mayHaveReaders(*write.buffer().block);
                });
  if (haveReaders && stores)
    reads.emplace(*stores);
  for (std::size_t n = 0; n < writes.size(); ++n) {
    situations.push_back(situationOf(n));
    if (situations.back().isBlocked)
      return false;
  }
  return true;
}

/// Nothing has changed before all writes are free, since others work meanwhile.
void WriteTransaction::waitUntilFree(const std::vector<StoreRequest> *stores, GraphLock &lock) {
  while (!look(stores)) {
    if (situations.back().isBlockedByItself)
      throw RuntimeError(writes[0].line,
                         "cannot write " + writes[0].target->describe() +
                             ": this thread is in the middle of work on its memory");
    std::uint64_t returns = situations.back().found.returns;
    situations.clear(); // lets go of leaves
    known.clear();
    lock.unlock();
    runtime.leases->waitAfter(returns);
    lock.lock();
  }
}

/// "in place", "computed beside it, then copied: the assignment reads points that it also writes".
std::string WriteTransaction::wayOf(const Situation &situation) {
  const Reader *reader = situation.readers.empty() ? nullptr : &situation.readers.front();
  const Node *leaf = reader ? reader->leaf.get() : nullptr;
  std::string waiting = situation.isBlocked ? ", once work under way has ended" : "";
  if (situation.detour == Detour::Stage)
    return "computed beside it, then copied" + waiting + ": " + reasonText(leaf, true);
  if (situation.mustMove)
    return "to other memory, with what lies around it" + waiting + ": " +
           reasonText(leaf, situation.detour == Detour::Move || (reader && reader->own));
  if (reader)
    return "in place, after a snapshot for readers" + waiting + ": " +
           reasonText(leaf, reader->own);
  return "in place" + waiting;
}

std::vector<std::string> WriteTransaction::foresee(const std::vector<Assignment> &assignments,
                                                   std::vector<StoreRequest> &stores) {
  takeWrites(assignments);
  look(&stores);
  while (situations.size() < writes.size()) // behind one that is blocked
    situations.push_back(situationOf(situations.size()));
  std::vector<std::string> ways;
  for (std::size_t n = 0; n < stores.size(); ++n) {
    ways.push_back(wayOf(situations[n]));
    bool goesElsewhere = situations[n].mustMove || situations[n].detour == Detour::Stage;
    if (goesElsewhere)
      stores[n].target.block = BlockRef();
    else if (reads)
      stores[n].inPlace = reads->inPlace(n);
  }
  situations.clear();
  return ways;
}

//===----------------------------------------------------------------------===//
// Clearing it away
//===----------------------------------------------------------------------===//

/// The storage gets a fresh block; readers keep the old one.
void WriteTransaction::renew(const Write &write, const Situation &situation) {
  const Reader *reader = situation.readers.empty() ? nullptr : &situation.readers.front();
  Buffer &buffer = write.buffer();
  BlockRef old = buffer.block;
  std::int64_t before = runtime.counters.bytesCopied;
  Domain overwritten = write.target->bufferRegion(*write.region);
  TimelineSpan span(runtime.timeline.get(), "copy on write", write.line);
  copied = true;
  renewals.reserve(writes.size()); // one that there is room for has its renewal
  runtime.leases->makeRoom();
  renewals.push_back({write.target->buffer, std::move(old)});
  renewBlock(buffer, write.keep ? nullptr : &overwritten, write.line);
  std::int64_t bytes = runtime.counters.bytesCopied - before;
  span.setBytes(bytes);
  logCopy(runtime, copyText("copied", bytes, *write.target, write.line,
                            reader ? reader->leaf.get() : nullptr,
                            situation.detour == Detour::Move || (reader && reader->own)));
}

/// The readers get a copy; the storage keeps its memory. What the stored
/// expressions alone need is copied for them alone, and no more than they read.
void WriteTransaction::copyForReaders(const Write &write, const Situation &situation) {
  for (const Reader &reader : situation.readers) {
    const ArrayView &memory = *reader.leaf->memory();
    if (memory.block.get() != situation.block || substituted.contains(reader.leaf.get()))
      continue; // it got one for an earlier write
    if (reader.own && situation.detour == Detour::Stage)
      continue;
    std::int64_t before = runtime.counters.bytesCopied;
    TimelineSpan span(runtime.timeline.get(), "snapshot", write.line);
    copied = true;
    if (reader.own)
      substituted.emplace(reader.leaf.get(),
                          snapshot(memory.restricted(reads->boxRead(*reader.leaf)), write.line));
    else
      redirectLeaf(*reader.leaf, snapshot(memory, write.line));
    std::int64_t bytes = runtime.counters.bytesCopied - before;
    span.setBytes(bytes);
    logCopy(runtime, copyText("snapshot of", bytes, *write.target, write.line, reader.leaf.get(),
                              reader.own));
  }
}

void WriteTransaction::makeWritable(std::size_t n) {
  const Write &write = writes[n];
  const Situation &situation = situations[n];
  if (write.buffer().block.get() != situation.block)
    return; // an earlier write has moved the storage
  if (situation.mustMove)
    renew(write, situation);
  else
    copyForReaders(write, situation);
  if (situation.detour == Detour::Stage)
    stage(n);
}

/// The values go to memory of their own first, in the order of the target's.
void WriteTransaction::stage(std::size_t n) {
  const Write &write = writes[n];
  const ArrayView &layout = write.target->layout;
  std::vector<Dimension> slowToFast;
  for (unsigned d : layout.strideOrder())
    slowToFast.push_back(layout.domain[d].dim);
  std::int64_t aligned = slowToFast.empty() ? 0 : (*write.region)[slowToFast.back()].lo();
  staged.emplace_back(n, allocateView(runtime, layout.dtype, *write.region, slowToFast, aligned,
                                      write.line, StorageKind::CPU));
}

void WriteTransaction::writeStaged() {
  for (auto &[n, values] : staged) {
    const Write &write = writes[n];
    ArrayView target = write.target->view();
    copyElementsByThreads(values, target, *write.region, write.line);
    runtime.counters.copies.fetch_add(1, std::memory_order_relaxed);
    std::int64_t bytes = write.region->size() * static_cast<std::int64_t>(itemsize(target.dtype));
    logCopy(runtime, copyText("computed beside it, then copied", bytes, *write.target, write.line,
                              nullptr, true));
  }
}

/// A fresh block is this transaction's as a whole: if it fails, the storage
/// gets the old one back.
void WriteTransaction::holdLease(const Write &write, const Situation &situation) {
  const Buffer &buffer = write.buffer();
  bool isRenewed = buffer.block.get() != situation.block;
  const ArrayView &held = isRenewed ? buffer.layout : write.target->layout;
  leases.add(held, Access::Write, isRenewed ? nullptr : write.region);
  leases.place(leases.size() - 1, *buffer.block, held.offset);
}

void WriteTransaction::prepare(const std::vector<StoreRequest> *stores, GraphLock &lock) {
  waitUntilFree(stores, lock);
  while (begun < writes.size()) {
    std::size_t n = begun++;
    makeWritable(n);
  }
  bool areKnown = true;
  for (std::size_t n = 0; n < writes.size(); ++n) {
    holdLease(writes[n], situations[n]);
    taken.push_back(situations[n].detour);
    areKnown &= situations[n].mustMove == (situations[n].detour == Detour::Move);
  }
  if (!areKnown)
    taken.clear();
  situations.clear();
  leases.take();
}

void WriteTransaction::takeWrites(const std::vector<Assignment> &assignments) {
  writes.reserve(assignments.size());
  for (const Assignment &given : assignments)
    writes.push_back({given.target.get(), &given.region, given.line, false});
}

void WriteTransaction::prepare(const std::vector<Assignment> &assignments,
                               std::vector<StoreRequest> &stores, GraphLock &lock,
                               Detours detours) {
  known = std::move(detours);
  for (const StoreRequest &store : stores)
    origins.push_back(store.target);
  takeWrites(assignments);
  prepare(&stores, lock);
  takeBlocks(assignments, stores);
  for (std::size_t n = 0; reads && n < stores.size(); ++n)
    stores[n].inPlace = reads->inPlace(n);
  for (auto &[n, values] : staged) {
    stores[n].target = values;
    stores[n].inPlace = InPlace::No;
  }
}

void WriteTransaction::prepare(StorageState &target, const Domain &region, bool keep,
                               SourceLine line, GraphLock &lock) {
  writes.push_back({&target, &region, line, keep});
  prepare(nullptr, lock);
}

void WriteTransaction::commit() {
  committed = true;
  for (std::size_t n = 0; n < begun; ++n) {
    writes[n].buffer().touch();
    if (writes[n].target->leaf)
      forgetLeaf(*writes[n].target);
  }
  for (Renewal &renewal : renewals)
    runtime.leases->keep(std::move(renewal.old));
  renewals.clear();
  leases.giveBack();
}

WriteTransaction::~WriteTransaction() {
  if (committed)
    return;
  std::lock_guard lock(runtime.graphMutex);
  for (auto renewal = renewals.rbegin(); renewal != renewals.rend(); ++renewal) {
    BlockRef fresh = renewal->buffer->block;
    renewal->buffer->setBlock(renewal->old);
    runtime.leases->keep(std::move(fresh)); // others may read it
  }
  renewals.clear();
  commit(); // what was to be written in place may be written in part
}

} // namespace gtjit::detail
